//! The reading of a text as a fleet would take it: the only place where this measurement asks what words mean.

use surefleet_english::{EnglishError, Vocabulary, read};
use surefleet_ltl::Formula;

/// The result of reading a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// Formulas, each with the probability that it is meant.
    Read(Vec<(Formula, f64)>),
    /// Several meanings in words: a person chooses.
    Choice(Vec<String>),
    /// It is not read, and a person is asked to say it otherwise.
    Refused(String),
}

/// Reads a text about the things of a vocabulary.
pub fn hear(text: &str, vocabulary: &Vocabulary) -> Heard {
    match read(text, vocabulary) {
        Ok(reading) => Heard::Read(vec![(reading.formula(), 1.0)]),
        Err(EnglishError::Ambiguous { readings, .. }) => Heard::Choice(readings),
        Err(error) => Heard::Refused(error.to_string()),
    }
}

impl Heard {
    /// The only formula that is possible: what a fleet does without a question.
    pub fn formula(&self) -> Option<&Formula> {
        match self {
            Self::Read(formulas) if formulas.len() == 1 => formulas.first().map(|(formula, _)| formula),
            _ => None,
        }
    }

    /// `read`, `asked` or `refused`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Read(_) if self.formula().is_some() => "read",
            Self::Read(_) | Self::Choice(_) => "asked",
            Self::Refused(_) => "refused",
        }
    }

    /// The formulas, the choice, or why it is refused.
    pub fn words(&self) -> String {
        match self {
            Self::Read(formulas) => {
                formulas.iter().map(|(formula, _)| formula.to_string()).collect::<Vec<_>>().join("; or: ")
            }
            Self::Choice(readings) => readings.join("; or: "),
            Self::Refused(why) => why.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(text: &str) -> Formula {
        Formula::parse(text).expect("a formula")
    }

    #[test]
    fn two_formulas_that_are_possible_are_a_question() {
        let sure = Heard::Read(vec![(formula("F a"), 1.0)]);
        let unsure = Heard::Read(vec![(formula("F a"), 0.9), (formula("F b"), 0.1)]);
        assert_eq!((sure.formula(), sure.name()), (Some(&formula("F a")), "read"));
        assert_eq!((unsure.formula(), unsure.name()), (None, "asked"));
        assert_eq!(unsure.words(), "F a; or: F b");
    }
}
