//! The turns that a planner accepts.

use std::sync::Arc;

use surefleet_fleet::{Decided, Decision, StepIndex, Turn};
use surefleet_planner::{Input, Output, PlannerError, Verdicts};

use crate::{
    calibrated::at_threshold,
    house::{first_turn, robot},
    table::Table,
};

fn table() -> (Table, Turn) {
    let table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    (table, turn)
}

#[test]
fn the_same_turn_again_asks_nobody_again() {
    let (mut table, turn) = table();
    table.hold(&turn);
    table.hold(&turn);
    assert_eq!(table.said.len(), 2);
    table.score(table.scores(&[("idle", -0.1), ("open(fridge)", -0.1)]));
    table.judge(table.refusing(&[]));
    table.hold(&turn);
    assert_eq!(table.said.len(), 3, "one check, one scoring, one question");
    assert_eq!(table.planner.tally().turns, 1);
}

#[test]
fn a_decided_turn_is_not_decided_again() {
    let (mut table, turn) = table();
    table.play(&turn, &[("idle", -0.1)], &[]);
    let said = table.said.len();
    table.hold(&turn);
    assert_eq!(table.said.len(), said);
}

#[test]
fn an_older_turn_changes_nothing() {
    let (mut table, turn) = table();
    let newer = Turn { attempt: turn.attempt.next(), ..turn.clone() };
    table.hold(&newer);
    let said = table.said.len();
    table.hold(&turn);
    assert_eq!(table.said.len(), said);
}

#[test]
fn replies_for_a_superseded_turn_are_not_taken_for_the_new_one() {
    let (mut table, turn) = table();
    table.hold(&turn);
    let (scores, verdicts) = table.tickets();
    table.hold(&Turn { attempt: turn.attempt.next(), ..turn });
    let said = table.said.len();
    let log_probabilities = table.scores(&[("idle", -0.1)]);
    let late = surefleet_language::Scores {
        log_probabilities,
        usage: Default::default(),
        understanding: None,
        meanings: Default::default(),
        team_step: None,
    };
    table.tell(Input::Scores { ticket: scores, result: Ok(late) }).expect("no bad input");
    let result = Ok(Verdicts { candidates: table.refusing(&[]), audited: false });
    table.tell(Input::Verdicts { ticket: verdicts, result }).expect("no bad input");
    assert_eq!((table.said.len(), table.planner.tally().late), (said, 2));
}

#[test]
fn a_prompt_is_rendered_once_a_turn_and_its_prefix_once_a_mission() {
    let (mut table, turn) = table();
    let mut prefixes = vec![];
    for attempt in 0..3 {
        let turn = Turn { attempt: surefleet_fleet::Attempt(attempt), ..turn.clone() };
        table.hold(&turn);
        let Some(Output::Score { question, .. }) = table.said.last() else { panic!("{:?}", table.said) };
        prefixes.push(Arc::clone(&question.prompt.prefix));
        table.score(table.scores(&[("idle", -0.1), ("open(fridge)", -0.1)]));
        table.judge(table.refusing(&[]));
        table.hold(&turn);
    }
    assert_eq!(table.planner.tally().prompts, 3);
    assert!(prefixes.windows(2).all(|pair| Arc::ptr_eq(&pair[0], &pair[1])), "one prefix, shared");
}

#[test]
fn a_help_request_shows_the_very_prompt_that_was_scored_and_the_record_has_its_hash() {
    let (mut table, turn) = table();
    table.hold(&turn);
    let Some(Output::Score { question, .. }) = table.said.last() else { panic!("{:?}", table.said) };
    let prompt = question.prompt.clone();
    table.score(table.scores(&[("idle", -0.1), ("open(fridge)", -0.1)]));
    table.judge(table.refusing(&[]));
    assert_eq!(table.question().prompt, prompt.text());
    table.answer(&table.question().key, surefleet_planner::Choice::Option(table.option("idle")));
    assert_eq!(table.decided().prompt_sha256, prompt.digest());
    assert_eq!(table.decided().turn_sha256, turn.content());
}

#[test]
fn turns_that_are_not_usable_are_refused_and_change_nothing() {
    let (mut table, turn) = table();
    table.hold(&turn);
    let said = table.said.len();
    let later = Turn { attempt: turn.attempt.next(), ..turn };
    let decided =
        |name: &str, decision: Option<Decision>| Decided { robot: robot(name), decision, attempt: later.attempt };
    let idle = Some(table.option("idle"));
    let second = StepIndex::new(2).expect("not zero");
    let first_is_mine = |names: [&str; 3]| names.map(robot).into();
    let bad = [
        (Turn { order: first_is_mine(["robot_2", "robot_1", "robot_3"]), ..later.clone() }, "held by Some(robot_2)"),
        (Turn { order: first_is_mine(["robot_1", "robot_2", "robot_2"]), ..later.clone() }, "each robot once"),
        (
            Turn { order: ["robot_1", "robot_2", "robot_3", "robot_3"].map(robot).into(), ..later.clone() },
            "each robot once",
        ),
        (
            Turn {
                order: first_is_mine(["robot_2", "robot_1", "robot_3"]),
                decided: vec![decided("robot_3", idle)],
                ..later.clone()
            },
            "robot_3 has decided where robot_2 stands",
        ),
        (Turn { step: second, ..later.clone() }, "history has 0 steps"),
        (Turn { step: second, history: [vec![idle; 2]].into(), ..later.clone() }, "a step of 2 robots for a team of 3"),
        (
            Turn { step: second, history: [vec![idle, None, Some(Decision::new(37))]].into(), ..later.clone() },
            "decision 37 is not of S",
        ),
        (Turn { decided: vec![decided("robot_1", idle); 3], ..later.clone() }, "held by None"),
    ];
    for (count, (turn, words)) in bad.into_iter().enumerate() {
        let refused = table.tell(Input::Hold(Arc::new(turn))).expect_err(words);
        assert!(refused.to_string().contains(words), "{refused}");
        assert!(matches!(refused, PlannerError::Turn { .. } | PlannerError::NotHolder { .. }));
        assert_eq!((table.said.len(), table.planner.tally().refused), (said, count as u64 + 1));
    }
    table.score(table.scores(&[("idle", -0.1)]));
    table.judge(table.refusing(&[]));
    assert_eq!(table.decided().key.attempt.0, 0, "the good turn goes on");
}

#[test]
fn an_absent_robot_ahead_in_the_order_is_no_obstacle() {
    let (mut table, turn) = table();
    let order = ["robot_2", "robot_1", "robot_3"].map(robot).into();
    let decided = vec![Decided { robot: robot("robot_2"), decision: None, attempt: turn.attempt }];
    table.play(&Turn { order, decided, ..turn }, &[("idle", -0.1)], &[]);
    assert_eq!(table.decided().key.robot, robot("robot_1"));
}
