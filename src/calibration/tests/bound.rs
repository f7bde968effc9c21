//! The bound on "wrong, and nobody was asked": its rule beside a brute-force search, and its level over many draws.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_calibration::{Episode, Method, MissionTrial, OptionKind, ScoredChoice};
use surefleet_conformal::{Bound, Fraction, Mode, Rank, Threshold};
use surefleet_fleet::Digest;
use surefleet_language::Usage;

use OptionKind::{Acceptable, Refused, Wrong};

/// A mission of these decisions, each with its options in any order.
fn mission(decisions: Vec<Vec<(f64, OptionKind)>>) -> Episode {
    let choice = |mut options: Vec<(f64, OptionKind)>| {
        options.sort_by(|a, b| b.0.total_cmp(&a.0));
        ScoredChoice {
            options: (0..).take(options.len()).collect(),
            scores: options.iter().map(|(score, _)| *score).collect(),
            kinds: options.iter().map(|(_, kind)| *kind).collect(),
        }
    };
    let choices: Vec<ScoredChoice> = decisions.into_iter().map(choice).collect();
    let right = |choice: &ScoredChoice| choice.truth().map_or(f64::NEG_INFINITY, |truth| choice.scores[truth]);
    Episode {
        seed: 0,
        scenario: Digest::of([]),
        vague_parts: 0,
        understood: None,
        uncovered: None,
        score: choices.iter().map(right).fold(0.0, f64::min),
        choices,
        steps: 1,
        usage: Usage::default(),
    }
}

fn at(t: f64) -> Method {
    Method::Surefleet(Threshold::Finite(t))
}

/// Whether a robot does wrong alone, a set is empty, or nothing right is known, played out without any score of the mission.
fn loses(mission: &Episode, t: f64) -> bool {
    let trial = MissionTrial::of(mission, at(t));
    !trial.succeeded || trial.asked_all > 0
}

/// Learn-then-Test over every threshold: exact p-values in a fixed sequence, from the lowest threshold upwards.
fn learn_then_test(missions: &[Episode], grid: &[f64], alpha: Fraction, delta: Fraction) -> Option<f64> {
    let p_value = |losses: usize| {
        let (m, alpha) = (missions.len() as i32, alpha.to_f64());
        let ways = |j: i32| (0..j).map(|i| f64::from(m - i) / f64::from(i + 1)).product::<f64>();
        (0..=losses as i32).map(|j| ways(j) * alpha.powi(j) * (1.0 - alpha).powi(m - j)).sum::<f64>()
    };
    let is_rejected = |&&t: &&f64| {
        let losses = missions.iter().filter(|mission| loses(mission, t)).count();
        p_value(losses) <= delta.to_f64()
    };
    grid.iter().take_while(is_rejected).last().copied()
}

/// Every score of an option, upwards, and one that lies above all of them.
fn grid(missions: &[Episode]) -> Vec<f64> {
    let scores = missions.iter().flat_map(|mission| &mission.choices).flat_map(|choice| choice.scores.iter().copied());
    let mut grid: Vec<f64> = scores.filter(|score| score.is_finite()).chain([1.0]).collect();
    grid.sort_by(f64::total_cmp);
    grid.dedup();
    grid
}

/// Few values, so that ties are the rule; sometimes nothing right is allowed.
fn decision() -> impl Strategy<Value = Vec<(f64, OptionKind)>> {
    let score =
        prop_oneof![20 => (1_u8..12).prop_map(|tenths| -f64::from(tenths) / 10.0), 1 => Just(f64::NEG_INFINITY)];
    let kind = prop_oneof![6 => Just(Acceptable), 2 => Just(Wrong), 1 => Just(Refused)];
    prop::collection::vec((score, kind), 3..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_rank_of_the_scores_picks_the_threshold_that_learn_then_test_picks(
        decisions in prop::collection::vec(prop::collection::vec(decision(), 1..4), 20..60),
        alpha in 5_u64..60,
        delta in 2_u64..50,
    ) {
        let missions: Vec<Episode> = decisions.into_iter().map(mission).collect();
        let [alpha, delta] = [alpha, delta].map(|hundredths| Fraction::new(hundredths, 100).expect("in range"));
        let scores: Vec<f64> = missions.iter().map(|mission| mission.score_of(Bound::WrongUnasked)).collect();
        let (_, threshold) = Threshold::calibrate(&scores, alpha, Mode::Pac { delta }).expect("scores");
        let expected = learn_then_test(&missions, &grid(&missions), alpha, delta);
        prop_assert_eq!(threshold, expected.map_or(Threshold::Infinite, Threshold::Finite));
    }

    #[test]
    fn a_mission_loses_above_its_score_and_nowhere_else(decisions in prop::collection::vec(decision(), 1..5)) {
        let mission = mission(decisions);
        let score = mission.score_of(Bound::WrongUnasked);
        for t in grid(std::slice::from_ref(&mission)) {
            prop_assert_eq!(loses(&mission, t), t > score, "threshold {}, score {}", t, score);
        }
        prop_assert!(mission.score_of(Bound::Coverage) <= score, "whoever covers does nothing wrong unasked");
    }
}

/// A mission whose scorer is right as often as it says: up to four decisions, each with five options.
fn drawn(random: &mut ChaCha8Rng) -> Episode {
    let steps = random.random_range(1..=4);
    let decision = |random: &mut ChaCha8Rng| {
        let weights: Vec<f64> = (0..5).map(|_| (-4.0 * random.random::<f64>().ln()).powi(3)).collect();
        let total: f64 = weights.iter().sum();
        let mut left = random.random_range(0.0..total);
        let right = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let option = |(place, weight): (usize, &f64)| {
            let kind = match Some(place) == right {
                true => Acceptable,
                false if random.random_bool(0.2) => Refused,
                false => Wrong,
            };
            ((weight / total).ln(), kind)
        };
        weights.iter().enumerate().map(option).collect()
    };
    mission((0..steps).map(|_| decision(random)).collect())
}

/// What a threshold does in these missions.
struct Played {
    lost: f64,
    wrong_unasked: f64,
    asked: u32,
}

fn play(missions: &[Episode], threshold: Threshold) -> Played {
    let share = |count: usize| count as f64 / missions.len() as f64;
    let trials: Vec<MissionTrial> =
        missions.iter().map(|mission| MissionTrial::of(mission, Method::Surefleet(threshold))).collect();
    Played {
        lost: share(trials.iter().filter(|trial| !trial.succeeded || trial.asked_all > 0).count()),
        wrong_unasked: share(trials.iter().filter(|trial| trial.wrong_unasked).count()),
        asked: trials.iter().map(|trial| trial.asked).sum(),
    }
}

fn calibrated(missions: &[Episode], bound: Bound, mode: Mode) -> Threshold {
    let scores: Vec<f64> = missions.iter().map(|mission| mission.score_of(bound)).collect();
    Threshold::calibrate(&scores, "1/10".parse().expect("a fraction"), mode).expect("scores").1
}

const MISSIONS: usize = 100;

#[test]
fn over_many_calibrations_missions_lose_as_often_as_the_rank_says_and_people_are_asked_less_than_for_coverage() {
    const DRAWS: usize = 400;
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut draw = |count| -> Vec<Episode> { (0..count).map(|_| drawn(&mut random)).collect() };
    let (mut lost, mut wrong, mut asked) = (0.0, 0.0, [0; 2]);
    for _ in 0..DRAWS {
        let (calibration, test) = (draw(MISSIONS), draw(500));
        let [covering, lone] = [Bound::Coverage, Bound::WrongUnasked]
            .map(|bound| play(&test, calibrated(&calibration, bound, Mode::Marginal)));
        assert!(covering.asked >= lone.asked, "{} for coverage, but {}", covering.asked, lone.asked);
        lost += lone.lost / DRAWS as f64;
        wrong += lone.wrong_unasked / DRAWS as f64;
        asked = [asked[0] + covering.asked, asked[1] + lone.asked];
    }
    // Rank 91 of 100 promises 10/101; the standard deviation of one draw is at most .033, so 4 standard errors are .0066.
    let rank = Rank::new(MISSIONS, "1/10".parse().expect("a fraction"), Mode::Marginal);
    let expected = 1.0 - rank.coverage().expect("finite").mean();
    assert!((lost - expected).abs() < 0.0066, "{lost} of the missions lose, not {expected}");
    assert!(wrong <= lost && wrong > 0.02, "{wrong}");
    assert!(asked[1] < asked[0], "{asked:?}");
}

#[test]
fn a_pac_calibration_breaks_its_level_in_at_most_delta_of_the_draws_and_a_marginal_one_more_often() {
    const DRAWS: usize = 200;
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let test: Vec<Episode> = (0..10_000).map(|_| drawn(&mut random)).collect();
    let mut broken = |mode| {
        let breaks = |_: &usize| {
            let missions: Vec<Episode> = (0..MISSIONS).map(|_| drawn(&mut random)).collect();
            play(&test, calibrated(&missions, Bound::WrongUnasked, mode)).lost > 0.1
        };
        (0..DRAWS).filter(breaks).count()
    };
    // P(Bin(100, .9) >= 96) = .0237, so 4.7 of 200 are expected; 4 standard deviations are 8.6.
    let pac = broken(Mode::Pac { delta: "1/20".parse().expect("a fraction") });
    assert!(pac <= 13, "{pac} of {DRAWS}");
    let marginal = broken(Mode::Marginal);
    assert!(marginal > 60, "{marginal} of {DRAWS}");
}
