use serde::{Deserialize, Serialize};
use surefleet_conformal::{Fraction, HexFloat, Mode, Rank, Sha256, probability_of_at_least};

use crate::ExplorationError;

/// The error levels of a threshold for answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerLevels {
    /// Greatest share of wrong answers among the questions that a robot answers by itself.
    pub epsilon: Fraction,
    /// Probability that the guarantee fails because of a bad calibration set.
    pub delta: Fraction,
    /// Thresholds that are tested: `1 - j / steps` for j from 1.
    pub steps: u32,
}

/// A model's answer to a question in one view, with the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelledAnswer {
    /// The confidence of its favourite answer ([`ViewAnswer`](crate::ViewAnswer)).
    pub confidence: HexFloat,
    /// Whether that answer is right.
    pub is_right: bool,
}

/// The answers of a robot that explores one scene for one question, view by view.
///
/// A robot looks many times and stops at the first answer that passes. So what is exchangeable is the whole course of a question, not
/// one view: the more views, the more chances for a wrong answer to pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerCourse {
    /// Hash of scene and question.
    pub scene_sha256: Sha256,
    /// Seed the scene was drawn with; one question a scene.
    pub seed: u64,
    /// By view, in order.
    pub answers: Vec<LabelledAnswer>,
}

/// A threshold for answers, calibrated by Learn-then-Test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerLimit {
    /// Labelled questions.
    pub courses: usize,
    /// Those that are answered at the threshold.
    pub answered: usize,
    /// Those that are answered wrong.
    pub wrong: usize,
    /// The confidence that an answer must exceed.
    pub above: HexFloat,
}

impl AnswerCourse {
    /// Whether the first answer above a threshold is right; `None` if no answer is above it.
    pub fn outcome(&self, above: f64) -> Option<bool> {
        self.answers.iter().find(|answer| answer.confidence.get() > above).map(|answer| answer.is_right)
    }
}

impl AnswerLevels {
    /// The loosest threshold before the first that fails (Learn-then-Test, Angelopoulos et al. 2021), in the better of two fixed sequences.
    ///
    /// Thresholds are tested from strict to loose. One passes if so few wrong answers would be improbable at a true share above epsilon:
    /// `P(Bin(answered, epsilon) <= wrong) <= delta`. One sequence begins with the first threshold that answers enough questions to pass without
    /// a mistake. There a single mistake ends it, however good the model is. So the other begins with the first threshold that answers enough to
    /// pass where half of epsilon is wrong (epsilon 1/5, delta 1/10: 32 answers, and 11 without a mistake).
    ///
    /// With probability `1 - delta` the share of wrong answers at the threshold is at most epsilon, provided that it is so at each threshold
    /// that the second sequence passes over, as it is where surer answers are no worse. Then the first threshold with a greater share
    /// is the same for both, and only if its one test errs can either go beyond it.
    ///
    /// # Errors
    /// [`ExplorationError::TooFewAnswers`] if no threshold passes, [`ExplorationError::Setting`] for no steps.
    pub fn calibrate(&self, courses: &[AnswerCourse]) -> Result<AnswerLimit, ExplorationError> {
        if !(1..=10_000).contains(&self.steps) {
            let (name, mend) = ("the number of tested thresholds", "give 1 to 10,000");
            return Err(ExplorationError::Setting { name, value: self.steps.to_string(), mend });
        }
        let (right, delta) = (1.0 - self.epsilon.to_f64(), self.delta.to_f64());
        // P(Bin(n, e) <= w) equals P(Bin(n, 1 - e) >= n - w), whose smallest terms come first.
        let chance = |answered: usize, wrong: usize| probability_of_at_least(answered, right, answered - wrong);
        let limit = |step: u32| {
            let above = f64::from(self.steps - step) / f64::from(self.steps);
            let outcomes: Vec<bool> = courses.iter().filter_map(|course| course.outcome(above)).collect();
            let (answered, wrong) = (outcomes.len(), outcomes.iter().filter(|is_right| !**is_right).count());
            let above = HexFloat::new(above).expect("a ratio of whole numbers");
            AnswerLimit { courses: courses.len(), answered, wrong, above }
        };
        let limits: Vec<AnswerLimit> = (1..=self.steps).map(limit).collect();
        let last_of_sequence = |wrong: &dyn Fn(usize) -> usize| {
            let begun = limits.iter().skip_while(|limit| chance(limit.answered, wrong(limit.answered)) > delta);
            begun.take_while(|limit| chance(limit.answered, limit.wrong) <= delta).last().copied()
        };
        let half = |answered: usize| self.epsilon.floor_of(answered).div_ceil(2);
        let lasts = [last_of_sequence(&|_| 0), last_of_sequence(&half)].into_iter().flatten();
        let best = lasts.min_by(|one, other| one.above.get().total_cmp(&other.above.get()));
        let needed = || Rank::fewest_sequences(self.epsilon, Mode::Pac { delta: self.delta });
        best.ok_or_else(|| ExplorationError::TooFewAnswers { courses: courses.len(), needed: needed() })
    }
}
