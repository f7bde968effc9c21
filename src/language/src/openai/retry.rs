use std::{pin::Pin, sync::Arc, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use crate::ScoreError;

/// Waits for a duration: the boundary to the clock.
pub type Delay = Arc<dyn Fn(Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// The runtime's timer.
pub(super) fn tokio_delay() -> Delay {
    Arc::new(|wait| Box::pin(tokio::time::sleep(wait)))
}

/// Whether the same call may succeed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    Never,
    AfterBackoff,
    /// The server named the waiting time.
    After(Duration),
}

/// A call without a usable result.
#[derive(Debug)]
pub(super) struct Failure {
    pub error: ScoreError,
    pub again: Again,
}

/// The waits between repeated calls: limited in number, doubling, with seeded jitter.
pub(super) struct Waits {
    calls_left: u32,
    backoff: Duration,
    longest: Duration,
    jitter: ChaCha12Rng,
}

impl Waits {
    pub fn new(attempts: u32, first: Duration, longest: Duration, seed: u64) -> Self {
        let jitter = ChaCha12Rng::seed_from_u64(seed);
        Self { calls_left: attempts.saturating_sub(1), backoff: first, longest, jitter }
    }

    /// The wait after a failure. If there must be no further call, returns the failure's error.
    ///
    /// The wait is drawn from the upper half of the backoff, so that robots that failed together do not retry at the
    /// same moment. A wait that the server asks for is never shortened.
    pub fn after(&mut self, failure: Failure, host: &str) -> Result<Duration, ScoreError> {
        if failure.again == Again::Never || self.calls_left == 0 {
            return Err(failure.error);
        }
        self.calls_left -= 1;
        let wait = self.backoff.min(self.longest).mul_f64(self.jitter.random_range(0.5..=1.0));
        self.backoff = self.backoff.saturating_mul(2);
        match failure.again {
            Again::After(asked) if asked > self.longest => {
                Err(ScoreError::Busy { host: host.to_owned(), wait: asked, limit: self.longest })
            }
            Again::After(asked) => Ok(asked.max(wait).min(self.longest)),
            _ => Ok(wait),
        }
    }
}

/// Reads a `Retry-After` header: seconds or a date. A date is compared with the answer's own `Date`, so that no
/// machine's clock matters. `None`: absent or unreadable.
pub(super) fn retry_after(retry_after: Option<&str>, date: Option<&str>) -> Option<Duration> {
    let text = retry_after?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let due = httpdate::parse_http_date(text).ok()?;
    let sent = httpdate::parse_http_date(date?.trim()).ok()?;
    Some(due.duration_since(sent).unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn failure(again: Again) -> Failure {
        Failure { error: ScoreError::NoOptions, again }
    }

    proptest! {
        #[test]
        fn waits_double_within_their_jitter_and_never_pass_the_longest(seed: u64, calls in 2..12_u32) {
            let (first, longest) = (Duration::from_millis(100), Duration::from_secs(2));
            let mut waits = Waits::new(calls, first, longest, seed);
            for call in 0..calls - 1 {
                let wait = waits.after(failure(Again::AfterBackoff), "host").expect("calls are left");
                let most = (first * 2_u32.pow(call)).min(longest);
                prop_assert!(wait <= most && wait >= most / 2, "{wait:?} after call {call}");
            }
            prop_assert_eq!(waits.after(failure(Again::AfterBackoff), "host"), Err(ScoreError::NoOptions));
        }
    }

    #[test]
    fn a_servers_wait_is_kept_to_the_full_or_given_up() {
        let new = || Waits::new(2, Duration::from_millis(1), Duration::from_secs(5), 3);
        let seconds = Duration::from_secs;
        assert_eq!(new().after(failure(Again::After(seconds(4))), "host"), Ok(seconds(4)));
        let busy = ScoreError::Busy { host: "host".into(), wait: seconds(6), limit: seconds(5) };
        assert_eq!(new().after(failure(Again::After(seconds(6))), "host"), Err(busy));
    }

    #[test]
    fn retry_after_reads_seconds_and_dates() {
        let sent = Some("Wed, 21 Oct 2026 07:28:00 GMT");
        let due = Some("Wed, 21 Oct 2026 07:28:07 GMT");
        assert_eq!(retry_after(Some("3"), None), Some(Duration::from_secs(3)));
        assert_eq!(retry_after(due, sent), Some(Duration::from_secs(7)));
        assert_eq!(retry_after(sent, due), Some(Duration::ZERO));
        assert_eq!(retry_after(due, None), None);
        assert_eq!(retry_after(Some("soon"), sent), None);
        assert_eq!(retry_after(Some("-1"), sent), None);
        assert_eq!(retry_after(None, sent), None);
    }
}
