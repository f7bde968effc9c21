use surefleet_conformal::CalibrationError;
use surefleet_language::ScoreError;
use thiserror::Error;

const RECALIBRATE: &str = "calibrate the detector anew on what runs";

/// Why nothing can be said about an action; nothing may be concluded from it but that a person has to look.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PerceptionError {
    /// A text without words.
    #[error("the {0} has no words: say what it is")]
    NoWords(&'static str),
    /// A plan that does not have the tried step where it should.
    #[error("step {place} of a plan of {steps} is not {subtask:?}: give the tried step's place, from 0")]
    NotInPlan {
        /// What was tried.
        subtask: String,
        /// Where it should be.
        place: usize,
        /// Steps in the plan.
        steps: usize,
    },
    /// The next step was to be predicted without a plan.
    #[error("{0:?} is a step of no known plan, so its next step cannot be predicted: use ssc or sra")]
    NoPlan(String),
    /// The step after the tried one has the same words.
    #[error("{0:?} is to be done twice in a row, so its next step says nothing about the first time: use ssc or sra")]
    SameNext(String),
    /// More steps than there are letters.
    #[error("a plan of {0} different steps has more answers than there are letters: word the question short")]
    TooManySteps(usize),
    /// A name that is not known.
    #[error("{name:?} is no {what}: write one of {}", known.join(", "))]
    Name {
        /// What was to be named.
        what: &'static str,
        /// As given.
        name: String,
        /// The names there are.
        known: &'static [&'static str],
    },
    /// There is no picture that shows how the action ended.
    #[error("there is no picture to judge by: {0}")]
    NoPicture(String),
    /// The model gave no usable answer.
    #[error(transparent)]
    Model(#[from] ScoreError),
    /// A detector's calibration that is not JSON of its schema.
    #[error("cannot read the detector's calibration: {0}; {RECALIBRATE}")]
    Json(String),
    /// A detector's calibration of another schema.
    #[error("the detector's calibration has schema {found:?}, and this build reads {supported:?}: {RECALIBRATE}")]
    Schema {
        /// In the file.
        found: String,
        /// Of this build.
        supported: &'static str,
    },
    /// A detector's calibration outside its dates.
    #[error(
        "the detector's calibration holds from {from} s to {until} s, but it is {now} s: set the clock, or {RECALIBRATE}"
    )]
    Date {
        /// Unix time in seconds.
        from: u64,
        /// Unix time in seconds.
        until: u64,
        /// Unix time in seconds.
        now: u64,
    },
    /// Something runs that was not calibrated.
    #[error("{field} was calibrated as {calibrated} but {running} runs: run what was calibrated, or {RECALIBRATE}")]
    Mismatch {
        /// Its path in the file.
        field: String,
        /// Value in the file.
        calibrated: String,
        /// Value that runs.
        running: String,
    },
    /// Recorded limits that the recorded scores do not give, bit for bit.
    #[error("the detector's calibration records {recorded}, but its scores give {recomputed}: {RECALIBRATE}")]
    Limits {
        /// In the file, as JSON.
        recorded: String,
        /// From the raw scores, as JSON.
        recomputed: String,
    },
    /// Levels that are not those that the fleet wants.
    #[error(
        "the detector's calibration promises {found}, but the fleet wants {wanted}: {RECALIBRATE}, or say in the fleet file (`levels`) what is enough"
    )]
    Levels {
        /// In the file, as JSON.
        found: String,
        /// In the fleet file, as JSON or in words.
        wanted: String,
    },
    /// One scene counted twice.
    #[error("scene {0} occurs twice, so the checks are not exchangeable: {RECALIBRATE}")]
    SameScene(u64),
    /// A scene outside the seeds that the file says it is from.
    #[error("scene {0} is none of the seeds that were drawn for calibration: {RECALIBRATE}")]
    ForeignScene(u64),
    /// Too few checks for the levels.
    #[error("{0}")]
    Shortage(String),
    /// A file changed after it was made.
    #[error("the detector's calibration was changed after it was made: restore it, or {RECALIBRATE}")]
    Changed,
    /// What the conformal machinery refused, or a golden check that the model answers otherwise.
    #[error(transparent)]
    Calibration(#[from] CalibrationError),
}
