//! The page around the missions: heading, figures, sections.

use std::collections::{BTreeMap, BTreeSet};

use maud::{DOCTYPE, Markup, PreEscaped, html};
use surefleet_planner::{DecisionRecord, Permit};
use surefleet_records::Chronicle;

use super::{
    course,
    decision::{card, question},
    looks::{self, Seen},
    scale::{probability, threshold},
    story::{Manner, MissionStory, Story},
    table::table,
    timeline::timeline,
};

/// The page's style sheet.
const STYLE: &str = include_str!("report.css");

/// A heading with facts that the records do not contain.
#[derive(Debug, Clone, Default)]
pub struct Heading {
    /// The mission in words.
    pub mission: Option<String>,
    /// How it ended.
    pub outcome: Option<String>,
}

/// The whole report: one self-contained page, with the robots' looks at their actions if they are known.
pub fn page(records: &[DecisionRecord], heading: &Heading, looks: &[Seen], chronicle: &Chronicle) -> String {
    let story = Story::of(records);
    let title = heading.mission.as_deref().unwrap_or("Decision records");
    let main = html! {
        header.page {
            p.brand { "surefleet" }
            h1 { (title) }
            @if let Some(outcome) = &heading.outcome { p.outcome { (outcome) } }
            (scorers(records))
        }
        @if records.is_empty() { p.note { "The file holds no record." } }
        @for (mission, number) in story.missions.iter().zip(1..) {
            section.mission {
                @if story.missions.len() > 1 { h2 { "Mission " (number) } }
                (section(mission, looks, chronicle))
            }
        }
        (course::undecided(chronicle))
    };
    document(title, "", &main)
}

/// A page that opens from disk without other files, in the house style plus its own style.
pub fn document(title: &str, style: &str, main: &Markup) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "surefleet: " (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body { main { (main) } }
        }
    };
    markup.into_string()
}

/// The scorers of the options.
fn scorers(records: &[DecisionRecord]) -> Markup {
    let scorers: BTreeSet<(&str, &str)> =
        records.iter().map(|record| (record.scorer.kind.as_str(), record.scorer.id.as_str())).collect();
    html! {
        @for (kind, id) in scorers {
            @if kind == "simulated" {
                p.scorer.simulated {
                    b { "Simulated scorer" } " — no language model ran. The scores are the exact oracle's judgement with "
                    "seeded noise: " code { (id) }
                }
            } @else {
                p.scorer { "Scored by " code { (id) } " (" (kind) ")" }
            }
        }
    }
}

fn section(mission: &MissionStory<'_>, looks: &[Seen], chronicle: &Chronicle) -> Markup {
    let seen: Vec<&Seen> = looks.iter().filter(|seen| seen.look.action.mission == mission.id).collect();
    html! {
        (question(mission))
        @if mission.moments.iter().any(|moment| moment.record.evidence.is_audited()) {
            p.lead {
                "This mission was drawn for an audit: people see every decision, also those of which the robots are sure, so that "
                "a calibration that no longer holds is noticed. The key " code { "audits" } " of the fleet file says how often."
            }
        }
        (course::words(mission, chronicle))
        (figures(mission))
        (autonomy(mission))
        (course::worlds(mission, chronicle))
        h2 { "Timeline" }
        (legend())
        (timeline(mission))
        (course::failures(mission, chronicle))
        (looks::section(&seen))
        h2 { "Decisions" }
        p.lead {
            "Every bar is an option's probability, on one axis from 0 to 1. The prediction set is all that reaches the "
            "dashed line, the calibrated threshold. One allowed member: the robot takes it. Otherwise a person is asked."
        }
        label.filter { input.only-asked type="checkbox"; " only where a person was asked" }
        @for step in &mission.steps {
            section.step {
                h3 { "Step " (step) }
                div.cards { @for moment in mission.step(*step) { (card(moment)) } }
            }
        }
        h2 { "Every decision" }
        (table(mission))
    }
}

fn figures(mission: &MissionStory<'_>) -> Markup {
    let decisions = mission.moments.len();
    let of_team = mission.count(|manner| manner == Manner::TeamStep);
    let alone = mission.count(|manner| manner == Manner::Alone) + of_team;
    let asked = mission.count(|manner| matches!(manner, Manner::Asked | Manner::AskedAlways));
    let told = mission.count(|manner| manner == Manner::Told);
    let stayed = mission.count(|manner| manner == Manner::Stayed);
    let sets: Vec<usize> =
        mission.moments.iter().filter_map(|moment| Some(moment.record.set.as_ref()?.len())).collect();
    let mean_set = sets.iter().sum::<usize>() as f64 / sets.len().max(1) as f64;
    html! {
        dl.figures {
            div { dt { "robots" } dd { (mission.robots.len()) } }
            div { dt { "steps" } dd { (mission.steps.len()) } }
            div { dt { "decisions" } dd { (decisions) } }
            div.alone { dt { "alone" } dd { (alone) small { " " (percent(alone, decisions)) } } }
            @if of_team > 0 { div.alone { dt { "of them by team steps" } dd { (of_team) } } }
            div.asked { dt { "asked a person" } dd { (asked) small { " " (percent(asked, decisions)) } } }
            @if told > 0 { div.asked { dt { "as a person had said" } dd { (told) } } }
            @if stayed > 0 { div.stayed { dt { "stayed" } dd { (stayed) } } }
            @if !sets.is_empty() { div { dt { "mean set" } dd { (format!("{mean_set:.2}")) } } }
            div { dt { "duration" } dd { (format!("{:.1}", mission.duration().as_secs_f64())) small { " s" } } }
        }
    }
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.0} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// The calibration under which the robots were allowed to act alone, or why they were not.
fn autonomy(mission: &MissionStory<'_>) -> Markup {
    let mut on: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut off: BTreeMap<&str, usize> = BTreeMap::new();
    for moment in &mission.moments {
        match moment.record.evidence.permit() {
            Permit::On { alpha, .. } => {
                let least = threshold(moment.record).map_or_else(|| "none".to_owned(), probability);
                *on.entry((alpha.to_string(), least)).or_default() += 1;
            }
            Permit::Off { reason } => *off.entry(reason).or_default() += 1,
        }
    }
    html! {
        @for ((alpha, least), decisions) in on {
            p.autonomy.on {
                b { "Autonomy on" } " in " (times(decisions)) " · alpha " (alpha) " · threshold p ≥ " (least)
            }
        }
        @for (reason, decisions) in off {
            p.autonomy.off { b { "Autonomy off" } " in " (times(decisions)) ", so a person was asked · " (reason) }
        }
    }
}

fn times(decisions: usize) -> String {
    if decisions == 1 { "1 decision".to_owned() } else { format!("{decisions} decisions") }
}

fn legend() -> Markup {
    let manners = [Manner::Alone, Manner::TeamStep, Manner::Asked, Manner::Told, Manner::Stayed];
    html! {
        p.legend {
            @for manner in manners { span.chip.(manner.class()) { (manner.sign()) " " (manner.words()) } }
            span.chip { span.pips { i {} i {} i {} } " size of the prediction set" }
        }
    }
}
