//! Decides whether constraints can still be satisfied together from the end of a trace, and how.

mod antichain;
mod axioms;
mod demands;
mod landmarks;
mod letters;
mod nogoods;
mod plan;
mod problem;
mod product;
mod projection;
mod search;
mod subgoals;
mod world;

pub(crate) use antichain::positions;
pub(crate) use demands::DemandsByState;
pub(crate) use landmarks::Deduction;
pub(crate) use letters::{Origin, Stop, each};
pub(crate) use nogoods::{Nogoods, situation};
pub(crate) use plan::{Approach, Entry, Plan, Witness};
pub(crate) use problem::Problem;
pub(crate) use product::{Product, Scope};
pub(crate) use projection::Projection;
pub(crate) use search::{Feasibility, SearchResult};
pub(crate) use world::World;

pub use axioms::{Axioms, Group};
pub use search::Conflict;
