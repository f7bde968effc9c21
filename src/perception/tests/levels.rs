//! Guarantees of the levels: checked with values, with an oracle, and by simulation.

use ActionOutcome::{Failure, Success};
use proptest::prelude::*;
use surefleet_conformal::{Fraction, HexFloat, Mode, Threshold};
use surefleet_perception::{ActionEvidence, ActionOutcome, ClassLimit, DecisionRule, KeptLimit, Levels, Limits};

/// SplitMix64 as numbers from 0 to 1: good enough for the laws below.
struct Chance(u64);

impl Chance {
    fn draw(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn fraction(text: &str) -> Fraction {
    text.parse().expect("a fraction")
}

fn by_probability(p_success: f64) -> ActionEvidence {
    let says = if p_success > 0.5 { Success } else { Failure };
    ActionEvidence::new(says, p_success, 1.0 - p_success, p_success.min(1.0 - p_success)).expect("from 0 to 1")
}

#[test]
fn thresholds_are_the_kth_largest_scores_of_each_true_class() {
    // Failures score .01 to .30, successes .51 to .80; at M = 30, k = 30 for alpha .05 and 28 for .10.
    let failures = (1..=30).map(|i| (Failure, by_probability(1.0 - f64::from(i * 7 % 31) / 100.0)));
    let successes = (1..=30).map(|i| (Success, by_probability(0.5 + f64::from(i * 7 % 31) / 100.0)));
    let checks: Vec<(ActionOutcome, ActionEvidence)> = failures.chain(successes).collect();
    let levels = |failure: &str, success: &str| Levels::Conformal {
        alpha_failure: fraction(failure),
        alpha_success: fraction(success),
        mode: Mode::Marginal,
    };
    let limits = levels("0.05", "0.1").calibrate(&checks).expect("scores");
    let Limits::Conformal { failure, success } = limits else { panic!("{limits:?}") };
    assert_eq!(failure, ClassLimit { m: 30, k: 30, t: Threshold::Finite(1.0 - (1.0 - 0.01)) });
    assert_eq!(success, ClassLimit { m: 30, k: 28, t: Threshold::Finite(0.53) });
    assert_eq!(limits.shortage(), None);
    // Rank 31 of 30: failure is always plausible, so no answer ever counts as success.
    let strict = levels("0.01", "0.1").calibrate(&checks).expect("scores");
    assert!(strict.shortage().unwrap().starts_with("rank 31 of 30 true failures"));
    assert!(strict.rule().decide(&by_probability(1.0)).is_err());
}

#[test]
fn withheld_checks_count_as_covered() {
    let mut checks: Vec<(ActionOutcome, ActionEvidence)> =
        (1..=10).map(|i| (Failure, by_probability(f64::from(i) / 20.0))).collect();
    let t = |checks: &[(ActionOutcome, ActionEvidence)]| {
        let mode = Mode::Marginal;
        let levels = Levels::Conformal { alpha_failure: fraction("0.2"), alpha_success: fraction("0.2"), mode };
        match levels.calibrate(checks).unwrap() {
            Limits::Conformal { failure, .. } => (failure.k, failure.t),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(t(&checks), (9, Threshold::Finite(1.0 - 0.45)));
    checks.extend([(Failure, ActionEvidence::withheld(Success)); 9]);
    assert_eq!(t(&checks), (16, Threshold::Finite(1.0 - 0.35)));
}

/// Share of checks of `truth` that are wrong without asking, for each calibration; mean share outside their own set.
fn errors(truth: ActionOutcome, alpha_failure: &str, alpha_success: &str, mode: Mode, m: usize) -> (Vec<f64>, f64) {
    let mut chance = Chance(7);
    let levels =
        Levels::Conformal { alpha_failure: fraction(alpha_failure), alpha_success: fraction(alpha_success), mode };
    // A poor model: success has a high probability and failure a low one, but the two overlap a lot.
    let mut draw = |truth| match truth {
        Success => by_probability(1.0 - chance.draw() * chance.draw()),
        Failure => by_probability(chance.draw() * chance.draw()),
    };
    let (mut wrong, mut outside) = (Vec::new(), 0.0);
    for _ in 0..1000 {
        let checks: Vec<(ActionOutcome, ActionEvidence)> =
            [Success, Failure].into_iter().flat_map(|truth| vec![truth; m]).map(|truth| (truth, draw(truth))).collect();
        let limits = levels.calibrate(&checks).expect("scores");
        let t = match limits {
            Limits::Conformal { failure, success } => {
                if truth == Failure {
                    failure.t
                } else {
                    success.t
                }
            }
            other => panic!("{other:?}"),
        };
        let tests: Vec<ActionEvidence> = (0..200).map(|_| draw(truth)).collect();
        let is_wrong = |test: &&ActionEvidence| limits.rule().decide(test).is_ok_and(|outcome| outcome != truth);
        wrong.push(tests.iter().filter(is_wrong).count() as f64 / 200.0);
        outside += tests.iter().filter(|test| !t.admits(test.score(truth))).count() as f64 / 200.0 / 1000.0;
    }
    (wrong, outside)
}

#[test]
fn wrong_and_not_asked_stays_within_the_level_of_each_true_class() {
    // Outside its set: 1 - k / 31, which is .0323 at k = 30 and .0968 at k = 28. A rank off by one changes it by .032.
    for (truth, level, expected) in [(Failure, 0.05, 1.0 / 31.0), (Success, 0.1, 3.0 / 31.0)] {
        let (wrong, outside) = errors(truth, "0.05", "0.1", Mode::Marginal, 30);
        let mean = wrong.iter().sum::<f64>() / wrong.len() as f64;
        assert!((outside - expected).abs() < 0.008, "{truth:?}: {outside}");
        assert!(mean <= level && mean > 0.2 * level, "{truth:?}: {mean}");
    }
}

#[test]
fn pac_mode_keeps_nearly_every_calibration_within_the_level() {
    let delta = fraction("0.05");
    for (truth, level) in [(Failure, 0.05), (Success, 0.1)] {
        // 200 tests blur the true rate by up to .021, so 2 standard errors are allowed.
        let bad = |wrong: Vec<f64>| {
            let blur = 2.0 * (level * (1.0 - level) / 200.0f64).sqrt();
            wrong.iter().filter(|rate| **rate > level + blur).count()
        };
        let pac = bad(errors(truth, "0.05", "0.1", Mode::Pac { delta }, 100).0);
        assert!(pac <= 50, "{truth:?}: {pac} of 1000");
    }
}

/// Limits of 2000 calibrations on 1000 checks each. A check with uncertainty u is wrong with probability `rate(u)`.
fn limits_of(rate: impl Fn(f64) -> f64) -> Vec<Option<f64>> {
    let mut chance = Chance(11);
    let levels = Levels::Selective { epsilon: fraction("0.05"), delta: fraction("0.1"), steps: 100 };
    let mut check = || {
        let (u, drawn) = (chance.draw(), chance.draw());
        let truth = if drawn < rate(u) { Failure } else { Success };
        (truth, ActionEvidence::new(Success, 1.0 - u, u, u).expect("from 0 to 1"))
    };
    let mut calibrate = || match levels.calibrate(&(0..1000).map(|_| check()).collect::<Vec<_>>()).expect("scores") {
        Limits::Selective { all } => all.limit.map(HexFloat::get),
        other => panic!("{other:?}"),
    };
    (0..2000).map(|_| calibrate()).collect()
}

#[test]
fn learn_then_test_exceeds_its_level_in_at_most_delta_of_the_calibrations() {
    // Up to x a share of x^2 / 6 is wrong: .05 at x = .5477. Four standard errors of Bin(2000, .1) are 54.
    let limits = limits_of(|u| 0.5 * u * u);
    let bad = limits.iter().flatten().filter(|limit| *limit * *limit / 6.0 > 0.05).count();
    assert!(bad <= 254, "{bad} of 2000");
    let mean = limits.iter().flatten().sum::<f64>() / 2000.0;
    assert!(mean > 0.3, "a mean limit of {mean}");
}

#[test]
fn learn_then_test_keeps_something_by_mistake_in_nearly_delta_of_the_calibrations_at_worst() {
    // The worst case: the rate is just too high, whatever is kept.
    let mistaken = limits_of(|_| 0.0501).iter().flatten().count();
    assert!((100..=254).contains(&mistaken), "{mistaken} of 2000");
}

#[test]
fn each_said_outcome_has_its_own_limit_and_a_shortage_is_named() {
    // 59 right "it failed" at u = .1 prove 5 %. 58 right "it worked" do not, so nothing is kept.
    let failed = ActionEvidence::new(Failure, 0.1, 0.9, 0.1).unwrap();
    let worked = ActionEvidence::new(Success, 0.9, 0.1, 0.1).unwrap();
    let mut checks = vec![(Failure, failed); 59];
    checks.extend(vec![(Success, worked); 58]);
    let (epsilon, delta) = (fraction("0.05"), fraction("0.05"));
    let levels = Levels::SelectiveApart { epsilon_failure: epsilon, epsilon_success: epsilon, delta, steps: 10 };
    let limits = levels.calibrate(&checks).expect("scores");
    let Limits::SelectiveApart { failure, success } = limits else { panic!("{limits:?}") };
    assert_eq!((failure.kept, failure.limit.map(HexFloat::get)), (59, Some(1.0)));
    assert_eq!(success, KeptLimit { m: 58, kept: 0, wrong: 0, limit: None });
    assert_eq!(
        (limits.shortage(), limits.rule()),
        (None, DecisionRule::Selective { failure: Some(1.0), success: None })
    );
    let none = levels.calibrate(&checks[..58]).unwrap();
    assert!(none.shortage().unwrap().starts_with("no limit holds the level on 58 checks"));
}

proptest! {
    /// Oracle: sums binomial probabilities term by term from below.
    #[test]
    fn limit_is_the_last_before_the_first_that_fails(
        seen in prop::collection::vec((0u32..20, any::<bool>()), 0..80), percent in 5u64..40,
    ) {
        let (epsilon, delta) = (Fraction::new(percent, 100).unwrap(), fraction("0.2"));
        let checks: Vec<(ActionOutcome, ActionEvidence)> = seen
            .iter()
            .map(|(u, is_right)| {
                let u = f64::from(*u) / 20.0;
                (if *is_right || u < 0.4 { Success } else { Failure }, ActionEvidence::new(Success, 1.0 - u, u, u).unwrap())
            })
            .collect();
        let at_most = |n: usize, w: usize| {
            let e = epsilon.to_f64();
            let mut term = (1.0 - e).powi(n as i32);
            let mut sum = term;
            for j in 1..=w {
                term *= (n - j + 1) as f64 / j as f64 * e / (1.0 - e);
                sum += term;
            }
            sum
        };
        let mut best = None;
        for step in 1..=10 {
            let limit = f64::from(step) / 10.0;
            let kept: Vec<bool> = checks
                .iter()
                .filter(|(_, evidence)| evidence.uncertainty().unwrap() <= limit)
                .map(|(truth, _)| *truth == Failure)
                .collect();
            let wrong = kept.iter().filter(|wrong| **wrong).count();
            if at_most(kept.len(), 0) > 0.2 { continue }
            if at_most(kept.len(), wrong) > 0.2 { break }
            best = Some(limit);
        }
        let limits = Levels::Selective { epsilon, delta, steps: 10 }.calibrate(&checks).expect("scores");
        prop_assert_eq!(limits.rule(), DecisionRule::Selective { failure: best, success: best });
    }
}
