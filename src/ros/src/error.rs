use surefleet_site::SiteError;
use thiserror::Error;

/// Why a node or a client cannot start or go on.
#[derive(Debug, Error)]
pub enum NodeError {
    /// r2r returned an error.
    #[error("cannot {doing}: {source}")]
    Ros {
        /// The action that failed.
        doing: String,
        /// r2r's error.
        source: Box<r2r::Error>,
    },
    /// An error in the fleet's site.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// Signal handlers could not be installed.
    #[error("cannot listen for SIGINT and SIGTERM: {0}")]
    Signals(std::io::Error),
    /// The ROS clock is unusable.
    #[error("the ROS clock is poisoned by a panic in r2r; start the node again")]
    Clock,
    /// A participant does not answer.
    #[error("{who} does not answer within {seconds} s; {mend}")]
    NoAnswer {
        /// The participant.
        who: String,
        /// How long we waited.
        seconds: f64,
        /// Advice for the user.
        mend: String,
    },
    /// The user did not want to wait any longer.
    #[error("interrupted: {0}")]
    Interrupted(String),
    /// The other side refused.
    #[error("{0}")]
    Refused(String),
}

impl NodeError {
    /// Wraps an r2r error with the action that failed.
    pub fn ros(doing: impl Into<String>) -> impl FnOnce(r2r::Error) -> Self {
        let doing = doing.into();
        move |source| Self::Ros { doing, source: Box::new(source) }
    }
}
