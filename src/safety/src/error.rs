//! What can go wrong, by who is told of it; the text is what people and planners read.

mod admission;
mod constraint;
mod gate;
mod step;

pub use admission::{AdmissionError, Fault, MissionConstraintError, TeamError};
pub use constraint::{ConfirmationError, ConstraintError, Contradiction, ProposalError};
pub use gate::{CancelError, GateClosed, Inactive, NotRunning, UnseenWorld};
pub use step::{CheckError, DecisionRefusal, OutOfSequence, StepRefusal, StillActing, StopRefusal, Unjudged};
