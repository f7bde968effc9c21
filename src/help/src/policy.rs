use std::{num::NonZeroUsize, time::Duration};

/// How a desk treats requests and operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// So many ended requests are remembered, the oldest forgotten first; [`crate::Desk::recall`] brings one back.
    pub kept: NonZeroUsize,
    /// How long a claim holds unless it is renewed.
    pub lease: Duration,
    /// After so long without a claim others are called; `None`: never.
    pub escalate_after: Option<Duration>,
}
