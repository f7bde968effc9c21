use std::time::Duration;

use surefleet_exploration::{AnswerCertainty, ConfidenceCheck, ExplorerPolicy, MessageBudget, QuestionStanding};
use surefleet_fleet::Stamp;

use crate::{
    house::{AnswerModel, Conditions},
    search::{Outcome, explore},
    setting::{calibrated_check, check, policy},
};

const BAD: Conditions = Conditions {
    robots: 3,
    questions: 2,
    loss: 0.3,
    duplicates: 0.3,
    longest_delay: 3.0,
    model: AnswerModel::Separated,
};

fn tight(per_second: u32, burst: u32) -> ExplorerPolicy {
    let budget = MessageBudget::new(per_second, burst).unwrap();
    ExplorerPolicy { budget, time_limit: Duration::from_secs(90), ..policy() }
}

/// Questions with a certain answer, and how many of these answers are wrong.
fn certain(outcome: &Outcome) -> (usize, usize) {
    let certain = |standing: &QuestionStanding| match standing {
        QuestionStanding::Answered { letter, certainty: AnswerCertainty::Certain, .. } => Some(*letter),
        _ => None,
    };
    let answers = outcome.standings.iter().filter_map(|(standing, truth)| Some((certain(standing)?, *truth)));
    answers.fold((0, 0), |(all, wrong), (letter, truth)| (all + 1, wrong + usize::from(letter != truth)))
}

fn busiest_second(said: &[Stamp]) -> usize {
    let second = Duration::from_secs(1);
    let window = |start: usize| said[start..].iter().take_while(|at| **at < said[start] + second).count();
    (0..said.len()).map(window).max().unwrap_or(0)
}

#[test]
fn no_wrong_answer_is_certain_and_all_end_whatever_the_network_does() {
    let check = check();
    let (mut answers, mut dropped) = (0, 0);
    for seed in 0..40 {
        let robots = 2 + (seed % 2) as u32;
        let loss = [0.0, 0.3, 0.6, 0.9][(seed / 2 % 4) as usize];
        let outcome = explore(Conditions { robots, loss, ..BAD }, check, &tight(2, 1), seed);
        assert_eq!(outcome.ends.len(), robots as usize, "seed {seed}");
        let (all, wrong) = certain(&outcome);
        assert_eq!(wrong, 0, "seed {seed}: {:?}", outcome.standings);
        assert_eq!(outcome.reopened, 0, "seed {seed}");
        answers += all;
        dropped += outcome.counts.iter().map(|counts| counts.dropped).sum::<u64>();
        for said in &outcome.said {
            assert!(busiest_second(said) <= 2, "seed {seed}: {said:?}");
        }
    }
    // Of 200 questions.
    assert!(answers > 190, "{answers}");
    assert!(dropped < 100, "{dropped}");
}

#[test]
fn a_burst_is_within_the_budget_of_every_second() {
    let check = check();
    for seed in 0..10 {
        let outcome = explore(Conditions { questions: 6, loss: 0.1, ..BAD }, check, &tight(5, 3), seed);
        let busiest = outcome.said.iter().map(|said| busiest_second(said)).max().unwrap();
        assert!((3..=5).contains(&busiest), "seed {seed}: {busiest}");
    }
}

#[test]
fn equal_seeds_give_equal_searches() {
    let of = |seed| explore(BAD, check(), &tight(2, 1), seed);
    assert_eq!(of(7), of(7));
    assert_ne!(of(7).said, of(8).said);
}

#[test]
fn robots_that_hear_one_another_are_done_sooner() {
    let check = check();
    let mean = |loss: f64| {
        let seconds = |seed| {
            let outcome =
                explore(Conditions { loss, duplicates: 0.0, longest_delay: 0.2, ..BAD }, check, &tight(4, 1), seed);
            let done = |done: &Option<Stamp>| done.map_or(90.0, |stamp| stamp.as_nanos() as f64 * 1e-9);
            outcome.done.iter().map(done).sum::<f64>() / outcome.done.len() as f64
        };
        (0..30).map(seconds).sum::<f64>() / 30.0
    };
    let (together, alone) = (mean(0.0), mean(1.0));
    println!("done after {together:.1} s together, {alone:.1} s alone");
    assert!(together < 0.8 * alone, "{together} {alone}");
}

/// The looks at the first question of each of many fleets in which no answer is ever accepted: how a model fares in this kind of house.
fn courses(seeds: std::ops::Range<u64>) -> Vec<Vec<(f64, bool)>> {
    let never = ConfidenceCheck::fixed(1e-9).unwrap();
    let honest = Conditions { model: AnswerModel::Honest, loss: 0.0, ..BAD };
    let short = ExplorerPolicy { time_limit: Duration::from_secs(45), ..tight(2, 1) };
    let looks = |seed| explore(honest, never, &short, seed).looks.into_values().next();
    seeds.filter_map(looks).collect()
}

#[test]
fn of_the_certain_answers_of_an_honest_model_no_larger_share_is_wrong_than_the_level() {
    let check = calibrated_check("1/10", &courses(1000..1250));
    let (mut all, mut wrong) = (0, 0);
    for seed in 0..100 {
        let outcome = explore(Conditions { model: AnswerModel::Honest, ..BAD }, check, &tight(2, 1), seed);
        let (certain, errors) = certain(&outcome);
        (all, wrong) = (all + certain, wrong + errors);
    }
    println!("threshold {}, {wrong} of {all} certain answers are wrong", check.above());
    assert!(all > 300, "{all}");
    assert!(wrong as f64 <= 0.1 * all as f64 && wrong > 0, "{wrong} of {all}");
}

#[test]
fn robots_find_out_that_an_overconfident_model_errs_where_they_disagree() {
    let check = check();
    let (mut reopened, mut ended) = (0, 0);
    for seed in 0..20 {
        let outcome = explore(Conditions { model: AnswerModel::Overconfident, ..BAD }, check, &tight(2, 1), seed);
        reopened += outcome.reopened;
        ended += outcome.ends.len();
    }
    assert_eq!(ended, 60);
    assert!(reopened > 5, "{reopened}");
}
