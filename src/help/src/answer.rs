use std::fmt;

use serde::{Deserialize, Serialize};
use surefleet_fleet::{Attempt, MissionId, RobotId, SafeDefault, Stamp, StepIndex};

use crate::{OfferedOption, OptionId, QuestionKind, Request, RequestId};

/// What a person can say to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// This; one of the offered and allowed options.
    Option(OptionId),
    /// Do this, and whenever the same things are in question again in this mission, mean the same one: [`OfferedOption::lasting`].
    ForMission(OptionId),
    /// The mission is to be another one; the text is its words.
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
        /// What the person said.
        reply: Reply,
        /// Free text; empty: none.
        text: String,
        /// Who.
        operator: String,
    },
    /// The deadline passed, and the request's default applies: never [`SafeDefault::Hold`], which waits on.
    Expired {
        /// The default.
        default: SafeDefault,
    },
    /// Nobody waits for the answer any more.
    Withdrawn,
}

/// What the robot that asked is told: how its request ended, when somebody or the deadline ended it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The request.
    pub request: RequestId,
    /// The caller's key of it.
    pub key: String,
    /// Who asked.
    pub robot: RobotId,
    /// For which mission.
    pub mission: MissionId,
    /// About which step.
    pub step: StepIndex,
    /// About which attempt at it.
    pub attempt: Attempt,
    /// What was asked.
    pub kind: QuestionKind,
    /// When it ended.
    pub at: Stamp,
    /// How it ended; never [`Ending::Withdrawn`], since then nobody waits.
    pub ending: Ending,
    /// The option that was chosen; `None`: none was.
    pub chosen: Option<OfferedOption>,
    /// What [`Reply::ForMission`] was chosen instead of: the others with [`OfferedOption::lasting`]. Else empty.
    pub instead_of: Vec<OfferedOption>,
}

/// After an option that holds for the whole mission.
const FOR_MISSION: &str = ", for the whole mission";

impl Reply {
    /// The option that it chooses.
    pub fn option(&self) -> Option<OptionId> {
        match self {
            Self::Option(id) | Self::ForMission(id) => Some(*id),
            Self::NoneOfThese | Self::Meant | Self::Halt => None,
        }
    }

    /// Whether its text is what it says; beside another reply the text is a remark.
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
