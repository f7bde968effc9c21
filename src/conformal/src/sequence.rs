use crate::threshold::check_scores;
use crate::{CalibrationError, ScoredOption};

/// Score of a calibration sequence: the minimum over its steps of the true decision's score (S-ATLAS Eq. 6).
///
/// The nonconformity score `1 - g` is therefore the maximum over steps; the sentence above Eq. 5 says "lowest", but
/// only Eq. 6 makes the sequence covered exactly when every step is (Proposition 4.1).
///
/// If several decisions are acceptable, the best of them gives the step's score. The history of the following prompts
/// takes that decision, which [`push`](Self::push) returns: the operator also sees the set best first.
#[derive(Clone, Debug, Default)]
pub struct SequenceScore {
    lowest: Option<f64>,
}

impl SequenceScore {
    /// A sequence without steps.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a step and returns the acceptable option of highest score, ties to the lowest index.
    ///
    /// `scores` are log-probabilities of S in canonical order; `acceptable` are the options from which the mission can
    /// still be finished in the remaining horizon.
    ///
    /// # Errors
    /// [`CalibrationError::Score`] for NaN or `+inf`, [`CalibrationError::NoAcceptable`] for an empty `acceptable`,
    /// [`CalibrationError::OptionIndex`] for an index beyond S. The sequence is then unchanged.
    pub fn push(&mut self, scores: &[f64], acceptable: &[usize]) -> Result<ScoredOption, CalibrationError> {
        check_scores(scores)?;
        let mut best: Option<ScoredOption> = None;
        for &option in acceptable {
            let score = *scores.get(option).ok_or(CalibrationError::OptionIndex { option, options: scores.len() })?;
            let better = best.is_none_or(|best| score > best.score || (score == best.score && option < best.option));
            if better {
                best = Some(ScoredOption { option, score });
            }
        }
        let best = best.ok_or(CalibrationError::NoAcceptable)?;
        self.lower_to(best.score);
        Ok(best)
    }

    /// Adds a step in which the symbolic mask refused every acceptable decision: `g = -inf`, nonconformity infinite.
    pub fn push_masked_out(&mut self) {
        self.lower_to(f64::NEG_INFINITY);
    }

    /// Score of the sequence so far.
    ///
    /// # Errors
    /// [`CalibrationError::NoSteps`] before the first step.
    pub fn score(&self) -> Result<f64, CalibrationError> {
        self.lowest.ok_or(CalibrationError::NoSteps)
    }

    fn lower_to(&mut self, score: f64) {
        self.lowest = Some(self.lowest.map_or(score, |lowest| lowest.min(score)));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{PredictionSet, Threshold};

    #[test]
    fn score_is_the_minimum_over_steps_of_the_best_acceptable_option() {
        let mut sequence = SequenceScore::new();
        let first = sequence.push(&[-0.5, -2.0, -1.0], &[1, 2]).expect("a step");
        assert_eq!(first, ScoredOption { option: 2, score: -1.0 });
        let second = sequence.push(&[-3.0, -0.1, -3.0], &[2, 0]).expect("a step");
        assert_eq!(second.option, 0);
        sequence.push(&[-0.2, -4.0], &[0]).expect("a step");
        assert_eq!(sequence.score(), Ok(-3.0));
        sequence.push_masked_out();
        assert_eq!(sequence.score(), Ok(f64::NEG_INFINITY));
    }

    #[test]
    fn refused_steps_leave_the_sequence_unchanged() {
        let mut sequence = SequenceScore::new();
        assert_eq!(sequence.score(), Err(CalibrationError::NoSteps));
        assert_eq!(sequence.push(&[-1.0], &[]), Err(CalibrationError::NoAcceptable));
        assert_eq!(sequence.push(&[-1.0], &[0, 1]), Err(CalibrationError::OptionIndex { option: 1, options: 1 }));
        assert!(sequence.push(&[f64::NAN], &[0]).is_err());
        assert_eq!(sequence.score(), Err(CalibrationError::NoSteps));
    }

    proptest! {
        /// Proposition 4.1: the plan is in the sequence's set exactly when every decision is in its step's set.
        #[test]
        fn sequence_is_covered_exactly_when_every_step_is(
            steps in prop::collection::vec((prop::collection::vec((-9i32..0).prop_map(f64::from), 4), 0usize..4), 1..8),
            t in (-9i32..0).prop_map(f64::from),
        ) {
            let threshold = Threshold::Finite(t);
            let mut sequence = SequenceScore::new();
            let mut every_step = true;
            for (scores, truth) in &steps {
                sequence.push(scores, &[*truth]).expect("a step");
                every_step &= PredictionSet::new(scores, threshold).expect("scores").contains(*truth);
            }
            prop_assert_eq!(threshold.admits(sequence.score().expect("steps")), every_step);
        }
    }
}
