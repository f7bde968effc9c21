use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::threshold::check_scores;
use crate::{CalibrationError, Fraction, Mode, Rank, Threshold};

/// Random splits of a pool of sequence scores into calibration and test, each calibrated anew.
///
/// An endless iterator: `take` as many redraws as the protocol requires. Equal seeds give equal splits, so that methods
/// are compared on paired redraws. A redraw allocates nothing and sorts nothing: it shuffles `m` places and selects one
/// score.
#[derive(Clone, Debug)]
pub struct Redraws {
    scores: Vec<f64>,
    /// Permutation of the pool; the first `m` are the calibration half.
    order: Vec<u32>,
    scratch: Vec<f64>,
    rank: Rank,
    random: ChaCha8Rng,
}

/// Outcome of one split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Redraw {
    /// Threshold of the calibration half.
    pub threshold: Threshold,
    /// Fraction of the test half whose score reaches the threshold.
    pub coverage: f64,
}

impl Redraws {
    /// Splits `scores` into `m` for calibration and the rest for test, again and again.
    ///
    /// # Errors
    /// [`CalibrationError::Score`] for NaN or `+inf`, [`CalibrationError::Statistic`] if nothing is left for the test.
    pub fn new(scores: &[f64], m: usize, alpha: Fraction, mode: Mode, seed: u64) -> Result<Self, CalibrationError> {
        check_scores(scores)?;
        let size = u32::try_from(scores.len()).ok().filter(|_| m < scores.len());
        let size = size.ok_or_else(|| CalibrationError::Statistic {
            what: "the calibration half",
            value: format!("{m} of {} scores", scores.len()),
            mend: "leave at least 1 score for test",
        })?;
        Ok(Self {
            scores: scores.to_vec(),
            order: (0..size).collect(),
            scratch: Vec::with_capacity(m),
            rank: Rank::new(m, alpha, mode),
            random: ChaCha8Rng::seed_from_u64(seed),
        })
    }

    /// Rank of every redraw.
    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// Indices of the latest redraw's calibration and test scores.
    pub fn split(&self) -> (&[u32], &[u32]) {
        self.order.split_at(self.rank.m())
    }

    /// Fisher-Yates over the first `m` places only; any starting permutation works.
    fn shuffle(&mut self) {
        let size = self.order.len() as u32;
        for place in 0..self.rank.m() as u32 {
            let drawn = self.random.random_range(place..size);
            self.order.swap(place as usize, drawn as usize);
        }
    }
}

impl Iterator for Redraws {
    type Item = Redraw;

    fn next(&mut self) -> Option<Redraw> {
        self.shuffle();
        let (calibration, test) = self.order.split_at(self.rank.m());
        self.scratch.clear();
        self.scratch.extend(calibration.iter().map(|&index| self.scores[index as usize]));
        let threshold = Threshold::select(&mut self.scratch, self.rank);
        let covered = test.iter().filter(|&&index| threshold.admits(self.scores[index as usize])).count();
        Some(Redraw { threshold, coverage: covered as f64 / test.len() as f64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alpha() -> Fraction {
        "0.1".parse().expect("a fraction")
    }

    #[test]
    fn redraw_equals_a_calibration_from_scratch_on_its_split() {
        let scores: Vec<f64> = (0..200).map(|i| -f64::from(i * 37 % 101)).collect();
        let mut redraws = Redraws::new(&scores, 50, alpha(), Mode::Marginal, 3).expect("valid");
        let mut seen = Vec::new();
        for _ in 0..20 {
            let redraw = redraws.next().expect("without end");
            let (calibration, test) = redraws.split();
            let of = |half: &[u32]| half.iter().map(|&i| scores[i as usize]).collect::<Vec<f64>>();
            let (_, threshold) = Threshold::calibrate(&of(calibration), alpha(), Mode::Marginal).expect("scores");
            let covered = of(test).iter().filter(|&&g| threshold.admits(g)).count();
            assert_eq!(redraw, Redraw { threshold, coverage: covered as f64 / 150.0 });
            let mut all = [calibration, test].concat();
            seen.push(calibration.to_vec());
            all.sort_unstable();
            assert!(all.into_iter().eq(0..200));
        }
        seen.dedup();
        assert_eq!(seen.len(), 20);
    }

    #[test]
    fn equal_seeds_give_equal_redraws() {
        let scores: Vec<f64> = (0..100).map(|i| -f64::from(i)).collect();
        let redraws = |seed| Redraws::new(&scores, 40, alpha(), Mode::Marginal, seed).expect("valid").take(5);
        assert!(redraws(1).eq(redraws(1)));
        assert!(!redraws(1).eq(redraws(2)));
    }

    #[test]
    fn every_score_is_left_for_test_equally_often() {
        let mut left = [0; 3];
        for seed in 0..3000 {
            let scores = [-1.0, -2.0, -3.0];
            let mut redraws = Redraws::new(&scores, 2, alpha(), Mode::Marginal, seed).expect("valid");
            redraws.next().expect("without end");
            left[redraws.split().1[0] as usize] += 1;
        }
        // 4 standard errors of Bin(3000, 1/3).
        assert!(left.iter().all(|n| (900..1100).contains(n)), "{left:?}");
    }

    #[test]
    fn pool_without_test_scores_is_refused() {
        let error = Redraws::new(&[-1.0, -2.0], 2, alpha(), Mode::Marginal, 1).expect_err("no test half");
        assert!(error.to_string().contains("2 of 2"), "{error}");
    }
}
