use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An error in a shared name or number.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FleetError {
    /// The name cannot be a ROS namespace.
    #[error(
        "robot name {0:?} is not usable as a ROS namespace: use a-z, 0-9 and _, a letter first, 64 characters at most"
    )]
    RobotName(String),
    /// The mission id is not 32 hexadecimal digits.
    #[error("mission id {0:?} is not 32 hexadecimal digits (the bytes of a UUID)")]
    MissionId(String),
    /// The team is empty or names a robot twice.
    #[error("team {0:?} must name at least one robot, each once")]
    Team(Vec<String>),
    /// The horizon leaves no step to plan.
    #[error("horizon {0} is not between 1 and 10000 steps")]
    Horizon(u32),
    /// The digest is not 64 hexadecimal digits.
    #[error("{0:?} is not a SHA-256 digest (64 hexadecimal digits)")]
    Digest(String),
    /// The text names no safe default.
    #[error("{0:?} is no safe default: write idle, hold or halt")]
    SafeDefault(String),
}

/// A robot's name, which is also its ROS namespace.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RobotId(Arc<str>);

impl RobotId {
    /// Parses a name.
    ///
    /// # Errors
    /// [`FleetError::RobotName`] if it cannot be a ROS namespace.
    pub fn new(name: &str) -> Result<Self, FleetError> {
        let first_is_letter = name.bytes().next().is_some_and(|b| b.is_ascii_lowercase());
        let rest_is_plain = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        if first_is_letter && rest_is_plain && name.len() <= 64 {
            Ok(Self(name.into()))
        } else {
            Err(FleetError::RobotName(name.to_owned()))
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RobotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for RobotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for RobotId {
    type Error = FleetError;
    fn try_from(name: String) -> Result<Self, FleetError> {
        Self::new(&name)
    }
}

impl From<RobotId> for String {
    fn from(robot: RobotId) -> Self {
        robot.0.to_string()
    }
}

/// One life of a robot's planner process: a random number drawn at its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Incarnation(pub u64);
