use surefleet_fleet::Stamp;

use crate::{HelpKey, asking::Asking, held::Held, weighing::Weighing};

/// Where a planner stands with the turn that it holds.
#[derive(Debug)]
pub(crate) enum Phase {
    /// No turn, or one that is done with.
    Free,
    /// Scores and verdicts are on their way.
    Weighing(Box<(Held, Weighing)>),
    /// A person is asked.
    Asking(Box<(Held, Asking)>),
}

impl Phase {
    pub fn held(&self) -> Option<&Held> {
        match self {
            Self::Free => None,
            Self::Weighing(at) => Some(&at.0),
            Self::Asking(at) => Some(&at.0),
        }
    }

    pub fn question(&self) -> Option<&HelpKey> {
        match self {
            Self::Asking(at) => Some(&at.1.key),
            _ => None,
        }
    }

    pub fn next_deadline(&self) -> Option<Stamp> {
        match self {
            Self::Free => None,
            Self::Weighing(at) => at.1.next_deadline(),
            Self::Asking(at) => Some(at.1.next_deadline()),
        }
    }
}
