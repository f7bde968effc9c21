use surefleet_site::SiteError;
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
    /// Something of the fleet's site.
    #[error(transparent)]
    Site(#[from] SiteError),
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
    pub fn ros(doing: impl Into<String>) -> impl FnOnce(r2r::Error) -> Self {
        let doing = doing.into();
        move |source| Self::Ros { doing, source: Box::new(source) }
    }
}
