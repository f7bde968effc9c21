//! Why a text has no meaning here, for the person who wrote it.

use std::ops::Range;

use thiserror::Error;

/// The most choices that a message tells.
pub(crate) const SHOWN: usize = 4;

/// The reason why a text is not read. Each names the words and the byte where they begin.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EnglishError {
    /// Nothing is said.
    #[error("the text says nothing")]
    Empty,
    /// The words from here on fit no form of sentence.
    #[error("cannot read {words:?} at byte {at}{}", hint(hints))]
    Unread {
        /// The words.
        words: String,
        /// The byte where they begin.
        at: usize,
        /// What could help, if anything.
        hints: String,
    },
    /// A word that neither the site nor this English has.
    #[error("{word:?} at byte {at} is no word of this site{}", nearest.as_ref().map_or_else(String::new, |near| format!(": did you mean {near:?}?")))]
    UnknownWord {
        /// The word.
        word: String,
        /// The byte where it begins.
        at: usize,
        /// The word that is most like it.
        nearest: Option<String>,
    },
    /// The words can be read, but they say too little, or say it in a way that has several meanings.
    #[error("{words:?} at byte {at}: {mend}{}", among(choices))]
    Unclear {
        /// The words in question.
        words: String,
        /// The byte where they begin.
        at: usize,
        /// What to say instead.
        mend: String,
        /// What the words could be replaced by, where they are one of several things without telling which; or empty.
        choices: Vec<String>,
    },
    /// The sentence has several meanings.
    #[error("{phrase:?} at byte {at} can mean: {}", first(readings))]
    Ambiguous {
        /// The sentence.
        phrase: String,
        /// The byte where it begins.
        at: usize,
        /// Its meanings in words.
        readings: Vec<String>,
    },
    /// A typed formula is none.
    #[error(transparent)]
    Formula(#[from] surefleet_ltl::LtlError),
    /// A typed formula speaks of something that the world does not have.
    #[error("this world has no proposition {proposition:?}{}", nearest.as_ref().map_or_else(String::new, |near| format!(": did you mean {near:?}?")))]
    UnknownProposition {
        /// The proposition.
        proposition: String,
        /// The one that is most like it.
        nearest: Option<String>,
    },
}

fn among(choices: &[String]) -> String {
    if choices.is_empty() { String::new() } else { format!(": {}", first(choices)) }
}

/// The first few of what words can mean.
pub(crate) fn first(choices: &[impl AsRef<str>]) -> String {
    let more = if choices.len() > SHOWN { "; or others" } else { "" };
    choices.iter().take(SHOWN).map(AsRef::as_ref).collect::<Vec<_>>().join("; or: ") + more
}

fn hint(hints: &str) -> String {
    if hints.is_empty() { String::new() } else { format!(": {hints}") }
}

impl EnglishError {
    /// The error in a text that has `begin` bytes where the one that was read has `read`.
    pub(crate) fn moved(mut self, begin: usize, read: usize) -> Self {
        if let Self::Unread { at, .. }
        | Self::UnknownWord { at, .. }
        | Self::Unclear { at, .. }
        | Self::Ambiguous { at, .. } = &mut self
        {
            *at = (*at + begin).saturating_sub(read);
        }
        self
    }

    /// The words in question and what can stand in their place, if that is all that a reader needs to be told.
    pub fn choices(&self) -> Option<(Range<usize>, &[String])> {
        let (words, at, choices) = match self {
            Self::Unclear { words, at, choices, .. } => (words, *at, choices),
            Self::Ambiguous { phrase, at, readings } => (phrase, *at, readings),
            _ => return None,
        };
        (!choices.is_empty()).then_some((at..at + words.len(), choices))
    }

    /// The byte where the words in question begin.
    pub fn at(&self) -> Option<usize> {
        match self {
            Self::Unread { at, .. }
            | Self::UnknownWord { at, .. }
            | Self::Unclear { at, .. }
            | Self::Ambiguous { at, .. } => Some(*at),
            Self::Empty | Self::Formula(_) | Self::UnknownProposition { .. } => None,
        }
    }
}
