use rand::{Rng, RngExt};

/// Every number of the simulated sight and the simulated relevance. They are assumptions: no model was measured for them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Assumptions {
    /// Draws everything else.
    pub seed: u64,
    /// A thing that fills this share of the picture is seen with probability `1 - 1/e`, if it is near.
    pub share: f64,
    /// At this distance in metres half of what is seen near is seen.
    pub half_at_m: f64,
    /// Probability that a listed object has the name of another class.
    pub misnamed: f64,
    /// Standard deviation of an object's position, as a share of its distance.
    pub position: f64,
    /// Probability that a question's thing is always read wrong, in the same way.
    pub misread: f64,
    /// Probability that it is read wrong in one view.
    pub slip: f64,
    /// Probability in a view without the thing that the sight believes in some answer.
    pub imagined: f64,
    /// Logit of the answer that is read off a view, above the others.
    pub answer_logit: f64,
    /// Logit of the relevance of a view with the thing, of an imagined one, and of one without.
    pub relevance_logits: [f64; 3],
    /// Standard deviations of logits of answers and of relevance.
    pub noise: f64,
    /// How much the worth of a view and of places follows from the kind of room where the thing belongs (logit).
    pub hunch: f64,
    /// Logit of a pair's true relation, above the others.
    pub relation_logit: f64,
    /// Standard deviation of the logits of a pair's relations.
    pub relation_noise: f64,
    /// The logits of relations are divided by it: below 1 the model is surer than it should be.
    pub temperature: f64,
}

impl Assumptions {
    /// The assumptions of all figures.
    pub const DEFAULT: Self = Self {
        seed: 1,
        share: 0.0015,
        half_at_m: 5.0,
        misnamed: 0.03,
        position: 0.03,
        misread: 0.03,
        slip: 0.02,
        imagined: 0.002,
        answer_logit: 3.5,
        relevance_logits: [2.0, -0.3, -1.7],
        noise: 0.6,
        hunch: 1.0,
        relation_logit: 2.0,
        relation_noise: 1.0,
        temperature: 0.35,
    };

    /// The probability that a thing of this share of the picture, at this distance, is seen.
    pub fn visibility(&self, share: f64, distance_m: f64) -> f64 {
        let far = distance_m / self.half_at_m;
        (1.0 - (-share / self.share).exp()) / (1.0 + far * far)
    }
}

/// A number with the standard normal distribution.
pub(crate) fn normal<R: Rng>(random: &mut R) -> f64 {
    let (one, other): (f64, f64) = (1.0 - random.random::<f64>(), random.random());
    (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}

/// The logistic function.
pub(crate) fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// Probabilities in proportion to the exponentials of logits.
pub(crate) fn softmax<const N: usize>(logits: [f64; N]) -> [f64; N] {
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights = logits.map(|logit| (logit - most).exp());
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_and_near_things_are_seen_and_small_and_far_ones_are_not() {
        let seen = |share, distance| Assumptions::DEFAULT.visibility(share, distance);
        assert!(seen(0.02, 1.0) > 0.9 && seen(0.0001, 1.0) < 0.1 && seen(0.02, 15.0) < 0.15);
        assert!(seen(0.002, 2.0) > seen(0.001, 2.0) && seen(0.002, 2.0) > seen(0.002, 4.0));
    }

    #[test]
    fn equal_logits_are_equal_probabilities_and_a_greater_one_is_likelier() {
        assert_eq!(softmax([3.0; 4]), [0.25; 4]);
        let odds = softmax([2.0f64.ln(), 0.0]);
        assert!((odds[0] - 2.0 / 3.0).abs() < 1e-12, "{odds:?}");
    }
}
