//! Arms that share a table: who reaches what, which joint steps collide, and the fewest joint steps to a goal.
//!
//! The rules are those of BoxNet2D and BoxNet3D (J. Ji et al., arXiv:2505.20573), by what the arms of a table are ([`ArmMake`]). Where the paper
//! contradicts itself or leaves something open, the documentation of what had to choose says so.
//!
//! - An [`ArmTable`] is a map of cells with the bases of arms, a [`TableState`] where their ends and the objects are. [`ArmTable::apply`] takes an
//!   [`ArmStep`], the moves of several arms at once, or tells the [`RuleBreach`].
//! - A [`BoxNetTask`] is a state with targets. [`ArmPlan::check`] judges a plan for it. [`TaskShape`] and [`TaskSet`] draw tasks by seed.
//! - [`solve`] looks for the fewest joint steps, and says what it has proved. [`paper_search`] is the paper's A*, as the baseline.
//!
//! Invariant: points of a table are whole micrometres, so whether something is in reach or, in BoxNet2D, touches is exact arithmetic of integers.
//! Equal inputs give equal verdicts, plans and tasks: the crate has no clock, and effort is counted, not timed.
//!
//! The rules of BoxNet2D are those of a game, not a safety gate. They look at the lines of arms before and after a step and at the paths of their
//! ends, not at the area that an arm sweeps, and they assume that all moves of a step begin and end together.
//!
//! For real arms there are volumes: a [`UrArm`] has forward and inverse kinematics, and [`PlacedArm::stays_apart`] tells whether two arms keep a
//! distance in space however the two paths are timed. BoxNet3D is judged by it, and a fleet: a [`WorkCell`] has its arms, with the way of
//! each decision, for the safety monitor's gate. A [`StandingScene`] finds ways of one arm around others that stand (RRT-Connect).
//!
//! ```
//! use surefleet_reach::{ArmTable, BoxNetTask, SearchEffort, TablePoint, solve};
//!
//! let at = TablePoint::from_metres;
//! // Two arms beside a map of 3 x 1 cells; only their middle cell is in reach of both.
//! let table = ArmTable::new(3, 1, vec![at(1.0, 0.0)?, at(2.0, 0.0)?])?;
//! let arms = vec![at(0.25, 0.25)?, at(2.75, 0.75)?];
//! let task = BoxNetTask::new(table, arms, vec![at(0.25, 0.25)?], vec![at(2.75, 0.25)?])?;
//!
//! let found = solve(&task, &SearchEffort::proven());
//! let plan = found.plan.ok_or("a plan")?;
//! plan.check(&task)?;
//! // Carry, leave, come, carry.
//! assert_eq!((plan.steps.len(), found.is_proven), (4, true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod beam;
mod board;
mod bounds;
mod capsule;
mod error;
mod exact;
mod hall;
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
mod sweep;
mod table;
mod task;
mod tree;
mod ur_arm;
mod wander;
mod way_around;
mod work_cell;

pub use capsule::Capsule;
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
pub use sweep::{JointPath, PlacedArm, SweepVerdict};
pub use table::{ArmMake, ArmTable};
pub use task::BoxNetTask;
pub use ur_arm::{JointAngles, UrArm};
pub use way_around::{NoWay, StandingScene, WayBlock, WaySearch};
pub use work_cell::{ArmWay, CellArm, WorkCell, WorkCellError};
