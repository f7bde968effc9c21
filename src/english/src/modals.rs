//! Modals: words after a subject by which something must be, or may be.
//!
//! Each pass needs a set of its own: what may follow one robot differs from what may follow several, and "is" goes on with a
//! clause but tells no duty. What all of them share stands here; what a pass adds stands in that pass, by name.

use crate::tokens::{self, Token};

/// Words of duty that stand after one and after several.
pub(crate) const MUST: [&str; 3] = ["must", "should", "shall"];
/// Words that allow something.
pub(crate) const MAY: [&str; 2] = ["may", "can"];
/// Words of duty after one.
pub(crate) const OF_ONE: [&str; 3] = ["has to", "needs to", "is to"];
/// Words of duty after several.
pub(crate) const OF_SEVERAL: [&str; 3] = ["have to", "need to", "are to"];

/// Whether the word tells a duty: "must".
pub(crate) fn is_must(word: &str) -> bool {
    MUST.contains(&word)
}

/// Whether the word tells a duty or allows something.
pub(crate) fn is_modal(word: &str) -> bool {
    is_must(word) || MAY.contains(&word)
}

/// The place after words that tell one or several their duty: "must", "has to", "are to".
pub(crate) fn after_duty(tokens: &[Token], at: usize) -> Option<usize> {
    after_duty_of_one(tokens, at).or_else(|| tokens::after_any(tokens, at, &OF_SEVERAL))
}

/// The same, where one is told: not "have to".
pub(crate) fn after_duty_of_one(tokens: &[Token], at: usize) -> Option<usize> {
    tokens::after_any(tokens, at, &MUST).or_else(|| tokens::after_any(tokens, at, &OF_ONE))
}
