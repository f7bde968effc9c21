use std::fmt;

use thiserror::Error;

/// The reason why a formula was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LtlError {
    /// A text that is not a formula.
    #[error("{0}")]
    Syntax(SyntaxError),
    /// Text that cannot name a proposition.
    #[error("{text:?} cannot name a proposition, since it {why}: write predicate(name, name)")]
    Proposition {
        /// The text as given.
        text: String,
        /// The mistake in it.
        why: &'static str,
    },
    /// A formula whose automaton is larger than the budget allows.
    #[error("{formula:?} needs more than {limit} {what}: split it into several constraints, or raise the budget")]
    TooLarge {
        /// The formula, in infix syntax.
        formula: String,
        /// The quantity that is too large.
        what: &'static str,
        /// The largest allowed quantity.
        limit: usize,
    },
    /// A group of axioms that says nothing sensible.
    #[error("the group of {first} {why}")]
    Group {
        /// The group's first member, or "no proposition".
        first: String,
        /// The mistake in it, and the correction to make.
        why: &'static str,
    },
    /// A commit of a check that is older than another commit.
    #[error("the check was made at version {checked} of the session, which is now at version {now}: check again")]
    Stale {
        /// The version that was checked.
        checked: u64,
        /// The version of the session.
        now: u64,
    },
    /// A state number that the formula's automaton does not have.
    #[error("{formula:?} has {states} states, and {state} is none of them: it was kept for another formula")]
    NoState {
        /// The formula, in infix syntax.
        formula: String,
        /// The number in question.
        state: usize,
        /// The number of states.
        states: usize,
    },
    /// A commit of a check that denies the step.
    #[error("the check does not allow this step: commit what it allows, or observe what happened all the same")]
    NotAllowed,
}

/// A limit that a formula exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Excess {
    pub what: &'static str,
    pub limit: usize,
}

/// The place where a text stops being a formula, and the expected continuation.
///
/// The message ends with the line in question and a line that points at the place. A long line is shortened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    text: String,
    at: usize,
    found: String,
    expected: String,
}

/// The number of characters of a line shown before and after the place.
const SHOWN: usize = 60;

impl SyntaxError {
    pub(crate) fn new(text: &str, span: std::ops::Range<usize>, expected: impl Into<String>) -> Self {
        let mut token = text[span.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((end, _)) = token.char_indices().nth(SHOWN) {
            token.truncate(end);
            token.push_str("...");
        }
        let found = if token.is_empty() { "the end".to_owned() } else { format!("`{token}`") };
        Self { text: text.to_owned(), at: span.start, found, expected: expected.into() }
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte where the offending token starts; the length of the text if the text ends too early.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The offending token in backquotes (the beginning of it if it is long), or "the end".
    pub fn found(&self) -> &str {
        &self.found
    }

    /// The expected continuation.
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, at, found, expected } = self;
        writeln!(f, "found {found} at byte {at} of the formula where {expected} belongs")?;
        let start = text[..*at].rfind('\n').map_or(0, |newline| newline + 1);
        let before = &text[start..*at];
        let after = text[*at..].lines().next().unwrap_or_default();
        let column = before.chars().count();
        let first = column.saturating_sub(SHOWN);
        let cut = if first > 0 { "..." } else { "" };
        let begin: String = before.chars().skip(first).collect();
        let mut end: String = after.chars().take(SHOWN).collect();
        if end.len() < after.len() {
            end.push_str("...");
        }
        // A column of more than 16 bits is too large for a format width.
        let width = cut.len() + column - first;
        write!(f, "  {cut}{}{}\n  {:width$}^", begin.replace('\t', " "), end.replace('\t', " "), "")
    }
}

impl From<SyntaxError> for LtlError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}
