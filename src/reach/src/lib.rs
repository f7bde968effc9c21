//! Arms that share a table.

mod error;
mod moves;
mod plan;
mod point;
mod rules;
mod segment;
mod state;
mod table;
mod task;

pub use error::TaskError;
pub use moves::{ArmMove, ArmStep, SecondMove};
pub use plan::{ArmPlan, ArmPlanRefusal};
pub use point::TablePoint;
pub use rules::{Constraint, StepRefusal};
pub use segment::Segment;
pub use state::TableState;
pub use table::{ArmId, ArmTable, ObjectId};
pub use task::BoxNetTask;
