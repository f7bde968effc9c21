use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Digest, FleetError, RobotId};

/// A mission's identity: the 16 bytes of its action goal's UUID.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MissionId([u8; 16]);

impl MissionId {
    /// From the bytes of a UUID.
    pub const fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The bytes of the UUID.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// The mission that replaces this one when a person corrects its words. The same words always give the same
    /// mission, so a correction that arrives twice is carried out once.
    pub fn corrected(&self, words: &str) -> Self {
        let digest = Digest::of([self.0.as_slice(), words.as_bytes()]);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest.as_bytes()[..16]);
        Self(bytes)
    }
}

impl fmt::Display for MissionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for MissionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<String> for MissionId {
    type Error = FleetError;
    fn try_from(text: String) -> Result<Self, FleetError> {
        let is_hex = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        match u128::from_str_radix(&text, 16) {
            Ok(number) if is_hex => Ok(Self(number.to_be_bytes())),
            _ => Err(FleetError::MissionId(text)),
        }
    }
}

impl From<MissionId> for String {
    fn from(id: MissionId) -> Self {
        id.to_string()
    }
}

/// A client's request: everything about a mission that never changes while it runs.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Brief {
    /// The mission's identity.
    pub id: MissionId,
    /// The mission in plain language.
    pub text: String,
    /// Safety requirements in plain language, in addition to those in `text`.
    pub constraints: Vec<String>,
    /// What the text and the constraints mean: formulas over facts and deeds, all of which must hold. The safety monitor
    /// reads them at admission, once; before that, and if only a language model reads the text, there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formulas: Vec<String>,
    /// The meanings that the text may have, each as one formula, where it has a few and nobody has said which is meant; there
    /// are no `formulas` then. The safety monitor finds them at admission.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meanings: Vec<String>,
    /// The words of the text that `meanings` leaves out, as nobody here can read them: people decide until one has said what is
    /// meant. The safety monitor finds them at admission.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<String>,
    /// Formulas of the fleet's own constraints that were in force when the mission was admitted: a plan has to keep them, too. The
    /// safety monitor adds them; it enforces all that are in force, whether they are here or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// H: the largest number of joint steps.
    pub horizon: u32,
    /// The miscoverage level, as the client wrote it ("0.1", "1/10"); empty: the calibration file's default.
    pub alpha: String,
    /// The robots in canonical order; "robot 1" in `text` is the first.
    pub team: Vec<RobotId>,
}

impl Brief {
    /// A mission without requirements beside its text, at the default level, which no safety monitor has read yet.
    pub fn new(id: MissionId, text: impl Into<String>, horizon: u32, team: Vec<RobotId>) -> Self {
        Self {
            id,
            text: text.into(),
            constraints: Vec::new(),
            formulas: Vec::new(),
            meanings: Vec::new(),
            unread: Vec::new(),
            rules: Vec::new(),
            horizon,
            alpha: String::new(),
            team,
        }
    }

    /// Whether its words were read whole, and in one way.
    pub fn has_one_meaning(&self) -> bool {
        self.meanings.is_empty() && self.unread.is_empty()
    }

    /// Checks what can be checked without a domain.
    ///
    /// # Errors
    /// [`FleetError::Team`] for an empty team or one that repeats a robot, [`FleetError::Horizon`] for a horizon
    /// outside 1 to 10000.
    pub fn check(self) -> Result<Self, FleetError> {
        let mut seen = std::collections::BTreeSet::new();
        if self.team.is_empty() || !self.team.iter().all(|robot| seen.insert(robot)) {
            return Err(FleetError::Team(self.team.iter().map(ToString::to_string).collect()));
        }
        if !(1..=10_000).contains(&self.horizon) {
            return Err(FleetError::Horizon(self.horizon));
        }
        Ok(self)
    }

    /// The robot's place in the team, from 0.
    pub fn place_of(&self, robot: &RobotId) -> Option<usize> {
        self.team.iter().position(|member| member == robot)
    }
}

/// How a mission ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The mission is achieved and the monitor accepted stopping.
    Succeeded,
    /// The mission can no longer be finished in the steps that are left.
    Impossible(String),
    /// The horizon is used up and the mission is not achieved.
    OutOfHorizon,
    /// A person or a client halted it.
    Halted(String),
    /// It was refused before anything moved.
    Refused(String),
    /// A person corrected the mission to these words: it goes on as [`MissionId::corrected`].
    Corrected(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Succeeded => write!(f, "succeeded"),
            Self::OutOfHorizon => write!(f, "failed: its steps were used up"),
            Self::Impossible(reason) => write!(f, "failed, it can no longer be finished: {reason}"),
            Self::Halted(reason) => write!(f, "halted: {reason}"),
            Self::Refused(reason) => write!(f, "refused: {reason}"),
            Self::Corrected(words) => write!(f, "corrected by a person; it went on as: {words}"),
        }
    }
}
