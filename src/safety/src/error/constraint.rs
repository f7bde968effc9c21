use surefleet_english::EnglishError;
use thiserror::Error;

use super::Inactive;
use crate::{ConstraintId, MOST_CONSTRAINT_BYTES, Unreworded, translation::may_be_reworded, watch::under};

/// The reason why a text is no constraint that could be enforced.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConstraintError {
    /// It is not understood, so it could not be watched.
    #[error("constraint {text:?} cannot be read: {problem}{unreworded}")]
    Unreadable {
        /// The text, as written.
        text: String,
        /// The error in it.
        problem: Box<EnglishError>,
        /// The reason why no language model's rewording replaces it.
        unreworded: Unreworded,
    },
    /// It is longer than a person can write and check.
    #[error("the constraint has {bytes} bytes, {most} at most are read: say it in several constraints")]
    TooLong {
        /// Its length.
        bytes: usize,
        /// The greatest length allowed.
        most: usize,
    },
    /// Nothing can violate it under the laws of the domain: it probably does not mean what the person meant.
    #[error(
        "nothing can violate {text:?}, read as {formula}{}: it constrains nothing; say what must not happen",
        under(.laws)
    )]
    Idle {
        /// The text, as written.
        text: String,
        /// The formula that it was understood as.
        formula: String,
        /// The laws that make violating it impossible.
        laws: Vec<String>,
    },
    /// Nothing can keep it under the laws of the domain.
    #[error("nothing can keep {text:?}, read as {formula}{}: under it nothing would be allowed", under(.laws))]
    Hopeless {
        /// The text, as written.
        text: String,
        /// The formula that it was understood as.
        formula: String,
        /// The laws that make keeping it impossible.
        laws: Vec<String>,
    },
}

/// The reason why a person's constraint for the fleet is not recorded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProposalError {
    /// The monitor is inactive.
    #[error(transparent)]
    Inactive(#[from] Inactive),
    /// Nobody would enforce it.
    #[error(transparent)]
    Constraint(#[from] ConstraintError),
}

/// The reason why a person cannot confirm or retire a constraint.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConfirmationError {
    /// The monitor is inactive.
    #[error(transparent)]
    Inactive(#[from] Inactive),
    /// Nobody has proposed this constraint.
    #[error("there is no constraint {0}: list the constraints to see their names")]
    Unknown(String),
    /// For the fleet and the house of today, its words have another meaning than when they were confirmed.
    #[error("the words of {0} mean something else for the fleet and the house of today: propose them anew")]
    ReadOtherwise(ConstraintId),
    /// It cannot be kept together with the enforced ones, or as the world is.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
}

/// Constraints that cannot all be kept together, in words.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}; retire one of them or ask for something else")]
pub struct Contradiction(pub String);

impl ConstraintError {
    /// The error for a text that the grammar does not read. Rewording cannot help if the grammar understands the text,
    /// or if the text says nothing.
    pub(crate) fn unreadable(text: &str, problem: EnglishError, unreworded: Unreworded) -> Self {
        let is_text = text.contains(char::is_alphanumeric);
        let unreworded = if is_text && may_be_reworded(&problem) { unreworded } else { Unreworded::Understood };
        Self::Unreadable { text: text.to_owned(), problem: Box::new(problem), unreworded }
    }

    /// Refuses a text of more than [`MOST_CONSTRAINT_BYTES`].
    pub(crate) fn unless_short(text: &str) -> Result<(), Self> {
        let bytes = text.len();
        let most = MOST_CONSTRAINT_BYTES;
        if bytes > most { Err(Self::TooLong { bytes, most }) } else { Ok(()) }
    }
}
