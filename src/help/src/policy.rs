use std::{num::NonZeroUsize, time::Duration};

/// The desk's rules for requests and operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeskPolicy {
    /// The number of ended requests remembered; the oldest is forgotten first. [`crate::Desk::recall`] brings one back.
    pub kept: NonZeroUsize,
    /// How long a claim holds unless it is renewed.
    pub lease: Duration,
    /// How long a request may stay unclaimed until others are called; `None`: for ever.
    pub escalate_after: Option<Duration>,
}
