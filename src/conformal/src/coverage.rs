use crate::binomial::{ln_add, probability_of_at_least};

/// Law of the coverage given a calibration set: `Beta(k, m + 1 - k)` for continuous scores (Vovk 2012).
///
/// With ties the coverage is stochastically larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverageLaw {
    k: usize,
    m: usize,
}

impl CoverageLaw {
    /// Law for a finite rank, `1 <= k <= m`.
    pub(crate) fn new(k: usize, m: usize) -> Self {
        Self { k, m }
    }

    /// Expected coverage `k / (m + 1)`.
    pub fn mean(self) -> f64 {
        self.k as f64 / (self.m + 1) as f64
    }

    /// Standard deviation of the coverage over calibration sets.
    pub fn sd(self) -> f64 {
        let mean = self.mean();
        (mean * (1.0 - mean) / (self.m + 2) as f64).sqrt()
    }

    /// Probability that the coverage is at most `coverage`, as the binomial tail `P(Bin(m, coverage) >= k)`.
    pub fn cdf(self, coverage: f64) -> f64 {
        probability_of_at_least(self.m, coverage, self.k)
    }

    /// Coverage that a fraction `probability` of calibration sets stays below, by bisection to 1e-15.
    pub fn percentile(self, probability: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        while high - low > 1e-15 {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            if self.cdf(middle) < probability {
                low = middle;
            } else {
                high = middle;
            }
        }
        0.5 * (low + high)
    }

    /// Law of the number covered among `missions` test missions.
    pub fn covered_among(self, missions: usize) -> BetaBinomial {
        BetaBinomial { missions, ln_pmf: ln_beta_binomial(missions, self.k, self.m + 1 - self.k) }
    }
}

/// Law of the number of covered missions in a test of given size, `BetaBinomial(missions, k, m + 1 - k)`.
#[derive(Clone, Debug, PartialEq)]
pub struct BetaBinomial {
    missions: usize,
    /// Length `missions + 1`.
    ln_pmf: Vec<f64>,
}

impl BetaBinomial {
    /// Probability that exactly `covered` missions are covered.
    pub fn pmf(&self, covered: usize) -> f64 {
        self.ln_pmf.get(covered).map_or(0.0, |ln| ln.exp())
    }

    /// Probability that at most `covered` missions are covered.
    pub fn cdf(&self, covered: usize) -> f64 {
        let last = covered.min(self.missions);
        let ln_sum = self.ln_pmf[..=last].iter().copied().fold(f64::NEG_INFINITY, ln_add);
        ln_sum.exp().min(1.0)
    }
}

/// `ln` of `C(n, j) B(j + a, n - j + b) / B(a, b)` for `j = 0..=n`, by the ratio of neighbours.
fn ln_beta_binomial(n: usize, a: usize, b: usize) -> Vec<f64> {
    let mut ln = (0..n).map(|i| ((b + i) as f64 / (a + b + i) as f64).ln()).sum::<f64>();
    let mut ln_pmf = vec![ln];
    for j in 0..n {
        let up = (n - j) as f64 * (j + a) as f64;
        let down = (j + 1) as f64 * (n - j - 1 + b) as f64;
        ln += (up / down).ln();
        ln_pmf.push(ln);
    }
    ln_pmf
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_at_thirty_are_the_published_ones() {
        let (loose, strict) = (CoverageLaw::new(28, 30), CoverageLaw::new(30, 30));
        for (law, mean, sd, fifth) in [(loose, 0.90323, 0.0523, 0.8047), (strict, 0.96774, 0.0312, 0.9050)] {
            assert!((law.mean() - mean).abs() < 5e-6, "{}", law.mean());
            assert!((law.sd() - sd).abs() < 5e-5, "{}", law.sd());
            assert!((law.percentile(0.05) - fifth).abs() < 5e-5, "{}", law.percentile(0.05));
        }
        // Expected coverage of the PAC ranks.
        for (k, m, mean) in
            [(30, 30, 0.968), (96, 100, 0.950), (279, 300, 0.927), (916, 1000, 0.915), (962, 1000, 0.961)]
        {
            assert!((CoverageLaw::new(k, m).mean() - mean).abs() < 6e-4, "{k} of {m}");
        }
    }

    #[test]
    fn cdf_of_beta_2_1_is_the_square_and_inverts() {
        let law = CoverageLaw::new(2, 2);
        for x in [0.0, 0.1, 0.5, 0.9, 1.0] {
            assert!((law.cdf(x) - x * x).abs() < 1e-14);
        }
        assert!((law.percentile(0.25) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn beta_binomial_sums_to_one_with_mean_n_k_over_m_plus_one() {
        let covered = CoverageLaw::new(28, 30).covered_among(200);
        let total: f64 = (0..=200).map(|j| covered.pmf(j)).sum();
        let mean: f64 = (0..=200).map(|j| j as f64 * covered.pmf(j)).sum();
        assert!((total - 1.0).abs() < 1e-11, "{total}");
        assert!((mean - 200.0 * 28.0 / 31.0).abs() < 1e-8, "{mean}");
        assert!((covered.cdf(200) - 1.0).abs() < 1e-11);
        assert_eq!(covered.pmf(201), 0.0);
    }

    #[test]
    fn beta_binomial_of_uniform_coverage_is_uniform() {
        let covered = CoverageLaw::new(1, 1).covered_among(9);
        for j in 0..=9 {
            assert!((covered.pmf(j) - 0.1).abs() < 1e-14);
            assert!((covered.cdf(j) - 0.1 * (j + 1) as f64).abs() < 1e-13);
        }
    }
}
