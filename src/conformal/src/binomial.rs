//! Log-space binomial tails: the one special function this crate needs, since every Beta here has integer parameters.

/// Walks `P(Bin(trials, p) >= j)` for `j = trials, trials - 1, ..., 0`, smallest terms first.
pub(crate) struct UpperTail {
    trials: usize,
    ln_odds_against: f64,
    at_least: usize,
    ln_term: f64,
    ln_sum: f64,
}

impl UpperTail {
    /// Starts at `j = trials`; `ln_p` and `ln_q` are the logarithms of the success and failure probability.
    pub(crate) fn new(trials: usize, ln_p: f64, ln_q: f64) -> Self {
        let ln_term = trials as f64 * ln_p;
        Self { trials, ln_odds_against: ln_q - ln_p, at_least: trials, ln_term, ln_sum: ln_term }
    }

    pub(crate) fn at_least(&self) -> usize {
        self.at_least
    }

    pub(crate) fn ln_probability(&self) -> f64 {
        self.ln_sum.min(0.0)
    }

    /// Lowers `j` by one; false where it is 0 already.
    pub(crate) fn descend(&mut self) -> bool {
        if self.at_least == 0 {
            return false;
        }
        let ratio = self.at_least as f64 / (self.trials - self.at_least + 1) as f64;
        self.ln_term += ratio.ln() + self.ln_odds_against;
        self.ln_sum = ln_add(self.ln_sum, self.ln_term);
        self.at_least -= 1;
        true
    }
}

/// `P(Bin(trials, p) >= at_least)` for `p` in [0, 1].
pub fn probability_of_at_least(trials: usize, p: f64, at_least: usize) -> f64 {
    if at_least == 0 || p >= 1.0 {
        return if at_least <= trials { 1.0 } else { 0.0 };
    }
    if at_least > trials || p <= 0.0 {
        return 0.0;
    }
    let mut tail = UpperTail::new(trials, p.ln(), (-p).ln_1p());
    while tail.at_least() > at_least && tail.descend() {}
    tail.ln_probability().exp()
}

/// `ln(exp(a) + exp(b))`.
pub(crate) fn ln_add(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tail_equals_the_sum_of_the_exact_probabilities() {
        // Bin(4, 1/2): 1, 4, 6, 4, 1 of 16.
        for (at_least, of_sixteen) in [(0, 16.0), (1, 15.0), (2, 11.0), (3, 5.0), (4, 1.0), (5, 0.0)] {
            let tail = probability_of_at_least(4, 0.5, at_least);
            assert!((tail - of_sixteen / 16.0).abs() < 1e-14, "{at_least}: {tail}");
        }
    }

    #[test]
    fn tail_survives_where_a_single_term_underflows() {
        // 0.1^1000 is below the least f64; the median of Bin(1000, 1/10) is 100.
        let tail = probability_of_at_least(1000, 0.1, 100);
        assert!((tail - 0.515_4).abs() < 5e-4, "{tail}");
    }
}
