use std::path::{Path, PathBuf};

use surefleet_planner::PlannerError;
use surefleet_site::SiteError;
use thiserror::Error;

/// Why records cannot be read. The person who wants to see them acts on it.
#[derive(Debug, Error)]
pub enum RecordsError {
    /// A file or folder cannot be read.
    #[error("cannot read {}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A line in a file of records is not a record.
    #[error("{}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Line and field.
        source: PlannerError,
    },
    /// A line in the safety monitor's file is wrong.
    #[error("{}: {wrong}", path.display())]
    Monitor {
        /// The monitor's file.
        path: PathBuf,
        /// The line and its error.
        wrong: String,
    },
    /// A file of records is empty.
    #[error("{} holds no record", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// No run of the fleet left records.
    #[error(
        "there are no records of a fleet {fleet:?}: none in {} and none of a demo of it; surefleet up {fleet} and a mission make some, or \
         give a file or a folder",
        state.display()
    )]
    NoRun {
        /// The fleet's file or name, as the caller gave it.
        fleet: String,
        /// The folder that was searched.
        state: PathBuf,
    },
    /// The fleet's public keys cannot be read.
    #[error("nothing tells who made these records; --keys names a folder with fleet.pub and fleet.roster")]
    Keys(#[source] SiteError),
    /// A record is not its robot's decision; if there are several, the first.
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
