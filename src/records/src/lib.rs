//! Reads a fleet's records after the run: decisions, faults in them, and how missions ended.
//!
//! Invariant: nothing here changes a file. Records with a fault are reported, never repaired or silently left out.
//! Deliberately absent: how a decision is made again and how a chain is followed (see `planner`), and text for people
//! other than that of a fault.

mod audit;
mod chronicle;
mod error;
mod find;
#[cfg(any(test, feature = "fixture"))]
pub mod fixture;
mod reading;
mod witness;

pub use audit::{Audited, RecordFault};
pub use chronicle::{Chapter, Chronicle};
pub use error::RecordsError;
pub use find::{FoundRecords, Located, find, locate, of_folder};
pub use reading::read;
