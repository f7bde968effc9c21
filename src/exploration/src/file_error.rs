use thiserror::Error;

const RECALIBRATE: &str = "calibrate anew on what runs";

/// The reason why a calibration file is refused. Without it nothing is certain, and nothing relevant is said.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CalibrationFileError {
    /// It is not JSON of its schema.
    #[error("cannot read the calibration: {0}; {RECALIBRATE}")]
    Json(String),
    /// It has another schema.
    #[error("the calibration has schema {found:?}, and {supported:?} is read here: {RECALIBRATE}")]
    Schema {
        /// Schema in the file.
        found: String,
        /// Schema of this build.
        supported: &'static str,
    },
    /// It is used outside its dates.
    #[error("the calibration holds from {from} s to {until} s, but it is {now} s: set the clock, or {RECALIBRATE}")]
    Date {
        /// Start of validity, Unix time in seconds.
        from: u64,
        /// End of validity, Unix time in seconds.
        until: u64,
        /// Current Unix time in seconds.
        now: u64,
    },
    /// The running setup differs from the calibrated one.
    #[error("{field} was calibrated as {calibrated} but {running} runs: run what was calibrated, or {RECALIBRATE}")]
    Mismatch {
        /// Path of the field in the file.
        field: String,
        /// Value in the file.
        calibrated: String,
        /// Value of what runs.
        running: String,
    },
    /// The recorded limits differ from those that the recorded scores give; they must be equal bit for bit.
    #[error("the calibration records {recorded}, but its scores give {recomputed}: {RECALIBRATE}")]
    Limits {
        /// Limits in the file, as JSON.
        recorded: String,
        /// Limits from the raw scores, as JSON.
        recomputed: String,
    },
    /// One scene is counted twice.
    #[error("scene {0} occurs twice, so the scenes are not exchangeable: {RECALIBRATE}")]
    SameScene(u64),
    /// A scene's seed is outside the range that the file states.
    #[error("scene {0} is none of the seeds that were drawn for calibration: {RECALIBRATE}")]
    ForeignScene(u64),
    /// It was changed after it was made.
    #[error("the calibration was changed after it was made: restore it, or {RECALIBRATE}")]
    Changed,
}
