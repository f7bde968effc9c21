use surefleet_english::EnglishError;
use surefleet_ltl::LtlError;
use thiserror::Error;

/// At most this many names are suggested.
pub(super) const SUGGESTIONS: usize = 3;

/// The reason why words were not translated; `at` is the byte of the text at which the words in question begin.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TranslationError {
    /// Words in a place where no sentence form allows them.
    #[error(
        "cannot read {rest:?} at byte {at}: write, say, \"robot 1 must never go to the fridge\" or \"do not go to the \
         sink before you have opened drawer 1\""
    )]
    Unread {
        /// The text that is not understood, to the end of its sentence; empty if the sentence ends too early.
        rest: String,
        /// The byte at which it begins.
        at: usize,
    },
    /// Words that name nothing known.
    #[error("{words:?} at byte {at} names no {expected}{}", suggestion(.near))]
    Unknown {
        /// The words as written.
        words: String,
        /// The byte at which they begin.
        at: usize,
        /// The kind of name that is expected there.
        expected: &'static str,
        /// The nearest known words, best first; empty if nothing is near.
        near: Vec<String>,
    },
    /// Words with more than one meaning.
    #[error("{words:?} at byte {at} has more than one meaning: {mend}")]
    Ambiguous {
        /// The words as written.
        words: String,
        /// The byte at which they begin.
        at: usize,
        /// Advice on how to say it clearly.
        mend: String,
    },
    /// Words that the reading of the sentence does not use, so part of the sentence was not understood.
    #[error(
        "{words:?} at byte {at} has no meaning in this sentence that could be enforced: say it in a sentence of its \
         own, or leave it out"
    )]
    Unaccounted {
        /// The words as written.
        words: String,
        /// The byte at which they begin.
        at: usize,
    },
    /// Something that the world state does not tell, so that no monitor could check it.
    #[error("the world state does not tell {what} ({words:?} at byte {at}): {mend}")]
    Unobservable {
        /// The fact that it does not tell.
        what: String,
        /// The words as written.
        words: String,
        /// The byte at which they begin.
        at: usize,
        /// Advice on what to write instead.
        mend: String,
    },
    /// Something that no skill of the robots can do.
    #[error("{words:?} at byte {at} can never happen: {why}")]
    Impossible {
        /// The words as written.
        words: String,
        /// The byte at which they begin.
        at: usize,
        /// The action that is impossible, and advice on what to write.
        why: String,
    },
    /// A proposition in a typed formula that no world state can make true.
    #[error("no world state has {proposition}{}", suggestion(.near))]
    UnknownProposition {
        /// The proposition as the formula writes it.
        proposition: String,
        /// The nearest known propositions, best first.
        near: Vec<String>,
    },
    /// A typed formula that cannot be parsed or is too large; its position counts from the start of the formula.
    #[error(transparent)]
    Formula(#[from] LtlError),
    /// Words that are not understood, at a site that is not one of deliveries.
    #[error(transparent)]
    English(#[from] EnglishError),
}

impl TranslationError {
    /// Whether other words could help. Text that is understood but ambiguous, or that nobody could monitor, must be
    /// reworded by a person.
    pub fn may_be_reworded(&self) -> bool {
        matches!(self, Self::Unread { .. } | Self::Unknown { .. })
    }

    /// The byte of the text at which the words in question begin; `None` for the words of a typed formula.
    pub fn at(&self) -> Option<usize> {
        match self {
            Self::Unread { at, .. }
            | Self::Unknown { at, .. }
            | Self::Ambiguous { at, .. }
            | Self::Unaccounted { at, .. }
            | Self::Unobservable { at, .. }
            | Self::Impossible { at, .. } => Some(*at),
            Self::English(error) => error.at(),
            Self::UnknownProposition { .. } | Self::Formula(_) => None,
        }
    }
}

fn suggestion(near: &[String]) -> String {
    let quoted: Vec<String> = near.iter().map(|known| format!("{known:?}")).collect();
    if quoted.is_empty() { String::new() } else { format!(": did you mean {}?", quoted.join(" or ")) }
}
