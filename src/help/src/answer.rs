use std::fmt;

use serde::{Deserialize, Serialize};
use surefleet_fleet::{Attempt, MissionId, RobotId, SafeDefault, Stamp, StepIndex};

use crate::{OfferedOption, OptionId, QuestionKind, Request, RequestId};

/// A person's reply to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// Do this; one of the offered and allowed options.
    Option(OptionId),
    /// Do this, and mean the same thing when the same things are in question again: [`OfferedOption::lasting`].
    ForMission(OptionId),
    /// The mission is to be replaced; the text is its new words.
    Meant,
    /// None of the offered options is right; the text says why.
    NoneOfThese,
    /// End the mission.
    Halt,
}

/// How a request ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// A person answered.
    Answered {
        /// The person's reply.
        reply: Reply,
        /// Free text; empty: none.
        text: String,
        /// The operator.
        operator: String,
    },
    /// The deadline passed, and the request's default applies: never [`SafeDefault::Hold`], which continues to wait.
    Expired {
        /// The default.
        default: SafeDefault,
    },
    /// Nobody waits for the answer any more.
    Withdrawn,
}

/// The message to the robot that asked: how a person or the deadline ended its request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The request.
    pub request: RequestId,
    /// The caller's key of the request.
    pub key: String,
    /// The robot that asked.
    pub robot: RobotId,
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// The attempt at the step.
    pub attempt: Attempt,
    /// The kind of question.
    pub kind: QuestionKind,
    /// When it ended.
    pub at: Stamp,
    /// How it ended; never [`Ending::Withdrawn`], because then nobody waits.
    pub ending: Ending,
    /// The chosen option; `None`: no option was chosen.
    pub chosen: Option<OfferedOption>,
    /// The options not chosen by [`Reply::ForMission`]: the others with [`OfferedOption::lasting`]. Otherwise empty.
    pub instead_of: Vec<OfferedOption>,
}

/// The words after an option that holds for the whole mission.
const FOR_MISSION: &str = ", for the whole mission";

impl Reply {
    /// The option that it chooses, if it chooses one.
    pub fn option(&self) -> Option<OptionId> {
        match self {
            Self::Option(id) | Self::ForMission(id) => Some(*id),
            Self::NoneOfThese | Self::Meant | Self::Halt => None,
        }
    }

    /// Whether the text is the content of the reply; with any other reply the text is only a remark.
    pub(crate) fn is_in_its_text(&self) -> bool {
        matches!(self, Self::NoneOfThese | Self::Meant)
    }

    /// The reply with its text, in words: "grab apple 1", "none of these: it is behind you", "halt".
    pub fn words(&self, request: &Request, text: &str) -> String {
        let chosen = self.option().and_then(|id| request.option(id)).map(|option| {
            let lasting = if matches!(self, Self::ForMission(_)) { FOR_MISSION } else { "" };
            format!("{}{lasting}", option.text)
        });
        let said = chosen.unwrap_or_else(|| self.to_string());
        if text.is_empty() { said } else { format!("{said}: {text}") }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(id) => write!(f, "option {id}"),
            Self::ForMission(id) => write!(f, "option {id}{FOR_MISSION}"),
            Self::NoneOfThese => f.write_str("none of these"),
            Self::Meant => f.write_str("the mission means"),
            Self::Halt => f.write_str("halt"),
        }
    }
}
