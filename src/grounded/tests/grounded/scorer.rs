//! Scores of options, from the possible meanings of a mission.

use std::sync::Arc;

use crate::mixture::Mixture;
use surefleet_fleet::{Brief, Facts, MissionId, RobotId, Turn};
use surefleet_grounded::{ConstrainedParser, GroundedScorer};
use surefleet_language::{LabelledOption, OptionScorer, Prompt, Question, Scores};
use surefleet_mission::{State, Transport};

/// The scores for a robot that holds the apple, with the others on the counter.
fn scores(answers: &[(&str, f64)], facts_of: impl Fn(&Transport) -> Facts) -> (Arc<Transport>, Vec<Scores>) {
    scores_after(FREE, answers, &[], facts_of)
}

/// A text that only a model can read.
const FREE: &str = "see to apple 1";

/// The same after it has done so.
fn scores_after(
    text: &str,
    answers: &[(&str, f64)],
    done: &[&str],
    facts_of: impl Fn(&Transport) -> Facts,
) -> (Arc<Transport>, Vec<Scores>) {
    let domain = Arc::new(Transport::household());
    let scorer = GroundedScorer::new(domain.clone(), ConstrainedParser::new(Mixture::new(answers)));
    let robot = RobotId::new("robot_1").expect("a name");
    let brief = Arc::new(Brief {
        formulas: vec!["G !put_down(robot_1, stove)".into()],
        meanings: Vec::new(),
        unread: Vec::new(),
        id: MissionId::new([7; 16]),
        text: text.into(),
        constraints: vec!["Robot 1 must never put anything on the stove.".into()],
        horizon: 6,
        alpha: String::new(),
        team: vec![robot.clone()],
    });
    let turn = Turn {
        history: done.iter().map(|symbol| vec![domain.options().find(symbol)]).collect::<Vec<_>>().into(),
        ..Turn::first(brief, facts_of(&domain))
    };
    let options = LabelledOption::in_order(domain.options().iter().map(|option| domain.options().text(option)));
    let question = Question { prompt: Prompt { prefix: "".into(), suffix: String::new() }, options, turn, robot };
    let ask = || futures::executor::block_on(scorer.score(&question)).expect("scores");
    let both = vec![ask(), ask()];
    (domain, both)
}

fn holding_the_apple(domain: &Transport) -> Facts {
    let team = [RobotId::new("robot_1").expect("a name")];
    let counter = domain.find_place("counter").expect("a counter");
    let state = State::new(domain, 1, &vec![counter; domain.items().len()], []).expect("a state");
    let facts = state.to_facts(domain, &team);
    let held = facts.iter().filter(|fact| !fact.starts_with("located(apple_1"));
    Facts::new(held.map(ToString::to_string).chain(["holding(robot_1, apple_1)".to_owned()]))
}

fn probability(domain: &Transport, scores: &Scores, symbol: &str) -> f64 {
    scores.log_probabilities[domain.options().find(symbol).expect("a decision").index()].exp()
}

#[test]
fn a_clear_mission_gives_one_option_nearly_all_of_the_mass() {
    let (domain, scores) = scores(&[("F G located ( apple_1 , sink ) .", 1.0)], holding_the_apple);
    assert!(probability(&domain, &scores[0], "put_down(sink)") > 0.99);
}

#[test]
fn meanings_that_ask_for_different_decisions_share_the_mass() {
    let answers = [("F G located ( apple_1 , sink ) .", 0.6), ("F G located ( apple_1 , shelf ) .", 0.4)];
    let (domain, scores) = scores(&answers, holding_the_apple);
    for (symbol, share) in [("put_down(sink)", 0.6), ("put_down(shelf)", 0.4), ("put_down(table)", 0.0)] {
        let p = probability(&domain, &scores[0], symbol);
        assert!((p - share).abs() < 0.01, "{symbol}: {p}");
    }
}

#[test]
fn a_constraint_of_the_brief_holds_under_every_meaning() {
    let either = [("F G located ( apple_1 , sink or stove ) .", 1.0)];
    let (domain, scores) = scores_after("apple 1 to the sink or the stove", &either, &[], holding_the_apple);
    assert!(probability(&domain, &scores[0], "put_down(stove)") < 1e-3);
    assert!(probability(&domain, &scores[0], "put_down(sink)") > 0.99);
    let stove = [("F G located ( apple_1 , stove ) .", 1.0)];
    let (domain, scores) = scores_after(FREE, &stove, &[], holding_the_apple);
    assert!(probability(&domain, &scores[0], "put_down(stove)") < 1e-3);
}

#[test]
fn a_mission_is_parsed_once() {
    let (_, scores) = scores(&[("F G located ( apple_1 , sink ) .", 1.0)], holding_the_apple);
    assert!(scores[0].usage.model_calls > 0);
    assert_eq!(scores[1].usage.model_calls, 0);
    assert_eq!(scores[0].log_probabilities, scores[1].log_probabilities);
}

#[test]
fn a_model_without_an_idea_leaves_all_options_alike() {
    let (domain, scores) = scores(&[], holding_the_apple);
    let even = 1.0 / domain.options().len() as f64;
    let share = probability(&domain, &scores[0], "open(drawer_2)");
    assert!(share > 0.5 * even, "{share}");
}

#[test]
fn what_was_done_says_what_was_meant() {
    let answers = [
        ("F G located ( apple_1 , sink ) & F G located ( apple_2 , sink ) .", 0.69),
        ("F G located ( apple_1 , shelf ) & F G located ( apple_2 , shelf ) .", 0.30),
        ("F G located ( apple_1 , fridge ) .", 0.01), // cannot be put there
    ];
    let shelf = |done: &[&str]| {
        let (domain, scores) = scores_after("see to the apples", &answers, done, holding_the_apple);
        probability(&domain, &scores[0], "put_down(shelf)")
    };
    assert!((shelf(&[]) - 0.3).abs() < 0.01);
    // Both meanings ask for the apples; neither for the bread.
    assert!((shelf(&["grab(apple_2)"]) - 0.3).abs() < 0.01);
    assert!((shelf(&["grab(bread_1)", "put_down(table)", "grab(knife_1)"]) - 0.3).abs() < 0.01);
    // 0.3 against 0.69 * 0.02, and 0.01 for the unexplained.
    let settled = 0.3 / (0.3 + 0.69 * 0.02 + 0.01);
    assert!((shelf(&["grab(apple_2)", "put_down(shelf)"]) - settled).abs() < 0.01);
    // The last place of the item counts.
    let again = ["grab(apple_2)", "put_down(sink)", "grab(apple_2)", "put_down(shelf)"];
    assert!((shelf(&again) - settled).abs() < 0.01);
    assert!((shelf(&["grab(apple_2)", "put_down(sink)", "put_down(shelf)"]) - settled).abs() < 0.01);
    // A robot that takes it again corrects it: nothing counts until it is put down.
    assert!((shelf(&again[..3]) - 0.3).abs() < 0.01);
}

#[test]
fn a_meaning_that_does_not_account_for_the_words_explains_nothing() {
    let answers = [
        ("F G located ( apple_1 , sink ) .", 0.7),
        ("F G located ( apple_2 , sink ) .", 0.2),
        ("F G located ( apple_1 , sink ) & G ! open ( robot , fridge ) .", 0.1),
    ];
    let even = 1.0 / Transport::household().options().len() as f64;
    for (text, explained) in [
        (FREE, 0.7),
        ("Put the fruit away.", 0.0),
        ("Put apple 1 in the sink.", 0.7),
        ("Put my apple in the sink.", 0.9),
        ("Put apple 1 in the sink. Never open the fridge.", 0.1),
        ("Put apple 1 in the sink. Never grab apple 2.", 0.0),
        ("Put an apple in the sink.", 0.0),
    ] {
        let (domain, scores) = scores_after(text, &answers, &[], holding_the_apple);
        // An option that is never right gets only its share of the unexplained probability.
        let p = probability(&domain, &scores[0], "open(drawer_2)");
        assert!((p - (1.0 - explained) * even).abs() < 1e-3, "{text}: {p}");
    }
}
