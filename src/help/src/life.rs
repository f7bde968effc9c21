use std::collections::VecDeque;

use surefleet_fleet::{Attempt, MissionId, StepIndex};

/// Counts of a robot since the desk started.
#[derive(Debug, Clone, Default)]
pub(crate) struct Life {
    pub asked: u64,
    pub decisions: u64,
    /// The progress of the last missions.
    heard: VecDeque<(MissionId, (StepIndex, Attempt))>,
}

/// The number of a robot's missions that are told apart.
const MISSIONS: usize = 16;

impl Life {
    /// Counts a decision once, because a turn repeats earlier decisions.
    pub fn decided(&mut self, mission: MissionId, place: (StepIndex, Attempt)) {
        match self.heard.iter_mut().find(|(known, _)| *known == mission) {
            Some((_, heard)) if *heard >= place => return,
            Some((_, heard)) => *heard = place,
            None => {
                self.heard.push_back((mission, place));
                if self.heard.len() > MISSIONS {
                    self.heard.pop_front();
                }
            }
        }
        self.decisions += 1;
    }
}
