use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::CalibrationError;
use crate::binomial::probability_of_at_least;

/// Closed interval of estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Exact (Clopper-Pearson) interval of a rate from `successes` of `trials` independent trials.
///
/// It holds at least the `confidence` asked for, at any rate and size; Wilson's only does so on average.
///
/// # Errors
/// [`CalibrationError::Statistic`] for no trials, more successes than trials, or a confidence outside (0, 1).
pub fn exact_interval(successes: usize, trials: usize, confidence: f64) -> Result<Interval, CalibrationError> {
    check_confidence(confidence)?;
    if trials == 0 || successes > trials {
        return Err(CalibrationError::Statistic {
            what: "the number of successes over trials",
            value: format!("{successes}/{trials}"),
            mend: "give at least 1 trial and at most as many successes",
        });
    }
    let tail = 0.5 * (1.0 - confidence);
    let low = match successes {
        0 => 0.0,
        _ => rate_where(|rate| probability_of_at_least(trials, rate, successes) > tail),
    };
    let high = match trials - successes {
        0 => 1.0,
        _ => rate_where(|rate| probability_of_at_least(trials, rate, successes + 1) > 1.0 - tail),
    };
    Ok(Interval { low, high })
}

/// Least rate in (0, 1) from which the monotone `reached` holds.
fn rate_where(reached: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if reached(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    0.5 * (low + high)
}

/// The contribution of one mission to a ratio, for instance its help requests and its decisions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MissionTotal {
    /// Added to the numerator.
    pub sum: f64,
    /// Added to the denominator, at least 0.
    pub count: f64,
}

/// Bootstrap percentile interval of `sum / count` over missions, resampling whole missions.
///
/// Steps of a mission depend on one another, so resampling steps would be too narrow.
///
/// # Errors
/// [`CalibrationError::Statistic`] for no missions, a total count of 0, fewer than 100 resamples, or a confidence
/// outside (0, 1).
pub fn clustered_bootstrap(
    missions: &[MissionTotal],
    resamples: usize,
    confidence: f64,
    seed: u64,
) -> Result<Interval, CalibrationError> {
    check_confidence(confidence)?;
    let counted = missions.iter().all(|mission| mission.count > 0.0);
    if missions.is_empty() || !counted || u32::try_from(missions.len()).is_err() {
        return Err(CalibrationError::Statistic {
            what: "the number of missions",
            value: missions.len().to_string(),
            mend: "give at least 1, each of a count above 0",
        });
    }
    if resamples < 100 {
        return Err(CalibrationError::Statistic {
            what: "the number of resamples",
            value: resamples.to_string(),
            mend: "give at least 100",
        });
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut ratio = || {
        let (mut sum, mut count) = (0.0, 0.0);
        for _ in 0..missions.len() {
            let mission = missions[random.random_range(0..missions.len() as u32) as usize];
            sum += mission.sum;
            count += mission.count;
        }
        sum / count
    };
    let mut ratios: Vec<f64> = (0..resamples).map(|_| ratio()).collect();
    ratios.sort_by(f64::total_cmp);
    let outside = (0.5 * (1.0 - confidence) * resamples as f64) as usize;
    Ok(Interval { low: ratios[outside], high: ratios[resamples - 1 - outside] })
}

/// Kolmogorov-Smirnov distance of `sample` (any order, no NaN) from the continuous law `cdf`.
pub fn ks_distance(sample: &[f64], cdf: impl Fn(f64) -> f64) -> f64 {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let size = sorted.len() as f64;
    sorted.iter().enumerate().fold(0.0, |greatest, (below, &x)| {
        let expected = cdf(x);
        let over = (below + 1) as f64 / size - expected;
        let under = expected - below as f64 / size;
        over.max(under).max(greatest)
    })
}

/// Distance that a sample of `size` from the law exceeds with probability `p`, by Kolmogorov's asymptotic tail.
pub fn ks_limit(size: usize, p: f64) -> f64 {
    (-0.5 * (0.5 * p).ln() / size as f64).sqrt()
}

fn check_confidence(confidence: f64) -> Result<(), CalibrationError> {
    if confidence > 0.0 && confidence < 1.0 {
        return Ok(());
    }
    Err(CalibrationError::Statistic {
        what: "the confidence",
        value: confidence.to_string(),
        mend: "give a number above 0 and below 1",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_interval_is_that_of_published_tables() {
        // R: binom.test(9, 10)$conf.int and the rule 1 - (tail)^(1/n) at no success.
        let interval = exact_interval(9, 10, 0.95).expect("valid");
        assert!((interval.low - 0.554_98).abs() < 1e-5 && (interval.high - 0.997_47).abs() < 1e-5, "{interval:?}");
        let none = exact_interval(0, 20, 0.95).expect("valid");
        assert_eq!(none.low, 0.0);
        assert!((none.high - (1.0 - 0.025f64.powf(0.05))).abs() < 1e-12);
        let all = exact_interval(20, 20, 0.95).expect("valid");
        assert!((all.low - 0.025f64.powf(0.05)).abs() < 1e-12);
        assert_eq!(all.high, 1.0);
    }

    #[test]
    fn impossible_counts_and_levels_are_named() {
        for (successes, trials, confidence, named) in [(1, 0, 0.9, "1/0"), (3, 2, 0.9, "3/2"), (1, 2, 1.0, "1")] {
            let message = exact_interval(successes, trials, confidence).expect_err("impossible").to_string();
            assert!(message.contains(named), "{message}");
        }
        assert!(clustered_bootstrap(&[], 200, 0.9, 1).is_err());
        let mission = MissionTotal { sum: 1.0, count: 1.0 };
        assert!(clustered_bootstrap(&[mission], 99, 0.9, 1).is_err());
        assert!(clustered_bootstrap(&[MissionTotal { count: 0.0, ..mission }], 200, 0.9, 1).is_err());
    }

    #[test]
    fn clusters_widen_the_interval_by_the_root_of_their_size() {
        // 100 missions of 16 identical steps, half of them all ones: SE .05 by mission, .0125 by step.
        let mission = |i: u32| MissionTotal { sum: f64::from(i % 2) * 16.0, count: 16.0 };
        let missions: Vec<MissionTotal> = (0..100).map(mission).collect();
        let interval = clustered_bootstrap(&missions, 4000, 0.95, 7).expect("valid");
        let half = 0.5 * (interval.high - interval.low);
        assert!((half - 1.96 * 0.05).abs() < 0.01, "{half}");
        assert_eq!(clustered_bootstrap(&missions, 4000, 0.95, 7), Ok(interval));
    }

    #[test]
    fn ks_distance_of_a_shifted_grid_is_the_shift() {
        let sample: Vec<f64> = (0..1000).map(|i| (f64::from(i) + 0.5) / 1000.0).collect();
        assert!((ks_distance(&sample, |x| x) - 0.0005).abs() < 1e-12);
        assert!((ks_distance(&sample, |x| (x - 0.2).max(0.0)) - 0.2005).abs() < 1e-12);
        assert!((ks_limit(2000, 0.001) - 0.0436).abs() < 5e-5);
    }
}
