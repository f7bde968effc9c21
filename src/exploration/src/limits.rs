use serde::{Deserialize, Serialize};
use surefleet_conformal::{Fraction, Mode, Rank, Threshold};

use crate::{CalibrationScene, ExplorationError, FalseMessageBound, Relevance, RelevanceScores};

/// The rule that turns the scores of calibration scenes into the least score of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
pub enum RelevanceRule {
    /// True items are kept: the `floor(epsilon (n + 1))`-th smallest of n scenes' scores.
    ///
    /// In a new scene all true items of the letter are kept with probability at least `1 - epsilon`.
    /// In PAC mode each letter fails with probability delta of its own.
    Coverage {
        /// Whether that holds on average over calibration sets or for this one with high probability.
        mode: Mode,
    },
    /// The `1 - epsilon` quantile, as CommCP prints it (Section IV-B).
    ///
    /// It keeps scores above the larger part of the true ones. So in a new scene all true items are kept with a probability of about
    /// `epsilon` only, where the paper claims `1 - epsilon` (its Eq. 2 has the threshold on the right-hand side, which is neither). It
    /// is here to be measured. In integers it is the rank of [`Self::Coverage`] at `1 - epsilon`.
    Paper,
}

/// The error levels that messages are calibrated to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelevanceLevels {
    /// How scores become thresholds.
    pub rule: RelevanceRule,
    /// `epsilon_1` of letter A.
    pub epsilon_same: Fraction,
    /// `epsilon_1` of letter B.
    pub epsilon_near: Fraction,
    /// The bound on messages about items that do not have the letter; null: none. Thresholds that keep true items do not bound them.
    #[serde(deserialize_with = "Option::deserialize")]
    pub false_messages: Option<FalseMessageBound>,
}

/// The threshold of one letter.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LetterLimit {
    /// Number of calibration scenes with a true item of the letter.
    pub scenes: usize,
    /// Rank of the threshold among their scores in descending order.
    pub k: usize,
    /// The least score that is kept.
    pub t: Threshold,
}

/// The thresholds of the letters A and B.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelevanceLimits {
    /// Of letter A.
    pub same: LetterLimit,
    /// Of letter B.
    pub near: LetterLimit,
}

/// The letters of a pair that the calibration keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelevanceSet {
    /// A: the seen object may be the sought one.
    pub same: bool,
    /// B: the sought object is often near the seen one.
    pub near: bool,
}

impl RelevanceSet {
    /// Whether neither letter is kept, so that there is nothing to say.
    pub fn is_empty(self) -> bool {
        !self.same && !self.near
    }

    /// Whether a letter is kept; C and D never are.
    pub fn has(self, letter: Relevance) -> bool {
        match letter {
            Relevance::Same => self.same,
            Relevance::Near => self.near,
            Relevance::Unrelated | Relevance::Common => false,
        }
    }
}

impl RelevanceLevels {
    /// Computes the thresholds from the scenes' scores, one a scene and letter.
    ///
    /// # Errors
    /// [`ExplorationError::TooFewScenes`] names how many scenes with a true item of a letter there are, and how many the level needs.
    pub fn calibrate(&self, scenes: &[CalibrationScene]) -> Result<RelevanceLimits, ExplorationError> {
        let limit = |letter: Relevance, epsilon: Fraction| {
            let scores: Vec<f64> = scenes.iter().filter_map(|scene| scene.true_score(letter)).collect();
            let (level, mode) = match self.rule {
                RelevanceRule::Coverage { mode } => (epsilon, mode),
                RelevanceRule::Paper => (complement(epsilon)?, Mode::Marginal),
            };
            let (rank, t) = Threshold::calibrate(&scores, level, mode)?;
            if !rank.is_finite() {
                let needed = Rank::fewest_sequences(level, mode);
                return Err(ExplorationError::TooFewScenes { letter: letter.letter(), scenes: rank.m(), needed });
            }
            Ok(LetterLimit { scenes: rank.m(), k: rank.k(), t })
        };
        let same = limit(Relevance::Same, self.epsilon_same)?;
        Ok(RelevanceLimits { same, near: limit(Relevance::Near, self.epsilon_near)? })
    }
}

impl RelevanceLimits {
    /// The letters whose score reaches its threshold.
    pub fn set(&self, scores: &RelevanceScores) -> RelevanceSet {
        let has = |letter: Relevance, limit: &LetterLimit| limit.t.admits(scores.of(letter));
        RelevanceSet { same: has(Relevance::Same, &self.same), near: has(Relevance::Near, &self.near) }
    }
}

/// `1 - fraction`, exactly.
fn complement(fraction: Fraction) -> Result<Fraction, ExplorationError> {
    let (over, under) = (fraction.numerator(), fraction.denominator());
    Fraction::new(under - over, under).map_err(|error| ExplorationError::Calibration(error.into()))
}
