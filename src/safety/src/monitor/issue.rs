use surefleet_fleet::{Facts, MissionId, Stamp};

use super::Monitor;
use crate::{FirstTurn, MonitorEntry, Output, running::Running};

impl Monitor {
    /// Says the first turn of a mission.
    pub(super) fn start(&mut self, now: Stamp, mut mission: Running, facts: Facts) {
        if let Some(turn) = mission.issue(now, facts).map(Box::new) {
            let first = FirstTurn { turn: turn.as_ref().clone(), asked: mission.began };
            self.outputs.push_back(Output::Journal(MonitorEntry::Admitted(Box::new(first))));
            self.outputs.push_back(Output::Turn(turn));
        }
        self.revision += 1;
        self.running.insert(mission.id(), mission);
    }

    /// Says the turn of each mission that nobody names: its robots never heard of it, or have lost their memory.
    ///
    /// Each time it is a new attempt. Robots take a turn of step 1, attempt 0 for a new mission, which they cannot have
    /// forgotten, so that turn is said only once.
    pub(super) fn issue_due(&mut self, now: Stamp) {
        let lease = self.policy.timing.lease;
        let due = self.running.values_mut().filter(|mission| mission.issue_at(lease) <= now);
        for mission in due {
            let Ok(facts) = self.sight.facts(now, &self.policy) else {
                mission.waits_for_world = true;
                continue;
            };
            mission.waits_for_world = false;
            let Some(turn) = mission.issue(now, facts.clone()) else { continue };
            let mission = mission.id();
            let step = turn.step;
            let attempt = turn.attempt;
            self.outputs.push_back(Output::Journal(MonitorEntry::Issued { mission, step, attempt }));
            self.outputs.push_back(Output::Turn(Box::new(turn)));
        }
    }

    /// The time when the next turn must be said. A turn that waits for the world has no such time.
    pub(super) fn next_issue(&self) -> Option<Stamp> {
        let by_time = self.running.values().filter(|mission| !mission.waits_for_world);
        by_time.map(|mission| mission.issue_at(self.policy.timing.lease)).min()
    }

    /// Takes note that a robot works on the mission, so that its turn need not be said.
    pub(super) fn note_named(&mut self, now: Stamp, mission: MissionId) {
        if let Some(running) = self.running.get_mut(&mission) {
            running.note_named(now);
        }
    }
}
