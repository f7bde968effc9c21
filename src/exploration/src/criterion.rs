use surefleet_conformal::Sha256;

use crate::{
    CalibrationScene, ExplorationError, Negatives, PValue, Relevance, RelevanceLevels, RelevanceLimits,
    RelevanceScores, RelevanceSet,
};

/// Decides what is said: calibrated thresholds, and the bound on false messages where there is one.
#[derive(Debug, Clone, PartialEq)]
pub struct RelevanceCriterion {
    limits: RelevanceLimits,
    negatives: Option<Negatives>,
    /// The digest of the verified file that it comes from.
    calibration: Option<Sha256>,
}

impl RelevanceCriterion {
    /// The criterion that scenes give at these levels, for measurements. Nothing has checked where the scenes come from.
    ///
    /// # Errors
    /// As [`RelevanceLevels::calibrate`] and [`FalseMessageBound::negatives`](crate::FalseMessageBound::negatives).
    pub fn calibrate(levels: &RelevanceLevels, scenes: &[CalibrationScene]) -> Result<Self, ExplorationError> {
        let negatives = levels.false_messages.map(|bound| bound.negatives(scenes)).transpose()?;
        Ok(Self { limits: levels.calibrate(scenes)?, negatives, calibration: None })
    }

    /// The criterion of a verified file with this digest.
    pub(crate) fn verified(self, calibration: Sha256) -> Self {
        Self { calibration: Some(calibration), ..self }
    }

    /// The digest of the verified calibration file that it comes from; `None` for one that was computed from scenes directly.
    pub fn calibration(&self) -> Option<Sha256> {
        self.calibration
    }

    /// The thresholds.
    pub fn limits(&self) -> &RelevanceLimits {
        &self.limits
    }

    /// The sets of all pairs of one view. They are decided together, since the bound on false messages is one over the whole view.
    pub fn sets(&self, pairs: &[RelevanceScores]) -> Vec<RelevanceSet> {
        let mut sets: Vec<RelevanceSet> = pairs.iter().map(|scores| self.limits.set(scores)).collect();
        if let Some(negatives) = &self.negatives {
            let through = |letter: Relevance| {
                let values: Vec<PValue> =
                    pairs.iter().map(|scores| negatives.p_value(letter, scores.of(letter))).collect();
                negatives.let_through(&values)
            };
            let (same, near) = (through(Relevance::Same), through(Relevance::Near));
            for (place, set) in sets.iter_mut().enumerate() {
                set.same &= same[place];
                set.near &= near[place];
            }
        }
        sets
    }
}
