use surefleet_fleet::{Facts, RobotId, Stamp};
use surefleet_mission::{MissionError, State};

use crate::{Policy, SafetyError};

/// At most so many differing facts are named.
const NAMED: usize = 3;

/// The world as the monitor sees it itself.
#[derive(Debug, Clone)]
pub(crate) enum World {
    /// Nothing has come yet.
    Unseen,
    /// The newest message cannot be used: the gate stays closed until a sound one comes.
    Unusable(SafetyError),
    /// The newest message can be used while it is fresh.
    Seen {
        observed: Stamp,
        facts: Facts,
        /// The facts as a state, robots as in the policy.
        state: State,
    },
}

impl World {
    /// Takes in a world state; `false`: it is older than a fresh one that is here already.
    pub fn see(&mut self, now: Stamp, policy: &Policy, observed: Stamp, domain: &str, facts: Facts) -> bool {
        if let Self::Seen { observed: newest, .. } = self
            && observed < *newest
            && self.facts(now, policy).is_ok()
        {
            return false;
        }
        *self = match usable(policy, domain, &facts) {
            Ok(state) => Self::Seen { observed, facts, state },
            Err(error) => Self::Unusable(error),
        };
        true
    }

    /// The facts, where the gate is open.
    pub fn facts(&self, now: Stamp, policy: &Policy) -> Result<&Facts, SafetyError> {
        let (observed, facts) = match self {
            Self::Unseen => return Err(SafetyError::NoWorld),
            Self::Unusable(error) => return Err(error.clone()),
            Self::Seen { observed, facts, .. } => (*observed, facts),
        };
        let (age, ahead, limit) = (now - observed, observed - now, policy.timing.world_timeout);
        if age > limit {
            return Err(SafetyError::StaleWorld { age, limit });
        }
        // A time far ahead would stay "fresh" for as long as it is ahead.
        if ahead > limit {
            return Err(SafetyError::WorldAhead { ahead });
        }
        Ok(facts)
    }

    /// The newest state that was seen, however old; robots as in the policy.
    pub fn state(&self) -> Option<&State> {
        if let Self::Seen { state, .. } = self { Some(state) } else { None }
    }
}

fn usable(policy: &Policy, domain: &str, facts: &Facts) -> Result<State, SafetyError> {
    let ours = policy.domain.digest().to_string();
    if domain != ours {
        return Err(SafetyError::OtherDomain { theirs: domain.to_owned(), ours });
    }
    let state = State::from_facts(&policy.domain, &policy.fleet, facts);
    state.map_err(SafetyError::ImpossibleWorld)
}

/// The state with the team first, then the rest of the fleet: indices of the team are indices of the state.
pub(crate) fn state_for(policy: &Policy, team: &[RobotId], facts: &Facts) -> Result<State, MissionError> {
    State::from_facts(&policy.domain, &view(policy, team), facts)
}

/// The team, then the rest of the fleet.
pub(crate) fn view(policy: &Policy, team: &[RobotId]) -> Vec<RobotId> {
    let others = policy.fleet.iter().filter(|robot| !team.contains(robot));
    team.iter().chain(others).cloned().collect()
}

/// Whether the team planned from the world as it is; where robots outside the team stand does not matter.
pub(crate) fn compare(team: &[RobotId], planned_from: &Facts, seen: &Facts) -> Result<(), SafetyError> {
    let only_in = |one: &Facts, other: &Facts| -> Vec<String> {
        one.concerning(team).filter(|fact| !other.holds(fact)).take(NAMED).map(str::to_owned).collect()
    };
    let (no_longer, now) = (only_in(planned_from, seen), only_in(seen, planned_from));
    if no_longer.is_empty() && now.is_empty() { Ok(()) } else { Err(SafetyError::OtherFacts { no_longer, now }) }
}
