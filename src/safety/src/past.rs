use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use surefleet_fleet::{MissionId, Outcome, Stamp};

/// So many ended missions are remembered; robots on a forgotten one are told that it is unknown.
const REMEMBERED: usize = 1000;
/// An end is said again at most this often, however many robots show that they missed it.
const REMIND: Duration = Duration::from_secs(1);

/// Missions that are over, and when their ends were last said.
#[derive(Debug, Clone, Default)]
pub(crate) struct Past {
    ended: BTreeMap<MissionId, Outcome>,
    /// Oldest first.
    in_order: VecDeque<MissionId>,
    said: BTreeMap<MissionId, Stamp>,
}

impl Past {
    pub fn end(&mut self, mission: MissionId, outcome: Outcome) {
        if self.ended.insert(mission, outcome).is_none() {
            self.in_order.push_back(mission);
        }
        if self.in_order.len() > REMEMBERED
            && let Some(oldest) = self.in_order.pop_front()
        {
            self.ended.remove(&oldest);
        }
    }

    pub fn outcome(&self, mission: MissionId) -> Option<&Outcome> {
        self.ended.get(&mission)
    }

    /// How a mission that is not running ended, where it is time to say so.
    pub fn remind(&mut self, now: Stamp, mission: MissionId) -> Option<Outcome> {
        self.said.retain(|_, said| now - *said < REMIND);
        if self.said.contains_key(&mission) {
            return None;
        }
        self.said.insert(mission, now);
        let unknown = || Outcome::Halted("the safety monitor does not know this mission".to_owned());
        Some(self.outcome(mission).cloned().unwrap_or_else(unknown))
    }
}
