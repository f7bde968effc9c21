use crate::{Calibration, CalibrationError, CalibrationFile, GoldenReplay, Running};

/// Whether a robot may act without asking.
///
/// The rule: any failed check latches autonomy off. While it is off every decision asks a human with the whole of S,
/// and diagnostics report an ERROR with the reason. Nothing switches it on again but a new start with a file that
/// verifies; a later success does not undo a failure, and the first reason is kept, since what follows it may be
/// its consequence.
#[derive(Clone, Debug, PartialEq)]
pub enum Autonomy {
    /// Singletons may be acted on, at these thresholds.
    On(Calibration),
    /// Every decision asks, for this reason.
    Off(CalibrationError),
}

impl Autonomy {
    /// Autonomy at start-up, from the file as read, what runs, the time, and the golden prompts as just scored.
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

    /// Calibration to act on at `now_unix_s` (Unix time in seconds); latches off when it has expired.
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
