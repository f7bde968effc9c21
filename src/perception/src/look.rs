use surefleet_fleet::{MissionId, RobotId, StepIndex};

use crate::reading::ActionOutcome;

/// An action that a robot looked at. Each robot of a fleet does at most one action per step.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActionId {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// The robot that acted.
    pub robot: RobotId,
}

/// A robot's picture of its action, with its judgement.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The action.
    pub action: ActionId,
    /// The mission in plain language.
    pub task: String,
    /// The action that the robot tried, in words.
    pub subtask: String,
    /// The state that is true if it worked.
    pub expected: String,
    /// The robot's verdict; `None`: it was not sure, and a person is asked.
    pub verdict: Option<ActionOutcome>,
    /// The reason of the verdict, in words.
    pub reason: String,
    /// The picture, as a PNG or JPEG; empty if there was none.
    pub picture: Vec<u8>,
}

impl Look {
    /// The format of its picture: `jpeg` or `png`.
    pub fn kind(&self) -> &'static str {
        if self.picture.starts_with(&[0xff, 0xd8]) { "jpeg" } else { "png" }
    }
}

/// A person's answer about an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The action.
    pub action: ActionId,
    /// Whether it did what it should; `None`: the answer does not say.
    pub outcome: Option<ActionOutcome>,
    /// The answer's text.
    pub text: String,
    /// The person who answered.
    pub by: String,
}
