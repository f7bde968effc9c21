use std::fmt;

use crate::ConstraintId;

/// What a constraint of the fleet demands of those who begin now.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub id: ConstraintId,
    pub words: String,
    pub formulas: Vec<String>,
}

impl fmt::Display for Rule {
    /// `c1 ("...")`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?})", self.id, self.words)
    }
}
