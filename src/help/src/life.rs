use std::collections::VecDeque;

use surefleet_fleet::{Attempt, MissionId, StepIndex};

/// What is counted of a robot since the desk started.
#[derive(Debug, Clone, Default)]
pub(crate) struct Life {
    pub asked: u64,
    pub decisions: u64,
    /// How far the last missions have come.
    heard: VecDeque<(MissionId, (StepIndex, Attempt))>,
}

/// So many missions of a robot are told apart.
const MISSIONS: usize = 16;

impl Life {
    /// Counts a decision, once: a turn says again what was decided before.
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
