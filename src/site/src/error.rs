use std::path::PathBuf;

use thiserror::Error;

/// The reason why something of a fleet's site cannot be read, written or used.
#[derive(Debug, Error)]
pub enum SiteError {
    /// A command-line argument that ROS could not handle.
    #[error("argument {argument:?}: {wrong}")]
    Argument {
        /// The argument.
        argument: String,
        /// The fault, and the remedy.
        wrong: String,
    },
    /// A parameter is missing, of the wrong type or out of range.
    #[error("parameter {name}: {wrong}")]
    Parameter {
        /// The parameter's name.
        name: String,
        /// The fault, and the remedy.
        wrong: String,
    },
    /// A file could not be read or written.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system. The message has it already, so it is no `source`.
        problem: std::io::Error,
    },
    /// A file's content is wrong.
    #[error("{}: {wrong}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The fault with its line, and the remedy.
        wrong: String,
    },
    /// The request cannot be fulfilled.
    #[error("{0}")]
    Refused(String),
}

impl SiteError {
    /// Wraps an I/O error with the file's name.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |problem| Self::File { path, problem }
    }
}
