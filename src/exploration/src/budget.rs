use std::time::Duration;

use surefleet_fleet::Stamp;

use crate::ExplorationError;

/// The most messages that a robot says in any window of time: a token bucket.
///
/// A bucket that holds `burst` tokens lets through `burst` messages at once and then one for each token that drops in. Tokens drop in so
/// slowly that no window ever has more messages than the budget, one with a burst included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageBudget {
    messages: u32,
    window: Duration,
    burst: u32,
}

impl MessageBudget {
    /// So many messages in any second, of which `burst` may be said at once.
    ///
    /// # Errors
    /// [`ExplorationError::Setting`] unless 1 <= burst <= messages a second <= 1000.
    pub fn new(per_second: u32, burst: u32) -> Result<Self, ExplorationError> {
        if !(1..=1000).contains(&per_second) || !(1..=per_second).contains(&burst) {
            let value = format!("{per_second} a second in bursts of {burst}");
            let mend = "give 1 to 1000 a second, and a burst of at least 1 and at most as many";
            return Err(ExplorationError::Setting { name: "the budget of messages", value, mend });
        }
        Ok(Self { messages: per_second, window: Duration::from_secs(1), burst })
    }

    /// One message in any window of this length, for less than one a second.
    ///
    /// # Errors
    /// [`ExplorationError::Setting`] unless it is a millisecond to an hour.
    pub fn one_in(window: Duration) -> Result<Self, ExplorationError> {
        if !(Duration::from_millis(1)..=Duration::from_secs(3600)).contains(&window) {
            let mend = "give a millisecond to an hour";
            let name = "the pause between messages";
            return Err(ExplorationError::Setting { name, value: format!("{window:?}"), mend });
        }
        Ok(Self { messages: 1, window, burst: 1 })
    }

    /// Nanoseconds until a token drops in.
    ///
    /// A window holds at most the burst and the tokens that drop in before its end, `ceil(window / interval) - 1` of them.
    fn interval(self) -> u64 {
        let interval = self.window.as_nanos().div_ceil(u128::from(self.messages - self.burst + 1));
        u64::try_from(interval).expect("an hour has fewer nanoseconds")
    }
}

/// A bucket that fills with time.
#[derive(Debug, Clone)]
pub(crate) struct Bucket {
    interval: u64,
    /// Nanoseconds of filling that it has room for.
    most: u64,
    /// Nanoseconds of filling that it holds.
    held: u64,
    filled: Stamp,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn new(now: Stamp, budget: MessageBudget) -> Self {
        let interval = budget.interval();
        let most = interval * u64::from(budget.burst);
        Self { interval, most, held: most, filled: now }
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, now: Stamp) -> bool {
        self.fill(now);
        let has_token = self.held >= self.interval;
        if has_token {
            self.held -= self.interval;
        }
        has_token
    }

    /// When there will be a token.
    pub(crate) fn next_token(&self) -> Stamp {
        self.filled + Duration::from_nanos(self.interval.saturating_sub(self.held))
    }

    fn fill(&mut self, now: Stamp) {
        let passed = u64::try_from((now - self.filled).as_nanos()).unwrap_or(u64::MAX);
        self.held = self.held.saturating_add(passed).min(self.most);
        self.filled = self.filled.max(now);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_burst_passes_at_once_and_the_next_token_comes_on_time() {
        let mut bucket = Bucket::new(Stamp::ZERO, MessageBudget::new(4, 2).unwrap());
        let taken = (0..5).filter(|_| bucket.take(Stamp::ZERO)).count();
        assert_eq!(taken, 2);
        let next = bucket.next_token();
        assert_eq!(next, Stamp::from_nanos(333_333_334));
        assert!(!bucket.take(Stamp::from_nanos(next.as_nanos() - 1)) && bucket.take(next));
        assert!(MessageBudget::new(2, 3).is_err() && MessageBudget::new(0, 0).is_err());
    }

    #[test]
    fn less_than_one_message_a_second_has_a_longer_window() {
        let mut bucket = Bucket::new(Stamp::ZERO, MessageBudget::one_in(Duration::from_secs(4)).unwrap());
        assert!(bucket.take(Stamp::ZERO));
        assert_eq!(bucket.next_token(), Stamp::ZERO + Duration::from_secs(4));
        assert!(!bucket.take(Stamp::from_nanos(3_999_999_999)) && bucket.take(bucket.next_token()));
        assert!(MessageBudget::one_in(Duration::ZERO).is_err());
    }

    proptest! {
        #[test]
        fn no_window_of_a_second_has_more_than_the_budget(
            (per_second, burst) in (1..20u32).prop_flat_map(|most| (Just(most), 1..=most)),
            pauses in prop::collection::vec(prop_oneof![0..1_000_000u64, 0..500_000_000u64, 0..3_000_000_000u64], 1..200),
        ) {
            let mut bucket = Bucket::new(Stamp::ZERO, MessageBudget::new(per_second, burst).unwrap());
            let (mut now, mut sent) = (0, Vec::new());
            for pause in pauses {
                now += pause;
                while bucket.take(Stamp::from_nanos(now)) {
                    sent.push(now);
                }
                // Also at the very moment of the next token, the most that a greedy sender can do.
                let next = bucket.next_token();
                now = now.max(next.as_nanos());
                prop_assert!(bucket.take(next));
                sent.push(now);
            }
            for (place, start) in sent.iter().enumerate() {
                let window = sent[place..].iter().take_while(|at| **at < start + 1_000_000_000).count();
                prop_assert!(window <= per_second as usize, "{window} of {per_second}");
            }
        }
    }
}
