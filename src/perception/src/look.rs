use surefleet_fleet::{MissionId, RobotId, StepIndex};

use crate::reading::Outcome;

/// An action that a robot looked at. A fleet does one thing a robot and step.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActionId {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// Who acted.
    pub robot: RobotId,
}

/// What a robot saw of its action.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Which action.
    pub action: ActionId,
    /// The mission in plain language.
    pub task: String,
    /// What the robot tried.
    pub subtask: String,
    /// What is true if it worked.
    pub expected: String,
    /// What it made of it; `None`: it was not sure, and a person is asked.
    pub verdict: Option<Outcome>,
    /// Why, in words.
    pub reason: String,
    /// The picture, as a PNG or JPEG; empty: there was none.
    pub picture: Vec<u8>,
}

impl Look {
    /// What its picture is: `jpeg` or `png`.
    pub fn kind(&self) -> &'static str {
        if self.picture.starts_with(&[0xff, 0xd8]) { "jpeg" } else { "png" }
    }
}

/// What a person said of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Which action.
    pub action: ActionId,
    /// Whether it did what it should; `None`: that was not the answer.
    pub outcome: Option<Outcome>,
    /// The answer's text.
    pub text: String,
    /// Who said so.
    pub by: String,
}
