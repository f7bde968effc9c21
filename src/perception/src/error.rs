use surefleet_conformal::CalibrationError;
use surefleet_language::ScoreError;
use thiserror::Error;

const RECALIBRATE: &str = "calibrate the detector anew on what runs";

/// The reason why nothing can be said about an action. The only safe conclusion is to ask a person.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PerceptionError {
    /// A text without words.
    #[error("the {0} has no words: say what it is")]
    NoWords(&'static str),
    /// The plan does not have the tried step at the given place.
    #[error("step {place} of a plan of {steps} is not {subtask:?}: give the tried step's place, from 0")]
    NotInPlan {
        /// The step that was tried.
        subtask: String,
        /// The index where it should be in the plan, from 0.
        place: usize,
        /// Number of steps in the plan.
        steps: usize,
    },
    /// The next step should be predicted, but there is no plan.
    #[error("{0:?} is a step of no known plan, so its next step cannot be predicted: use ssc or sra")]
    NoPlan(String),
    /// The step after the tried one has the same wording.
    #[error("{0:?} is to be done twice in a row, so its next step says nothing about the first time: use ssc or sra")]
    SameNext(String),
    /// The plan has more steps than there are letters.
    #[error("a plan of {0} different steps has more answers than there are letters: word the question short")]
    TooManySteps(usize),
    /// An unknown name.
    #[error("{name:?} is no {what}: write one of {}", known.join(", "))]
    Name {
        /// The kind of thing that the name should stand for.
        what: &'static str,
        /// As given.
        name: String,
        /// The known names.
        known: &'static [&'static str],
    },
    /// No picture shows how the action ended.
    #[error("there is no picture to judge by: {0}")]
    NoPicture(String),
    /// The model gave no usable answer.
    #[error(transparent)]
    Model(#[from] ScoreError),
    /// A detector's calibration is not JSON of its schema.
    #[error("cannot read the detector's calibration: {0}; {RECALIBRATE}")]
    Json(String),
    /// A detector's calibration has another schema.
    #[error("the detector's calibration has schema {found:?}, and this build reads {supported:?}: {RECALIBRATE}")]
    Schema {
        /// Schema in the file.
        found: String,
        /// Schema of this build.
        supported: &'static str,
    },
    /// A detector's calibration is used outside its dates.
    #[error(
        "the detector's calibration holds from {from} s to {until} s, but it is {now} s: set the clock, or {RECALIBRATE}"
    )]
    Date {
        /// Start of validity, Unix time in seconds.
        from: u64,
        /// End of validity, Unix time in seconds.
        until: u64,
        /// Current Unix time in seconds.
        now: u64,
    },
    /// The running detector differs from the calibrated one.
    #[error("{field} was calibrated as {calibrated} but {running} runs: run what was calibrated, or {RECALIBRATE}")]
    Mismatch {
        /// Path of the field in the file.
        field: String,
        /// Value in the file.
        calibrated: String,
        /// Value of the running detector.
        running: String,
    },
    /// The recorded limits differ from those that the recorded scores give; they must be equal bit for bit.
    #[error("the detector's calibration records {recorded}, but its scores give {recomputed}: {RECALIBRATE}")]
    Limits {
        /// Limits in the file, as JSON.
        recorded: String,
        /// Limits from the raw scores, as JSON.
        recomputed: String,
    },
    /// The calibration's levels are not those that the fleet wants.
    #[error(
        "the detector's calibration promises {found}, but the fleet wants {wanted}: {RECALIBRATE}, or say in the fleet file (`levels`) what is enough"
    )]
    Levels {
        /// Levels in the file, as JSON.
        found: String,
        /// Levels in the fleet file, as JSON or in words.
        wanted: String,
    },
    /// One scene is counted twice.
    #[error("scene {0} occurs twice, so the checks are not exchangeable: {RECALIBRATE}")]
    SameScene(u64),
    /// A scene's seed is outside the range that the file states.
    #[error("scene {0} is none of the seeds that were drawn for calibration: {RECALIBRATE}")]
    ForeignScene(u64),
    /// Too few checks for the levels.
    #[error("{0}")]
    Shortage(String),
    /// The file was changed after it was made.
    #[error("the detector's calibration was changed after it was made: restore it, or {RECALIBRATE}")]
    Changed,
    /// The conformal calibration refused, or the model answers a golden check differently.
    #[error(transparent)]
    Calibration(#[from] CalibrationError),
}
