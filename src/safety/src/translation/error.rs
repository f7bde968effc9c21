use surefleet_ltl::LtlError;
use thiserror::Error;

/// So many suggestions are made.
pub(super) const SUGGESTIONS: usize = 3;

/// Why words were not translated; `at` is the byte of the text at which the words in question begin.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TranslationError {
    /// Words in a place where no sentence form has them.
    #[error(
        "cannot read {rest:?} at byte {at}: write, say, \"robot 1 must never go to the fridge\" or \"do not go to the \
         sink before you have opened drawer 1\""
    )]
    Unread {
        /// What is not understood, to the end of its sentence; empty where the sentence ends too early.
        rest: String,
        /// Where it begins.
        at: usize,
    },
    /// Words that name nothing.
    #[error("{words:?} at byte {at} names no {expected}{}", suggestion(.near))]
    Unknown {
        /// As written.
        words: String,
        /// Where they begin.
        at: usize,
        /// What is expected there.
        expected: &'static str,
        /// The nearest known words, best first; none where nothing is near.
        near: Vec<String>,
    },
    /// Words with more than one meaning.
    #[error("{words:?} at byte {at} has more than one meaning: {mend}")]
    Ambiguous {
        /// As written.
        words: String,
        /// Where they begin.
        at: usize,
        /// How to say it clearly.
        mend: String,
    },
    /// Words that would change nothing of what the sentence was read as, so that something in it was not understood.
    #[error(
        "{words:?} at byte {at} has no meaning in this sentence that could be enforced: say it in a sentence of its \
         own, or leave it out"
    )]
    Unaccounted {
        /// As written.
        words: String,
        /// Where they begin.
        at: usize,
    },
    /// Something that the world state does not tell, so that nobody could watch over it.
    #[error("the world state does not tell {what} ({words:?} at byte {at}): {mend}")]
    Unobservable {
        /// What it does not tell.
        what: String,
        /// As written.
        words: String,
        /// Where they begin.
        at: usize,
        /// What to write.
        mend: String,
    },
    /// Something that no skill of the robots does.
    #[error("{words:?} at byte {at} can never happen: {why}")]
    Impossible {
        /// As written.
        words: String,
        /// Where they begin.
        at: usize,
        /// What cannot be done, and what to write.
        why: String,
    },
    /// A proposition of a typed formula that no world state makes true.
    #[error("no world state has {proposition}{}", suggestion(.near))]
    UnknownProposition {
        /// As the formula has it.
        proposition: String,
        /// The nearest known propositions, best first.
        near: Vec<String>,
    },
    /// A typed formula that is none, or that is too large; its place counts from the start of the formula.
    #[error(transparent)]
    Formula(#[from] LtlError),
}

impl TranslationError {
    /// Whether other words might do: what is understood and has several meanings, or says what nobody could watch over,
    /// is for a person to say otherwise.
    pub fn may_be_reworded(&self) -> bool {
        matches!(self, Self::Unread { .. } | Self::Unknown { .. })
    }

    /// The byte of the text at which the words in question begin; `None` where they are those of a typed formula.
    pub fn at(&self) -> Option<usize> {
        match self {
            Self::Unread { at, .. }
            | Self::Unknown { at, .. }
            | Self::Ambiguous { at, .. }
            | Self::Unaccounted { at, .. }
            | Self::Unobservable { at, .. }
            | Self::Impossible { at, .. } => Some(*at),
            Self::UnknownProposition { .. } | Self::Formula(_) => None,
        }
    }
}

fn suggestion(near: &[String]) -> String {
    let quoted: Vec<String> = near.iter().map(|known| format!("{known:?}")).collect();
    if quoted.is_empty() { String::new() } else { format!(": did you mean {}?", quoted.join(" or ")) }
}
