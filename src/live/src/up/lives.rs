use std::{os::unix::process::ExitStatusExt, process::ExitStatus, time::Duration};

/// A process that ends by itself within this time after its start counts as a failed start.
const SETTLED: Duration = Duration::from_secs(60);
/// A process that was killed from outside counts as a failed start only within this time: people may kill on purpose.
const TOO_SOON: Duration = Duration::from_secs(2);
/// A process counts as down after this many failed starts in a row.
const PATIENCE: u32 = 5;
/// The longest pause before a restart: a person who fixes the cause does not wait long.
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// How the runs of a process have ended so far.
#[derive(Debug, Default)]
pub struct Lives {
    failures: u32,
}

impl Lives {
    /// Notes the end of a run of this length; returns the pause before the next one.
    pub fn ended(&mut self, status: ExitStatus, life: Duration) -> Duration {
        let was_killed = status.signal() == Some(signal_hook::consts::SIGKILL);
        self.note(life >= if was_killed { TOO_SOON } else { SETTLED })
    }

    /// Notes that the process could not be started at all.
    pub fn unborn(&mut self) -> Duration {
        self.note(false)
    }

    fn note(&mut self, has_come_up: bool) -> Duration {
        self.failures = if has_come_up { 0 } else { self.failures.saturating_add(1) };
        // The first restart is immediate: a robot that comes back within a lease keeps its turn.
        let pause = if self.failures <= 1 { 0 } else { 100 << self.failures.min(10) };
        Duration::from_millis(pause).min(LONGEST_PAUSE)
    }

    /// Whether it keeps failing.
    pub fn is_down(&self) -> bool {
        self.failures >= PATIENCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KILLED: i32 = signal_hook::consts::SIGKILL;
    const EXIT_1: i32 = 1 << 8;

    /// Counts runs of this kind until the process counts as down, at most a hundred.
    fn lives(raw_status: i32, life_s: u64) -> usize {
        let mut lives = Lives::default();
        let is_up = |_: &usize| {
            lives.ended(ExitStatus::from_raw(raw_status), Duration::from_secs(life_s));
            !lives.is_down()
        };
        (1..=100).take_while(is_up).count()
    }

    #[test]
    fn a_process_that_keeps_failing_is_down_however_slowly_it_starts() {
        for (status, life_s) in [(EXIT_1, 0), (EXIT_1, 20), (signal_hook::consts::SIGSEGV, 20), (0, 1)] {
            assert_eq!(lives(status, life_s), PATIENCE as usize - 1);
        }
    }

    #[test]
    fn a_process_that_somebody_kills_or_that_ran_well_is_never_down() {
        assert_eq!(lives(KILLED, 3), 100);
        assert_eq!(lives(EXIT_1, 3600), 100);
    }

    #[test]
    fn pauses_grow_from_none_to_a_bound_and_a_good_life_ends_them() {
        let mut lives = Lives::default();
        let mut after = |life_s| lives.ended(ExitStatus::from_raw(EXIT_1), Duration::from_secs(life_s));
        let pauses: Vec<_> = (0..3).map(|_| after(1).as_millis()).collect();
        assert_eq!(pauses, [0, 400, 800]);
        assert_eq!((0..100).map(|_| after(1)).max(), Some(LONGEST_PAUSE));
        assert_eq!(after(3600), Duration::ZERO);
        assert_eq!(after(1), Duration::ZERO);
    }
}
