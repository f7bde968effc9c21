use std::time::Duration;

use serde::{Deserialize, Serialize};
use surefleet_fleet::{RobotId, Stamp};

use crate::{Enclosure, Ending, Request, RequestId};

/// What happened at the desk: what the audit log keeps, and what the desk's state is made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A request joined the queue.
    Requested {
        /// When.
        at: Stamp,
        /// The request.
        request: Box<Request>,
        /// What people are shown beside it; written apart, since no state is made of it.
        #[serde(skip)]
        enclosure: Box<Enclosure>,
    },
    /// An operator works on a request, or goes on working on it.
    Claimed {
        /// When.
        at: Stamp,
        /// The request.
        id: RequestId,
        /// Who.
        operator: String,
        /// When the claim ends unless it is renewed.
        until: Stamp,
    },
    /// A claim ended, since nobody renewed it.
    Lapsed {
        /// When.
        at: Stamp,
        /// The request.
        id: RequestId,
        /// Who held it.
        operator: String,
    },
    /// An operator said not to work on a request any more.
    Released {
        /// When.
        at: Stamp,
        /// The request.
        id: RequestId,
        /// Who.
        operator: String,
    },
    /// An operator was told no; no state is made of it.
    Refused {
        /// When.
        at: Stamp,
        /// The request.
        id: RequestId,
        /// Who.
        operator: String,
        /// Why.
        reason: String,
    },
    /// Nobody claimed a request in time, or it is past the deadline to which its robot holds still, and others were called.
    Escalated {
        /// When.
        at: Stamp,
        /// The request.
        id: RequestId,
    },
    /// An operator looked at a request with its options and scores; no state is made of it.
    Shown {
        /// When.
        at: Stamp,
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
        /// What statistics count, so that they need not read the request again.
        account: Account,
    },
}

/// What statistics count of a request that ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Who asked.
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

    /// The operator whom it is about, if it is about one.
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
