use crate::ActionReading;

/// The judgement of an action.
#[derive(Debug, Clone, PartialEq)]
pub enum ActionVerdict {
    /// It certainly did what it should.
    Success,
    /// It certainly did not; with the reason, in words for the next prompt.
    Failure(String),
    /// A person has to look.
    Uncertain {
        /// The reason, in words.
        why: String,
        /// The model's answers; empty if it gave none.
        readings: Vec<ActionReading>,
    },
}
