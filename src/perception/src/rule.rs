use surefleet_conformal::Threshold;

use crate::{ActionEvidence, ActionOutcome};

/// Decides whether a model's answer counts or a person is asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DecisionRule {
    /// KnowLoop's Algorithm 1: certain below a threshold of the uncertainty that somebody chose. It gives no guarantee.
    Fixed {
        /// Threshold: uncertainties below it are certain. Above 1, all are certain; NaN: none is.
        tau: f64,
    },
    /// Certain if exactly one outcome is plausible: C = {y : score of y >= t_y}.
    ///
    /// At most `alpha_failure` of the true failures are taken for successes without asking (missed failures). At most
    /// `alpha_success` of the true successes are taken for failures without asking (false alarms). See
    /// [`Levels`](crate::Levels). The guarantee bounds "wrong and not asked" in each true class. It does not bound
    /// "wrong, given that nobody was asked", nor how often a person is asked.
    Conformal {
        /// Least score of failure at which it is plausible.
        failure: Threshold,
        /// Least score of success at which it is plausible.
        success: Threshold,
    },
    /// Certain up to a calibrated uncertainty for the outcome that the model states; `None`: never.
    ///
    /// Among the answers that count without asking, at most epsilon are wrong: see [`Levels`](crate::Levels). The
    /// guarantee bounds "wrong, given that nobody was asked". It does not bound how many true failures are missed.
    Selective {
        /// Greatest uncertainty at which "it failed" counts.
        failure: Option<f64>,
        /// Greatest uncertainty at which "it worked" counts.
        success: Option<f64>,
    },
}

impl DecisionRule {
    /// The outcome to act on.
    ///
    /// # Errors
    /// The reason for asking a person, in words.
    pub fn decide(&self, evidence: &ActionEvidence) -> Result<ActionOutcome, String> {
        let Some(u) = evidence.uncertainty() else {
            return Err("the model did not say what it was asked, or not how sure it is".to_owned());
        };
        let says = evidence.says();
        match *self {
            Self::Fixed { tau } if u < tau => Ok(says),
            Self::Fixed { tau } => Err(format!("its uncertainty {u:.3} is not below {tau}")),
            Self::Conformal { failure, success } => {
                let failure = failure.admits(evidence.score(ActionOutcome::Failure));
                match (success.admits(evidence.score(ActionOutcome::Success)), failure) {
                    (true, false) => Ok(ActionOutcome::Success),
                    (false, true) => Ok(ActionOutcome::Failure),
                    (true, true) => Err("both success and failure are plausible".to_owned()),
                    (false, false) => Err("neither success nor failure is plausible".to_owned()),
                }
            }
            Self::Selective { failure, success } => {
                let limit = if says == ActionOutcome::Failure { failure } else { success };
                match limit {
                    Some(limit) if u <= limit => Ok(says),
                    Some(limit) => Err(format!("its uncertainty {u:.3} is above {limit}")),
                    None => Err("no uncertainty is small enough for the level asked for".to_owned()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ActionOutcome::{Failure, Success};

    use super::*;

    fn evidence(says: ActionOutcome, success: f64, failure: f64, u: f64) -> ActionEvidence {
        ActionEvidence::new(says, success, failure, u).unwrap()
    }

    #[test]
    fn fixed_threshold_is_strict() {
        let decide = |u: f64, tau: f64| DecisionRule::Fixed { tau }.decide(&evidence(Success, 1.0 - u, u, u)).ok();
        assert_eq!((decide(0.5999, 0.6), decide(0.6, 0.6)), (Some(Success), None));
        assert_eq!((decide(0.0, 0.0), decide(1.0, 1.01), decide(0.0, f64::NAN)), (None, Some(Success), None));
    }

    #[test]
    fn only_a_set_of_one_is_acted_on_and_its_threshold_is_in_it() {
        let rule = DecisionRule::Conformal { failure: Threshold::Finite(0.2), success: Threshold::Finite(0.7) };
        let decide = |p: f64| rule.decide(&evidence(Success, p, 1.0 - p, 0.0));
        assert_eq!(decide(0.9), Ok(Success));
        assert_eq!(decide(0.75).unwrap_err(), "both success and failure are plausible");
        assert_eq!(decide(0.7).unwrap_err(), "both success and failure are plausible");
        assert_eq!(decide(0.69), Ok(Failure));
        let strict = DecisionRule::Conformal { failure: Threshold::Finite(0.8), success: Threshold::Finite(0.9) };
        let unlike = strict.decide(&evidence(Failure, 0.5, 0.5, 0.5)).unwrap_err();
        assert_eq!(unlike, "neither success nor failure is plausible");
    }

    #[test]
    fn an_infinite_threshold_keeps_its_outcome_in_every_set() {
        let rule = DecisionRule::Conformal { failure: Threshold::Infinite, success: Threshold::Finite(0.5) };
        assert!(rule.decide(&evidence(Success, 1.0, 0.0, 0.0)).is_err());
        assert_eq!(rule.decide(&evidence(Failure, 0.1, 0.9, 0.1)), Ok(Failure));
    }

    #[test]
    fn selective_limits_are_of_what_is_said_and_included() {
        let rule = DecisionRule::Selective { failure: Some(0.25), success: None };
        let decide = |says, u: f64| rule.decide(&evidence(says, 0.5, 0.5, u)).ok();
        assert_eq!((decide(Failure, 0.25), decide(Failure, 0.2501), decide(Success, 0.0)), (Some(Failure), None, None));
    }

    #[test]
    fn no_rule_is_certain_of_what_is_withheld() {
        for rule in [
            DecisionRule::Fixed { tau: f64::INFINITY },
            DecisionRule::Conformal { failure: Threshold::Finite(1.1), success: Threshold::Finite(0.0) },
            DecisionRule::Selective { failure: Some(1.0), success: Some(1.0) },
        ] {
            assert!(rule.decide(&ActionEvidence::withheld(Success)).is_err(), "{rule:?}");
        }
    }
}
