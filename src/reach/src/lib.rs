//! Arms that share a table.

mod beam;
mod board;
mod bounds;
mod error;
mod exact;
mod ids;
mod layout;
mod moves;
mod options;
mod paper_search;
mod plan;
mod planning;
mod point;
mod relaxed;
mod rules;
mod segment;
mod sets;
mod state;
mod table;
mod task;

pub use error::TableError;
pub use ids::{ArmId, BoxId};
pub use layout::{BaseLayout, TaskShape};
pub use moves::{ArmMove, ArmStep, SecondMove};
pub use paper_search::{PAPER_ITERATIONS, PaperPlan, paper_search};
pub use plan::{ArmPlan, ArmPlanRefusal};
pub use planning::{SearchEffort, SolvedTask, solve};
pub use point::{FarPoint, TablePoint};
pub use rules::{RuleBreach, TableRule};
pub use segment::Segment;
pub use sets::TaskSet;
pub use state::TableState;
pub use table::ArmTable;
pub use task::BoxNetTask;
