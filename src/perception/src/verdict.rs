use crate::Reading;

/// What is made of an action.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It did what it should, for sure.
    Success,
    /// It did not, for sure; why, in words for the next prompt.
    Failure(String),
    /// A person is to look.
    Uncertain {
        /// Why, in words.
        why: String,
        /// What the model said all the same; empty where it said nothing.
        readings: Vec<Reading>,
    },
}
