use std::sync::Arc;

use surefleet_fleet::{Brief, MissionId, Outcome, Stamp};
use surefleet_world::World;

use super::Monitor;
use crate::{
    CancelError, KnownMission, MissionStage, NotRunning, Output, admission::Candidate, past::stray, running::Running,
};

/// Reports on missions, and cancelling a mission by its id.
impl Monitor {
    /// The missions that ended last, oldest first, then those that run, then those that wait.
    pub fn missions(&self) -> Vec<KnownMission> {
        let world = &self.policy.world;
        let running = self.running.values().map(|mission| mission.known(world));
        let waiting = self.waiting.iter().map(Candidate::known);
        self.past.newest().cloned().chain(running).chain(waiting).collect()
    }

    /// Counts the changes of [`missions`](Self::missions).
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether a mission of this id was asked for before.
    pub fn is_known(&self, mission: MissionId) -> bool {
        self.running.contains_key(&mission)
            || self.waiting.iter().any(|candidate| candidate.brief.id == mission)
            || self.past.told(mission).is_some()
    }

    /// Cancels a mission for a person who need not be its client. The end is journalled and said, and it is said again
    /// to every robot that still names the mission. Repeated requests get the same answer.
    ///
    /// # Errors
    /// The monitor is inactive, never heard of the mission, or the mission is over for another reason.
    pub fn cancel_mission(&mut self, now: Stamp, mission: MissionId, by: &str) -> Result<(), CancelError> {
        self.active()?;
        let outcome = Outcome::Halted(format!("{by} cancelled it"));
        if self.running.contains_key(&mission) {
            self.end(now, mission, outcome);
            return Ok(());
        }
        if self.withdraw(now, mission, outcome.clone()) {
            return Ok(());
        }
        match self.past.told(mission).cloned() {
            Some(Outcome::Corrected(words)) => self.cancel_mission(now, mission.corrected(&words), by),
            Some(told) if told == outcome => {
                self.remind(now, mission);
                Ok(())
            }
            Some(outcome) => Err(NotRunning::Ended { mission, outcome }.into()),
            // It may belong to a fleet whose journal was lost: its robots are told that nobody knows it.
            None if self.past.is_stray(mission) => {
                self.outputs.push_back(Output::End { mission, outcome: stray() });
                Ok(())
            }
            None => Err(NotRunning::Unknown(mission).into()),
        }
    }

    /// Takes in a mission named on the ring. A mission that the monitor does not know is over.
    pub(super) fn hear_turn(&mut self, now: Stamp, brief: Arc<Brief>) {
        let mission = brief.id;
        if self.is_active && !self.is_known(mission) {
            self.revision += u64::from(self.past.note_stray(now, mission, Some(brief)));
            self.remind(now, mission);
        }
    }
}

impl Running {
    fn known(&self, world: &World) -> KnownMission {
        let report = self.report(world, Outcome::Succeeded);
        let stage = MissionStage::Running { step: self.next_step() };
        KnownMission { stage, ..KnownMission::ended(report, Some(self.brief().clone()), self.began, None) }
    }
}

impl Candidate {
    fn known(&self) -> KnownMission {
        KnownMission {
            mission: self.brief.id,
            brief: Some(self.brief.clone()),
            since: Some(self.since),
            stage: MissionStage::Waiting,
            plan: Vec::new(),
            helped: 0,
            decisions: 0,
        }
    }
}
