//! Whether constraints can still be satisfied together from where a trace stands, and how.

mod antichain;
mod axioms;
mod demands;
mod errands;
mod landmarks;
mod letters;
mod lore;
mod plan;
mod problem;
mod search;
mod stand;
mod way;
mod world;

pub(crate) use antichain::positions;
pub(crate) use demands::DemandsByState;
pub(crate) use landmarks::Told;
pub(crate) use letters::{Origin, Stop, each};
pub(crate) use lore::{Lore, situation};
pub(crate) use plan::{Plan, Scope};
pub(crate) use problem::Now;
pub(crate) use search::{Fate, Found};
pub(crate) use stand::Followed;
pub(crate) use way::{Joining, Joint, Lead, Way};
pub(crate) use world::World;

pub use axioms::{Axioms, Group};
pub use search::Conflict;
