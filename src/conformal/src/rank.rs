use std::fmt;

use serde::{Deserialize, Serialize};

use crate::binomial::UpperTail;
use crate::{CoverageLaw, Fraction};

/// The draws that the coverage guarantee averages over; in JSON `"marginal"` or `{"pac": {"delta": "1/20"}}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Mode {
    /// Coverage of at least `1 - alpha` on average over calibration sets and missions (S-ATLAS Eq. 7).
    Marginal,
    /// Coverage of at least `1 - alpha` of this very calibration set, with probability `1 - delta` over its draw.
    ///
    /// The dataset-conditional guarantee that S-ATLAS Remark 3.4 leaves to Vovk 2012.
    Pac {
        /// Probability that the calibration set is a bad one.
        delta: Fraction,
    },
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Marginal => write!(f, "marginal"),
            Self::Pac { delta } => write!(f, "pac (delta {delta})"),
        }
    }
}

/// Rank `k` of the calibration score that becomes the threshold, among `m` scores sorted downwards.
///
/// `k = m + 1` means that no score is low enough: the threshold is infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    k: usize,
    m: usize,
}

impl Rank {
    /// Rank for `m` calibration sequences at error level `alpha`.
    ///
    /// Marginal: `k = m + 1 - floor(alpha (m + 1))`, equal to `ceil((m + 1)(1 - alpha))`, in integers. PAC: the
    /// smallest `k` with `P(Bin(m, 1 - alpha) >= k) <= delta`, by log-space sums whose relative error is below 1e-12.
    pub fn new(m: usize, alpha: Fraction, mode: Mode) -> Self {
        let k = match mode {
            Mode::Marginal => m + 1 - alpha.floor_of(m + 1),
            Mode::Pac { delta } => pac_rank(m, alpha, delta),
        };
        Self { k, m }
    }

    /// Rank `k`, in `1..=m + 1`.
    pub fn k(self) -> usize {
        self.k
    }

    /// Number of calibration sequences.
    pub fn m(self) -> usize {
        self.m
    }

    /// Whether a calibration score of this rank exists (`k <= m`).
    pub fn is_finite(self) -> bool {
        self.k <= self.m
    }

    /// Law of the coverage of a calibration at this rank; `None` if the rank is infinite, because coverage is then 1.
    pub fn coverage(self) -> Option<CoverageLaw> {
        self.is_finite().then(|| CoverageLaw::new(self.k, self.m))
    }

    /// Fewest calibration sequences for which the rank is finite.
    pub fn fewest_sequences(alpha: Fraction, mode: Mode) -> usize {
        let start = match mode {
            Mode::Marginal => 1.0 / alpha.to_f64(),
            Mode::Pac { delta } => delta.to_f64().ln() / ln_complement(alpha),
        };
        // The float only gives a starting point: two steps back outweigh its rounding, and the integers decide.
        let mut m = (start as usize).saturating_sub(2);
        while !Self::new(m, alpha, mode).is_finite() {
            m += 1;
        }
        m
    }
}

fn pac_rank(m: usize, alpha: Fraction, delta: Fraction) -> usize {
    let ln_delta = delta.to_f64().ln();
    let mut tail = UpperTail::new(m, ln_complement(alpha), alpha.to_f64().ln());
    let mut smallest = m + 1;
    while tail.ln_probability() <= ln_delta {
        smallest = tail.at_least();
        if !tail.descend() {
            break;
        }
    }
    smallest
}

/// `ln(1 - fraction)`.
fn ln_complement(fraction: Fraction) -> f64 {
    (-fraction.to_f64()).ln_1p()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fraction(text: &str) -> Fraction {
        text.parse().expect("a fraction")
    }

    fn pac() -> Mode {
        Mode::Pac { delta: fraction("0.05") }
    }

    #[test]
    fn marginal_rank_at_thirty_is_28_and_30() {
        assert_eq!(Rank::new(30, fraction("0.1"), Mode::Marginal).k(), 28);
        assert_eq!(Rank::new(30, fraction("0.05"), Mode::Marginal).k(), 30);
    }

    #[test]
    fn pac_ranks_are_those_of_the_published_table() {
        for (alpha, m, k) in [
            ("0.1", 29, 29),
            ("0.1", 30, 30),
            ("0.1", 100, 96),
            ("0.1", 300, 279),
            ("0.1", 1000, 916),
            ("0.05", 30, 31),
            ("0.05", 50, 51),
            ("0.05", 59, 59),
            ("0.05", 100, 99),
            ("0.05", 300, 292),
            ("0.05", 1000, 962),
        ] {
            let rank = Rank::new(m, fraction(alpha), pac());
            assert_eq!(rank.k(), k, "alpha {alpha}, m {m}");
            assert_eq!(rank.is_finite(), k <= m);
        }
    }

    #[test]
    fn fewest_sequences_are_29_59_299_for_pac_and_9_19_99_for_marginal() {
        for (alpha, for_pac, for_marginal) in [("0.1", 29, 9), ("0.05", 59, 19), ("0.01", 299, 99), ("0.9", 1, 1)] {
            let alpha = fraction(alpha);
            assert_eq!(Rank::fewest_sequences(alpha, Mode::Marginal), for_marginal);
            if for_pac > 1 {
                assert_eq!(Rank::fewest_sequences(alpha, pac()), for_pac);
            }
        }
    }

    #[test]
    fn integer_rank_holds_where_the_float_formula_is_off_by_one() {
        let mut float_is_wrong = 0;
        for m in 1..=500u64 {
            for hundredths in 1..100u64 {
                let alpha = Fraction::new(hundredths, 100).expect("in range");
                let exact = ((m + 1) * (100 - hundredths)).div_ceil(100) as usize;
                assert_eq!(Rank::new(m as usize, alpha, Mode::Marginal).k(), exact);
                let float = ((m + 1) as f64 * (1.0 - hundredths as f64 / 100.0)).ceil() as usize;
                float_is_wrong += usize::from(float != exact);
            }
        }
        assert!(float_is_wrong > 100, "{float_is_wrong}");
    }

    #[test]
    fn no_sequences_give_an_infinite_rank() {
        assert!(!Rank::new(0, fraction("0.9"), Mode::Marginal).is_finite());
        assert!(!Rank::new(0, fraction("0.9"), pac()).is_finite());
    }

    proptest! {
        #[test]
        fn pac_rank_is_never_below_the_marginal_one_for_small_delta(m in 1usize..400, hundredths in 1u64..50) {
            let alpha = Fraction::new(hundredths, 100).expect("in range");
            let marginal = Rank::new(m, alpha, Mode::Marginal);
            prop_assert!(Rank::new(m, alpha, pac()).k() >= marginal.k());
        }

        #[test]
        fn rank_falls_as_alpha_grows(m in 0usize..400, a in 1u64..1000, b in 1u64..1000) {
            let low = Fraction::new(a.min(b), 1000).expect("in range");
            let high = Fraction::new(a.max(b), 1000).expect("in range");
            for mode in [Mode::Marginal, pac()] {
                prop_assert!(Rank::new(m, low, mode).k() >= Rank::new(m, high, mode).k());
            }
        }
    }
}
