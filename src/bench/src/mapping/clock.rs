//! Processor time, so that others at work on the machine do not count.

use std::hint::black_box;

use anyhow::{Context, Result};
use surefleet_cli::percentile::percentile;

/// The kernel counts every few milliseconds, so a sample takes at least this long.
const SAMPLE_S: f64 = 0.15;

/// The seconds that the main thread of this process has run.
///
/// # Errors
/// A system other than Linux.
pub fn processor_s() -> Result<f64> {
    let path = "/proc/self/schedstat";
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {path}, which Linux has"))?;
    let nanos: Option<u64> = text.split_whitespace().next().and_then(|number| number.parse().ok());
    Ok(nanos.with_context(|| format!("{path} has no time in it"))? as f64 / 1e9)
}

/// The milliseconds of one call: the median over samples, each of many calls.
///
/// # Errors
/// Those of the work.
pub fn milliseconds<T>(samples: u16, mut work: impl FnMut() -> Result<T>) -> Result<f64> {
    let mut times = Vec::new();
    for _ in 0..samples {
        let (start, mut calls, mut seconds) = (processor_s()?, 0u32, 0.0);
        while seconds < SAMPLE_S {
            black_box(work()?);
            calls += 1;
            seconds = processor_s()? - start;
        }
        times.push(seconds * 1e3 / f64::from(calls));
    }
    percentile(&times, 50)
}
