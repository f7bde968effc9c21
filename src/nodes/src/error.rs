use std::path::PathBuf;

use thiserror::Error;

/// Why a node or a client cannot start or go on.
#[derive(Debug, Error)]
pub enum NodeError {
    /// r2r refused something.
    #[error("cannot {doing}: {source}")]
    Ros {
        /// What was tried.
        doing: String,
        /// What r2r said.
        source: Box<r2r::Error>,
    },
    /// A command-line argument that ROS would choke on.
    #[error("argument {argument:?}: {wrong}")]
    Argument {
        /// The argument.
        argument: String,
        /// What is wrong, and the mend.
        wrong: String,
    },
    /// A parameter is missing, of the wrong type or out of range.
    #[error("parameter {name}: {wrong}")]
    Parameter {
        /// The parameter's name.
        name: String,
        /// What is wrong, and the mend.
        wrong: String,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file's content is wrong.
    #[error("{}: {wrong}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong, with its line, and the mend.
        wrong: String,
    },
    /// Signal handlers could not be installed.
    #[error("cannot listen for SIGINT and SIGTERM: {0}")]
    Signals(std::io::Error),
    /// The ROS clock is unusable.
    #[error("the ROS clock is poisoned by a panic in r2r; start the node again")]
    Clock,
    /// Somebody does not answer.
    #[error("{who} does not answer within {seconds} s; {mend}")]
    NoAnswer {
        /// Who.
        who: String,
        /// For how long we waited.
        seconds: f64,
        /// What to do.
        mend: String,
    },
    /// The user did not want to wait any longer.
    #[error("interrupted: {0}")]
    Interrupted(String),
    /// The other side said no.
    #[error("{0}")]
    Refused(String),
}

impl NodeError {
    /// Wraps an r2r error with what was tried.
    pub(crate) fn ros(doing: impl Into<String>) -> impl FnOnce(r2r::Error) -> Self {
        let doing = doing.into();
        move |source| Self::Ros { doing, source: Box::new(source) }
    }

    /// Wraps an I/O error with the file's name.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }
}
