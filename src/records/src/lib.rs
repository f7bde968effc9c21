//! What a fleet recorded, read again after the run: decisions, what speaks against them, and what became of missions.
//!
//! Invariant: nothing here changes a file. Records with a fault are named, never mended or left out in silence.
//! What is deliberately absent: how a decision is made again and how a chain is followed, which is `planner`'s, and words for people beyond
//! those of a fault.

mod audit;
mod chronicle;
mod error;
mod find;
#[cfg(any(test, feature = "fixture"))]
pub mod fixture;
mod reading;
mod witness;

pub use audit::{Audited, Fault};
pub use chronicle::{Chapter, Chronicle};
pub use error::RecordsError;
pub use find::{Found, Located, find, locate, of_folder};
pub use reading::read;
