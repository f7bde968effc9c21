/// Why an answer is no plan, in words for whoever wrote it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum AnswerFault {
    /// The answer does not begin with thoughts between tags.
    #[error("the answer does not begin with <think> ... </think>: put the thoughts there, once")]
    NoThoughts,
    /// No block of JSON follows the thoughts.
    #[error("no block of JSON follows </think>: write ```json, the plan, and ``` on a line of its own")]
    NoBlock,
    /// The block does not end.
    #[error("the block of JSON does not end: write ``` after the plan")]
    Unended,
    /// Something stands beside thoughts and plan.
    #[error("{text:?} stands beside the thoughts and the plan: leave it out")]
    Beside {
        /// How it begins, as all quotations of faults.
        text: String,
    },
    /// The block is no JSON of the asked form.
    #[error("the block is not as asked: {wrong}")]
    Json {
        /// What the reader of JSON says, with line and column.
        wrong: String,
    },
    /// A name is not that of an arm.
    #[error("step {}: {name:?} names no robot: write \"Robot\" and its number", step + 1)]
    Name {
        /// The number of the step, from 0.
        step: usize,
        /// The name.
        name: String,
    },
    /// A robot has two moves in one step.
    #[error("step {}: robot {arm} has two moves: leave out one", step + 1)]
    Repeated {
        /// The number of the step, from 0.
        step: usize,
        /// The number of the arm.
        arm: usize,
    },
    /// A move is not written as asked.
    #[error("step {}: the move {text:?} is not as asked: write \"[0.25, 0.75] -> [1.25, 0.75], True\"", step + 1)]
    Move {
        /// The number of the step, from 0.
        step: usize,
        /// The move as written.
        text: String,
    },
}

/// The most characters of an answer that a fault quotes.
const MOST_QUOTED: usize = 60;

/// The beginning of a text.
pub(crate) fn quoted(text: &str) -> String {
    let mut begin: String = text.chars().take(MOST_QUOTED).collect();
    if begin.len() < text.len() {
        begin.push_str("...");
    }
    begin
}
