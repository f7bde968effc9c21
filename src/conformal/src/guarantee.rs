use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{CalibrationError, CalibrationFile, Fraction, Mode};

/// What a fleet wants its calibration to promise at least; the file says what it promises, and this does not come from the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Guarantee {
    /// Greatest error level; none: the file's, whatever it is.
    pub alpha: Option<Fraction>,
    /// Greatest probability that this very file does not keep to its level; none: a [marginal](Mode::Marginal) file will do.
    pub delta: Option<Fraction>,
}

impl Default for Guarantee {
    /// Of this very file, with probability 19 in 20.
    fn default() -> Self {
        Self { alpha: None, delta: Some(Fraction::new(1, 20).expect("between 0 and 1")) }
    }
}

impl Guarantee {
    /// Checks that a file promises this or more. That it keeps what it promises is for [`CalibrationFile::verify`] to say.
    ///
    /// # Errors
    /// [`CalibrationError::Guarantee`], with both.
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
