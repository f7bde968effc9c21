//! Planning over joint steps of a world and the automata of a mission: the shortest plan ([`shortest`]), and for a robot
//! in a turn what each of its options costs the mission ([`Oracle`]).
//!
//! A [`Task`] compiles the mission and its constraints, which are formulas over facts, deeds and `step`, into one
//! automaton for each conjunct, and what the robots can do into operators over a compact state. The trace that a formula
//! is judged on has one letter for the state at admission, then for each joint step a letter with the deeds and `step`
//! over the state at its start, one for the state on the way where that differs, and one for the state at its end. What
//! is unknown counts against the mission: see [`pessimistic`].
//!
//! Invariants: every plan that is given away was accepted by the world and satisfies the formulas; a verdict on an option may
//! rest on the number of steps that search found over compact states, without a plan that was judged by itself; "shortest" and
//! "impossible" are proved; a budget counts work, not time, so that every machine gives the same answer. Deliberately
//! absent: names of any site, models, probabilities, clocks.

mod agenda;
mod chart;
mod check;
mod codes;
mod constants;
mod dependence;
mod descent;
mod error;
mod expansion;
mod expression;
mod first;
mod flat;
mod grounding;
mod joint;
mod laws;
mod letters;
mod memory;
mod novelty;
mod operator;
mod oracle;
mod plan;
mod possible;
mod problem;
mod relaxation;
mod relevance;
mod setting;
mod shortest;
mod symmetry;
mod table;
mod task;
mod tracker;
mod trim;

pub use agenda::Progress;
pub use check::{Trace, check_plan, check_plan_after};
pub use error::{PlanError, TaskError};
pub use first::{Unmet, open_alternatives, unmet};
pub use letters::{STEP, pessimistic};
pub use oracle::{Judgement, Oracle, Verdict};
pub use plan::Plan;
pub use shortest::{Answer, Budget, shortest, without_needless};
pub use task::Task;
pub use tracker::Tracker;
