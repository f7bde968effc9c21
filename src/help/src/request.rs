use std::fmt;

use serde::{Deserialize, Serialize};
use surefleet_fleet::{Attempt, Decision, Digest, MissionId, RobotId, Stamp, StepIndex};

use crate::{HelpError, Score};

/// A question that a robot puts to people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The caller's name for the request: asking again with the same key is the same request.
    pub key: String,
    /// Who asks.
    pub robot: RobotId,
    /// The mission.
    pub mission: MissionId,
    /// The mission in plain language.
    pub mission_text: String,
    /// The step that is being decided.
    pub step: StepIndex,
    /// The attempt at the step.
    pub attempt: Attempt,
    /// The question in words.
    pub question: String,
    /// The prompt that the options were scored on.
    pub prompt: String,
    /// What to choose from, best score first.
    pub options: Vec<OfferedOption>,
    /// When the safe default applies; `None`: never.
    pub deadline: Option<Stamp>,
    /// From 0 (lowest) to 255; for people to look at, the queue is in order of arrival.
    pub priority: u8,
}

/// One possible answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedOption {
    /// The decision.
    pub decision: Decision,
    /// The decision in words.
    pub text: String,
    /// Its score.
    pub score: Score,
    /// Whether it is in the prediction set.
    pub in_set: bool,
    /// Why the safety monitor forbids it; `None`: it is allowed. A forbidden option is no answer.
    pub refusal: Option<String>,
}

/// A request in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenRequest {
    /// The desk's name for it.
    pub id: RequestId,
    /// The question.
    pub request: Request,
    /// When it came.
    pub since: Stamp,
    /// Who works on it; `None`: nobody yet.
    pub claimed_by: Option<String>,
}

/// The desk's name for a request: 16 hexadecimal digits, the same for the same key in every life of the desk.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RequestId(String);

impl RequestId {
    /// A name as it came from an operator; one that the desk did not give is simply unknown to it.
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn of_key(key: &str) -> Self {
        Self(format!("{:016x}", Digest::of([key.as_bytes()]).seed()))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Request {
    pub(crate) fn check(&self) -> Result<(), HelpError> {
        if self.key.is_empty() {
            return Err(HelpError::EmptyKey(self.robot.clone()));
        }
        let mut seen = std::collections::BTreeSet::new();
        match self.options.iter().find(|option| !seen.insert(option.decision)) {
            Some(twice) => Err(HelpError::RepeatedOption { decision: twice.decision, text: twice.text.clone() }),
            None => Ok(()),
        }
    }

    /// Where in its mission the question stands: a robot's later question makes its earlier ones pointless.
    pub(crate) fn place(&self) -> (StepIndex, Attempt) {
        (self.step, self.attempt)
    }
}
