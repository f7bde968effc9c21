use std::sync::Arc;

use surefleet_fleet::{Attempt, DecisionKey, MissionId, RobotId, Stamp, StepIndex, Turn};
use surefleet_language::Prompt;

/// A turn that this robot holds, with its prompt, rendered once.
#[derive(Debug)]
pub(crate) struct Held {
    pub turn: Arc<Turn>,
    pub prompt: Prompt,
    pub since: Stamp,
}

impl Held {
    pub fn key(&self, me: &RobotId) -> DecisionKey {
        key_of(&self.turn, me)
    }

    pub fn is(&self, mission: MissionId, step: StepIndex, attempt: Attempt) -> bool {
        (self.turn.mission(), self.turn.step, self.turn.attempt) == (mission, step, attempt)
    }
}

/// The name of the decision that `me` is to make in a turn.
pub(crate) fn key_of(turn: &Turn, me: &RobotId) -> DecisionKey {
    DecisionKey { mission: turn.mission(), step: turn.step, attempt: turn.attempt, robot: me.clone() }
}
