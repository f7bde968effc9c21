use std::fmt;

use serde::{Deserialize, Serialize};

/// The event of a whole mission whose probability a calibration bounds by alpha.
///
/// Both bounds come from one number a mission, its score: the mission loses at every threshold above its score, and at
/// no other. So the same rank of the sorted scores gives the threshold of either bound.
///
/// This is Learn-then-Test (Angelopoulos, Bates, Candès, Jordan, Lei: "Learn then Test: Calibrating Predictive
/// Algorithms to Achieve Risk Control", 2021). For each threshold, its null hypothesis says that missions lose at it
/// more often than alpha. Its p-value is exact: `P(Bin(m, alpha) <= losses)`. The thresholds are tested in a fixed
/// sequence, from the lowest upwards, until the first one is not rejected. This needs no correction for the many tests:
/// with probability `1 - delta`, all thresholds that passed hold alpha at once. The losses can only grow with the
/// threshold. So the last threshold that passes is the k-th largest score, with the smallest `k` for which
/// `P(Bin(m, 1 - alpha) >= k) <= delta`. That is the rule of [`Rank`](crate::Rank). In marginal mode the same argument
/// is conformal risk control (Angelopoulos, Bates, Fisch, Lei, Schuster, 2022) of a loss that is 0 or 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Some decision's set holds no right option.
    ///
    /// A decision's score is that of the best right option. That of the mission is its lowest decision's.
    #[default]
    Coverage,
    /// At some decision a robot does wrong and nobody was asked, or the set is empty.
    ///
    /// Let `g1 >= g2 >= ...` be the scores of the allowed options of a decision. A robot acts alone if exactly one of
    /// them reaches the threshold `t`. If the first option is wrong, this happens at `g2 < t <= g1`. Above `g1` nothing
    /// reaches `t`: the robot asks about all of S, which should be rare, so it counts as a loss too. Then the decision
    /// loses exactly where `t > g2`, if its first option is wrong, and otherwise where `t > g1`. So its score is `g2`
    /// or `g1` ([`lone_score`](Self::lone_score)), and that of the mission is its lowest decision's.
    ///
    /// The best right option is the first one or stands behind a wrong first one, so it is never above this score. So
    /// the score of [`Coverage`](Self::Coverage) is never above it, nor is the threshold, and its sets are no smaller.
    WrongUnasked,
}

impl Bound {
    /// Whether a calibration of this bound also bounds `wanted`, at the same level.
    ///
    /// If every set holds a right option, none is empty, and no lone member is wrong.
    pub fn implies(self, wanted: Self) -> bool {
        self == wanted || self == Self::Coverage
    }

    /// Whether it is the bound of files that name none.
    pub fn is_coverage(&self) -> bool {
        *self == Self::Coverage
    }

    /// Score of a decision under [`WrongUnasked`](Self::WrongUnasked): the largest threshold at which it does not lose.
    ///
    /// `allowed` are the allowed options by falling score, each with its score and whether it is right. A decision
    /// loses at every threshold if nothing is allowed, or a single wrong option.
    pub fn lone_score(allowed: impl IntoIterator<Item = (f64, bool)>) -> f64 {
        let mut allowed = allowed.into_iter();
        let safe = match allowed.next() {
            Some((_, false)) => allowed.next(),
            first => first,
        };
        safe.map_or(f64::NEG_INFINITY, |(score, _)| score)
    }

    /// The name in a file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Coverage => "coverage",
            Self::WrongUnasked => "wrong_unasked",
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_loses_above_its_second_option_if_the_first_is_wrong_else_above_its_first() {
        assert_eq!(Bound::lone_score([(-0.1, true), (-2.0, false)]), -0.1);
        assert_eq!(Bound::lone_score([(-0.1, false), (-2.0, false), (-3.0, true)]), -2.0);
        assert_eq!(Bound::lone_score([(-0.1, false)]), f64::NEG_INFINITY);
        assert_eq!(Bound::lone_score([]), f64::NEG_INFINITY);
        // Equal scores enter the set together, whichever stands first.
        assert_eq!(Bound::lone_score([(-0.7, false), (-0.7, true)]), Bound::lone_score([(-0.7, true), (-0.7, false)]));
    }

    #[test]
    fn coverage_implies_the_other_bound_but_not_the_other_way_round() {
        use Bound::{Coverage, WrongUnasked};
        assert!(Coverage.implies(WrongUnasked) && !WrongUnasked.implies(Coverage));
        assert!(Coverage.implies(Coverage) && WrongUnasked.implies(WrongUnasked));
    }

    #[test]
    fn names_are_those_of_the_file() {
        for bound in [Bound::Coverage, Bound::WrongUnasked] {
            assert_eq!(serde_json::to_value(bound).expect("a name"), bound.name());
        }
    }
}
