use serde::{Deserialize, Serialize};
use surefleet_conformal::{CalibrationError, Fraction, HexFloat, Mode, Threshold};

use crate::{ActionEvidence, ActionOutcome, DecisionRule, KeptLimit, PerceptionError, kept_limit::learn_then_test};

/// The error levels that a rule is calibrated to, and their guarantees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "snake_case", deny_unknown_fields)]
pub enum Levels {
    /// [`DecisionRule::Conformal`]: split conformal prediction within each true class, ranks in integers.
    ///
    /// Holds for checks that are exchangeable with the calibration checks, one per scene. In [`Mode::Pac`] each class
    /// fails with probability delta of its own, so both together fail with probability at most 2 delta.
    Conformal {
        /// Greatest share of true failures taken for successes without asking: the strict level.
        alpha_failure: Fraction,
        /// Greatest share of true successes taken for failures without asking: the loose level.
        alpha_success: Fraction,
        /// Whether the guarantee is an average over calibration sets or holds for this one with high probability.
        mode: Mode,
    },
    /// [`DecisionRule::Selective`] with one limit for all, by Learn-then-Test.
    ///
    /// With probability 1 - delta over the calibration set, at most epsilon of the answers that count without asking
    /// are wrong. The smallest limits are passed over if they keep too few checks to be tested. The guarantee is exact
    /// only if these limits err no more often than larger ones.
    Selective {
        /// Greatest share of wrong answers among those that count without asking.
        epsilon: Fraction,
        /// Probability that the guarantee fails because of a bad calibration set.
        delta: Fraction,
        /// Limits that are tested: `j / steps` for j from 1.
        steps: u32,
    },
    /// The same, separately for each outcome that the model states; both hold with probability 1 - 2 delta.
    SelectiveApart {
        /// Greatest share of wrong answers among "it failed" without asking.
        epsilon_failure: Fraction,
        /// Greatest share of wrong answers among "it worked" without asking.
        epsilon_success: Fraction,
        /// Probability, for each outcome, that the guarantee fails because of a bad calibration set.
        delta: Fraction,
        /// Limits that are tested: `j / steps` for j from 1.
        steps: u32,
    },
}

/// The limits that a calibration set gives at its levels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "snake_case", deny_unknown_fields)]
pub enum Limits {
    /// Limits of [`Levels::Conformal`].
    Conformal {
        /// Limit over true failures.
        failure: ClassLimit,
        /// Limit over true successes.
        success: ClassLimit,
    },
    /// Limit of [`Levels::Selective`].
    Selective {
        /// Limit over all checks.
        all: KeptLimit,
    },
    /// Limits of [`Levels::SelectiveApart`].
    SelectiveApart {
        /// Limit over checks where the model says failure.
        failure: KeptLimit,
        /// Limit over checks where the model says success.
        success: KeptLimit,
    },
}

/// Rank and threshold within one true class.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassLimit {
    /// Number of calibration checks of the class.
    pub m: usize,
    /// Rank of the threshold among their scores in descending order; above `m`, nothing is excluded.
    pub k: usize,
    /// Least score at which the class is plausible.
    pub t: Threshold,
}

impl Levels {
    /// Checks that a calibration's levels are those that the fleet wants, because anyone could write other levels into
    /// the file. If the fleet wants none in particular, the levels must hold for this calibration set with probability
    /// 19 in 20.
    ///
    /// # Errors
    /// [`PerceptionError::Levels`].
    pub fn check(&self, wanted: Option<&Self>) -> Result<(), PerceptionError> {
        let most = Fraction::new(1, 20).expect("between 0 and 1");
        let is_kept = match (wanted, self) {
            (Some(wanted), _) => wanted == self,
            (None, Self::Conformal { mode: Mode::Marginal, .. }) => false,
            (None, Self::Conformal { mode: Mode::Pac { delta }, .. })
            | (None, Self::Selective { delta, .. } | Self::SelectiveApart { delta, .. }) => *delta <= most,
        };
        if is_kept {
            return Ok(());
        }
        let written = |levels: &Self| serde_json::to_string(levels).expect("string keys and infallible fields");
        let wanted = wanted.map_or_else(|| format!("a guarantee for this very file, with delta {most}"), written);
        Err(PerceptionError::Levels { found: written(self), wanted })
    }

    /// Computes the limits at these levels from checks with known truth.
    ///
    /// # Errors
    /// None for valid [`ActionEvidence`]; [`CalibrationError::Score`] if a value in it is not a score.
    pub fn calibrate(&self, checks: &[(ActionOutcome, ActionEvidence)]) -> Result<Limits, CalibrationError> {
        let class = |truth: ActionOutcome, alpha: Fraction, mode: Mode| {
            let of_class = checks.iter().filter(|(true_class, _)| *true_class == truth);
            let scores: Vec<f64> = of_class.map(|(_, evidence)| evidence.score(truth)).collect();
            let (rank, t) = Threshold::calibrate(&scores, alpha, mode)?;
            Ok::<ClassLimit, CalibrationError>(ClassLimit { m: rank.m(), k: rank.k(), t })
        };
        Ok(match *self {
            Self::Conformal { alpha_failure, alpha_success, mode } => Limits::Conformal {
                failure: class(ActionOutcome::Failure, alpha_failure, mode)?,
                success: class(ActionOutcome::Success, alpha_success, mode)?,
            },
            Self::Selective { epsilon, delta, steps } => {
                Limits::Selective { all: learn_then_test(checks.iter(), epsilon, delta, steps) }
            }
            Self::SelectiveApart { epsilon_failure, epsilon_success, delta, steps } => {
                let apart = |said: ActionOutcome, epsilon: Fraction| {
                    let of_said = checks.iter().filter(|(_, evidence)| evidence.says() == said);
                    learn_then_test(of_said, epsilon, delta, steps)
                };
                let (failure, success) =
                    (apart(ActionOutcome::Failure, epsilon_failure), apart(ActionOutcome::Success, epsilon_success));
                Limits::SelectiveApart { failure, success }
            }
        })
    }
}

impl Limits {
    /// The rule to decide by.
    pub fn rule(&self) -> DecisionRule {
        let limit = |kept: &KeptLimit| kept.limit.map(HexFloat::get);
        match self {
            Self::Conformal { failure, success } => DecisionRule::Conformal { failure: failure.t, success: success.t },
            Self::Selective { all } => DecisionRule::Selective { failure: limit(all), success: limit(all) },
            Self::SelectiveApart { failure, success } => {
                DecisionRule::Selective { failure: limit(failure), success: limit(success) }
            }
        }
    }

    /// The reason why the rule can never be certain of one outcome, or of any; `None`: it can be.
    pub fn shortage(&self) -> Option<String> {
        let too_few = |class: &str, limit: &ClassLimit| {
            let ClassLimit { m, k, .. } = limit;
            (k > m).then(|| {
                format!("rank {k} of {m} true {class} does not exist: calibrate on more, or at a looser level")
            })
        };
        let nothing = |limits: &[&KeptLimit]| {
            limits.iter().all(|limit| limit.limit.is_none()).then(|| {
                let m: usize = limits.iter().map(|limit| limit.m).sum();
                format!("no limit holds the level on {m} checks: calibrate on more, or at a looser level")
            })
        };
        match self {
            Self::Conformal { failure, success } => {
                too_few("failures", failure).or_else(|| too_few("successes", success))
            }
            Self::Selective { all } => nothing(&[all]),
            Self::SelectiveApart { failure, success } => nothing(&[failure, success]),
        }
    }
}
