//! The timeline: one row per robot, one column per step.

use maud::{Markup, html};

use super::story::{Manner, MissionStory, Moment};

/// The timeline of a mission; each cell links to its decision's card.
pub fn timeline(mission: &MissionStory<'_>) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="timeline" {
            table.timeline style={ "--n:" (mission.steps.len()) } {
                thead { tr {
                    th scope="col" { "robot" }
                    @for step in &mission.steps {
                        th scope="col" { "step " (step) small { (begin_of(mission, mission.step(*step))) } }
                    }
                } }
                tbody {
                    @for robot in &mission.robots {
                        tr {
                            th scope="row" { (robot) }
                            @for step in &mission.steps {
                                td { @for moment in mission.cell(*step, robot) { (cell(moment)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(moment: &Moment<'_>) -> Markup {
    let (record, manner) = (moment.record, Manner::of(moment.record));
    let members = record.set.as_ref().map(Vec::len);
    let set = members.map_or_else(|| "no set".to_owned(), |members| format!("set of {members}"));
    html! {
        a.cell.(manner.class()).superseded[moment.is_superseded].idle[record.decision == record.evidence.idle()] href={ "#d" (moment.number) }
            title={ (manner.words()) ", " (set) } {
            span.sign { (manner.sign()) }
            span.did { (record.text) }
            span.set {
                @match members {
                    None => { "no set" }
                    Some(members) if members > 12 => { "set of " (members) }
                    Some(0) => { "empty set" }
                    Some(members) => {
                        span.pips aria-hidden="true" { @for _ in 0..members { i {} } }
                        @if members > 1 { " " (members) }
                    }
                }
            }
        }
    }
}

/// Time from the mission's first turn to the first decision of these moments.
fn begin_of<'a>(mission: &MissionStory<'_>, moments: impl Iterator<Item = &'a Moment<'a>>) -> String {
    let first = moments.map(|moment| moment.record.decided_at).min();
    first.map_or_else(String::new, |first| format!("+{:.1} s", (first - mission.begin()).as_secs_f64()))
}
