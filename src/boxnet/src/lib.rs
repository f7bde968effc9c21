//! Planners that write plans for arms that share a table: prompts, answers, rewards, figures.
//!
//! A language model reads a task of [`surefleet_reach`] as text and writes a plan. The formats are those of BoxNet (J. Ji et al.,
//! arXiv:2505.20573, Listings 4 and 5); the wording of the prompts is our own.
//!
//! - [`PlanningMode`] makes the prompt: for a whole plan at once, or for one joint step after the other, each followed by an [`observation`].
//! - [`read_plan`] and [`read_step`] read an answer, or tell the [`AnswerFault`]. Nothing that is wrong in an answer is dropped.
//! - [`PlanReward`] is the paper's reward of an answer (§2.2).
//! - [`lessons`] are what a planner of single steps is taught: a plan's steps, with a line of reasoning each.
//! - A [`GroundedLoop`] verifies each step of a planner, tells it in words what was refused, and lets search go on where it cannot.
//! - [`PlannerFigures`] sums up trials: success, step difference, parallelism (§4.1), and the rules that were broken.
//!
//! It runs no model and has no clock. What a plan may do is decided by [`surefleet_reach`] alone.
//!
//! ```
//! use surefleet_boxnet::{PlanReward, PlanningMode, read_plan};
//! use surefleet_reach::{BaseLayout, SearchEffort, TaskShape, solve};
//!
//! let task = TaskShape { columns: 2, rows: 2, objects: 1, layout: BaseLayout::Even, is_moved: false }.draw(3)?;
//! assert!(PlanningMode::FullPlan.prompt(&task, task.start()).contains("Object 0: ["));
//!
//! let plan = solve(&task, &SearchEffort::anytime()).plan.ok_or("a plan")?;
//! let answer = surefleet_boxnet::write_plan("Object 0 is the only one.", &plan);
//! assert_eq!(read_plan(&answer)?, plan);
//! let reward = PlanReward::of_plan(&task, &answer, plan.steps.len());
//! assert_eq!(reward.total(), 1.1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod fault;
mod figures;
mod grounded;
mod lessons;
mod prompt;
mod reward;
mod writing;

pub use answer::{read_plan, read_step};
pub use fault::AnswerFault;
pub use figures::{PlannerFigures, PlannerTrial};
pub use grounded::{GroundedLoop, LoopEnd, LoopLimits, LoopTurn};
pub use lessons::{Lesson, lessons, thought};
pub use prompt::{PlanningMode, map_state, observation};
pub use reward::PlanReward;
pub use writing::{write_plan, write_step};
