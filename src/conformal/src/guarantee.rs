use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{CalibrationError, CalibrationFile, Fraction, Mode};

/// The least guarantee that a fleet requires of its calibration. It does not come from the calibration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Guarantee {
    /// Greatest error level; none: the file's level is accepted.
    pub alpha: Option<Fraction>,
    /// Greatest probability that this very file misses its level; none: a [marginal](Mode::Marginal) file is enough.
    pub delta: Option<Fraction>,
}

impl Default for Guarantee {
    /// A guarantee for this very file, with probability 19 in 20.
    fn default() -> Self {
        Self { alpha: None, delta: Some(Fraction::new(1, 20).expect("between 0 and 1")) }
    }
}

impl Guarantee {
    /// Checks that a file promises at least this. [`CalibrationFile::verify`] checks that it keeps its promise.
    ///
    /// # Errors
    /// [`CalibrationError::Guarantee`], with both guarantees.
    pub fn check(&self, file: &CalibrationFile) -> Result<(), CalibrationError> {
        let (alpha, mode) = (file.statistics.alpha, file.statistics.mode);
        let is_kept = match (self.delta, mode) {
            (None, _) => true,
            (Some(_), Mode::Marginal) => false,
            (Some(most), Mode::Pac { delta }) => delta <= most,
        };
        if is_kept && self.alpha.is_none_or(|most| alpha <= most) {
            return Ok(());
        }
        let found = format!("{mode} at alpha {alpha}");
        Err(CalibrationError::Guarantee { found, wanted: self.to_string() })
    }
}

impl fmt::Display for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.delta {
            Some(delta) => Mode::Pac { delta }.fmt(f)?,
            None => Mode::Marginal.fmt(f)?,
        }
        self.alpha.map_or(Ok(()), |alpha| write!(f, " at alpha {alpha}"))
    }
}
