use crate::class::{sorted, unknown_class};
use crate::file::threshold_of;
use crate::{
    CalibrationError, CalibrationFile, ClassKey, ClassStatistics, Fraction, Mode, Rank, Running, Sha256, Threshold,
};

/// A verified calibration: the only source of thresholds that a robot may act alone on.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    alpha: Fraction,
    reorders: u32,
    mode: Mode,
    expires_unix_s: u64,
    team_models: Vec<Sha256>,
    digest: Sha256,
    classes: Vec<CalibratedClass>,
}

impl Calibration {
    pub(crate) fn new(file: &CalibrationFile, classes: Vec<CalibratedClass>, running: &Running) -> Self {
        let mut team_models = running.team_models.clone();
        team_models.push(running.model.weights_sha256);
        Self {
            alpha: file.statistics.alpha,
            reorders: file.scope.reorders,
            mode: file.statistics.mode,
            expires_unix_s: file.provenance.expires_unix_s,
            team_models: sorted(&team_models),
            digest: file.digest(),
            classes,
        }
    }

    /// Threshold for a mission of this team with `team_size` robots and `options` decisions in S.
    ///
    /// # Errors
    /// [`CalibrationError::UnknownClass`] where no calibrated class holds such a mission: ask a human every time.
    pub fn threshold(&self, team_size: usize, options: usize) -> Result<Threshold, CalibrationError> {
        self.class(team_size, options).map(|class| class.threshold)
    }

    /// Rank behind [`threshold`](Self::threshold), with the law of its coverage.
    ///
    /// # Errors
    /// As [`threshold`](Self::threshold).
    pub fn rank(&self, team_size: usize, options: usize) -> Result<Rank, CalibrationError> {
        self.class(team_size, options).map(|class| class.rank)
    }

    /// The class that holds such a mission.
    ///
    /// # Errors
    /// As [`threshold`](Self::threshold).
    pub fn class_key(&self, team_size: usize, options: usize) -> Result<&ClassKey, CalibrationError> {
        self.class(team_size, options).map(|class| &class.statistics.key)
    }

    /// Rank and threshold of such a mission at its own error level `alpha`, from the same scores.
    ///
    /// Valid for a level fixed before the mission; choosing the level by its sets is selection and is not covered.
    ///
    /// # Errors
    /// As [`threshold`](Self::threshold); [`CalibrationError::RankExceedsSize`] or
    /// [`CalibrationError::NothingExcluded`] where the class is too small for the level;
    /// [`CalibrationError::FractionSplit`] where `alpha` cannot be divided over the orders.
    pub fn at_alpha(
        &self,
        alpha: Fraction,
        team_size: usize,
        options: usize,
    ) -> Result<(Rank, Threshold), CalibrationError> {
        let effective = alpha.split_over_orders(self.reorders)?;
        let statistics = self.class(team_size, options)?.statistics.clone();
        let class = CalibratedClass::new(statistics, effective, self.mode)?;
        let class = class.usable(effective, self.mode)?;
        Ok((class.rank, class.threshold))
    }

    /// Error level of the file; its ranks stand at `alpha / (W + 1)`.
    pub fn alpha(&self) -> Fraction {
        self.alpha
    }

    /// What the guarantee averages over.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// `W`, the new orders that the calibration pays for.
    pub fn reorders(&self) -> u32 {
        self.reorders
    }

    /// Digest of the file it came from, for the decision record.
    pub fn digest(&self) -> Sha256 {
        self.digest
    }

    /// Checks that the calibration still stands at `now_unix_s` (Unix time in seconds).
    ///
    /// # Errors
    /// [`CalibrationError::Expired`].
    pub fn check_expiry(&self, now_unix_s: u64) -> Result<(), CalibrationError> {
        check_expiry(self.expires_unix_s, now_unix_s)
    }

    fn class(&self, team_size: usize, options: usize) -> Result<&CalibratedClass, CalibrationError> {
        let keys = || self.classes.iter().map(|class| &class.statistics.key);
        self.classes
            .iter()
            .find(|class| {
                let key = &class.statistics.key;
                key.holds(team_size, options, &self.team_models)
            })
            .ok_or_else(|| unknown_class(team_size, options, &self.team_models, keys()))
    }
}

/// A class with the rank and threshold that its raw scores give.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CalibratedClass {
    statistics: ClassStatistics,
    rank: Rank,
    threshold: Threshold,
}

impl CalibratedClass {
    pub(crate) fn new(statistics: ClassStatistics, alpha: Fraction, mode: Mode) -> Result<Self, CalibrationError> {
        let (rank, threshold) = threshold_of(&statistics.key, &statistics.scores, alpha, mode)?;
        Ok(Self { statistics, rank, threshold })
    }

    pub(crate) fn rank(&self) -> Rank {
        self.rank
    }

    pub(crate) fn threshold(&self) -> Threshold {
        self.threshold
    }

    /// Refuses a class whose threshold excludes nothing.
    pub(crate) fn usable(self, alpha: Fraction, mode: Mode) -> Result<Self, CalibrationError> {
        if !self.rank.is_finite() {
            return Err(CalibrationError::RankExceedsSize {
                class: self.statistics.key,
                k: self.rank.k(),
                m: self.rank.m(),
                fewest: Rank::fewest_sequences(alpha, mode),
            });
        }
        if self.threshold == Threshold::Infinite {
            let scores = self.statistics.scores.iter();
            return Err(CalibrationError::NothingExcluded {
                class: self.statistics.key,
                masked: scores.filter(|record| record.score.get() == f64::NEG_INFINITY).count(),
                m: self.rank.m(),
            });
        }
        Ok(self)
    }
}

pub(crate) fn check_expiry(expires_unix_s: u64, now_unix_s: u64) -> Result<(), CalibrationError> {
    if now_unix_s >= expires_unix_s {
        return Err(CalibrationError::Expired { expires_unix_s, now_unix_s });
    }
    Ok(())
}
