use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use surefleet_conformal::Mode;
use surefleet_exploration::{
    CalibrationScene, ExplorationError, FalseMessageBound, LabelledPair, Relevance, RelevanceCriterion, RelevanceRule,
    RelevanceTally,
};

use crate::scenes::{fraction, levels, pair, random, scene, scores};

/// A scene with true items that score high and false ones that score lower, but not always.
fn mixed(seed: u64, random: &mut ChaCha8Rng) -> CalibrationScene {
    let mut pairs = vec![pair(Relevance::Near, scores(Relevance::Near, 0.9))];
    for _ in 0..random.random_range(2..6) {
        pairs.push(pair(Relevance::Same, scores(Relevance::Same, 1.0 - 0.3 * random.random::<f64>())));
    }
    for _ in 0..random.random_range(2..10) {
        let score = random.random::<f64>().powi(2);
        pairs.push(pair(Relevance::Unrelated, scores(Relevance::Same, score)));
    }
    scene(seed, pairs)
}

/// Over many calibrations: the share of new scenes with a false item of A said, and the mean share of false ones among those said.
fn false_shares(bound: Option<FalseMessageBound>, size: u64) -> (f64, f64) {
    let mut random = random(21);
    let (rounds, mut any, mut shares) = (1500, 0, 0.0);
    for _ in 0..rounds {
        let scenes: Vec<CalibrationScene> = (0..size).map(|seed| mixed(seed, &mut random)).collect();
        let rule = RelevanceRule::Coverage { mode: Mode::Marginal };
        let criterion = RelevanceCriterion::calibrate(&levels(rule, "1/10", bound), &scenes).unwrap();
        let new = mixed(size, &mut random);
        let pairs: Vec<_> = new.pairs.iter().map(|pair| pair.scores).collect();
        let sets = criterion.sets(&pairs);
        let said: Vec<&LabelledPair> =
            new.pairs.iter().zip(sets).filter(|(_, set)| set.same).map(|(pair, _)| pair).collect();
        let wrong = said.iter().filter(|pair| pair.truth != Relevance::Same).count();
        any += usize::from(wrong > 0);
        shares += wrong as f64 / said.len().max(1) as f64;
    }
    let (any, share) = (f64::from(any as u32) / f64::from(rounds), shares / f64::from(rounds));
    println!("{bound:?}: false items in {any:.3} of scenes, {share:.3} of what is said");
    (any, share)
}

#[test]
fn a_bound_on_false_messages_costs_true_ones_and_the_tally_shows_both() {
    let mut random = random(23);
    let scenes: Vec<CalibrationScene> = (0..200).map(|seed| mixed(seed, &mut random)).collect();
    let test: Vec<CalibrationScene> = (200..1200).map(|seed| mixed(seed, &mut random)).collect();
    let rule = RelevanceRule::Coverage { mode: Mode::Pac { delta: fraction("1/20") } };
    let tally = |bound| {
        let criterion = RelevanceCriterion::calibrate(&levels(rule, "1/10", bound), &scenes).unwrap();
        RelevanceTally::of(&criterion, Relevance::Same, &test)
    };
    let free = tally(None);
    let bound = tally(Some(FalseMessageBound::AnyInScene { level: fraction("1/10") }));
    println!("free {free:?}\nbound {bound:?}");
    assert!(free.coverage().unwrap() > 0.9 && free.recall().unwrap() > free.coverage().unwrap(), "{free:?}");
    assert!(bound.recall().unwrap() < free.recall().unwrap() - 0.5, "{free:?} {bound:?}");
    assert_eq!(free.precision().unwrap(), free.true_said as f64 / (free.true_said + free.false_said) as f64);
    assert!(bound.scenes_misled < 150 && free.scenes_misled > 500, "{free:?} {bound:?}");
    let parts = test.iter().flat_map(|scene| &scene.pairs).filter(|pair| pair.truth == Relevance::Same).count();
    assert_eq!((free.true_items, free.scenes), (parts, 1000));
}

#[test]
fn thresholds_that_keep_true_items_do_not_bound_false_messages() {
    let (any, share) = false_shares(None, 60);
    assert!(any > 0.5 && share > 0.1, "{any} {share}");
}

#[test]
fn not_one_false_item_is_said_in_a_scene_but_with_the_probability_of_the_level() {
    let (any, _) = false_shares(Some(FalseMessageBound::AnyInScene { level: fraction("1/10") }), 60);
    assert!(any <= 0.1 + 4.0 * (0.09_f64 / 1500.0).sqrt(), "{any}");
    assert!(any > 0.03, "it says less than it may: {any}");
}

#[test]
fn benjamini_and_hochberg_bound_the_share_of_false_items_among_those_said() {
    let (any, share) = false_shares(Some(FalseMessageBound::BenjaminiHochberg { level: fraction("1/10") }), 200);
    assert!(share <= 0.1 + 4.0 * 0.2 / 1500_f64.sqrt(), "{share}");
    assert!(share > 0.01 && any > share, "it says less than it may: {any} {share}");
}

#[test]
fn p_values_count_the_item_itself_and_ties_and_the_procedure_is_the_published_one() {
    let at = |score: f64| pair(Relevance::Unrelated, scores(Relevance::Same, score));
    let scenes: Vec<CalibrationScene> = (1..=99).map(|n| scene(n, vec![at(n as f64 / 100.0)])).collect();
    let bound = FalseMessageBound::BenjaminiHochberg { level: fraction("1/20") };
    let negatives = bound.negatives(&scenes).unwrap();
    let p = |score: f64| negatives.p_value(Relevance::Same, score);
    assert_eq!((p(0.99).over, p(0.99).under, p(0.995).over, p(0.0).over), (2, 100, 1, 100));
    // 0.03 <= 3/4 * 0.05 holds, 0.04 does not; 0.02 <= 2/4 * 0.05 does.
    let values = [p(0.975), p(0.995), p(0.1), p(0.99)];
    assert_eq!(values.map(|value| value.over), [3, 1, 91, 2]);
    assert_eq!(negatives.let_through(&values), [true, true, false, true]);
    let values = [p(0.965), p(0.995), p(0.1), p(0.99)];
    assert_eq!(negatives.let_through(&values), [false, true, false, true]);
    assert_eq!(negatives.let_through(&[]), Vec::<bool>::new());
}

#[test]
fn too_few_negatives_for_the_level_are_named_with_the_need() {
    let mut random = random(22);
    let scenes: Vec<CalibrationScene> = (0..15).map(|seed| mixed(seed, &mut random)).collect();
    let refused = FalseMessageBound::AnyInScene { level: fraction("1/20") }.negatives(&scenes).unwrap_err();
    assert_eq!(refused, ExplorationError::TooFewScenes { letter: 'A', scenes: 15, needed: 19 });
}
