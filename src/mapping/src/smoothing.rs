//! Gaussian smoothing of a grid.

use std::ops::Range;

use crate::GridLayout;

/// Beyond this many standard deviations the kernel is cut.
const CUT: f64 = 4.0;

/// Convolves with a Gaussian of standard deviation `sigma`, in cells, whose weights sum to 1; beyond the grid everything is 0.
pub(crate) fn smooth(layout: &GridLayout, values: &[f64], sigma: f64) -> Vec<f64> {
    let reach = (CUT * sigma).ceil() as usize;
    let weight = |cells: usize| (-0.5 * (cells as f64 / sigma).powi(2)).exp();
    let half: Vec<f64> = std::iter::once(1.0).chain((1..=reach).map(weight)).collect();
    let sum = half[0] + 2.0 * half[1..].iter().sum::<f64>();
    let kernel: Vec<f64> = half[1..].iter().rev().chain(&half).map(|weight| weight / sum).collect();
    let (width, height) = (layout.width(), layout.height());
    let mut smoothed = vec![0.0; values.len()];
    let Some([columns, rows]) = extent(width, values) else { return smoothed };
    // Beyond the reach of what is not zero everything stays zero.
    let spread = |span: &Range<usize>, size: usize| span.start.saturating_sub(reach)..(span.end + reach).min(size);
    let wide = spread(&columns, width);
    // Rows with zeros around them, so that each is a sum of shifted rows.
    let mut across = vec![0.0; values.len()];
    let mut padded = vec![0.0; width + 2 * reach];
    for y in rows.clone() {
        padded[reach..reach + width].copy_from_slice(&values[y * width..][..width]);
        let shifted: Vec<(&[f64], f64)> =
            kernel.iter().enumerate().map(|(shift, &weight)| (&padded[shift..][wide.clone()], weight)).collect();
        add_all(&mut across[y * width..][wide.clone()], &shifted);
    }
    for y in spread(&rows, height) {
        let near = kernel.iter().enumerate().filter_map(|(shift, &weight)| {
            let from = (y + shift).checked_sub(reach).filter(|from| rows.contains(from))?;
            Some((&across[from * width..][wide.clone()], weight))
        });
        add_all(&mut smoothed[y * width..][wide.clone()], &near.collect::<Vec<_>>());
    }
    smoothed
}

/// The columns and rows around everything that is not zero; `None` if all is.
fn extent(width: usize, values: &[f64]) -> Option<[Range<usize>; 2]> {
    let mut found: Option<[Range<usize>; 2]> = None;
    for (y, row) in values.chunks_exact(width).enumerate() {
        let Some(first) = row.iter().position(|&value| value != 0.0) else { continue };
        let last = row.iter().rposition(|&value| value != 0.0).unwrap_or(first);
        found = Some(match found {
            None => [first..last + 1, y..y + 1],
            Some([columns, rows]) => [columns.start.min(first)..columns.end.max(last + 1), rows.start..y + 1],
        });
    }
    found
}

/// Adds rows with their weights. Four at a time, so that the sum is read and written a quarter as often.
fn add_all(to: &mut [f64], rows: &[(&[f64], f64)]) {
    let (fours, rest) = rows.as_chunks::<4>();
    for &[(a, u), (b, v), (c, w), (d, x)] in fours {
        for ((((to, a), b), c), d) in to.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            *to = *to + u * a + v * b + w * c + x * d;
        }
    }
    for (from, weight) in rest {
        to.iter_mut().zip(*from).for_each(|(to, from)| *to += weight * from);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{GroundPoint, Metres};

    proptest! {
        #[test]
        fn smoothing_is_the_sum_over_all_pairs_of_cells(
            width in 1usize..12, height in 1usize..12, sigma in 0.3..3.0f64, values in prop::collection::vec(0.0..5.0f64, 144),
        ) {
            let corner = GroundPoint::new(width as f64, height as f64);
            let layout = GridLayout::covering(GroundPoint::new(0.0, 0.0), corner, Metres::new(1.0)).unwrap();
            let values = &values[..layout.count()];
            let smoothed = smooth(&layout, values, sigma);
            let reach = (4.0 * sigma).ceil() as i64;
            let gauss = |cells: i64| if cells.abs() <= reach { (-(cells * cells) as f64 / (2.0 * sigma * sigma)).exp() } else { 0.0 };
            let total: f64 = (-reach..=reach).map(gauss).sum();
            for (index, &found) in smoothed.iter().enumerate() {
                let (x, y) = ((index % width) as i64, (index / width) as i64);
                let expected: f64 = values.iter().enumerate().map(|(other, value)| {
                    let (across, up) = ((other % width) as i64 - x, (other / width) as i64 - y);
                    value * gauss(across) * gauss(up) / (total * total)
                }).sum();
                prop_assert!((found - expected).abs() < 1e-9, "{found} at {x}, {y}, not {expected}");
            }
            let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
            prop_assert!(most(&smoothed) <= most(values) + 1e-9);
            prop_assert!(smoothed.iter().sum::<f64>() <= values.iter().sum::<f64>() + 1e-9);
        }
    }
}
