use std::sync::Arc;

use surefleet_fleet::{Brief, Outcome, Turn};
use surefleet_mission::{Domain, Mission, MissionError, Oracle, State};

/// What the planner makes of a mission's words.
#[derive(Debug)]
pub enum Reading {
    /// Every word is understood: whether the mission is achieved, or out of reach, can be computed.
    Grounded {
        /// What it asks for and forbids.
        mission: Mission,
        /// What is out of reach; `None` for a domain or a mission beyond the oracle: then nothing is known to be.
        oracle: Option<Oracle>,
    },
    /// Free text that only a language model reads: the team stops when all of it stays idle.
    Ungrounded(MissionError),
}

impl Reading {
    /// Reads the mission; safety requirements that are not in the grammar are left to the monitor ([`Mission::under`]), so
    /// "impossible" stays true.
    pub fn of(brief: &Brief, domain: &Arc<Domain>) -> Self {
        match Mission::parse(&brief.text, domain, &brief.team) {
            Ok(mission) => {
                let mission = mission.under(brief, domain);
                let oracle = Oracle::new(domain, &mission, brief.team.len()).ok();
                Self::Grounded { mission, oracle }
            }
            Err(unread) => Self::Ungrounded(unread),
        }
    }
}

/// Whether the mission ends before this step; for the first holder of a step.
///
/// A mission whose end the monitor has refused in this step is not ended again while steps are left: a constraint may still
/// ask for something, and the refusal, which is in the prompt, says what.
pub fn assess(domain: &Domain, reading: &Reading, turn: &Turn) -> Option<Outcome> {
    let left = turn.steps_left();
    let out_of_horizon = (left == 0).then_some(Outcome::OutOfHorizon);
    match reading {
        Reading::Grounded { mission, oracle } => {
            let Ok(state) = State::from_facts(domain, &turn.brief.team, &turn.facts) else { return out_of_horizon };
            if mission.achieved(&state) {
                return (turn.refusals.is_empty() || left == 0).then_some(Outcome::Succeeded);
            }
            let is_out_of_reach = || oracle.as_ref().is_some_and(|oracle| !oracle.feasible(&state, left));
            out_of_horizon.or_else(|| {
                is_out_of_reach().then(|| Outcome::Impossible(format!("it takes more steps than are left ({left})")))
            })
        }
        Reading::Ungrounded(_) if turn.refusals.is_empty() && all_stayed(domain, turn) => {
            Some(match has_acted(domain, turn) {
                true => Outcome::Succeeded,
                false => Outcome::Impossible(
                    "nobody of the team did anything: it is done already, or was not understood; then say it in other words".to_owned(),
                ),
            })
        }
        Reading::Ungrounded(_) => out_of_horizon,
    }
}

/// Whether anybody was approved to do anything so far: of a team that stayed idle nobody knows why.
fn has_acted(domain: &Domain, turn: &Turn) -> bool {
    turn.history.iter().flatten().flatten().any(|decision| *decision != domain.options().idle())
}

/// Whether the last step was idle for all that took part in it.
fn all_stayed(domain: &Domain, turn: &Turn) -> bool {
    let Some(row) = turn.history.last() else { return false };
    let mut present = row.iter().flatten().peekable();
    present.peek().is_some() && present.all(|decision| *decision == domain.options().idle())
}
