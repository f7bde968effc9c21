use std::path::{Path, PathBuf};

use surefleet_planner::PlannerError;
use surefleet_site::SiteError;
use thiserror::Error;

/// Why records cannot be read: whoever wants to see them acts on it.
#[derive(Debug, Error)]
pub enum RecordsError {
    /// A file or folder cannot be read.
    #[error("cannot read {}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line of a file of records is none.
    #[error("{}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Line and field.
        source: PlannerError,
    },
    /// A line that the safety monitor kept is wrong.
    #[error("{}: {wrong}", path.display())]
    Monitor {
        /// The monitor's file.
        path: PathBuf,
        /// The line, and what is wrong with it.
        wrong: String,
    },
    /// A file that should hold records holds none.
    #[error("{} holds no record", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// No run of a fleet left records.
    #[error(
        "there are no records of a fleet {fleet:?}: none in {} and none of a demo of it; surefleet up {fleet} and a mission make some, or \
         give a file or a folder",
        state.display()
    )]
    NoRun {
        /// The fleet's file or name, as it was asked for.
        fleet: String,
        /// Where they were looked for.
        state: PathBuf,
    },
    /// The fleet's public keys cannot be read.
    #[error("nothing tells who made these records; --keys names a folder with fleet.pub and fleet.roster")]
    Keys(#[source] SiteError),
    /// A record is not what its robot decided; of several the first.
    #[error("{fault}; surefleet replay names all that is wrong")]
    Faulty {
        /// The fault in words.
        fault: String,
    },
}

impl RecordsError {
    /// Wraps an I/O error with the file's name.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        |source| Self::File { path: path.to_owned(), source }
    }
}
