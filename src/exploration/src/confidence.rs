use serde::{Deserialize, Serialize};
use surefleet_conformal::{HexFloat, Sha256};

use crate::{AnswerLetter, ExplorationError};

/// A model's favourite answer to a question in one view, and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ViewAnswer {
    /// The likeliest answer; the first one of equally likely answers.
    pub letter: AnswerLetter,
    /// Its probability times the relevance of the view, from 0 to 1 (CommCP, Section IV-D).
    pub confidence: f64,
}

impl ViewAnswer {
    /// From the probabilities of the answers, A first, and the probability that the view shows what the question needs.
    ///
    /// # Errors
    /// [`ExplorationError::Probabilities`] unless they are 2 to 4 numbers from 0 to 1 with the sum 1, and the relevance is one.
    pub fn new(probabilities: &[f64], relevance: f64) -> Result<Self, ExplorationError> {
        let refuse = |why| Err(ExplorationError::Probabilities { given: probabilities.to_vec(), why });
        let is_probability = |value: &f64| (0.0..=1.0).contains(value);
        if !(2..=4).contains(&probabilities.len()) || !probabilities.iter().all(is_probability) {
            return refuse("there must be 2 to 4, each from 0 to 1");
        }
        if (probabilities.iter().sum::<f64>() - 1.0).abs() > 1e-6 {
            return refuse("their sum must be 1");
        }
        if !is_probability(&relevance) {
            return refuse("the relevance of the view must be from 0 to 1");
        }
        let better = |best: usize, place: usize| if probabilities[place] > probabilities[best] { place } else { best };
        let best = (1..probabilities.len()).fold(0, better);
        Ok(Self { letter: AnswerLetter::ALL[best], confidence: probabilities[best] * relevance })
    }
}

/// The name of a confidence check; robots with the same name for theirs hold answers to the same threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CheckName {
    /// A threshold that somebody chose.
    Fixed(Sha256),
    /// The threshold of the calibration with this digest.
    Calibrated(Sha256),
}

/// The test that an answer must pass before it counts.
///
/// Make one with [`Self::fixed`], or by verifying an [`AnswerCalibration`](crate::AnswerCalibration).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConfidenceCheck {
    name: CheckName,
    above: f64,
}

/// How much an accepted answer is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerCertainty {
    /// It passed a threshold that somebody chose: nothing is guaranteed.
    Assumed,
    /// It passed the calibrated threshold.
    Certain,
}

impl ConfidenceCheck {
    /// The paper's check: an answer counts if its confidence is above `1 - epsilon` (its `epsilon_2`).
    ///
    /// # Errors
    /// [`ExplorationError::Setting`] unless epsilon is above 0 and below 1.
    pub fn fixed(epsilon: f64) -> Result<Self, ExplorationError> {
        if !(epsilon > 0.0 && epsilon < 1.0) {
            let (name, mend) = ("epsilon_2", "give a number above 0 and below 1");
            return Err(ExplorationError::Setting { name, value: epsilon.to_string(), mend });
        }
        let above = 1.0 - epsilon;
        let text = HexFloat::new(above).expect("a number").to_string();
        Ok(Self { name: CheckName::Fixed(Sha256::of(text)), above })
    }

    /// The threshold of a verified calibration.
    pub(crate) fn calibrated(calibration: Sha256, above: f64) -> Self {
        Self { name: CheckName::Calibrated(calibration), above }
    }

    /// Its name.
    pub fn name(&self) -> CheckName {
        self.name
    }

    /// The confidence that an answer must exceed.
    pub fn above(&self) -> f64 {
        self.above
    }

    /// Whether an answer counts. Ones that passed another check do not, whatever they claim: the number is compared again.
    pub fn accepts(&self, name: CheckName, confidence: f64) -> bool {
        name == self.name && confidence > self.above && confidence <= 1.0
    }

    /// The worth of an accepted answer.
    pub fn certainty(&self) -> AnswerCertainty {
        match self.name {
            CheckName::Fixed(_) => AnswerCertainty::Assumed,
            CheckName::Calibrated(_) => AnswerCertainty::Certain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_is_the_likeliest_answer_times_the_relevance_of_the_view() {
        let answer = ViewAnswer::new(&[0.1, 0.8, 0.1], 0.5).unwrap();
        assert_eq!((answer.letter, answer.confidence), (AnswerLetter::B, 0.4));
        for (probabilities, relevance) in [
            (&[0.5, 0.6][..], 0.5),
            (&[1.0], 0.5),
            (&[f64::NAN, 1.0], 0.5),
            (&[0.5, 0.5], 1.1),
            (&[0.5, 0.5], f64::NAN),
            (&[1.5, -0.5], 0.5),
        ] {
            assert!(ViewAnswer::new(probabilities, relevance).is_err(), "{probabilities:?} {relevance}");
        }
    }

    #[test]
    fn the_threshold_itself_does_not_pass_nor_does_the_name_of_another() {
        let check = ConfidenceCheck::fixed(0.25).unwrap();
        assert!(!check.accepts(check.name(), 0.75) && check.accepts(check.name(), 0.750_000_1));
        let looser = ConfidenceCheck::fixed(0.5).unwrap();
        assert!(!check.accepts(looser.name(), 0.9) && !check.accepts(check.name(), f64::NAN));
        assert!(!check.accepts(check.name(), 1.5));
        let calibrated = ConfidenceCheck::calibrated(Sha256::of("file"), 0.75);
        assert!(!calibrated.accepts(check.name(), 0.9) && calibrated.certainty() > check.certainty());
        assert!(ConfidenceCheck::fixed(0.0).is_err() && ConfidenceCheck::fixed(f64::NAN).is_err());
    }
}
