use std::time::Duration;

use surefleet_fleet::Stamp;

use crate::{ExplorerMessage, budget::Bucket};

/// The most messages that wait; of more, the least valuable are dropped.
const MOST_WAITING: usize = 256;

/// The worth of a message: greater ones go first.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Worth {
    /// Answers end a search, requests direct others, findings direct one.
    pub(crate) rank: u8,
    /// Among messages of one rank.
    pub(crate) value: f64,
}

/// Messages that wait for the budget, the most valuable first.
#[derive(Debug, Clone)]
pub(crate) struct Outbox {
    waiting: Vec<Waiting>,
    bucket: Bucket,
    longest_wait: Duration,
}

#[derive(Debug, Clone)]
struct Waiting {
    message: ExplorerMessage,
    worth: Worth,
    until: Stamp,
}

impl Outbox {
    pub(crate) fn new(bucket: Bucket, longest_wait: Duration) -> Self {
        Self { waiting: Vec::new(), bucket, longest_wait }
    }

    /// Lets a message wait. Returns the message that had no room, which may be this one.
    pub(crate) fn push(&mut self, now: Stamp, message: ExplorerMessage, worth: Worth) -> Option<ExplorerMessage> {
        let until = now + self.longest_wait;
        // After those of the same worth, which have waited longer.
        let place = self.waiting.partition_point(|other| other.worth >= worth);
        self.waiting.insert(place, Waiting { message, worth, until });
        (self.waiting.len() > MOST_WAITING).then(|| self.waiting.pop().map(|last| last.message)).flatten()
    }

    /// The messages that wait.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = &ExplorerMessage> {
        self.waiting.iter().map(|waiting| &waiting.message)
    }

    /// Withdraws messages, and returns them.
    pub(crate) fn withdraw(&mut self, which: impl Fn(&ExplorerMessage) -> bool) -> Vec<ExplorerMessage> {
        self.remove(|waiting| which(&waiting.message))
    }

    /// Removes the messages that have waited too long.
    pub(crate) fn expired(&mut self, now: Stamp) -> Vec<ExplorerMessage> {
        self.remove(|waiting| waiting.until <= now)
    }

    fn remove(&mut self, which: impl Fn(&Waiting) -> bool) -> Vec<ExplorerMessage> {
        let (removed, kept): (Vec<Waiting>, _) = std::mem::take(&mut self.waiting).into_iter().partition(which);
        self.waiting = kept;
        removed.into_iter().map(|waiting| waiting.message).collect()
    }

    /// The next message that the budget lets through.
    pub(crate) fn release(&mut self, now: Stamp) -> Option<ExplorerMessage> {
        let is_free = !self.waiting.is_empty() && self.bucket.take(now);
        is_free.then(|| self.waiting.remove(0).message)
    }

    /// When a message can go or has waited too long.
    pub(crate) fn next_deadline(&self) -> Option<Stamp> {
        let oldest = self.waiting.iter().map(|waiting| waiting.until).min()?;
        Some(oldest.min(self.bucket.next_token()))
    }
}
