use crate::{Calibration, CalibrationError, CalibrationFile, GoldenReplay, Running};

/// Whether a robot may act without asking.
///
/// The rule: any failed check latches autonomy off. While it is off, every decision asks a human with the whole of S,
/// and diagnostics report an ERROR with the reason. Only a new start with a file that verifies switches it on again. A
/// later success does not undo a failure. The first reason is kept, because later ones may be its consequence.
#[derive(Clone, Debug, PartialEq)]
pub enum Autonomy {
    /// A robot may act on singletons at these thresholds.
    On(Calibration),
    /// Every decision asks a human, for this reason.
    Off(CalibrationError),
}

impl Autonomy {
    /// Autonomy at start-up, from the file as read, the running system, the time, and the golden prompts as scored.
    pub fn at_start(
        file: Result<CalibrationFile, CalibrationError>,
        running: &Running,
        now_unix_s: u64,
        replays: &[GoldenReplay],
    ) -> Self {
        let checked = file.and_then(|file| {
            let calibration = file.verify(running, now_unix_s)?;
            file.verify_golden(replays)?;
            Ok(calibration)
        });
        match checked {
            Ok(calibration) => Self::On(calibration),
            Err(reason) => Self::Off(reason),
        }
    }

    /// Switches off for good; the first reason stays.
    pub fn latch_off(&mut self, reason: CalibrationError) {
        if matches!(self, Self::On(_)) {
            *self = Self::Off(reason);
        }
    }

    /// The calibration that a robot may act on at `now_unix_s` (Unix time in seconds); latches off if it has expired.
    ///
    /// # Errors
    /// The reason why autonomy is off.
    pub fn calibration(&mut self, now_unix_s: u64) -> Result<&Calibration, &CalibrationError> {
        if let Self::On(calibration) = self
            && let Err(expired) = calibration.check_expiry(now_unix_s)
        {
            *self = Self::Off(expired);
        }
        match self {
            Self::On(calibration) => Ok(calibration),
            Self::Off(reason) => Err(reason),
        }
    }
}
