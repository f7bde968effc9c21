use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::FleetError;

/// The behaviour of a robot that asked people and gets no answer in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SafeDefault {
    /// The robot does nothing in this step; the team goes on.
    #[default]
    Idle,
    /// The robot holds still and keeps waiting; another operator is called.
    Hold,
    /// The mission is halted.
    Halt,
}

impl SafeDefault {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::Idle, Self::Hold, Self::Halt];
}

impl fmt::Display for SafeDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Idle => "idle",
            Self::Hold => "hold",
            Self::Halt => "halt",
        })
    }
}

impl FromStr for SafeDefault {
    type Err = FleetError;

    fn from_str(text: &str) -> Result<Self, FleetError> {
        let named = Self::ALL.into_iter().find(|default| default.to_string() == text);
        named.ok_or_else(|| FleetError::SafeDefault(text.to_owned()))
    }
}
