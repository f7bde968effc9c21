use thiserror::Error;

use super::Inactive;
use crate::{ConstraintId, MOST_CONSTRAINT_BYTES, TranslationError, Unreworded, watch::under};

/// Why a text is no constraint that could be enforced.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConstraintError {
    /// It is not understood, so it could not be watched over.
    #[error("constraint {text:?} cannot be read: {problem}{unreworded}")]
    Unreadable {
        /// As it was written.
        text: String,
        /// What is wrong with it.
        problem: Box<TranslationError>,
        /// Why no language model's words stand in for it.
        unreworded: Unreworded,
    },
    /// It is longer than a person writes and checks.
    #[error("the constraint has {bytes} bytes, {most} at most are read: say it in several constraints")]
    TooLong {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        most: usize,
    },
    /// Nothing can violate it under the laws of the domain: it probably does not say what was meant.
    #[error(
        "nothing can violate {text:?}, read as {formula}{}: it constrains nothing; say what must not happen",
        under(.laws)
    )]
    Idle {
        /// As it was written.
        text: String,
        /// What it was understood as.
        formula: String,
        /// The laws by which nothing can.
        laws: Vec<String>,
    },
    /// Nothing can keep it under the laws of the domain.
    #[error("nothing can keep {text:?}, read as {formula}{}: under it nothing would be allowed", under(.laws))]
    Hopeless {
        /// As it was written.
        text: String,
        /// What it was understood as.
        formula: String,
        /// The laws by which nothing can.
        laws: Vec<String>,
    },
}

/// Why a person's constraint for the fleet is not taken down.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProposalError {
    /// The monitor was told to cease.
    #[error(transparent)]
    Inactive(#[from] Inactive),
    /// It is no constraint that anybody would enforce.
    #[error(transparent)]
    Constraint(#[from] ConstraintError),
}

/// Why a person cannot confirm or retire a constraint.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConfirmationError {
    /// The monitor was told to cease.
    #[error(transparent)]
    Inactive(#[from] Inactive),
    /// A constraint that nobody has proposed.
    #[error("there is no constraint {0}: list the constraints to see their names")]
    Unknown(String),
    /// Its words mean something else for the fleet and the house of today than when they were confirmed.
    #[error("the words of {0} mean something else for the fleet and the house of today: propose them anew")]
    ReadOtherwise(ConstraintId),
    /// It cannot be kept with those that are enforced, or as the world is.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
}

/// Constraints that cannot all be kept, in words.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}; retire one of them or ask for something else")]
pub struct Contradiction(pub String);

impl ConstraintError {
    /// A constraint that the grammar does not read; what it understands, or what says nothing, is not a matter of other
    /// words.
    pub(crate) fn unreadable(text: &str, problem: TranslationError, unreworded: Unreworded) -> Self {
        let is_text = text.contains(char::is_alphanumeric);
        let unreworded = if is_text && problem.may_be_reworded() { unreworded } else { Unreworded::Understood };
        Self::Unreadable { text: text.to_owned(), problem: Box::new(problem), unreworded }
    }

    /// Refuses a text of more than [`MOST_CONSTRAINT_BYTES`].
    pub(crate) fn unless_short(text: &str) -> Result<(), Self> {
        let bytes = text.len();
        let most = MOST_CONSTRAINT_BYTES;
        if bytes > most { Err(Self::TooLong { bytes, most }) } else { Ok(()) }
    }
}
