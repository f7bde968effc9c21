use serde::{Deserialize, Serialize};
use surefleet_fleet::Stamp;

use crate::{Ending, Request, RequestId};

/// A change of the desk's state: what a journal keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A request joined the queue.
    Requested {
        /// When.
        at: Stamp,
        /// The request.
        request: Box<Request>,
    },
    /// An operator works on a request.
    Claimed {
        /// The request.
        id: RequestId,
        /// Who.
        operator: String,
    },
    /// A request left the queue.
    Ended {
        /// When.
        at: Stamp,
        /// The request.
        id: RequestId,
        /// How.
        ending: Ending,
    },
}
