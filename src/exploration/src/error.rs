use surefleet_conformal::CalibrationError;
use surefleet_language::ScoreError;
use surefleet_mapping::MappingError;
use thiserror::Error;

use crate::{CalibrationFileError, QuestionId};

/// The reason why an exploring robot cannot use what it was given.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ExplorationError {
    /// A question that nobody could answer.
    #[error("{id} {why}")]
    Question {
        /// Its name.
        id: QuestionId,
        /// The part at fault, and the mend.
        why: String,
    },
    /// Numbers that are not the probabilities of the options.
    #[error("{given:?} are no probabilities of the options: {why}")]
    Probabilities {
        /// As given.
        given: Vec<f64>,
        /// The rule that they break.
        why: &'static str,
    },
    /// Too few calibration scenes for a level.
    #[error(
        "{scenes} scenes have an item that counts for letter {letter} (A: the same, B: near), and the level needs {needed}: calibrate on more scenes, or at a looser level"
    )]
    TooFewScenes {
        /// The letter.
        letter: char,
        /// The scenes there are.
        scenes: usize,
        /// The scenes that the level needs.
        needed: usize,
    },
    /// Too few labelled answers for a level.
    #[error(
        "no threshold holds the level on {courses} labelled questions; even without a mistake it needs {needed}: label more, or take a looser level"
    )]
    TooFewAnswers {
        /// The labelled questions there are.
        courses: usize,
        /// The questions that are needed if not one is answered wrong.
        needed: usize,
    },
    /// A setting outside its range.
    #[error("{name} is {value}: {mend}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: String,
        /// The values it may have.
        mend: &'static str,
    },
    /// The model gave no usable answer.
    #[error(transparent)]
    Model(#[from] ScoreError),
    /// The map refused a value.
    #[error(transparent)]
    Mapping(#[from] MappingError),
    /// A calibration file cannot be used as it is, or does not fit what runs.
    #[error(transparent)]
    File(#[from] CalibrationFileError),
    /// The statistics of a calibration refused.
    #[error(transparent)]
    Calibration(#[from] CalibrationError),
}
