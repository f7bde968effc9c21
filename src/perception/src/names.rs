//! Names in files and on the command line: strategies, uncertainties, wordings.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::PerceptionError;

/// How the model is asked whether an action worked (KnowLoop, Section III-A.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Strategy {
    /// `ssc`, subgoal state comparison: asks whether the expected state is true now.
    StateComparison,
    /// `sra`, spatial relationship analysis: asks the same after the model has described the scene.
    SpatialAnalysis,
    /// `nap`, next action prediction: asks for the next step of the plan. If it is the one after the tried step, that
    /// worked.
    NextAction,
}

/// How unsure a model is of its answer, from 0 (sure) to 1 (KnowLoop, Section III-A.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Uncertainty {
    /// `token_probability`: 1 minus the probability of the likeliest answer.
    TokenProbability,
    /// `entropy`: entropy of the probabilities of all answers, divided by its greatest possible value.
    Entropy,
    /// `self_explained`: 1 minus the confidence that the model states. It costs a question, and the model may give
    /// none.
    SelfExplained,
}

/// The wording of the questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum QuestionWording {
    /// `short`: as few words as possible, for small models, which are trained on them.
    Short,
    /// `paper`: close to KnowLoop's own wording, for large models.
    Paper,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Self; 3] = [Self::StateComparison, Self::SpatialAnalysis, Self::NextAction];
}

impl Uncertainty {
    /// All uncertainties.
    pub const ALL: [Self; 3] = [Self::TokenProbability, Self::Entropy, Self::SelfExplained];
}

impl QuestionWording {
    /// All wordings.
    pub const ALL: [Self; 2] = [Self::Short, Self::Paper];
}

/// Writes and reads the names of an enum in one place.
macro_rules! named {
    ($type:ty, $what:literal, $($variant:ident => $name:literal),+) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$variant => $name),+ })
            }
        }

        impl FromStr for $type {
            type Err = PerceptionError;

            fn from_str(name: &str) -> Result<Self, PerceptionError> {
                match name {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(PerceptionError::Name { what: $what, name: name.to_owned(), known: &[$($name),+] }),
                }
            }
        }

        impl TryFrom<String> for $type {
            type Error = PerceptionError;

            fn try_from(name: String) -> Result<Self, PerceptionError> {
                name.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> Self {
                value.to_string()
            }
        }
    };
}

named!(Strategy, "strategy", StateComparison => "ssc", SpatialAnalysis => "sra", NextAction => "nap");
named!(Uncertainty, "uncertainty", TokenProbability => "token_probability", Entropy => "entropy", SelfExplained => "self_explained");
named!(QuestionWording, "wording", Short => "short", Paper => "paper");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_fixed_ones_and_are_read_back() {
        let names = |all: [String; 3]| all.join(" ");
        assert_eq!(names(Strategy::ALL.map(String::from)), "ssc sra nap");
        assert_eq!(names(Uncertainty::ALL.map(String::from)), "token_probability entropy self_explained");
        assert!(Strategy::ALL.iter().all(|strategy| strategy.to_string().parse() == Ok(*strategy)));
        assert!(Uncertainty::ALL.iter().all(|uncertainty| uncertainty.to_string().parse() == Ok(*uncertainty)));
        assert!(QuestionWording::ALL.iter().all(|wording| wording.to_string().parse() == Ok(*wording)));
        assert_eq!(serde_json::to_string(&Strategy::NextAction).unwrap(), "\"nap\"");
    }

    #[test]
    fn an_unknown_name_is_told_the_known_ones() {
        let refused = "NAP".parse::<Strategy>().unwrap_err();
        assert_eq!(refused.to_string(), "\"NAP\" is no strategy: write one of ssc, sra, nap");
        assert!(serde_json::from_str::<QuestionWording>("\"long\"").is_err());
    }
}
