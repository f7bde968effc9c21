use std::fmt;

use serde::{Deserialize, Serialize};
use surefleet_conformal::HexFloat;
use surefleet_language::{MultipleChoice, Scores};

use crate::ExplorationError;

/// A relation between a seen object and a sought one (CommCP, Section IV-A).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relevance {
    /// A: the two may be the same, so the sought object is perhaps found.
    Same,
    /// B: the sought object is often near the seen one.
    Near,
    /// C: the two have nothing to do with each other.
    Unrelated,
    /// D: the seen object is a common feature of houses and says nothing about the place.
    Common,
}

impl Relevance {
    /// All relations: A, B, C, D.
    pub const ALL: [Self; 4] = [Self::Same, Self::Near, Self::Unrelated, Self::Common];
    /// The relations that are worth a message: A, B.
    pub const WORTH_SAYING: [Self; 2] = [Self::Same, Self::Near];

    /// Its place among all, from 0.
    pub const fn place(self) -> usize {
        self as usize
    }

    /// The letter of CommCP.
    pub const fn letter(self) -> char {
        ['A', 'B', 'C', 'D'][self.place()]
    }
}

impl fmt::Display for Relevance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["same", "near", "unrelated", "common"][self.place()])
    }
}

/// A seen and a sought object, each in a few words such as `red pillow`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoughtPair {
    /// The seen object.
    pub seen: String,
    /// The sought object.
    pub sought: String,
}

impl SoughtPair {
    /// The pair of these words.
    pub fn new(seen: &str, sought: &str) -> Self {
        Self { seen: seen.to_owned(), sought: sought.to_owned() }
    }
}

/// The probabilities of the four relations of a pair.
///
/// Each is from 0 to 1, and together they are 1 up to [`Self::SLACK`]; the bits stay as they came. In JSON they are four hex floats.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[HexFloat; 4]", into = "[HexFloat; 4]")]
pub struct RelevanceScores([f64; 4]);

impl RelevanceScores {
    /// How far the sum may be from 1: rounding, and nothing else.
    pub const SLACK: f64 = 1e-6;

    /// From probabilities in the order of [`Relevance::ALL`].
    ///
    /// # Errors
    /// [`ExplorationError::Probabilities`] unless there are four numbers from 0 to 1 whose sum is 1.
    pub fn new(probabilities: &[f64]) -> Result<Self, ExplorationError> {
        let refuse = |why| Err(ExplorationError::Probabilities { given: probabilities.to_vec(), why });
        let Ok(four) = <[f64; 4]>::try_from(probabilities) else {
            return refuse("there must be four, of A, B, C and D");
        };
        if !four.iter().all(|value| (0.0..=1.0).contains(value)) {
            return refuse("each must be from 0 to 1");
        }
        if (four.iter().sum::<f64>() - 1.0).abs() > Self::SLACK {
            return refuse("their sum must be 1");
        }
        // A negative zero is a zero, and would be ranked below it.
        Ok(Self(four.map(f64::abs)))
    }

    /// From a scorer's log-probabilities in the order of [`Relevance::ALL`].
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn of_scores(scores: &Scores) -> Result<Self, ExplorationError> {
        let probabilities: Vec<f64> = scores.log_probabilities.iter().map(|log| log.exp()).collect();
        Self::new(&probabilities)
    }

    /// From a choice of a model that looks at pictures, in the order of [`Relevance::ALL`].
    ///
    /// # Errors
    /// As [`Self::new`], and if the model says one of the letters with a probability below `least_mass`: then their shares mean nothing.
    pub fn of_choice(choice: &MultipleChoice, least_mass: f64) -> Result<Self, ExplorationError> {
        let is_said = choice.mass >= least_mass;
        if !is_said {
            let why = "the model hardly says a letter at all";
            return Err(ExplorationError::Probabilities { given: choice.probabilities.clone(), why });
        }
        Self::new(&choice.probabilities)
    }

    /// The probability of a relation.
    pub fn of(&self, relevance: Relevance) -> f64 {
        self.0[relevance.place()]
    }

    /// The probabilities in the order of [`Relevance::ALL`].
    pub fn probabilities(&self) -> &[f64; 4] {
        &self.0
    }

    /// The mean over several turns of the options.
    ///
    /// # Errors
    /// [`ExplorationError::Probabilities`] for no turns.
    pub fn mean(turns: &[Self]) -> Result<Self, ExplorationError> {
        let sum = |place: usize| turns.iter().map(|turn| turn.0[place]).sum::<f64>();
        let mean: Vec<f64> = (0..4).map(|place| sum(place) / turns.len() as f64).collect();
        Self::new(&mean)
    }
}

impl TryFrom<[HexFloat; 4]> for RelevanceScores {
    type Error = ExplorationError;

    fn try_from(four: [HexFloat; 4]) -> Result<Self, ExplorationError> {
        Self::new(&four.map(HexFloat::get))
    }
}

impl From<RelevanceScores> for [HexFloat; 4] {
    fn from(scores: RelevanceScores) -> Self {
        scores.0.map(|value| HexFloat::new(value).expect("a probability is a number"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use surefleet_language::Usage;

    use super::*;

    #[test]
    fn scores_come_from_log_probabilities_and_from_choices() {
        let scores = Scores::from_logits(&[2.0, 1.0, 0.0, -1.0], Usage::default()).unwrap();
        let relevance = RelevanceScores::of_scores(&scores).unwrap();
        assert!((relevance.of(Relevance::Same) - 0.643_914).abs() < 1e-6, "{relevance:?}");
        let choice = |mass| MultipleChoice { probabilities: vec![0.1, 0.2, 0.3, 0.4], mass, usage: Usage::default() };
        assert_eq!(RelevanceScores::of_choice(&choice(0.6), 0.5).unwrap().of(Relevance::Common), 0.4);
        for mass in [0.4, f64::NAN] {
            let refused = RelevanceScores::of_choice(&choice(mass), 0.5).unwrap_err().to_string();
            assert!(refused.contains("hardly says a letter"), "{refused}");
        }
    }

    #[test]
    fn a_negative_zero_becomes_a_zero_whose_bits_are_kept() {
        let scores = RelevanceScores::new(&[-0.0, 1.0, 0.0, 0.0]).unwrap();
        assert!(scores.of(Relevance::Same).is_sign_positive());
        let odd = RelevanceScores::new(&[0.1, 0.2, 0.3, 0.4]).unwrap();
        let text = serde_json::to_string(&odd).unwrap();
        assert!(text.starts_with("[\"0x1.999999999999ap-4\""), "{text}");
        assert_eq!(serde_json::from_str::<RelevanceScores>(&text).unwrap(), odd);
    }

    #[test]
    fn the_mean_of_no_turns_is_refused() {
        assert!(RelevanceScores::mean(&[]).is_err());
    }

    /// Any bit pattern, with the strange ones often.
    fn number() -> impl Strategy<Value = f64> {
        prop_oneof![
            any::<u64>().prop_map(f64::from_bits),
            -0.1..1.1f64,
            Just(f64::NAN),
            Just(f64::INFINITY),
            Just(0.25),
            Just(-0.0),
        ]
    }

    proptest! {
        #[test]
        fn whatever_is_accepted_is_a_distribution(numbers in prop::collection::vec(number(), 0..6)) {
            let scores = Scores { log_probabilities: numbers.clone(), ..Scores::from_logits(&[0.0], Usage::default()).unwrap() };
            let choice = MultipleChoice { probabilities: numbers.clone(), mass: 1.0, usage: Usage::default() };
            let all = [RelevanceScores::new(&numbers), RelevanceScores::of_scores(&scores), RelevanceScores::of_choice(&choice, 0.5)];
            for accepted in all.into_iter().flatten() {
                let four = accepted.probabilities();
                prop_assert!(four.iter().all(|value| value.is_sign_positive() && *value <= 1.0));
                prop_assert!((four.iter().sum::<f64>() - 1.0).abs() <= RelevanceScores::SLACK);
            }
            let is_distribution = numbers.len() == 4
                && numbers.iter().all(|value| (0.0..=1.0).contains(value))
                && (numbers.iter().sum::<f64>() - 1.0).abs() <= RelevanceScores::SLACK;
            prop_assert_eq!(RelevanceScores::new(&numbers).is_ok(), is_distribution);
        }

        #[test]
        fn no_text_becomes_scores_that_are_no_distribution(text in r#"\[("(0x[01](\.[0-9a-f]{1,4})?p[+-][0-9]|nan|-?inf|0)",?){0,5}\]"#) {
            if let Ok(read) = serde_json::from_str::<RelevanceScores>(&text) {
                prop_assert!((read.probabilities().iter().sum::<f64>() - 1.0).abs() <= RelevanceScores::SLACK);
            }
        }
    }
}
