use std::sync::Arc;

use crate::class::{described, sorted};
use crate::file::threshold_of;
use crate::{
    Bound, CalibrationError, CalibrationFile, Certainty, ClassKey, ClassStatistics, Fraction, HexFloat,
    MissionFeatures, MissionForms, Mode, Rank, Sha256, Team, Threshold,
};

/// A verified calibration: the only source of thresholds for acting alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    bound: Bound,
    alpha: Fraction,
    reorders: u32,
    mode: Mode,
    expires_unix_s: u64,
    team_models: Vec<Sha256>,
    digest: Sha256,
    forms: Arc<MissionForms>,
    classes: Vec<CalibratedClass>,
}

impl Calibration {
    /// The calibration of a file for a team of robots with these models.
    pub(crate) fn of_models(file: &CalibrationFile, classes: Vec<CalibratedClass>, team_models: &[Sha256]) -> Self {
        Self {
            bound: file.statistics.bound,
            alpha: file.statistics.alpha,
            reorders: file.scope.reorders,
            mode: file.statistics.mode,
            expires_unix_s: file.provenance.expires_unix_s,
            team_models: sorted(team_models),
            digest: file.digest(),
            forms: Arc::new(file.scope.forms.clone()),
            classes,
        }
    }

    /// Threshold for a mission of these features.
    ///
    /// # Errors
    /// [`CalibrationError::UnknownClass`] if no calibrated class holds such a mission.
    /// [`CalibrationError::Unexplained`] if a larger share of it was not understood than of any calibration mission of
    /// its class. In both cases ask a human every time.
    pub fn threshold(&self, features: &MissionFeatures) -> Result<Threshold, CalibrationError> {
        self.class(features).map(|class| class.threshold)
    }

    /// Rank behind [`threshold`](Self::threshold), with the law of its coverage.
    ///
    /// # Errors
    /// As [`threshold`](Self::threshold).
    pub fn rank(&self, features: &MissionFeatures) -> Result<Rank, CalibrationError> {
        self.class(features).map(|class| class.rank)
    }

    /// The class that holds such a mission.
    ///
    /// # Errors
    /// As [`threshold`](Self::threshold).
    pub fn class_key(&self, features: &MissionFeatures) -> Result<&ClassKey, CalibrationError> {
        self.class(features).map(|class| &class.statistics.key)
    }

    /// The largest share of such a mission that may stay not understood; `None` if its scorer does not say.
    ///
    /// # Errors
    /// As [`threshold`](Self::threshold).
    pub fn most_unexplained(&self, features: &MissionFeatures) -> Result<Option<HexFloat>, CalibrationError> {
        self.class(features).map(|class| class.statistics.most_unexplained)
    }

    /// Rank and threshold of such a mission at its own error level `alpha`, from the same scores.
    ///
    /// The level may be smaller than the file's, but not larger: the person responsible for the fleet chose the file's
    /// level. The result is valid for a level fixed before the mission. Choosing the level by its sets is selection and
    /// is not covered.
    ///
    /// # Errors
    /// As [`threshold`](Self::threshold); [`CalibrationError::LaxerAlpha`]; [`CalibrationError::RankExceedsSize`] or
    /// [`CalibrationError::NothingExcluded`] where the class is too small for the level;
    /// [`ValueError::FractionSplit`](crate::ValueError) where `alpha` cannot be divided over the orders.
    pub fn at_alpha(&self, alpha: Fraction, features: &MissionFeatures) -> Result<(Rank, Threshold), CalibrationError> {
        self.at_level(alpha, self.class(features)?)
    }

    /// The same for every class of this team that chooses among this many options.
    pub fn classes_at_alpha(
        &self,
        alpha: Fraction,
        team: impl Into<Team>,
        options: usize,
    ) -> impl Iterator<Item = (&ClassStatistics, Result<(Rank, Threshold), CalibrationError>)> {
        let team = team.into();
        let of_team = move |class: &&CalibratedClass| class.statistics.key.is_of(&team, options, &self.team_models);
        self.classes.iter().filter(of_team).map(move |class| (&class.statistics, self.at_level(alpha, class)))
    }

    fn at_level(&self, alpha: Fraction, class: &CalibratedClass) -> Result<(Rank, Threshold), CalibrationError> {
        if alpha > self.alpha {
            return Err(CalibrationError::LaxerAlpha { asked: alpha, calibrated: self.alpha });
        }
        let effective = alpha.split_over_orders(self.reorders)?;
        let class = CalibratedClass::new(class.statistics.clone(), effective, self.mode)?;
        let class = class.usable(effective, self.mode)?;
        Ok((class.rank, class.threshold))
    }

    /// The event that it bounds.
    pub fn bound(&self) -> Bound {
        self.bound
    }

    /// Error level of the file; its ranks stand at `alpha / (W + 1)`.
    pub fn alpha(&self) -> Fraction {
        self.alpha
    }

    /// The draws that the guarantee averages over.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// `W`, the new orders that the calibration pays for.
    pub fn reorders(&self) -> u32 {
        self.reorders
    }

    /// The forms of the missions that it covers.
    pub fn forms(&self) -> &MissionForms {
        &self.forms
    }

    /// Digest of the file it came from, for the decision record.
    pub fn digest(&self) -> Sha256 {
        self.digest
    }

    /// Checks that the calibration is still valid at `now_unix_s` (Unix time in seconds).
    ///
    /// # Errors
    /// [`CalibrationError::Expired`].
    pub fn check_expiry(&self, now_unix_s: u64) -> Result<(), CalibrationError> {
        check_expiry(self.expires_unix_s, now_unix_s)
    }

    /// Refuses a team if no class holds its missions, however they are understood.
    pub(crate) fn check_team(&self, team: &Team, options: usize) -> Result<(), CalibrationError> {
        let keys = || self.classes.iter().map(|class| &class.statistics.key);
        match keys().any(|key| key.is_of(team, options, &self.team_models)) {
            true => Ok(()),
            false => Err(unknown_class((team, options), None, &self.team_models, keys())),
        }
    }

    fn class(&self, features: &MissionFeatures) -> Result<&CalibratedClass, CalibrationError> {
        let keys = || self.classes.iter().map(|class| &class.statistics.key);
        let unknown = || {
            let sizes = (&features.team, features.options);
            unknown_class(sizes, Some(features.certainty()), &self.team_models, keys())
        };
        let class = self.classes.iter().find(|class| class.statistics.key.holds(features, &self.team_models));
        let class = class.ok_or_else(unknown)?;
        class.explains(features)?;
        Ok(class)
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

    /// Refuses a mission if a larger share of it was not understood than of any calibration mission.
    fn explains(&self, features: &MissionFeatures) -> Result<(), CalibrationError> {
        let (Some(understood), Some(most)) = (features.understood, self.statistics.most_unexplained) else {
            return Ok(());
        };
        let (unexplained, most) = (understood.unexplained(), most.get());
        if unexplained > most {
            return Err(CalibrationError::Unexplained { unexplained, most });
        }
        Ok(())
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

/// Refusal of a mission that is in none of `known`; without a certainty, the mission was not read yet.
fn unknown_class<'a>(
    sizes: (&Team, usize),
    certainty: Option<Certainty>,
    models: &[Sha256],
    known: impl Iterator<Item = &'a ClassKey>,
) -> CalibrationError {
    CalibrationError::UnknownClass {
        key: described(sizes, certainty, models),
        known: known.map(ToString::to_string).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SizeRange;

    #[test]
    fn refusal_names_the_key_and_the_known_ones() {
        let models = [Sha256::of("a")];
        let [team_size, options] = [[2, 3], [10, 20]].map(|sizes| SizeRange::try_from(sizes).expect("a range"));
        let class = ClassKey::new(team_size, options, Certainty::Sure, &models).expect("a key");
        let message =
            unknown_class((&15.into(), 12), Some(Certainty::Unsure), &models, [&class].into_iter()).to_string();
        assert!(message.contains("(team 15, |S| 12, unsure of what is meant"), "{message}");
        assert!(message.contains("(team 2-3, |S| 10-20, sure of what is meant"), "{message}");
        assert!(message.contains("surefleet calibrate"), "{message}");
    }
}
