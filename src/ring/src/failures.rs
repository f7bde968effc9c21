use std::sync::Arc;

use surefleet_fleet::{Decision, SkillOutcome};

use crate::mission::Mission;

/// The most characters of a reason that go round the ring and into prompts.
const MOST_CHARACTERS: usize = 300;

impl Mission {
    /// The failures in the step of the newest turn, whose `row` was executed: one sentence for each robot whose part is
    /// known to have failed, in the order of the team.
    ///
    /// It leaves out a reason that this robot did not hear, for example before a restart. Reasons are only for the
    /// prompt, and the observed world shows the result of the step.
    pub fn failures(&self, row: &[Option<Decision>]) -> Arc<[String]> {
        let parts = self.turn.brief.team.iter().zip(row).enumerate().filter(|(_, (_, decision))| decision.is_some());
        parts
            .filter_map(|(place, (robot, _))| {
                let told = if place == self.team.me { self.finished.as_ref() } else { self.team.told_by(place) };
                match told {
                    Some((step, SkillOutcome::Failed(reason))) if *step == self.turn.step => {
                        Some(format!("{robot}: {}", in_short(reason)))
                    }
                    _ => None,
                }
            })
            .collect()
    }
}

/// A reason on one line, cut if it is too long: it comes from another machine.
fn in_short(reason: &str) -> String {
    let words = reason.split(|sign: char| sign.is_whitespace() || sign.is_control()).filter(|word| !word.is_empty());
    let line: Vec<&str> = words.collect();
    let short: String = line.join(" ").chars().take(MOST_CHARACTERS).collect();
    if short.is_empty() { "it did not say why".to_owned() } else { short }
}
