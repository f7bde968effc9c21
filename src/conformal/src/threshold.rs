use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{CalibrationError, Fraction, HexFloat, Mode, Rank, ValueError};

/// Least score an option needs to enter the prediction set.
///
/// Written and serialised as the hex float of `t` or as `infinite`, so that JSON holds it without loss.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Threshold {
    /// `t`, a finite raw log-probability: the k-th largest calibration score, as it was computed.
    Finite(f64),
    /// No score is excluded: the rank exceeds the calibration size, or the score of that rank is negative infinity.
    Infinite,
}

impl Threshold {
    /// Threshold of calibration sequence `scores` (any order, `-inf` allowed) at error level `alpha`.
    ///
    /// # Errors
    /// [`CalibrationError::Score`] for a score that is NaN or `+inf`.
    pub fn calibrate(scores: &[f64], alpha: Fraction, mode: Mode) -> Result<(Rank, Self), CalibrationError> {
        check_scores(scores)?;
        let rank = Rank::new(scores.len(), alpha, mode);
        Ok((rank, Self::select(&mut scores.to_vec(), rank)))
    }

    /// Threshold at `rank` of checked scores, which it reorders.
    pub(crate) fn select(scores: &mut [f64], rank: Rank) -> Self {
        if !rank.is_finite() {
            return Self::Infinite;
        }
        let (_, kth_largest, _) = scores.select_nth_unstable_by(rank.k() - 1, |a, b| b.total_cmp(a));
        Self::new(*kth_largest)
    }

    fn new(t: f64) -> Self {
        if t == f64::NEG_INFINITY { Self::Infinite } else { Self::Finite(t) }
    }

    /// Whether an option of score `g` is a member: `g >= t`.
    ///
    /// S-ATLAS (Eq. 9) has a strict `>` on `1 - q`. With ties that under-covers, and `1 - (1 - g)` loses bits, so that
    /// calibration scores fall below their own threshold. NaN is never a member.
    pub fn admits(self, g: f64) -> bool {
        match self {
            Self::Finite(t) => g >= t,
            Self::Infinite => !g.is_nan(),
        }
    }

    /// Same state and, if finite, the same bits.
    pub fn same_bits(self, other: Self) -> bool {
        match (self, other) {
            (Self::Finite(a), Self::Finite(b)) => a.to_bits() == b.to_bits(),
            (Self::Infinite, Self::Infinite) => true,
            _ => false,
        }
    }
}

/// Refuses NaN and `+inf`; `-inf` is a score (probability zero).
pub(crate) fn check_scores(scores: &[f64]) -> Result<(), CalibrationError> {
    match scores.iter().position(|&g| g.is_nan() || g == f64::INFINITY) {
        Some(index) => Err(CalibrationError::Score { index, value: scores[index] }),
        None => Ok(()),
    }
}

const INFINITE: &str = "infinite";

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(t) => match HexFloat::new(*t) {
                Ok(t) => t.fmt(f),
                Err(_) => write!(f, "NaN"),
            },
            Self::Infinite => write!(f, "{INFINITE}"),
        }
    }
}

impl FromStr for Threshold {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == INFINITE {
            return Ok(Self::Infinite);
        }
        let t = text.parse::<HexFloat>()?.get();
        if t == f64::INFINITY {
            return Err(ValueError::HexFloat { value: text.to_owned(), why: "would admit no option" });
        }
        Ok(Self::new(t))
    }
}

impl TryFrom<String> for Threshold {
    type Error = ValueError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Threshold> for String {
    fn from(threshold: Threshold) -> Self {
        threshold.to_string()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn alpha(hundredths: u64) -> Fraction {
        Fraction::new(hundredths, 100).expect("in range")
    }

    fn threshold(scores: &[f64], hundredths: u64) -> Threshold {
        let (_, threshold) = Threshold::calibrate(scores, alpha(hundredths), Mode::Marginal).expect("scores");
        threshold
    }

    #[test]
    fn threshold_is_the_kth_largest_score() {
        let scores: Vec<f64> = (1..=30).map(|i| -f64::from(i * 7 % 31)).collect();
        assert_eq!(threshold(&scores, 10), Threshold::Finite(-28.0));
        assert_eq!(threshold(&scores, 5), Threshold::Finite(-30.0));
        assert_eq!(threshold(&scores, 3), Threshold::Infinite);
    }

    #[test]
    fn masked_out_truths_push_the_threshold_to_infinity_only_past_the_rank() {
        let mut scores = vec![-1.0; 30];
        scores[3] = f64::NEG_INFINITY;
        scores[9] = f64::NEG_INFINITY;
        assert_eq!(threshold(&scores, 10), Threshold::Finite(-1.0));
        scores[0] = f64::NEG_INFINITY;
        assert_eq!(threshold(&scores, 10), Threshold::Infinite);
    }

    #[test]
    fn bad_scores_are_named() {
        let error = Threshold::calibrate(&[-1.0, f64::NAN], alpha(50), Mode::Marginal).expect_err("NaN");
        assert!(matches!(error, CalibrationError::Score { index: 1, value } if value.is_nan()));
        let error = Threshold::calibrate(&[f64::INFINITY], alpha(50), Mode::Marginal).expect_err("+inf");
        assert_eq!(error, CalibrationError::Score { index: 0, value: f64::INFINITY });
    }

    #[test]
    fn nan_is_no_member_even_of_everything() {
        assert!(!Threshold::Infinite.admits(f64::NAN));
        assert!(!Threshold::Finite(-1.0).admits(f64::NAN));
        assert!(Threshold::Infinite.admits(f64::NEG_INFINITY));
    }

    #[test]
    fn text_keeps_every_bit_and_refuses_a_threshold_that_admits_nothing() {
        for threshold in [Threshold::Infinite, Threshold::Finite(-0.1), Threshold::Finite(-0.0)] {
            let read: Threshold = threshold.to_string().parse().expect("a threshold");
            assert!(read.same_bits(threshold), "{threshold}");
        }
        assert!("inf".parse::<Threshold>().is_err());
    }

    proptest! {
        /// Few distinct values, so that ties are the rule.
        #[test]
        fn at_least_k_and_without_the_ties_fewer_than_k_scores_are_members(
            scores in prop::collection::vec((0i32..6).prop_map(|v| -f64::from(v) / 3.0), 1..60),
            hundredths in 1u64..100,
        ) {
            let (rank, threshold) =
                Threshold::calibrate(&scores, alpha(hundredths), Mode::Marginal).expect("scores");
            let members = scores.iter().filter(|&&g| threshold.admits(g)).count();
            match threshold {
                Threshold::Finite(t) => {
                    prop_assert!(members >= rank.k());
                    prop_assert!(scores.iter().filter(|&&g| g > t).count() < rank.k());
                }
                Threshold::Infinite => prop_assert_eq!(members, scores.len()),
            }
        }

        #[test]
        fn threshold_rises_with_alpha(
            scores in prop::collection::vec(-20.0f64..0.0, 1..60),
            a in 1u64..100,
            b in 1u64..100,
        ) {
            let value = |threshold| match threshold {
                Threshold::Finite(t) => t,
                Threshold::Infinite => f64::NEG_INFINITY,
            };
            let strict = value(threshold(&scores, a.min(b)));
            let loose = value(threshold(&scores, a.max(b)));
            prop_assert!(strict <= loose);
        }
    }
}
