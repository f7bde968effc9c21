use crate::threshold::check_scores;
use crate::{CalibrationError, Threshold};

/// An option of the decision set S with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredOption {
    /// Index into S in its canonical order.
    pub option: usize,
    /// Raw log-probability `g`.
    pub score: f64,
}

/// The options that the calibrated threshold does not exclude, best first (S-ATLAS Eq. 9).
///
/// It may be empty, which certifies that the truth is not in it: ask with the whole of S and count a miscoverage.
/// S-ATLAS claims that the best option is always a member (footnote 4). That does not hold, so no option is forced in.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictionSet {
    options: usize,
    members: Vec<ScoredOption>,
}

impl PredictionSet {
    /// Set of the options of S whose score reaches `threshold`; `scores` are log-probabilities in canonical order.
    ///
    /// # Errors
    /// [`CalibrationError::NoOptions`] for empty `scores`, [`CalibrationError::Score`] for NaN or `+inf`.
    pub fn new(scores: &[f64], threshold: Threshold) -> Result<Self, CalibrationError> {
        if scores.is_empty() {
            return Err(CalibrationError::NoOptions);
        }
        check_scores(scores)?;
        let mut members: Vec<ScoredOption> = scores
            .iter()
            .enumerate()
            .filter(|&(_, &score)| threshold.admits(score))
            .map(|(option, &score)| ScoredOption { option, score })
            .collect();
        // The sort is stable: equal scores keep the canonical order.
        members.sort_by(|a, b| b.score.partial_cmp(&a.score).expect("NaN scores were refused above"));
        Ok(Self { options: scores.len(), members })
    }

    /// Members by falling score; ties by rising index.
    pub fn members(&self) -> &[ScoredOption] {
        &self.members
    }

    /// Indices of the members in the same order.
    pub fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.members.iter().map(|member| member.option)
    }

    /// Size of S, from which the set was drawn.
    pub fn options(&self) -> usize {
        self.options
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether nothing reached the threshold.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Whether `option` is a member.
    pub fn contains(&self, option: usize) -> bool {
        self.indices().any(|member| member == option)
    }

    /// The only member, if there is exactly one: the only case in which a robot may act without asking.
    pub fn singleton(&self) -> Option<usize> {
        match self.members.as_slice() {
            [only] => Some(only.option),
            _ => None,
        }
    }

    /// Members that `allowed` (one flag per option of S) permits, in the same order.
    ///
    /// It keeps coverage as long as the mask never refuses the truth. If the mask refuses the truth of a calibration
    /// sequence, score the sequence by [`SequenceScore::push_masked_out`](crate::SequenceScore::push_masked_out).
    ///
    /// # Errors
    /// [`CalibrationError::MaskLength`] unless there is one flag per option.
    pub fn allowed(&self, allowed: &[bool]) -> Result<Self, CalibrationError> {
        if allowed.len() != self.options {
            return Err(CalibrationError::MaskLength { mask: allowed.len(), options: self.options });
        }
        let members = self.members.iter().copied().filter(|member| allowed[member.option]).collect();
        Ok(Self { options: self.options, members })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn set(scores: &[f64], threshold: Threshold) -> PredictionSet {
        PredictionSet::new(scores, threshold).expect("valid scores")
    }

    #[test]
    fn members_are_sorted_by_score_then_index() {
        let set = set(&[-3.0, -1.0, -2.0, -1.0, -9.0], Threshold::Finite(-3.0));
        assert_eq!(set.indices().collect::<Vec<_>>(), [1, 3, 2, 0]);
        assert!(set.contains(0) && !set.contains(4));
        assert_eq!(set.singleton(), None);
    }

    #[test]
    fn option_exactly_at_the_threshold_is_a_member() {
        let t = (0.3f64).ln();
        assert_eq!(set(&[t, t - 1e-12], Threshold::Finite(t)).singleton(), Some(0));
    }

    #[test]
    fn nothing_is_forced_into_an_empty_set() {
        let set = set(&[-5.0, -4.0], Threshold::Finite(-1.0));
        assert!(set.is_empty());
        assert_eq!((set.len(), set.options()), (0, 2));
    }

    #[test]
    fn infinite_threshold_gives_all_of_s_even_impossible_options() {
        let set = set(&[f64::NEG_INFINITY, -1.0], Threshold::Infinite);
        assert_eq!(set.indices().collect::<Vec<_>>(), [1, 0]);
    }

    #[test]
    fn nan_and_empty_scores_and_wrong_masks_are_errors() {
        let threshold = Threshold::Finite(-1.0);
        assert!(matches!(
            PredictionSet::new(&[-1.0, f64::NAN], threshold),
            Err(CalibrationError::Score { index: 1, .. })
        ));
        assert_eq!(PredictionSet::new(&[], threshold), Err(CalibrationError::NoOptions));
        let error = set(&[-1.0, -2.0], threshold).allowed(&[true]);
        assert_eq!(error, Err(CalibrationError::MaskLength { mask: 1, options: 2 }));
    }

    proptest! {
        #[test]
        fn mask_removes_exactly_the_refused_members(
            options in prop::collection::vec((-5.0f64..0.0, any::<bool>()), 1..40),
            t in -5.0f64..0.0,
        ) {
            let (scores, mask): (Vec<f64>, Vec<bool>) = options.into_iter().unzip();
            let whole = set(&scores, Threshold::Finite(t));
            let allowed = whole.allowed(&mask).expect("one flag per option");
            let expected: Vec<usize> = whole.indices().filter(|&option| mask[option]).collect();
            prop_assert_eq!(allowed.indices().collect::<Vec<_>>(), expected);
        }
    }
}
