//! Percentiles.

use anyhow::{Context, Result};

/// The value below which this percentage of the values lies.
pub fn percentile(values: &[f64], percent: usize) -> Result<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(index).copied().context("nothing was measured")
}
