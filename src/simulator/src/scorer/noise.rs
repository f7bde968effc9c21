use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use surefleet_fleet::Digest;

/// A seeded random stream that depends on what it is for and on nothing else.
pub(crate) fn stream(purpose: &str, seed: u64, parts: &[&[u8]]) -> ChaCha12Rng {
    let seed = seed.to_le_bytes();
    let head = [purpose.as_bytes(), seed.as_slice()];
    ChaCha12Rng::from_seed(*Digest::of(head.iter().chain(parts).copied()).as_bytes())
}

/// A draw of the standard Gumbel distribution, always finite.
///
/// The option with the greatest logit plus Gumbel noise is a draw from the logits' softmax.
pub(crate) fn gumbel(stream: &mut ChaCha12Rng) -> f64 {
    let (cells, half): (f64, f64) = ((1_u64 << 52) as f64, 0.5);
    // The middle of one of 2^52 equal cells: never 0, never 1.
    let uniform = ((stream.random::<u64>() >> 12) as f64 + half) / cells;
    -(-uniform.ln()).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_the_mean_and_deviation_of_a_gumbel_distribution() {
        let mut stream = stream("test", 1, &[]);
        let draws: Vec<f64> = (0..100_000).map(|_| gumbel(&mut stream)).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let variance = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>() / draws.len() as f64;
        // Euler's constant and pi^2 / 6; four standard errors are 0.017 and 0.05.
        assert!((mean - 0.577_216).abs() < 0.017, "{mean}");
        assert!((variance - 1.644_934).abs() < 0.05, "{variance}");
    }

    #[test]
    fn streams_of_other_purposes_seeds_or_parts_differ() {
        let first = |purpose, seed, part: &[u8]| gumbel(&mut stream(purpose, seed, &[part]));
        let one = first("scores", 1, b"turn");
        assert_eq!(one, first("scores", 1, b"turn"));
        for other in [first("answers", 1, b"turn"), first("scores", 2, b"turn"), first("scores", 1, b"other")] {
            assert_ne!(one, other);
        }
    }
}
