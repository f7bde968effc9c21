use std::time::Duration;

use surefleet_fleet::{Facts, RobotId, Stamp};
use surefleet_world::State;

use crate::{Policy, Unjudged, UnseenWorld};

/// The largest number of differing facts that are named.
const NAMED: usize = 3;

/// The world as the monitor itself sees it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sight {
    newest: Newest,
    /// How far the last world state was ahead of the clock, if refused for that and no usable one has come since.
    ahead: Option<Duration>,
}

#[derive(Debug, Clone, Default)]
enum Newest {
    /// Nothing has come yet.
    #[default]
    Unseen,
    /// The newest message cannot be used: the gate stays closed until a valid one comes.
    Unusable(UnseenWorld),
    /// The newest message can be used while it is fresh.
    Seen {
        observed: Stamp,
        facts: Facts,
        /// The facts as a state.
        state: State,
    },
}

impl Sight {
    /// Takes in a world state; `false`: it is older than a fresh one that was taken in already, or its time is too far
    /// ahead.
    pub fn see(&mut self, now: Stamp, policy: &Policy, observed: Stamp, domain: &str, facts: Facts) -> bool {
        // Otherwise it, and others just as old, would count as fresh for as long as it is ahead.
        let ahead = observed - now;
        if ahead > policy.timing.world_timeout {
            self.ahead = Some(ahead);
            return false;
        }
        if let Newest::Seen { observed: newest, .. } = self.newest
            && observed < newest
            && self.facts(now, policy).is_ok()
        {
            return false;
        }
        let newest = match usable(policy, domain, &facts) {
            Ok(state) => Newest::Seen { observed, facts, state },
            Err(error) => Newest::Unusable(error),
        };
        *self = Self { newest, ahead: None };
        true
    }

    /// The state, if the gate is open.
    pub fn fresh_state(&self, now: Stamp, policy: &Policy) -> Result<(&Facts, &State), UnseenWorld> {
        self.facts(now, policy)?;
        match &self.newest {
            Newest::Seen { facts, state, .. } => Ok((facts, state)),
            Newest::Unseen | Newest::Unusable(_) => Err(UnseenWorld::Never),
        }
    }

    /// The facts, if the gate is open.
    pub fn facts(&self, now: Stamp, policy: &Policy) -> Result<&Facts, UnseenWorld> {
        let old = |error| self.ahead.map_or(error, |ahead| UnseenWorld::Ahead { ahead });
        let (observed, facts) = match &self.newest {
            Newest::Unseen => return Err(old(UnseenWorld::Never)),
            Newest::Unusable(error) => return Err(error.clone()),
            Newest::Seen { observed, facts, .. } => (*observed, facts),
        };
        let age = now - observed;
        let limit = policy.timing.world_timeout;
        if age > limit { Err(old(UnseenWorld::Stale { age, limit })) } else { Ok(facts) }
    }

    /// The newest state that was seen, however old.
    pub fn state(&self) -> Option<&State> {
        if let Newest::Seen { state, .. } = &self.newest { Some(state) } else { None }
    }
}

fn usable(policy: &Policy, domain: &str, facts: &Facts) -> Result<State, UnseenWorld> {
    let ours = policy.world.domain().digest().to_string();
    if domain != ours {
        return Err(UnseenWorld::OtherDomain { theirs: domain.to_owned(), ours });
    }
    policy.world.read(facts).map_err(UnseenWorld::Impossible)
}

/// Whether the team planned from the present world. What is told of robots of the fleet outside the team does not matter.
pub(crate) fn compare(team: &[RobotId], fleet: &[RobotId], planned_from: &Facts, seen: &Facts) -> Result<(), Unjudged> {
    let only_in = |one: &Facts, other: &Facts| -> Vec<String> {
        one.concerning(team, fleet).filter(|fact| !other.holds(fact)).take(NAMED).map(str::to_owned).collect()
    };
    let no_longer = only_in(planned_from, seen);
    let now = only_in(seen, planned_from);
    if no_longer.is_empty() && now.is_empty() { Ok(()) } else { Err(Unjudged::OtherFacts { no_longer, now }) }
}
