use std::time::Duration;

use serde::{Deserialize, Serialize};
use surefleet_fleet::{RobotId, Stamp};

use crate::{Enclosure, Ending, Request, RequestId};

/// An event at the desk: the audit log keeps it, and the desk's state is built from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A request joined the queue.
    Requested {
        /// Time of the event.
        at: Stamp,
        /// The request.
        request: Box<Request>,
        /// The material that people see with it; written separately, because it is not part of the state.
        #[serde(skip)]
        enclosure: Box<Enclosure>,
    },
    /// An operator starts or continues work on a request.
    Claimed {
        /// Time of the event.
        at: Stamp,
        /// The request.
        id: RequestId,
        /// The operator.
        operator: String,
        /// When the claim ends unless it is renewed.
        until: Stamp,
    },
    /// A claim ended because nobody renewed it.
    Lapsed {
        /// Time of the event.
        at: Stamp,
        /// The request.
        id: RequestId,
        /// The operator who held it.
        operator: String,
    },
    /// An operator stopped work on a request.
    Released {
        /// Time of the event.
        at: Stamp,
        /// The request.
        id: RequestId,
        /// The operator.
        operator: String,
    },
    /// The desk refused an operator's call; this is not part of the state.
    Refused {
        /// Time of the event.
        at: Stamp,
        /// The request.
        id: RequestId,
        /// The operator.
        operator: String,
        /// The reason.
        reason: String,
    },
    /// Others were called: nobody claimed the request in time, or its robot still holds past the deadline.
    Escalated {
        /// Time of the event.
        at: Stamp,
        /// The request.
        id: RequestId,
    },
    /// An operator looked at a request with its options and scores; this is not part of the state.
    Shown {
        /// Time of the event.
        at: Stamp,
        /// The request.
        id: RequestId,
        /// The operator.
        operator: String,
    },
    /// A request left the queue.
    Ended {
        /// Time of the event.
        at: Stamp,
        /// The request.
        id: RequestId,
        /// The ending.
        ending: Ending,
        /// The figures for statistics, so that they need not read the request again.
        account: Account,
    },
}

/// The figures of an ended request for statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The robot that asked.
    pub robot: RobotId,
    /// How long it was open.
    pub waited: Duration,
    /// How long the last claim was held; `None`: nobody held one.
    pub worked: Option<Duration>,
    /// Whether the answer was the option with the best score.
    pub agreed: bool,
}

impl Event {
    /// When it happened.
    pub fn at(&self) -> Stamp {
        match self {
            Self::Requested { at, .. }
            | Self::Claimed { at, .. }
            | Self::Lapsed { at, .. }
            | Self::Released { at, .. }
            | Self::Refused { at, .. }
            | Self::Escalated { at, .. }
            | Self::Shown { at, .. }
            | Self::Ended { at, .. } => *at,
        }
    }

    /// The request.
    pub fn request(&self) -> RequestId {
        match self {
            Self::Requested { request, .. } => RequestId::of_key(&request.key),
            Self::Claimed { id, .. }
            | Self::Lapsed { id, .. }
            | Self::Released { id, .. }
            | Self::Refused { id, .. }
            | Self::Escalated { id, .. }
            | Self::Shown { id, .. }
            | Self::Ended { id, .. } => id.clone(),
        }
    }

    /// One word for it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Requested { .. } => "requested",
            Self::Claimed { .. } => "claimed",
            Self::Lapsed { .. } => "lapsed",
            Self::Released { .. } => "released",
            Self::Refused { .. } => "refused",
            Self::Escalated { .. } => "escalated",
            Self::Shown { .. } => "shown",
            Self::Ended { ending: Ending::Answered { .. }, .. } => "answered",
            Self::Ended { ending: Ending::Expired { .. }, .. } => "expired",
            Self::Ended { ending: Ending::Withdrawn, .. } => "withdrawn",
        }
    }

    /// The operator that it is about, if there is one.
    pub fn operator(&self) -> Option<&str> {
        match self {
            Self::Claimed { operator, .. }
            | Self::Lapsed { operator, .. }
            | Self::Released { operator, .. }
            | Self::Refused { operator, .. }
            | Self::Shown { operator, .. }
            | Self::Ended { ending: Ending::Answered { operator, .. }, .. } => Some(operator),
            Self::Requested { .. } | Self::Escalated { .. } | Self::Ended { .. } => None,
        }
    }
}
