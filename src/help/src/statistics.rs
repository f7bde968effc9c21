use std::time::Duration;

/// How busy the desk is, and how long robots wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Requests in the queue, claimed ones included.
    pub open: usize,
    /// Requests in the queue that somebody works on.
    pub claimed: usize,
    /// Requests that people answered.
    pub answered: u64,
    /// Requests whose deadline passed.
    pub expired: u64,
    /// Requests that nobody waited for any more.
    pub withdrawn: u64,
    /// Requests, claims and answers that were not accepted, in this life of the desk.
    pub refused: u64,
    /// How long the requests that people answered had waited, together.
    pub waited: Duration,
    /// How long the slowest of them had waited.
    pub longest_wait: Duration,
    /// How long the oldest request in the queue has waited so far.
    pub oldest_open: Duration,
}

impl Statistics {
    /// How long a request waits for a person on average; `None`: none was answered yet.
    pub fn mean_wait(&self) -> Option<Duration> {
        let answered = u32::try_from(self.answered).unwrap_or(u32::MAX);
        self.waited.checked_div(answered)
    }
}
