//! A decision as a card: scores of the options, the threshold, and the words of the monitor and of people.

use maud::{Markup, html};
use surefleet_fleet::Decision;
use surefleet_planner::{DecisionRecord, Permit, Round, Scored};

use super::{
    scale::{MARKS, percent, probability, threshold},
    story::{Manner, MissionStory, Moment, coverage_words, rounds},
};

/// Fewest bars of a card, so that options below the threshold can be seen.
const FEWEST_BARS: usize = 5;
/// Most bars of a card.
const MOST_BARS: usize = 12;

/// A decision's card.
pub fn card(moment: &Moment<'_>) -> Markup {
    let manner = Manner::of(moment.record);
    html! {
        article.card.(manner.class()).superseded[moment.is_superseded] id={ "d" (moment.number) } { (face(moment)) }
    }
}

/// The moment that best shows why a robot asks, above all others: the question with the most allowed options in its
/// set. Empty if no robot asked between several options.
pub fn question(mission: &MissionStory<'_>) -> Markup {
    let allowed = |moment: &Moment<'_>| {
        let set = moment.record.set.iter().flatten();
        set.filter(|option| moment.record.evidence.allows(**option)).count()
    };
    let is_choice = |moment: &&Moment<'_>| {
        !moment.is_superseded && Manner::of(moment.record) == Manner::Asked && allowed(moment) > 1
    };
    // Among equals `max_by_key` takes the last one; the first is wanted.
    let Some(moment) = mission.moments.iter().filter(is_choice).rev().max_by_key(|moment| allowed(moment)) else {
        return html! {};
    };
    let record = moment.record;
    html! {
        section.asking {
            h2 { "A robot asks" }
            p.lead {
                "In step " (record.key.step) ", " (record.key.robot) " could not tell which of " (allowed(moment))
                " allowed options is right, so it asked. This is the question, what the options scored, and the answer. "
                a href={ "#d" (moment.number) } { "Among all decisions" }
            }
            article.card.(Manner::Asked.class()) { (face(moment)) }
        }
    }
}

fn face(moment: &Moment<'_>) -> Markup {
    let record = moment.record;
    let manner = Manner::of(record);
    html! {
        header {
            span.sign aria-hidden="true" { (manner.sign()) }
            h4 { (record.key.robot) }
            p.did { (record.text) }
            p.how {
                (manner.words()) " · " (milliseconds(record.elapsed_ns))
                @if record.key.attempt.0 > 0 { " · attempt " (record.key.attempt.0) }
                @if moment.is_superseded { " · decided again later" }
            }
        }
        @if !record.failures.is_empty() {
            div.note.stayed { "Failed in the step before:" ul { @for failure in &record.failures { li { (failure) } } } }
        }
        @if let (Some(team_step), Some(part)) = (&record.team_step, record.evidence.part()) {
            p.note { (team_step.by) " planned for the team, and for this robot: " b { (record.options[part.index()]) } }
        }
        @if let Permit::Off { reason } = record.evidence.permit() {
            p.note.off { b { "Autonomy off. " } (reason) }
        }
        @match record.evidence.scores() {
            Scored::Failed(reason) => { p.note.stayed { b { "No scores. " } (reason) } }
            Scored::Given(_) => { (bars(record)) (refusals(record)) }
        }
        @if let Some(words) = coverage_words(record) { p.note.missed { (words) } }
        @for (offered, said) in rounds(record) {
            p.note.asked { (offered) " → " b { (said) } }
        }
        @if manner == Manner::Told {
            @for word in record.evidence.standing().words() {
                p.note.told { (word.operator) " had chosen “" (word.text) "” for the whole mission" }
            }
        }
        footer { (set_words(record)) (provenance(record)) }
    }
}

fn bars(record: &DecisionRecord) -> Markup {
    let evidence = &record.evidence;
    // Allowed options come first; the sort is stable.
    let mut order = evidence.shown(Round::All);
    order.sort_by_key(|option| !evidence.allows(*option));
    let members = record.set.as_ref().map_or(0, Vec::len);
    let shown = members.clamp(FEWEST_BARS, MOST_BARS).min(order.len());
    let chosen_below = order.iter().skip(shown).find(|option| **option == record.decision);
    let line = threshold(record).map(percent);
    let rest = order.len() - shown - usize::from(chosen_below.is_some());
    html! {
        div.bars style=[line.map(|place| format!("--t:{place:.2}%"))] {
            @for option in order.iter().take(shown) { (bar(record, *option, line.is_some())) }
            @if let Some(option) = chosen_below { (bar(record, *option, line.is_some())) }
            div.axis {
                span.rest { @if rest > 0 { (rest) " more, less likely" } }
                span.track {
                    @for (place, label) in MARKS {
                        i style={ "left:" (format!("{place:.2}")) "%" } { (label) }
                    }
                }
            }
        }
    }
}

fn bar(record: &DecisionRecord, option: Decision, has_line: bool) -> Markup {
    let index = option.index();
    let score = record.evidence.score(index).unwrap_or(f64::NEG_INFINITY);
    let is_member = record.set.as_ref().is_some_and(|set| set.contains(&option));
    let refusal = record.evidence.refusal(index);
    let is_chosen = option == record.decision;
    html! {
        div.bar.member[is_member].refused[refusal.is_some()].chosen[is_chosen] {
            span.option title=(refusal.unwrap_or(&record.options[index])) {
                @if is_chosen { span.tick title="the decision" { "✓ " } }
                (record.options[index])
            }
            span.track.line[has_line] {
                span.fill style={ "width:" (format!("{:.2}", percent(score))) "%" } {}
            }
            span.p { (probability(score)) }
        }
    }
}

/// Why members of the set could not be chosen.
fn refusals(record: &DecisionRecord) -> Markup {
    let members = record.set.as_deref().unwrap_or_default();
    let refused = members.iter().filter_map(|member| record.evidence.refusal(member.index()));
    let reasons: Vec<&str> = refused.take(MOST_BARS).collect();
    html! {
        @if !reasons.is_empty() {
            div.note { "Refused by the safety monitor:" ul { @for reason in reasons { li { (reason) } } } }
        }
    }
}

/// Details of a record for engineers.
fn provenance(record: &DecisionRecord) -> Markup {
    let usage = record.usage;
    let rows = [
        ("took", milliseconds(record.elapsed_ns)),
        ("decided at", format!("{} s (Unix time)", record.decided_at)),
        ("scorer", record.scorer.id.clone()),
        (
            "model calls, tokens",
            format!("{}, {} read, {} cached", usage.model_calls, usage.prompt_tokens, usage.cached_tokens),
        ),
    ];
    html! {
        details {
            summary { "record" }
            dl { @for (name, value) in rows { dt { (name) } dd { (value) } } }
        }
    }
}

/// The set and its level in words.
pub fn set_words(record: &DecisionRecord) -> String {
    let size = match &record.set {
        None => "no prediction set".to_owned(),
        Some(set) => format!("set of {} of {}", set.len(), record.options.len()),
    };
    match (record.evidence.permit(), threshold(record)) {
        (Permit::On { alpha, .. }, Some(t)) => format!("{size} · p ≥ {} (alpha {alpha})", probability(t)),
        (Permit::On { alpha, .. }, None) => format!("{size} · nothing can be excluded (alpha {alpha})"),
        (Permit::Off { .. }, _) => size,
    }
}

/// Nanoseconds in words.
pub fn milliseconds(nanos: u64) -> String {
    let ms = nanos as f64 / 1e6;
    match ms {
        _ if ms < 1.0 => format!("{ms:.2} ms"),
        _ if ms < 1000.0 => format!("{ms:.0} ms"),
        _ => format!("{:.1} s", ms / 1e3),
    }
}
