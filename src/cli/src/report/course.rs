//! A mission from its words to its end: the request, the world before and after, and failures.

use std::collections::BTreeSet;

use maud::{Markup, html};
use surefleet_records::{Chapter, Chronicle};

use super::{scale::percent, story::MissionStory};

/// The request and how the mission ended; empty if the monitor's journal is missing.
pub fn words(mission: &MissionStory<'_>, chronicle: &Chronicle) -> Markup {
    let Some(chapter) = chronicle.chapter(mission.id) else { return understood(mission) };
    html! {
        p.words { "“" (chapter.brief.text) "”" }
        @for constraint in &chapter.brief.constraints { p.lead { "with the requirement: " (constraint) } }
        (understood(mission))
        @match &chapter.outcome {
            Some(outcome) => { p.outcome { (outcome.to_string()) } }
            None => { p.outcome { "it has not ended" } }
        }
    }
}

/// How the scorer understood the words; it says so with every decision, and the last one counts.
fn understood(mission: &MissionStory<'_>) -> Markup {
    let last = mission.moments.iter().map(|moment| moment.record).rfind(|record| !record.meanings.is_empty());
    let Some(record) = last else { return html! {} };
    let unexplained = record.evidence.understood().map(|understood| understood.unexplained());
    html! {
        h3 { "understood as" }
        div.bars {
            @for (words, probability) in &record.meanings { (meaning(words, *probability)) }
            @if let Some(rest) = unexplained { (meaning("something that was not understood", rest)) }
        }
    }
}

fn meaning(words: &str, probability: f64) -> Markup {
    html! {
        div.bar.member {
            span.option title=(words) { (words) }
            span.track { span.fill style={ "width:" (format!("{:.2}", percent(probability.ln()))) "%" } {} }
            span.p { (super::scale::probability(probability.ln())) }
        }
    }
}

/// The world when the mission began and when it ended; differences stand out.
pub fn worlds(mission: &MissionStory<'_>, chronicle: &Chronicle) -> Markup {
    let Some(chapter) = chronicle.chapter(mission.id) else { return html! {} };
    let before = chronicle.words(chapter, &chapter.before);
    let after = chapter.after.as_ref().map(|facts| chronicle.words(chapter, facts));
    html! {
        h2 { "The world" }
        div.worlds {
            div { h3 { "before" } (world(&before, after.as_deref())) }
            div {
                h3 { "after" }
                @match &after {
                    Some(after) => { (world(after, Some(&before))) }
                    None => { p.lead { "not known: nobody saw it when the mission ended" } }
                }
            }
        }
    }
}

fn world(lines: &[String], other: Option<&[String]>) -> Markup {
    let other: Option<BTreeSet<&String>> = other.map(|lines| lines.iter().collect());
    let has_changed = |line: &String| other.as_ref().is_some_and(|other| !other.contains(line));
    html! { ul { @for line in lines { li.changed[has_changed(line)] { (line) } } } }
}

/// Missions that ended before any robot decided: cancelled, halted or corrected at their first question.
pub fn undecided(chronicle: &Chronicle) -> Markup {
    let mut ended = chronicle.undecided().peekable();
    html! {
        @if ended.peek().is_some() {
            section.mission {
                h2 { "Ended before anybody decided" }
                ul { @for (chapter, outcome) in ended { li { "“" (chapter.brief.text) "”: " (outcome.to_string()) } } }
            }
        }
    }
}

/// Failed actions and refused joint steps; empty if there were none.
pub fn failures(mission: &MissionStory<'_>, chronicle: &Chronicle) -> Markup {
    let failed = failed_actions(mission);
    let refused = chronicle.chapter(mission.id).map(refused_steps).unwrap_or_default();
    html! {
        @if !failed.is_empty() || !refused.is_empty() {
            h2 { "What went wrong" }
            ul {
                @for (step, failure) in &failed { li { "step " (step) ": " (failure) } }
                @for (step, reason) in &refused { li { "step " (step) " was refused by the safety monitor: " (reason) } }
            }
        }
    }
}

/// Actions that failed; a turn tells each robot what failed in the step before.
fn failed_actions<'a>(mission: &'a MissionStory<'_>) -> BTreeSet<(u32, &'a str)> {
    let told = mission.moments.iter().map(|moment| moment.record);
    told.flat_map(|record| record.failures.iter().map(|failure| (record.key.step.get() - 1, failure.as_str())))
        .collect()
}

fn refused_steps(chapter: &Chapter) -> Vec<(u32, String)> {
    chapter.refusals.iter().map(|refusal| (refusal.step.get(), refusal.reasons.join("; "))).collect()
}
