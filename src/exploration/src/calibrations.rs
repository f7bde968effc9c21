use serde::{Deserialize, Serialize};
use surefleet_conformal::Sha256;

use crate::{
    AnswerCourse, AnswerLevels, AnswerLimit, CalibratedStatistics, CalibrationScene, ConfidenceCheck,
    ExplorationCalibration, ExplorationError, RelevanceCriterion, RelevanceLevels, RelevanceLimits,
};

/// The calibration of what robots tell one another: which items are relevant to a search.
pub type RelevanceCalibration = ExplorationCalibration<RelevanceStatistics>;

/// The calibration of answers: how sure a model must be before an answer counts as certain.
pub type AnswerCalibration = ExplorationCalibration<AnswerStatistics>;

/// Levels, limits and scores of a relevance calibration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelevanceStatistics {
    /// The error levels that are guaranteed.
    pub levels: RelevanceLevels,
    /// The thresholds that the scenes give at these levels.
    pub limits: RelevanceLimits,
    /// All scenes with all pairs.
    pub scenes: Vec<CalibrationScene>,
}

/// Levels, limit and labelled answers of an answer calibration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerStatistics {
    /// The error levels that are guaranteed.
    pub levels: AnswerLevels,
    /// The threshold that the courses give at these levels.
    pub limit: AnswerLimit,
    /// All labelled questions with all views.
    pub courses: Vec<AnswerCourse>,
}

impl RelevanceStatistics {
    /// Computes the limits of these scenes.
    ///
    /// # Errors
    /// As [`RelevanceLevels::calibrate`] and, with a bound on false messages, as [`RelevanceCriterion::calibrate`].
    pub fn calibrate(levels: RelevanceLevels, scenes: Vec<CalibrationScene>) -> Result<Self, ExplorationError> {
        let limits = *RelevanceCriterion::calibrate(&levels, &scenes)?.limits();
        Ok(Self { levels, limits, scenes })
    }
}

impl AnswerStatistics {
    /// Computes the limit of these courses.
    ///
    /// # Errors
    /// As [`AnswerLevels::calibrate`].
    pub fn calibrate(levels: AnswerLevels, courses: Vec<AnswerCourse>) -> Result<Self, ExplorationError> {
        let limit = levels.calibrate(&courses)?;
        Ok(Self { levels, limit, courses })
    }
}

impl CalibratedStatistics for RelevanceStatistics {
    const SCHEMA: &'static str = "surefleet-relevance-calibration/1";
    type Limits = RelevanceLimits;
    type Verdict = RelevanceCriterion;

    fn recorded(&self) -> &RelevanceLimits {
        &self.limits
    }

    fn recomputed(&self) -> Result<RelevanceLimits, ExplorationError> {
        self.levels.calibrate(&self.scenes)
    }

    fn scenes(&self) -> impl Iterator<Item = (Sha256, u64)> {
        self.scenes.iter().map(|scene| (scene.scene_sha256, scene.seed))
    }

    fn verdict(&self, digest: Sha256) -> Result<RelevanceCriterion, ExplorationError> {
        Ok(RelevanceCriterion::calibrate(&self.levels, &self.scenes)?.verified(digest))
    }
}

impl CalibratedStatistics for AnswerStatistics {
    const SCHEMA: &'static str = "surefleet-answer-calibration/2";
    type Limits = AnswerLimit;
    type Verdict = ConfidenceCheck;

    fn recorded(&self) -> &AnswerLimit {
        &self.limit
    }

    fn recomputed(&self) -> Result<AnswerLimit, ExplorationError> {
        self.levels.calibrate(&self.courses)
    }

    fn scenes(&self) -> impl Iterator<Item = (Sha256, u64)> {
        self.courses.iter().map(|course| (course.scene_sha256, course.seed))
    }

    fn verdict(&self, digest: Sha256) -> Result<ConfidenceCheck, ExplorationError> {
        Ok(ConfidenceCheck::calibrated(digest, self.limit.above.get()))
    }
}
