use std::fmt;

use thiserror::Error;

/// Why a model's answer gives no constraint; the sentences go on from "the model could not reword it either".
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RewordingError {
    /// More text than a constraint has.
    #[error(
        "a text of {characters} characters is not sent to a model, the limit is {most}: ask for one thing at a time"
    )]
    LongText {
        /// How many characters it has.
        characters: usize,
        /// How many it may have.
        most: usize,
    },
    /// More than was asked for.
    #[error("its answer is longer than a few sentences")]
    LongAnswer,
    /// The model says so, or nothing of what it says is in controlled English.
    #[error("it gave no words that the grammar reads")]
    NoWords,
    /// A sentence that speaks of something else than what the operator wrote.
    #[error("its words {words:?} {}: name all that is meant", difference(.added, .dropped))]
    Unfaithful {
        /// The model's sentence.
        words: String,
        /// What it speaks of and the operator's words do not.
        added: Vec<String>,
        /// What the operator's words speak of and it does not.
        dropped: Vec<String>,
    },
    /// Sentences that do not all mean the same.
    #[error("it understands it in {} ways: ask for the one that is meant, {}", .readings.len(), quoted(.readings))]
    Differ {
        /// What they mean, in words that the grammar reads.
        readings: Vec<String>,
    },
}

/// Why no model's words stand in for words that the grammar cannot read; shown after the grammar's own reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreworded {
    /// They are understood, and a person must say them otherwise.
    Understood,
    /// They came with a mission: nobody would confirm what a model makes of them.
    OfMission,
    /// The fleet has no translator.
    NoTranslator,
    /// No model was asked.
    Unasked {
        /// Why.
        reason: String,
    },
    /// A model was asked and did not answer.
    Unanswered {
        /// Its name.
        model: String,
        /// Why.
        reason: String,
    },
    /// What a model answered does not do.
    Refused {
        /// Its name.
        model: String,
        /// Why.
        why: Box<RewordingError>,
    },
}

impl fmt::Display for Unreworded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Understood => Ok(()),
            Self::OfMission => f.write_str(
                "; what comes with a mission is not reworded, since nobody would confirm it: for other words use \
                 surefleet constraint add",
            ),
            Self::NoTranslator => {
                f.write_str("; a fleet file with translator: has a language model reword what the grammar cannot read")
            }
            Self::Unasked { reason } => write!(f, "; no language model was asked to reword it: {reason}"),
            Self::Unanswered { model, reason } => {
                write!(f, "; the language model {model} was asked to reword it and did not: {reason}")
            }
            Self::Refused { model, why } => {
                write!(f, "; the language model {model} could not reword it either: {why}")
            }
        }
    }
}

fn difference(added: &[String], dropped: &[String]) -> String {
    let added = (!added.is_empty()).then(|| format!("speak of {}, which yours do not", added.join(", ")));
    let dropped = (!dropped.is_empty()).then(|| format!("say nothing of {}, which yours do", dropped.join(", ")));
    added.into_iter().chain(dropped).collect::<Vec<_>>().join(", and ")
}

fn quoted(readings: &[String]) -> String {
    readings.iter().map(|reading| format!("{reading:?}")).collect::<Vec<_>>().join(" or ")
}
