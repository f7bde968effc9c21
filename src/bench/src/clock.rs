//! Processor time, so that others at work on the machine do not count.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use surefleet_cli::percentile::percentile;

/// The kernel counts every few milliseconds, so a sample takes at least this long.
const SAMPLE_S: f64 = 0.15;
/// A thread that works for this long has run, however many others want its core.
const PATIENCE: Duration = Duration::from_secs(20);

/// The kernel's count of the time that the thread which asks has run.
const COUNT: &str = "/proc/thread-self/schedstat";

/// The processor time of one thread since a start.
pub struct ProcessorTime {
    start_s: f64,
    started: Instant,
}

impl ProcessorTime {
    /// Starts in this thread; ask it in this thread only.
    ///
    /// # Errors
    /// A system other than Linux.
    pub fn start() -> Result<Self> {
        Ok(Self { start_s: counted_s()?, started: Instant::now() })
    }

    /// Seconds that this thread has run since the start; 0 until the kernel counts again.
    ///
    /// # Errors
    /// A kernel that does not count.
    pub fn seconds(&self) -> Result<f64> {
        moved(counted_s()? - self.start_s, self.started.elapsed())
    }
}

/// The seconds, unless they stand still.
fn moved(seconds: f64, waited: Duration) -> Result<f64> {
    ensure!(
        seconds > 0.0 || waited < PATIENCE,
        "{COUNT} stands still: after {waited:.0?} of work this thread has run for {seconds} s; use a Linux that counts (CONFIG_SCHED_INFO)"
    );
    Ok(seconds)
}

fn counted_s() -> Result<f64> {
    let text = std::fs::read_to_string(COUNT).with_context(|| format!("cannot read {COUNT}, which Linux has"))?;
    let nanos: Option<u64> = text.split_whitespace().next().and_then(|number| number.parse().ok());
    Ok(nanos.with_context(|| format!("{COUNT} has no time in it"))? as f64 / 1e9)
}

/// The milliseconds of one call: the median over samples, each of many calls.
///
/// # Errors
/// Those of the work, and a kernel that does not count.
pub fn milliseconds<T>(samples: u16, mut work: impl FnMut() -> Result<T>) -> Result<f64> {
    let mut times = Vec::new();
    for _ in 0..samples {
        let (time, mut calls, mut seconds) = (ProcessorTime::start()?, 0u32, 0.0);
        while seconds < SAMPLE_S {
            black_box(work()?);
            calls += 1;
            seconds = time.seconds()?;
        }
        times.push(seconds * 1e3 / f64::from(calls));
    }
    percentile(&times, 50)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_stands_still_is_an_error_and_not_an_endless_sample() {
        assert_eq!(moved(0.0, Duration::from_secs(1)).expect("the kernel counts later"), 0.0);
        assert_eq!(moved(0.004, Duration::from_secs(90)).expect("it has run"), 0.004);
        let error = moved(0.0, Duration::from_secs(21)).expect_err("it stands still").to_string();
        assert!(error.contains("stands still: after 21s of work this thread has run for 0 s"), "{error}");
    }

    #[test]
    fn the_work_of_other_threads_does_not_count() {
        let work =
            || (0..20_000_000u64).fold(0, |sum: u64, number| black_box(sum.wrapping_mul(31).wrapping_add(number)));
        let here = ProcessorTime::start().expect("Linux counts");
        let there = std::thread::spawn(move || {
            let time = ProcessorTime::start().expect("Linux counts");
            let mut seconds = 0.0;
            while seconds < 0.1 {
                black_box(work());
                seconds = time.seconds().expect("it moves");
            }
            seconds
        });
        let there = there.join().expect("it ends");
        let here = here.seconds().expect("not long ago");
        assert!(here < there / 2.0, "{here} s here and {there} s there");
    }
}
