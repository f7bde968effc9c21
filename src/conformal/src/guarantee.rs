use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Bound, CalibrationError, CalibrationFile, Fraction, Mode};

/// The least guarantee that a fleet requires of its calibration. It does not come from the calibration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Guarantee {
    /// The event that must be bounded, by a file for it or for one that [implies](Bound::implies) it.
    pub bound: Bound,
    /// Greatest error level; none: the file's level is accepted.
    pub alpha: Option<Fraction>,
    /// Greatest probability that this very file misses its level; none: a [marginal](Mode::Marginal) file is enough.
    pub delta: Option<Fraction>,
}

impl Default for Guarantee {
    /// Coverage by this very file, with probability 19 in 20.
    fn default() -> Self {
        Self { bound: Bound::Coverage, alpha: None, delta: Some(Fraction::new(1, 20).expect("between 0 and 1")) }
    }
}

impl Guarantee {
    /// Checks that a file promises at least this. [`CalibrationFile::verify`] checks that it keeps its promise.
    ///
    /// # Errors
    /// [`CalibrationError::Bound`] for a file that bounds another event; [`CalibrationError::Guarantee`], with both
    /// guarantees, for a laxer level.
    pub fn check(&self, file: &CalibrationFile) -> Result<(), CalibrationError> {
        let (found, alpha, mode) = (file.statistics.bound, file.statistics.alpha, file.statistics.mode);
        if !found.implies(self.bound) {
            return Err(CalibrationError::Bound { found, wanted: self.bound });
        }
        let is_kept = match (self.delta, mode) {
            (None, _) => true,
            (Some(_), Mode::Marginal) => false,
            (Some(most), Mode::Pac { delta }) => delta <= most,
        };
        if is_kept && self.alpha.is_none_or(|most| alpha <= most) {
            return Ok(());
        }
        let delta = match mode {
            Mode::Marginal => None,
            Mode::Pac { delta } => Some(delta),
        };
        let found = Self { bound: found, alpha: Some(alpha), delta }.to_string();
        Err(CalibrationError::Guarantee { found, wanted: self.to_string() })
    }
}

impl fmt::Display for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.delta {
            Some(delta) => Mode::Pac { delta }.fmt(f)?,
            None => Mode::Marginal.fmt(f)?,
        }
        self.alpha.map_or(Ok(()), |alpha| write!(f, " at alpha {alpha}"))?;
        if self.bound.is_coverage() { Ok(()) } else { write!(f, " on {}", self.bound) }
    }
}
