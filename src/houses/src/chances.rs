//! Streams of chance by seed, spelt out so that another version of a library draws the same houses.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::Digest;

/// A stream of chances of its own for each purpose.
pub fn chances(seed: u64, purpose: &str) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(*Digest::of([&seed.to_le_bytes()[..], purpose.as_bytes()]).as_bytes())
}

pub(crate) fn shuffle<T>(list: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..list.len()).rev() {
        list.swap(last, rng.random_range(0..=last));
    }
}

/// One of a list; `None` if it is empty.
pub(crate) fn pick<T: Copy>(list: &[T], rng: &mut ChaCha8Rng) -> Option<T> {
    (!list.is_empty()).then(|| list[rng.random_range(0..list.len())])
}

/// A multiple of `step` from `low` to `high`, both of which are multiples.
pub(crate) fn stepped(low: i32, high: i32, step: i32, rng: &mut ChaCha8Rng) -> i32 {
    low + step * rng.random_range(0..=((high - low) / step).max(0))
}

/// A number with the standard normal distribution (G. Box & M. Muller, 1958).
pub(crate) fn normal(rng: &mut ChaCha8Rng) -> f64 {
    let (one, other): (f64, f64) = (1.0 - rng.random::<f64>(), rng.random());
    (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}
