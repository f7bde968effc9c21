use rand::RngExt;
use surefleet_conformal::{Mode, Rank, Threshold, ks_distance, ks_limit};
use surefleet_exploration::{CalibrationScene, ExplorationError, Relevance, RelevanceLevels, RelevanceRule};

use crate::scenes::{coverage, fraction, levels, pair, random, scene, scores, uniform};

const SPLITS: usize = 2000;

/// The share of true items of letter A that each of many calibrations keeps: scores are uniform, so it is `1 - t`.
fn recalls(levels: &RelevanceLevels, size: u64, seed: u64) -> Vec<f64> {
    let mut random = random(seed);
    let recall = |_| {
        let scenes: Vec<CalibrationScene> = (0..size).map(|number| uniform(number, &mut random)).collect();
        match levels.calibrate(&scenes).unwrap().same.t {
            Threshold::Finite(t) => 1.0 - t,
            Threshold::Infinite => 1.0,
        }
    };
    (0..SPLITS).map(recall).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
fn thirty_scenes_keep_true_items_as_often_as_the_law_of_coverage_says() {
    for (epsilon, expected, tolerance, sd, fifth) in
        [("1/10", 0.903_23, 0.0047, 0.0523, 0.8047), ("1/20", 0.967_74, 0.0028, 0.0312, 0.9050)]
    {
        let mut recalls = recalls(&coverage(epsilon, Mode::Marginal), 30, 11);
        let law = Rank::new(30, fraction(epsilon), Mode::Marginal).coverage().unwrap();
        let distance = ks_distance(&recalls, |recall| law.cdf(recall));
        assert!(distance < ks_limit(SPLITS, 0.001), "{distance}");
        let got = mean(&recalls);
        println!(
            "epsilon {epsilon}, 30 scenes: {got:.4} of the true items are kept on average, KS distance {distance:.4}"
        );
        assert!((got - expected).abs() < tolerance, "epsilon {epsilon}: {got}");
        let got = mean(&recalls.iter().map(|recall| (recall - got).powi(2)).collect::<Vec<f64>>()).sqrt();
        assert!((got - sd).abs() < 0.1 * sd, "epsilon {epsilon}: {got}");
        recalls.sort_by(f64::total_cmp);
        assert!((recalls[SPLITS / 20] - fifth).abs() < 0.01, "epsilon {epsilon}: {}", recalls[SPLITS / 20]);
    }
}

#[test]
fn the_paper_s_rule_keeps_about_epsilon_of_the_true_items_and_ours_one_minus_epsilon() {
    // The paper's quantiles: 0.6 for letter A and 0.82 for letter B, of 20 scenes.
    for (epsilon, as_printed, ours) in [("2/5", 9.0 / 21.0, 13.0 / 21.0), ("9/50", 4.0 / 21.0, 18.0 / 21.0)] {
        let paper = mean(&recalls(&levels(RelevanceRule::Paper, epsilon, None), 20, 12));
        let covered = mean(&recalls(&coverage(epsilon, Mode::Marginal), 20, 12));
        println!(
            "epsilon {epsilon}, 20 scenes: the paper's rule keeps {paper:.3} of the true items, ours {covered:.3}"
        );
        assert!((paper - as_printed).abs() < 0.01, "epsilon {epsilon}: {paper}");
        assert!((covered - ours).abs() < 0.01, "epsilon {epsilon}: {covered}");
        assert!((paper - fraction(epsilon).to_f64()).abs() < 0.03, "epsilon {epsilon}: {paper}");
    }
}

#[test]
fn the_coverage_threshold_is_the_floor_of_epsilon_n_plus_one_th_smallest_score() {
    for (size, epsilon, place) in [(20, "1/20", 1), (30, "1/10", 3), (39, "1/10", 4), (39, "1/20", 2)] {
        let scenes: Vec<CalibrationScene> = (1..=size)
            .map(|number| {
                let score = f64::from(number * 7 % (size + 1)) / 100.0;
                let true_item = |letter| pair(letter, scores(letter, score));
                scene(u64::from(number as u32), vec![true_item(Relevance::Same), true_item(Relevance::Near)])
            })
            .collect();
        let mut sorted: Vec<f64> = scenes.iter().filter_map(|scene| scene.true_score(Relevance::Near)).collect();
        sorted.sort_by(f64::total_cmp);
        let limits = coverage(epsilon, Mode::Marginal).calibrate(&scenes).unwrap();
        assert_eq!(limits.near.t, Threshold::Finite(sorted[place - 1]), "{size} scenes at {epsilon}");
    }
}

#[test]
fn a_new_scene_keeps_all_its_true_items_however_many_and_dependent_they_are() {
    let mut random = random(13);
    // A scene's model is good or bad at all its items alike.
    let mut draw = |seed: u64| {
        let (quality, items) = (random.random::<f64>(), random.random_range(1..8));
        let pairs = (0..items).map(|_| 0.7 * quality + 0.3 * random.random::<f64>());
        scene(seed, pairs.map(|score| pair(Relevance::Same, scores(Relevance::Same, score))).collect())
    };
    let with_near = |mut scene: CalibrationScene| {
        scene.pairs.push(pair(Relevance::Near, scores(Relevance::Near, 0.5)));
        scene
    };
    let (mut by_scene, mut by_item) = (0, 0);
    for _ in 0..SPLITS {
        let scenes: Vec<CalibrationScene> = (0..30).map(|seed| with_near(draw(seed))).collect();
        let limits = coverage("1/10", Mode::Marginal).calibrate(&scenes).unwrap();
        // Wrong: every item as if it were a scene of its own.
        let is_same = |pair: &&surefleet_exploration::LabelledPair| pair.truth == Relevance::Same;
        let items = scenes.iter().flat_map(|scene| &scene.pairs).filter(is_same);
        let items = items.map(|item| with_near(scene(0, vec![item.clone()])));
        let pooled = coverage("1/10", Mode::Marginal).calibrate(&items.collect::<Vec<_>>()).unwrap();
        let new = draw(99);
        by_scene += usize::from(new.pairs.iter().all(|pair| limits.set(&pair.scores).same));
        by_item += usize::from(new.pairs.iter().all(|pair| pooled.set(&pair.scores).same));
    }
    let share = |count: usize| count as f64 / SPLITS as f64;
    println!(
        "all true items are kept in {:.3} of new scenes, with pooled items in {:.3}",
        share(by_scene),
        share(by_item)
    );
    assert!((share(by_scene) - 28.0 / 31.0).abs() < 4.0 * (0.903_f64 * 0.097 / 2000.0).sqrt(), "{}", share(by_scene));
    assert!(share(by_item) < 0.88, "{}", share(by_item));
}

#[test]
fn a_guarantee_for_this_very_set_says_how_many_scenes_it_needs() {
    let mut random = random(14);
    let scenes: Vec<CalibrationScene> = (0..30).map(|seed| uniform(seed, &mut random)).collect();
    let pac = Mode::Pac { delta: fraction("1/20") };
    let refused = coverage("1/20", pac).calibrate(&scenes).unwrap_err();
    assert_eq!(refused, ExplorationError::TooFewScenes { letter: 'A', scenes: 30, needed: 59 });
    let message = refused.to_string();
    assert!(message.contains("30 scenes") && message.contains("needs 59"), "{message}");
    assert_eq!(coverage("1/10", pac).calibrate(&scenes).unwrap().same.k, 30);
    // On average twenty scenes serve at 1/20, and eighteen do not.
    let marginal = coverage("1/20", Mode::Marginal);
    assert_eq!(marginal.calibrate(&scenes[..20]).unwrap().near.k, 20);
    let refused = marginal.calibrate(&scenes[..18]).unwrap_err();
    assert_eq!(refused, ExplorationError::TooFewScenes { letter: 'A', scenes: 18, needed: 19 });
}

#[test]
fn a_scene_without_a_true_item_of_a_letter_does_not_count_for_it() {
    let mut random = random(15);
    let mut scenes: Vec<CalibrationScene> = (0..20).map(|seed| uniform(seed, &mut random)).collect();
    let only_same = |seed| scene(seed, vec![pair(Relevance::Same, scores(Relevance::Same, 0.5))]);
    scenes.extend((20..25).map(only_same));
    let limits = coverage("1/10", Mode::Marginal).calibrate(&scenes).unwrap();
    assert_eq!((limits.same.scenes, limits.near.scenes), (25, 20));
}
