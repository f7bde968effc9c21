use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_language::Sampling;

use crate::OnnxError;

/// Chooses the tokens of one text, each by the logits of the possible next tokens.
#[derive(Debug, Clone)]
pub struct Sampler {
    sampling: Sampling,
    rng: ChaCha8Rng,
    /// Tokens that may be drawn, with their weights; kept to reuse the memory.
    drawn_from: Vec<(u32, f64)>,
}

impl Sampler {
    /// A sampler at the beginning of a text.
    pub fn new(sampling: Sampling) -> Self {
        let seed = if let Sampling::Drawn { seed, .. } = sampling { seed } else { 0 };
        Self { sampling, rng: ChaCha8Rng::seed_from_u64(seed), drawn_from: Vec::new() }
    }

    /// Chooses a token. Greedy sampling takes the lowest of equally likely token ids.
    ///
    /// # Errors
    /// [`OnnxError::NoNumbers`] if a logit is NaN, or none is finite.
    pub fn choose(&mut self, logits: &[f32]) -> Result<u32, OnnxError> {
        let (likeliest, greatest) = likeliest(logits).ok_or(OnnxError::NoNumbers)?;
        Ok(match self.sampling {
            Sampling::Greedy => likeliest,
            Sampling::Drawn { temperature, top_p, .. } => self.draw(logits, greatest, temperature, top_p),
        })
    }

    fn draw(&mut self, logits: &[f32], greatest: f32, temperature: f64, top_p: f64) -> u32 {
        let weight = |logit: f32| ((f64::from(logit) - f64::from(greatest)) / temperature).exp();
        let weights = logits.iter().enumerate().map(|(token, logit)| (token as u32, weight(*logit)));
        self.drawn_from.clear();
        self.drawn_from.extend(weights);
        let mut total: f64 = self.drawn_from.iter().map(|(_, weight)| weight).sum();
        if top_p < 1.0 {
            // Tokens below this together have less than the mass that is left out, so they need not be sorted.
            let least = (1.0 - top_p) * total / logits.len() as f64;
            self.drawn_from.retain(|(_, weight)| *weight >= least);
            self.drawn_from.sort_by(|one, other| other.1.total_cmp(&one.1));
            let wanted = top_p * total;
            total = 0.0;
            let enough = self.drawn_from.iter().position(|(_, weight)| {
                total += weight;
                total >= wanted
            });
            self.drawn_from.truncate(enough.map_or(usize::MAX, |last| last + 1));
        }
        let mut left = self.rng.random::<f64>() * total;
        let drawn = self.drawn_from.iter().find(|(_, weight)| {
            left -= weight;
            left < 0.0
        });
        // Rounding may leave a small rest.
        drawn.or(self.drawn_from.last()).map_or(0, |(token, _)| *token)
    }
}

/// The first token with the greatest logit, and that logit; `None` if it is not finite, or any logit is NaN.
fn likeliest(logits: &[f32]) -> Option<(u32, f32)> {
    let mut best = (0, f32::NEG_INFINITY);
    for (token, &logit) in logits.iter().enumerate() {
        if logit > best.1 {
            best = (token as u32, logit);
        } else if logit.is_nan() {
            return None;
        }
    }
    best.1.is_finite().then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOGITS: [f32; 7] = [0.5, 2.0, -1.0, f32::NEG_INFINITY, 2.0, 1.0, -3.0];
    const DRAWS: usize = 20_000;

    fn drawn(temperature: f64, top_p: f64, seed: u64) -> Sampler {
        Sampler::new(Sampling::Drawn { temperature, top_p, seed })
    }

    fn counts(sampler: &mut Sampler) -> [usize; LOGITS.len()] {
        let mut counts = [0; LOGITS.len()];
        for _ in 0..DRAWS {
            counts[sampler.choose(&LOGITS).expect("they are numbers") as usize] += 1;
        }
        counts
    }

    /// Pearson's statistic of counts against probabilities.
    fn chi_square(counts: &[usize], probabilities: &[f64]) -> f64 {
        let of = |(count, probability): (&usize, &f64)| {
            let expected = probability * DRAWS as f64;
            (*count as f64 - expected).powi(2) / expected
        };
        counts.iter().zip(probabilities).filter(|(_, probability)| **probability > 0.0).map(of).sum()
    }

    #[test]
    fn tokens_are_drawn_as_often_as_the_softmax_says() {
        for (temperature, top_p, kept) in
            [(1.0, 1.0, &[0, 1, 2, 4, 5, 6][..]), (0.7, 1.0, &[0, 1, 2, 4, 5, 6]), (1.0, 0.85, &[1, 4, 5])]
        {
            let weight =
                |token: usize| if kept.contains(&token) { (f64::from(LOGITS[token]) / temperature).exp() } else { 0.0 };
            let weights: Vec<f64> = (0..LOGITS.len()).map(weight).collect();
            let total: f64 = weights.iter().sum();
            let probabilities: Vec<f64> = weights.iter().map(|weight| weight / total).collect();
            let counts = counts(&mut drawn(temperature, top_p, 1));
            for (token, count) in counts.iter().enumerate() {
                assert_eq!(*count > 0, kept.contains(&token), "{temperature} {top_p}: {counts:?}");
            }
            // The 99.9th percentile of chi-square with five degrees of freedom.
            assert!(chi_square(&counts, &probabilities) < 20.5, "{temperature} {top_p}: {counts:?}");
        }
    }

    #[test]
    fn near_temperature_0_and_with_the_smallest_nucleus_the_likeliest_is_drawn() {
        let mut logits: Vec<f32> = (0..1000_u32).map(|place| (place * 37 % 1000) as f32 / 100.0).collect();
        for place in [999, 400, 0] {
            logits[place] = 20.0 + place as f32;
            let greedy = Sampler::new(Sampling::Greedy).choose(&logits).expect("they are numbers");
            for seed in 0..20 {
                assert_eq!(drawn(1e-3, 1.0, seed).choose(&logits).expect("they are numbers"), greedy);
                assert_eq!(drawn(5.0, 1e-9, seed).choose(&logits).expect("they are numbers"), greedy);
            }
            assert_eq!(greedy, 999);
        }
        assert_eq!(Sampler::new(Sampling::Greedy).choose(&LOGITS).expect("they are numbers"), 1, "the first of two");
    }

    #[test]
    fn the_same_seed_draws_the_same_tokens_and_another_seed_others() {
        let draw = |seed| {
            let mut sampler = drawn(1.0, 1.0, seed);
            (0..50).map(|_| sampler.choose(&LOGITS).expect("they are numbers")).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn logits_that_are_no_numbers_choose_nothing() {
        let mut long = vec![0.0; 40];
        long[33] = f32::NAN;
        let cases: [&[f32]; 4] = [&[], &[f32::NEG_INFINITY; 3], &[1.0, f32::INFINITY], &long];
        for logits in cases {
            for mut sampler in [Sampler::new(Sampling::Greedy), drawn(1.0, 0.9, 1)] {
                let refused = sampler.choose(logits);
                assert!(matches!(refused, Err(OnnxError::NoNumbers)), "{logits:?}: {refused:?}");
            }
        }
    }
}
