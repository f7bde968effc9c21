//! The plain table of every record.

use maud::{Markup, html};
use surefleet_planner::Choice;

use super::{
    decision::milliseconds,
    scale::{probability, threshold},
    story::{Manner, MissionStory, Moment},
};

/// Every record of the mission as one row.
pub fn table(mission: &MissionStory<'_>) -> Markup {
    let words = ["robot", "decision", "how", "answered by"];
    let columns = [
        "step",
        "attempt",
        "robot",
        "decision",
        "how",
        "set",
        "refused",
        "best p",
        "threshold p",
        "answered by",
        "took",
    ];
    html! {
        div.scroll tabindex="0" role="region" aria-label="every decision" {
            table.plain {
                thead { tr { @for column in columns { th.number[!words.contains(&column)] scope="col" { (column) } } } }
                tbody { @for moment in &mission.moments { (row(moment)) } }
            }
        }
    }
}

fn row(moment: &Moment<'_>) -> Markup {
    let record = moment.record;
    let manner = Manner::of(record);
    let scores = (0..record.options.len()).filter_map(|option| record.evidence.score(option));
    let best = scores.reduce(f64::max);
    let refused = (0..record.options.len()).filter(|option| record.evidence.refusal(*option).is_some()).count();
    let answers = record.evidence.answers();
    let answered = answers.iter().rev().find(|answer| answer.choice != Choice::Expired);
    html! {
        tr.superseded[moment.is_superseded] {
            td.number { (record.key.step) }
            td.number { (record.key.attempt.0) }
            td { (record.key.robot) }
            td { a href={ "#d" (moment.number) } { (record.text) } }
            td { span.chip.(manner.class()) { (manner.sign()) " " (manner.words()) } }
            td.number { @match &record.set { Some(set) => (set.len()), None => "–" } }
            td.number { (refused) }
            td.number { (best.map_or_else(|| "–".to_owned(), probability)) }
            td.number { (threshold(record).map_or_else(|| "–".to_owned(), probability)) }
            td { (answered.map_or("", |answer| &answer.operator)) }
            td.number { (milliseconds(record.elapsed_ns)) }
        }
    }
}
