//! Errors, grouped by who is told of them. People and planners read the texts.

mod admission;
mod arm;
mod constraint;
mod gate;
mod step;

pub use admission::{AdmissionError, Fault, MissionConstraintError, TeamError};
pub use arm::{ArmRefusal, OtherArm, Unplaced};
pub use constraint::{ConfirmationError, ConstraintError, Contradiction, ProposalError};
pub use gate::{CancelError, GateClosed, Inactive, NotRunning, UnseenWorld};
pub use step::{CheckError, DecisionRefusal, OutOfSequence, StepRefusal, StillActing, StopRefusal, Unjudged};
