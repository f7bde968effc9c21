//! Coverage over thousands of redraws agrees with theory, and that of an off-by-one rank does not.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_conformal::{
    CoverageLaw, Fraction, Mode, PredictionSet, Rank, Redraws, SequenceScore, Threshold, ks_distance, ks_limit,
};

const SPLITS: usize = 2000;

fn fraction(text: &str) -> Fraction {
    text.parse().expect("a fraction")
}

/// Coverage of 2,000 calibrations on `m` uniform scores: exactly `1 - t`.
fn coverages(m: usize, alpha: Fraction, mode: Mode, seed: u64) -> Vec<f64> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut coverage = || {
        let scores: Vec<f64> = (0..m).map(|_| random.random()).collect();
        match Threshold::calibrate(&scores, alpha, mode).expect("finite scores") {
            (_, Threshold::Finite(t)) => 1.0 - t,
            (_, Threshold::Infinite) => 1.0,
        }
    };
    (0..SPLITS).map(|_| coverage()).collect()
}

fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

fn law(m: usize, alpha: Fraction) -> CoverageLaw {
    let rank = Rank::new(m, alpha, Mode::Marginal);
    rank.coverage().expect("finite at this size")
}

#[test]
fn coverage_at_thirty_follows_the_published_mean_and_law() {
    for (alpha, expected, tolerance) in [("0.1", 0.90323, 0.0047), ("0.05", 0.96774, 0.0028)] {
        let alpha = fraction(alpha);
        let sample = coverages(30, alpha, Mode::Marginal, 30);
        let found = mean(&sample);
        assert!((found - expected).abs() < tolerance, "alpha {alpha}: {found}");
        let distance = ks_distance(&sample, |x| law(30, alpha).cdf(x));
        assert!(distance < ks_limit(SPLITS, 0.001), "alpha {alpha}: {distance}");
    }
}

#[test]
fn off_by_one_ranks_fail_the_same_tests() {
    // k = 27 is alpha 3/20 floored at 31, k = 29 is 1/12: both neighbours of rank 28.
    for (neighbour, k) in [("3/20", 27), ("1/12", 29)] {
        let neighbour = fraction(neighbour);
        assert_eq!(Rank::new(30, neighbour, Mode::Marginal).k(), k);
        let sample = coverages(30, neighbour, Mode::Marginal, 30);
        assert!((mean(&sample) - 0.90323).abs() > 0.025);
        let right = law(30, fraction("0.1"));
        assert!(ks_distance(&sample, |x| right.cdf(x)) > ks_limit(SPLITS, 0.001));
    }
}

#[test]
fn pac_calibrations_fall_short_of_their_level_in_at_most_delta_of_draws() {
    let mode = Mode::Pac { delta: fraction("0.05") };
    let short = |mode| {
        let sample = coverages(100, fraction("0.1"), mode, 100);
        sample.iter().filter(|&&coverage| coverage < 0.9).count() as f64 / SPLITS as f64
    };
    // P(Bin(100, .9) >= 96) = .0237; 4 standard errors of 2,000 draws are .014.
    assert!((short(mode) - 0.0237).abs() < 0.014, "{}", short(mode));
    // The marginal rank makes no such promise.
    assert!(short(Mode::Marginal) > 0.3, "{}", short(Mode::Marginal));
}

#[test]
fn ties_never_lower_the_coverage() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let draw = |random: &mut ChaCha8Rng| f64::from(random.random_range(0..4u32));
    let mut covered = 0.0;
    for _ in 0..SPLITS {
        let scores: Vec<f64> = (0..30).map(|_| draw(&mut random)).collect();
        let (_, threshold) = Threshold::calibrate(&scores, fraction("0.1"), Mode::Marginal).expect("finite");
        covered += f64::from(u8::from(threshold.admits(draw(&mut random))));
    }
    // A strict > would cover about .75 here.
    assert!(covered / SPLITS as f64 > 0.90323 - 0.027, "{covered}");
}

#[test]
fn redraws_of_a_pool_cover_at_the_level() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let pool: Vec<f64> = (0..1000).map(|_| random.random::<f64>().ln()).collect();
    let alpha = fraction("0.1");
    let redraws = Redraws::new(&pool, 300, alpha, Mode::Marginal, 1).expect("valid");
    let rank = redraws.rank();
    let sample: Vec<f64> = redraws.take(SPLITS).map(|redraw| redraw.coverage).collect();
    let law = rank.coverage().expect("finite");
    // Test halves are finite, so redraws spread a little more than the law: BetaBinomial(700, k, 301 - k).
    let (n, sd) = (700.0, law.sd());
    let spread = (sd * sd + law.mean() * (1.0 - law.mean()) / n).sqrt();
    let limit = 4.0 * spread / (SPLITS as f64).sqrt();
    assert!((mean(&sample) - law.mean()).abs() < limit, "{}", mean(&sample));
    let covered = law.covered_among(700);
    let low = sample.iter().filter(|&&c| c <= 0.88).count() as f64 / SPLITS as f64;
    assert!((low - covered.cdf(616)).abs() < 0.03, "{low} {}", covered.cdf(616));
}

/// Missions of several dependent steps: the sets hold the whole plan at the level of the sequence.
#[test]
fn whole_missions_are_covered_at_the_level_though_steps_depend_on_one_another() {
    let mut random = ChaCha8Rng::seed_from_u64(12);
    let mut mission = || {
        let steps = random.random_range(1..9usize);
        let clarity = random.random::<f64>() * 4.0;
        let mut step = || {
            let noise = |random: &mut ChaCha8Rng| random.random::<f64>() * 3.0;
            let mut scores: Vec<f64> = (0..6).map(|_| noise(&mut random)).collect();
            scores[2] += clarity;
            scores
        };
        (0..steps).map(|_| step()).collect::<Vec<_>>()
    };
    let (mut covered, trials) = (0, SPLITS);
    for _ in 0..trials {
        let score = |steps: &[Vec<f64>]| {
            let mut sequence = SequenceScore::new();
            for scores in steps {
                sequence.push(scores, &[2]).expect("a step");
            }
            sequence.score().expect("steps")
        };
        let scores: Vec<f64> = (0..30).map(|_| score(&mission())).collect();
        let (_, threshold) = Threshold::calibrate(&scores, fraction("0.1"), Mode::Marginal).expect("finite");
        let every_step = mission().iter().all(|scores| {
            let set = PredictionSet::new(scores, threshold).expect("scores");
            set.contains(2)
        });
        covered += usize::from(every_step);
    }
    let rate = covered as f64 / trials as f64;
    assert!((rate - 0.90323).abs() < 0.027, "{rate}");
}

/// Each new order draws new scores; a set is a singleton exactly when it misses the truth, so retrying selects misses.
#[test]
fn retrying_until_a_singleton_loses_coverage_that_the_divided_level_restores() {
    let reorders = 3;
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut coverage = |alpha: Fraction| {
        let mut covered = 0;
        for _ in 0..SPLITS {
            let scores: Vec<f64> = (0..99).map(|_| random.random()).collect();
            let (_, threshold) = Threshold::calibrate(&scores, alpha, Mode::Marginal).expect("finite");
            let missed = (0..=reorders).any(|_| !threshold.admits(random.random()));
            covered += usize::from(!missed);
        }
        covered as f64 / SPLITS as f64
    };
    let alpha = fraction("0.1");
    let plain = coverage(alpha);
    assert!(plain < 0.72, "{plain}");
    let divided = coverage(alpha.split_over_orders(reorders).expect("fits"));
    assert!(divided > 0.9 - 0.027, "{divided}");
}
