use std::fmt;

use thiserror::Error;

/// Why a model's answer gives no constraint and no mission; the sentences continue "the model could not reword it either".
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RewordingError {
    /// The operator's text is longer than what is sent to a model.
    #[error(
        "a text of {characters} characters is not sent to a model, the limit is {most}: ask for one thing at a time"
    )]
    LongText {
        /// The number of its characters.
        characters: usize,
        /// The largest allowed number of characters.
        most: usize,
    },
    /// The answer is longer than the prompt asks for.
    #[error("its answer is longer than a few sentences")]
    LongAnswer,
    /// The model says so, or no line of its answer is in controlled English.
    #[error("it gave no words that the grammar reads")]
    NoWords,
    /// A sentence that speaks of something other than the operator's text.
    #[error("its words {words:?} {}: name all that is meant", difference(.added, .dropped))]
    Unfaithful {
        /// The model's sentence.
        words: String,
        /// The robots and things that it speaks of, but the operator's words do not.
        added: Vec<String>,
        /// The robots and things that the operator's words speak of, but it does not.
        dropped: Vec<String>,
    },
    /// A mission's sentence that says what must not be, and nothing that is to be done.
    #[error("its words {words:?} ask for nothing to be done")]
    NothingToDo {
        /// The model's sentence.
        words: String,
    },
    /// A mission's sentence that forbids something else than the operator's text.
    #[error("its words {words:?} forbid something else than yours")]
    Forbids {
        /// The model's sentence.
        words: String,
    },
    /// The sentences do not all mean the same.
    #[error("it understands it in {} ways: ask for the one that is meant, {}", .readings.len(), quoted(.readings))]
    Differ {
        /// Their meanings, in words that the grammar reads.
        readings: Vec<String>,
    },
}

/// Why no model's words replace words that the grammar cannot read; shown after the grammar's own reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreworded {
    /// The words are understood, and a person must rephrase them.
    Understood,
    /// The words came with a mission: nobody would confirm a model's rewording of them.
    OfMission,
    /// The fleet has no translator.
    NoTranslator,
    /// No model was asked.
    Unasked {
        /// The reason.
        reason: String,
    },
    /// A model was asked and did not answer.
    Unanswered {
        /// The name of the model.
        model: String,
        /// The reason.
        reason: String,
    },
    /// A model answered, but its answer cannot be used.
    Refused {
        /// The name of the model.
        model: String,
        /// The reason.
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
