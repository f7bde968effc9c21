//! PDDL in and out.

mod error;
mod export;
mod import;
mod lisp;
mod print;
mod read;
mod syntax;

pub use error::{PddlError, PddlFile, SourcePlace};
pub use export::{Exported, export};
pub use import::{Imported, import};
