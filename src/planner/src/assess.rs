use surefleet_fleet::{Brief, Outcome, Turn};
use surefleet_mission::{Domain, Mission, MissionError, State};

/// What the planner makes of a mission's words.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// Every word is understood: whether the mission is achieved, or out of reach, can be computed.
    Grounded(Mission),
    /// Free text that only a language model reads: the team stops when all of it stays idle.
    Ungrounded(MissionError),
}

impl Reading {
    /// Reads the mission; safety requirements that are not in the grammar are left to the monitor.
    ///
    /// Leaving a requirement out can only make more plans look possible, so "impossible" stays true.
    pub fn of(brief: &Brief, domain: &Domain) -> Self {
        match Mission::parse(&brief.text, domain, &brief.team) {
            Ok(mut mission) => {
                let rules = brief.constraints.iter().map(|text| Mission::parse_rule(text, domain, &brief.team));
                mission.rules.extend(rules.filter_map(Result::ok));
                Self::Grounded(mission)
            }
            Err(unread) => Self::Ungrounded(unread),
        }
    }
}

/// Whether the mission ends before this step; for the first holder of a step.
///
/// Free text whose end the monitor has refused in this step is not ended again: the team goes on. A mission that is
/// understood is assessed at every attempt, since facts may be fresh; the monitor compares them with what it sees.
pub fn assess(domain: &Domain, reading: &Reading, turn: &Turn) -> Option<Outcome> {
    let achieved = match reading {
        Reading::Grounded(mission) => {
            let state = State::from_facts(domain, &turn.brief.team, &turn.facts);
            state.is_ok_and(|state| mission.achieved(&state))
        }
        Reading::Ungrounded(_) => turn.refusals.is_empty() && all_stayed(domain, turn),
    };
    match achieved {
        true => Some(Outcome::Succeeded),
        false => (turn.steps_left() == 0).then_some(Outcome::OutOfHorizon),
    }
}

/// Whether the last step was idle for all that took part in it.
fn all_stayed(domain: &Domain, turn: &Turn) -> bool {
    let Some(row) = turn.history.last() else { return false };
    let mut present = row.iter().flatten().peekable();
    present.peek().is_some() && present.all(|decision| *decision == domain.options().idle())
}
