use serde::{Deserialize, Serialize};
use surefleet_fleet::{RobotId, Stamp};

use crate::{Map, MappingError, Point};

/// A confidence from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Confidence(f64);

impl Confidence {
    /// From a number.
    ///
    /// # Errors
    /// [`MappingError::Setting`] if it is not from 0 to 1.
    pub fn new(value: f64) -> Result<Self, MappingError> {
        let (setting, mend) = ("a confidence", "give a number from 0 to 1");
        if (0.0..=1.0).contains(&value) { Ok(Self(value)) } else { Err(MappingError::Setting { setting, value, mend }) }
    }

    /// The number.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// From evidence in log-odds.
    pub(crate) fn of_evidence(evidence: f64) -> Self {
        Self(1.0 / (1.0 + (-evidence).exp()))
    }

    /// As evidence in log-odds; infinite at 0 and 1.
    pub(crate) fn evidence(self) -> f64 {
        (self.0 / (1.0 - self.0)).ln()
    }
}

impl TryFrom<f64> for Confidence {
    type Error = MappingError;
    fn try_from(value: f64) -> Result<Self, MappingError> {
        Self::new(value)
    }
}

impl From<Confidence> for f64 {
    fn from(confidence: Confidence) -> Self {
        confidence.0
    }
}

/// Who saw something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Witness {
    /// A robot, in one of its views. A robot numbers its views upwards.
    Robot {
        /// Which robot.
        robot: RobotId,
        /// The number of the view.
        view: u64,
    },
    /// A person, by name. Words of one stamp about one object are the same words.
    Person(String),
}

/// The provenance of a sighting: who saw it, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenBy {
    /// Who saw it.
    pub who: Witness,
    /// When.
    pub stamp: Stamp,
}

/// One thing in one view.
#[derive(Debug, Clone, PartialEq)]
pub struct Sighting {
    pub(crate) class: String,
    pub(crate) name: Option<String>,
    pub(crate) position: Point<Map>,
    pub(crate) confidence: Confidence,
}

impl Sighting {
    /// A thing of a class at a position in the map's frame.
    ///
    /// # Errors
    /// [`MappingError::Object`] if the class is empty or the position not finite.
    pub fn new(class: &str, position: Point<Map>, confidence: Confidence) -> Result<Self, MappingError> {
        if class.trim().is_empty() || !position.is_finite() {
            return Err(MappingError::Object { class: class.to_owned(), position: position.into() });
        }
        Ok(Self { class: class.to_owned(), name: None, position, confidence })
    }

    /// The same thing, known by a name that no other thing of its class has.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.to_owned());
        self
    }
}
