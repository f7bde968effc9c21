use proptest::prelude::*;
use rand::RngExt;
use surefleet_conformal::{HexFloat, Sha256};
use surefleet_exploration::{AnswerCourse, AnswerLevels, ExplorationError, LabelledAnswer};

use crate::scenes::{fraction, random};

fn levels(epsilon: &str, delta: &str, steps: u32) -> AnswerLevels {
    AnswerLevels { epsilon: fraction(epsilon), delta: fraction(delta), steps }
}

fn course(seed: u64, answers: &[(f64, bool)]) -> AnswerCourse {
    let labelled = |&(confidence, is_right): &(f64, bool)| {
        let confidence = HexFloat::new(confidence).unwrap();
        LabelledAnswer { confidence, is_right }
    };
    let answers = answers.iter().map(labelled).collect();
    AnswerCourse { scene_sha256: Sha256::of(seed.to_string()), seed, answers }
}

/// `P(Bin(n, p) <= w)` as a sum of products, without logarithms.
fn binomial_cdf(n: usize, p: f64, w: usize) -> f64 {
    let term = |k: usize| {
        let ways = (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64);
        ways * p.powi(k as i32) * (1.0 - p).powi((n - k) as i32)
    };
    (0..=w).map(term).sum()
}

/// The loosest threshold whose own test passes and all stricter ones' too, from the first that could pass without a mistake, or from the first
/// that could pass with half as many as epsilon allows.
fn brute_force(courses: &[AnswerCourse], epsilon: f64, delta: f64, steps: u32) -> Option<f64> {
    let all = (1..=steps).map(|step| {
        let above = f64::from(steps - step) / f64::from(steps);
        let firsts: Vec<bool> = courses
            .iter()
            .filter_map(|course| course.answers.iter().find(|it| it.confidence.get() > above).map(|it| it.is_right))
            .collect();
        let wrong = firsts.iter().filter(|is_right| !**is_right).count();
        let passes = |wrong: usize| binomial_cdf(firsts.len(), epsilon, wrong) <= delta;
        let half = ((firsts.len() as f64 * epsilon + 1e-9).floor() / 2.0).ceil() as usize;
        (above, passes(wrong), passes(half), passes(0))
    });
    let all: Vec<(f64, bool, bool, bool)> = all.collect();
    let last = |first: Option<usize>| {
        let tested = &all[first?..];
        (0..tested.len()).rev().find(|&last| tested[..=last].iter().all(|test| test.1)).map(|last| tested[last].0)
    };
    let starts = [all.iter().position(|test| test.2), all.iter().position(|test| test.3)];
    starts.into_iter().filter_map(last).min_by(f64::total_cmp)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_threshold_is_that_of_brute_force(
        views in prop::collection::vec(prop::collection::vec((0..=40u32, prop::bool::weighted(0.93)), 0..4), 1..90),
        epsilon in prop::sample::select(vec!["1/10", "1/5", "3/10"]),
    ) {
        let courses: Vec<AnswerCourse> = views.iter().enumerate().map(|(seed, views)| {
            let answers: Vec<(f64, bool)> = views.iter().map(|&(fortieths, right)| (f64::from(fortieths) / 40.0, right)).collect();
            course(seed as u64, &answers)
        }).collect();
        let expected = brute_force(&courses, fraction(epsilon).to_f64(), 0.05, 20);
        let limit = levels(epsilon, "1/20", 20).calibrate(&courses);
        prop_assert_eq!(limit.ok().map(|limit| limit.above.get()), expected);
    }
}

#[test]
fn with_probability_one_minus_delta_the_share_of_wrong_answers_is_at_most_epsilon() {
    let mut random = random(31);
    // A model that is as often right as it says: at confidence c an answer is right with probability c.
    let mut draw = |seed: u64| {
        let views: Vec<(f64, bool)> = (0..random.random_range(1..6))
            .map(|_| {
                let confidence = random.random::<f64>().sqrt();
                (confidence, random.random::<f64>() < confidence)
            })
            .collect();
        course(seed, &views)
    };
    let test: Vec<AnswerCourse> = (0..20_000).map(&mut draw).collect();
    let (rounds, mut broken, mut found) = (200, 0, 0);
    for _ in 0..rounds {
        let courses: Vec<AnswerCourse> = (0..200).map(&mut draw).collect();
        // The strictest threshold with enough answers may fail already; then there is none, and nothing can be broken.
        let Ok(limit) = levels("1/10", "1/20", 100).calibrate(&courses) else { continue };
        let above = limit.above.get();
        let outcomes: Vec<bool> = test.iter().filter_map(|course| course.outcome(above)).collect();
        let wrong = outcomes.iter().filter(|is_right| !**is_right).count();
        broken += u32::from(wrong as f64 > 0.1 * outcomes.len() as f64);
        found += u32::from((0.7..0.99).contains(&above));
    }
    // 5 % of 200 and four standard deviations.
    assert!(broken <= 22, "{broken} of {rounds}");
    assert!(found > 100, "{found} of {rounds}");
}

#[test]
fn more_views_call_for_a_stricter_threshold() {
    let mut random = random(32);
    let mut of_views = |views: usize| {
        // One question in ten misleads the model, which is then wrong and seldom sure.
        let mut draw = |seed| {
            let misleads = random.random::<f64>() < 0.1;
            let mut answer = || {
                if misleads {
                    (0.9 * random.random::<f64>(), false)
                } else {
                    (0.5 + 0.5 * random.random::<f64>(), true)
                }
            };
            course(seed, &(0..views).map(|_| answer()).collect::<Vec<(f64, bool)>>())
        };
        let courses: Vec<AnswerCourse> = (0..4000).map(&mut draw).collect();
        levels("1/20", "1/20", 200).calibrate(&courses).unwrap().above.get()
    };
    let (one, many) = (of_views(1), of_views(20));
    assert!(many > one + 0.1, "{one} {many}");
}

#[test]
fn too_few_answers_are_named_with_the_need() {
    let courses: Vec<AnswerCourse> = (0..28).map(|seed| course(seed, &[(0.99, true)])).collect();
    let refused = levels("1/10", "1/20", 100).calibrate(&courses).unwrap_err();
    assert_eq!(refused, ExplorationError::TooFewAnswers { courses: 28, needed: 29 });
    assert!(levels("1/10", "1/20", 0).calibrate(&courses).is_err());
}

#[test]
fn one_mistake_among_the_surest_answers_does_not_end_the_calibration() {
    // Of 200 answers two are wrong, and these are among the surest.
    let courses: Vec<AnswerCourse> =
        (0..200).map(|seed| course(seed, &[(0.99 - seed as f64 / 400.0, seed > 1)])).collect();
    let limit = levels("1/5", "1/10", 100).calibrate(&courses).unwrap();
    assert_eq!((limit.answered, limit.wrong), (200, 2));
    // If half of all are wrong, neither sequence finds a threshold.
    let halves: Vec<AnswerCourse> =
        (0..200).map(|seed| course(seed, &[(0.99 - seed as f64 / 400.0, seed % 2 > 0)])).collect();
    assert!(levels("1/5", "1/10", 100).calibrate(&halves).is_err());
}
