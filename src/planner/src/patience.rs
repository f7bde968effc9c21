use std::time::Duration;

/// How long a planner waits for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For scores; then the scorer counts as failed and a person is asked.
    pub scores: Duration,
    /// For one reply of the safety monitor; then it counts as unable to judge.
    pub verdicts: Duration,
    /// For a monitor that cannot judge, all tries together; then the mission should be halted.
    pub monitor: Duration,
    /// Between a failed request to the monitor or the help desk and its first repetition; doubles every time.
    pub first_retry: Duration,
    /// The longest pause between repetitions.
    pub longest_retry: Duration,
    /// Between repetitions of a help request that the desk has accepted, in case the desk forgot it.
    pub repeat_help: Duration,
    /// For a person; then the safe default applies. `None`: for ever.
    pub help: Option<Duration>,
}

impl Default for Patience {
    /// A minute for scores, two seconds a verdict, five minutes for the monitor, for ever for a person.
    fn default() -> Self {
        Self {
            scores: Duration::from_secs(60),
            verdicts: Duration::from_secs(2),
            monitor: Duration::from_secs(300),
            first_retry: Duration::from_millis(250),
            longest_retry: Duration::from_secs(8),
            repeat_help: Duration::from_secs(30),
            help: None,
        }
    }
}

impl Patience {
    /// The pause after the `failures`-th failure in a row, from 1.
    pub(crate) fn pause(&self, failures: u32) -> Duration {
        let doublings = failures.saturating_sub(1).min(16);
        self.first_retry.saturating_mul(1 << doublings).min(self.longest_retry)
    }
}
