use serde::{Deserialize, Serialize};
use surefleet_conformal::HexFloat;

use crate::{ActionOutcome, ActionReading, Uncertainty};

/// The input of a rule's decision: one reading, seen through one uncertainty.
///
/// Its numbers are between 0 and 1. JSON has them as hex floats, so thresholds can be recomputed bit for bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Raw", into = "Raw")]
pub struct ActionEvidence {
    says: ActionOutcome,
    success: HexFloat,
    failure: HexFloat,
    uncertainty: Option<HexFloat>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    says: ActionOutcome,
    success: HexFloat,
    failure: HexFloat,
    uncertainty: Option<HexFloat>,
}

impl ActionEvidence {
    /// Evidence of a reading; withheld if its mass is below `least_mass` or it lacks this uncertainty.
    pub fn of(reading: &ActionReading, uncertainty: Uncertainty, least_mass: f64) -> Self {
        let says = reading.says;
        let is_meant = reading.mass >= least_mass;
        let score = |u: f64| match (uncertainty, says) {
            (Uncertainty::TokenProbability, _) => Self::new(says, reading.p_success, reading.p_failure, u),
            (_, ActionOutcome::Success) => Self::new(says, 1.0 - u, u, u),
            (_, ActionOutcome::Failure) => Self::new(says, u, 1.0 - u, u),
        };
        let known = reading.uncertainty(uncertainty).filter(|_| is_meant).and_then(score);
        known.unwrap_or(Self::withheld(says))
    }

    /// Evidence from scores of success and failure and an uncertainty; `None` if a number is outside 0 to 1.
    pub fn new(says: ActionOutcome, success: f64, failure: f64, uncertainty: f64) -> Option<Self> {
        let number = |value: f64| (0.0..=1.0).contains(&value).then(|| HexFloat::new(value).ok()).flatten();
        let uncertainty = Some(number(uncertainty)?);
        Some(Self { says, success: number(success)?, failure: number(failure)?, uncertainty })
    }

    /// Evidence that decides nothing: no rule is certain of it.
    pub fn withheld(says: ActionOutcome) -> Self {
        let one = HexFloat::new(1.0).expect("1 is a number");
        Self { says, success: one, failure: one, uncertainty: None }
    }

    /// The outcome that the likeliest answer states.
    pub fn says(&self) -> ActionOutcome {
        self.says
    }

    /// How plausible an outcome is, 0 to 1.
    ///
    /// By token probability: the probability of the answers that state the outcome. By another uncertainty u: 1 - u for
    /// the outcome that the model states, u for the other. Withheld: 1 for both, in calibration and in use, so no
    /// threshold excludes either. A person is asked about every such check, so the guarantee covers it.
    pub fn score(&self, outcome: ActionOutcome) -> f64 {
        match outcome {
            ActionOutcome::Success => self.success.get(),
            ActionOutcome::Failure => self.failure.get(),
        }
    }

    /// Whether both were withheld, or their numbers differ by at most `tolerance`.
    pub fn is_near(&self, other: &Self, tolerance: f64) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() <= tolerance;
        let doubts = match (self.uncertainty(), other.uncertainty()) {
            (Some(a), Some(b)) => near(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        doubts
            && [ActionOutcome::Success, ActionOutcome::Failure]
                .into_iter()
                .all(|it| near(self.score(it), other.score(it)))
    }

    /// How unsure the model is, 0 to 1; `None` if withheld.
    pub fn uncertainty(&self) -> Option<f64> {
        self.uncertainty.map(HexFloat::get)
    }
}

/// The description of [`ActionEvidence::score`] in calibration files. It changes whenever the score does.
pub fn score_definition(uncertainty: Uncertainty) -> &'static str {
    match uncertainty {
        Uncertainty::TokenProbability => "probability of the answers that say it; 1 where withheld",
        Uncertainty::Entropy => "1 - u for what is said, u for the other, u = entropy / log(answers); 1 where withheld",
        Uncertainty::SelfExplained => "1 - u for what is said, u for the other, u = 1 - confidence; 1 where withheld",
    }
}

impl TryFrom<Raw> for ActionEvidence {
    type Error = &'static str;

    fn try_from(Raw { says, success, failure, uncertainty }: Raw) -> Result<Self, Self::Error> {
        let read = match uncertainty {
            Some(u) => Self::new(says, success.get(), failure.get(), u.get()),
            None => Some(Self::withheld(says)).filter(|known| (known.success, known.failure) == (success, failure)),
        };
        read.ok_or("scores and uncertainties are from 0 to 1, and without an uncertainty both scores are 1")
    }
}

impl From<ActionEvidence> for Raw {
    fn from(ActionEvidence { says, success, failure, uncertainty }: ActionEvidence) -> Self {
        Self { says, success, failure, uncertainty }
    }
}

#[cfg(test)]
mod tests {
    use surefleet_language::Usage;

    use super::*;
    use crate::Strategy;

    fn reading(says: ActionOutcome) -> ActionReading {
        ActionReading {
            strategy: Strategy::NextAction,
            question: String::new(),
            says,
            p_success: 0.3,
            p_failure: 0.7,
            mass: 0.8,
            token_probability: 0.6,
            entropy: 0.75,
            self_explained: Some(0.125),
            answers: Vec::new(),
            analysis: None,
            confidence: None,
            usage: Usage::default(),
        }
    }

    fn numbers(evidence: ActionEvidence) -> (f64, f64, Option<f64>) {
        (evidence.score(ActionOutcome::Success), evidence.score(ActionOutcome::Failure), evidence.uncertainty())
    }

    #[test]
    fn scores_are_probabilities_or_signed_uncertainties() {
        let of = |says, uncertainty| numbers(ActionEvidence::of(&reading(says), uncertainty, 0.5));
        assert_eq!(of(ActionOutcome::Success, Uncertainty::TokenProbability), (0.3, 0.7, Some(0.6)));
        assert_eq!(of(ActionOutcome::Failure, Uncertainty::TokenProbability), (0.3, 0.7, Some(0.6)));
        assert_eq!(of(ActionOutcome::Success, Uncertainty::Entropy), (0.25, 0.75, Some(0.75)));
        assert_eq!(of(ActionOutcome::Failure, Uncertainty::Entropy), (0.75, 0.25, Some(0.75)));
        assert_eq!(of(ActionOutcome::Failure, Uncertainty::SelfExplained), (0.125, 0.875, Some(0.125)));
    }

    #[test]
    fn low_mass_missing_confidence_and_what_is_no_number_are_withheld() {
        let withheld = (1.0, 1.0, None);
        let success = reading(ActionOutcome::Success);
        assert_eq!(numbers(ActionEvidence::of(&success, Uncertainty::Entropy, 0.81)), withheld);
        assert_ne!(numbers(ActionEvidence::of(&success, Uncertainty::Entropy, 0.8)), withheld);
        let silent = ActionReading { self_explained: None, ..success.clone() };
        assert_eq!(numbers(ActionEvidence::of(&silent, Uncertainty::SelfExplained, 0.5)), withheld);
        for p_failure in [f64::NAN, -0.1, 1.1] {
            let broken = ActionReading { p_failure, ..success.clone() };
            assert_eq!(numbers(ActionEvidence::of(&broken, Uncertainty::TokenProbability, 0.5)), withheld);
        }
        let broken = ActionReading { mass: f64::NAN, ..success };
        assert_eq!(numbers(ActionEvidence::of(&broken, Uncertainty::Entropy, 0.5)), withheld);
    }

    #[test]
    fn json_keeps_every_bit_and_refuses_what_no_reading_has() {
        let evidence = ActionEvidence::new(ActionOutcome::Failure, 1e-300, 0.1 + 0.2, 1.0 / 3.0).unwrap();
        let text = serde_json::to_string(&evidence).unwrap();
        assert_eq!(serde_json::from_str::<ActionEvidence>(&text).unwrap(), evidence);
        let withheld = ActionEvidence::withheld(ActionOutcome::Success);
        let text = serde_json::to_string(&withheld).unwrap();
        assert_eq!(serde_json::from_str::<ActionEvidence>(&text).unwrap(), withheld);
        for bad in [
            r#"{"says":"success","success":"0x1p+1","failure":"0x0p+0","uncertainty":"0x0p+0"}"#,
            r#"{"says":"success","success":"0x1p-1","failure":"0x1p-1","uncertainty":null}"#,
            r#"{"says":"success","success":"0x1p-1","failure":"0x1p-1","uncertainty":"-0x1p-9"}"#,
        ] {
            assert!(serde_json::from_str::<ActionEvidence>(bad).is_err(), "{bad}");
        }
    }
}
