//! "I mean ..." and "this one, for the whole mission".

use std::{sync::Arc, time::Duration};

use surefleet_fleet::{Attempt, Decided, Facts, Outcome, RobotId, Stamp, StepIndex, Turn};
use surefleet_planner::{Choice, Conclusion, Coverage, Input, Lasting, Output, Source, conclude, replay};

use crate::{
    calibrated::at_threshold,
    house::{first_turn, robot},
    table::Table,
};

const BOTH: [(&str, f64); 2] = [("go_to(apple_2)", -0.2), ("go_to(apple_1)", -0.3)];

fn table() -> (Table, Turn) {
    let table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    (table, turn)
}

/// The turn of the second step, after a step in which all stayed.
fn second(table: &Table, turn: &Turn) -> Turn {
    let stayed = vec![Some(table.option("idle")); 3];
    Turn { step: StepIndex::FIRST.next(), history: vec![stayed].into(), ..turn.clone() }
}

/// A person's answer that apple 2 is meant, and not apple 1, as the help desk publishes it.
fn apple_2(table: &Table, turn: &Turn, at: u64) -> Lasting {
    Lasting {
        mission: turn.mission(),
        at: Stamp::from_nanos(at),
        chosen: table.option("go_to(apple_2)"),
        instead_of: vec![table.option("go_to(apple_1)")],
        operator: "ada".into(),
        request_id: format!("id {at}"),
    }
}

fn hear(table: &mut Table, answer: Lasting) {
    table.tell(Input::Lasting(answer)).expect("an answer is no bad input");
}

fn asks(table: &Table) -> bool {
    table.planner.waits_for_help().is_some()
}

#[test]
fn the_same_things_are_asked_about_once_in_a_mission_whichever_robot_hesitates() {
    let (mut table, turn) = table();
    table.play(&turn, &BOTH, &[]);
    let question = table.question();
    assert_eq!(question.lasting, [table.option("go_to(apple_2)"), table.option("go_to(apple_1)")]);
    table.answer(&question.key, Choice::ForMission(table.option("go_to(apple_2)")));
    let record = table.decided();
    assert_eq!((record.source, record.coverage), (Source::Human, Coverage::Covered));
    // The help desk tells every robot, this one too.
    let answer = apple_2(&table, &turn, 1);
    hear(&mut table, answer);
    let asked = table.asked().len();
    let next = second(&table, &turn);
    table.play(&next, &[("grab(apple_2)", -0.2), ("go_to(apple_1)", -0.3)], &[]);
    let record = table.decided().clone();
    assert_eq!(record.decision, table.option("grab(apple_2)"));
    assert_eq!((record.source, record.coverage, table.asked().len()), (Source::Human, Coverage::Unseen, asked));
    assert_eq!(record.evidence.standing().words()[0].operator, "ada");
    let read = surefleet_planner::DecisionRecord::from_json(&record.to_json(), 1).expect("what was written");
    assert_eq!((replay(&read), &read), (Ok(()), &record));
}

#[test]
fn a_new_order_is_not_sought_where_a_person_has_said_which_is_meant() {
    let mut table = Table::new(at_threshold(-1.0, 3));
    let turn = first_turn(&table.world, 3, 9);
    let answer = apple_2(&table, &turn, 1);
    hear(&mut table, answer);
    table.play(&turn, &BOTH, &[]);
    assert_eq!(table.decided().decision, table.option("go_to(apple_2)"));
}

#[test]
fn what_the_answer_does_not_settle_is_asked() {
    type Scores = &'static [(&'static str, f64)];
    let cases: [(&str, Scores, &[&str]); 6] = [
        ("another thing is in question", &[("go_to(apple_2)", -0.2), ("go_to(knife_1)", -0.3)], &[]),
        ("to stay is possible too", &[("go_to(apple_2)", -0.2), ("idle", -0.3)], &[]),
        (
            "two deeds with the thing",
            &[("go_to(apple_2)", -0.2), ("grab(apple_2)", -0.2), ("go_to(apple_1)", -0.3)],
            &[],
        ),
        ("only what is not meant is left", &[("go_to(apple_1)", -0.2), ("grab(apple_1)", -0.3)], &[]),
        (
            "what is meant is refused",
            &[("go_to(apple_2)", -0.2), ("go_to(apple_1)", -0.3), ("idle", -0.4)],
            &["go_to(apple_2)"],
        ),
        ("what is not meant is left with another", &[("go_to(knife_1)", -0.2), ("go_to(apple_1)", -0.3)], &[]),
    ];
    for (case, scores, refused) in cases {
        let (mut table, turn) = table();
        let answer = apple_2(&table, &turn, 1);
        hear(&mut table, answer);
        table.play(&turn, scores, refused);
        assert!(asks(&table), "{case}");
    }
}

#[test]
fn an_answer_is_of_its_mission_and_the_later_one_counts() {
    let (mut table, turn) = table();
    let other = Lasting { mission: surefleet_fleet::MissionId::new([8; 16]), ..apple_2(&table, &turn, 1) };
    hear(&mut table, other);
    table.play(&turn, &BOTH, &[]);
    assert!(asks(&table), "it is of another mission");
    let newer = Lasting {
        chosen: table.option("go_to(apple_1)"),
        instead_of: vec![table.option("go_to(apple_2)")],
        ..apple_2(&table, &turn, 9)
    };
    let first = apple_2(&table, &turn, 3);
    hear(&mut table, newer);
    hear(&mut table, first);
    let next = second(&table, &turn);
    table.play(&next, &BOTH, &[]);
    assert_eq!(table.decided().decision, table.option("go_to(apple_1)"));
}

#[test]
fn a_thing_that_a_mate_takes_is_asked_about() {
    let (mut table, turn) = table();
    let answer = apple_2(&table, &turn, 1);
    hear(&mut table, answer);
    let mate =
        Decided { robot: robot("robot_2"), decision: Some(table.option("go_to(apple_2)")), attempt: Attempt::FIRST };
    let order: Arc<[RobotId]> = ["robot_2", "robot_1", "robot_3"].map(robot).into();
    table.play(&Turn { order, decided: vec![mate], ..turn }, &BOTH, &[]);
    assert!(asks(&table));
}

#[test]
fn what_is_left_is_done_unasked_where_a_mate_handles_what_is_meant() {
    let lefts = ["idle", "go_to(bread_1)"];
    let decided_to_go = |table: &Table, turn: Turn| {
        let decision = Some(table.option("go_to(apple_2)"));
        let mate = Decided { robot: robot("robot_2"), decision, attempt: Attempt::FIRST };
        let order: Arc<[RobotId]> = ["robot_2", "robot_1", "robot_3"].map(robot).into();
        Turn { order, decided: vec![mate], ..turn }
    };
    let stands_there = |_: &Table, turn: Turn| {
        let facts = turn.facts.iter().map(str::to_owned).chain(["at(robot_2, apple_2)".to_owned()]);
        Turn { facts: Facts::new(facts.collect::<Vec<_>>()), ..turn }
    };
    let nobody = |_: &Table, turn: Turn| turn;
    type Change<'a> = &'a dyn Fn(&Table, Turn) -> Turn;
    let cases: [(Change, bool); 3] = [(&decided_to_go, true), (&stands_there, true), (&nobody, false)];
    for ((change, is_handled), left) in cases.into_iter().flat_map(|case| lefts.map(|left| (case, left))) {
        let (mut table, turn) = table();
        let answer = apple_2(&table, &turn, 1);
        hear(&mut table, answer);
        let turn = change(&table, turn);
        table.play(&turn, &[("go_to(apple_1)", -0.2), (left, -0.3)], &[]);
        assert_eq!(asks(&table), !is_handled, "{left}");
        if is_handled {
            let record = table.decided();
            assert_eq!((record.decision, record.source), (table.option(left), Source::Human));
            let read = surefleet_planner::DecisionRecord::from_json(&record.to_json(), 1).expect("what was written");
            assert_eq!(replay(&read), Ok(()));
        }
    }
}

#[test]
fn a_robot_that_is_sure_of_what_is_not_meant_asks_and_says_what_a_person_said() {
    let (mut table, turn) = table();
    let answer = apple_2(&table, &turn, 1);
    hear(&mut table, answer);
    table.play(&turn, &[("go_to(apple_1)", -0.2)], &[]);
    let question = table.question();
    assert_eq!(question.options.len(), 37, "the whole of S");
    for words in ["not meant", "ada has said for the whole mission: go to apple 2."] {
        assert!(question.question.contains(words), "{}", question.question);
    }
}

#[test]
fn a_step_that_was_refused_is_not_decided_the_same_way_again() {
    let (mut table, turn) = table();
    let answer = apple_2(&table, &turn, 1);
    hear(&mut table, answer);
    table.play(&Turn { refusals: Arc::new(["it is wet".into()]), ..turn }, &BOTH, &[]);
    assert!(asks(&table));
}

#[test]
fn where_nothing_is_excluded_no_answer_is_for_the_mission_and_none_decides() {
    let mut table = Table::new(at_threshold(-9.5, 0));
    let turn = first_turn(&table.world, 3, 9);
    let answer = apple_2(&table, &turn, 1);
    hear(&mut table, answer);
    table.play(&turn, &BOTH, &[]);
    assert!(asks(&table));
    assert_eq!(table.question().lasting, []);
}

#[test]
fn to_stay_or_the_same_thing_twice_is_no_answer_for_the_mission() {
    for scores in [[("go_to(apple_2)", -0.2), ("idle", -0.3)], [("go_to(apple_2)", -0.2), ("grab(apple_2)", -0.3)]] {
        let (mut table, turn) = table();
        table.play(&turn, &scores, &[]);
        assert_eq!(table.question().lasting, [], "{scores:?}");
    }
}

#[test]
fn a_corrected_mission_is_proposed_as_the_mission_s_end_in_whichever_round() {
    for rounds in [0, 1] {
        let (mut table, turn) = table();
        table.play(&turn, &BOTH, &[]);
        (0..rounds).for_each(|_| table.answer(&table.question().key.clone(), Choice::NoneOfThese));
        table.answer(&table.question().key.clone(), Choice::Meant);
        let Output::Stop { outcome, .. } = table.last() else { panic!("{:?}", table.last()) };
        assert_eq!(*outcome, Outcome::Corrected("because".into()));
    }
}

#[test]
fn the_question_comes_with_the_world_what_it_is_about_first() {
    let (mut table, turn) = table();
    let scores = [("go_to(fridge)", -0.2), ("go_to(drawer_1)", -0.3)];
    table.play(&turn, &scores, &[]);
    table.wait(Duration::ZERO);
    let question = table.question();
    let near: Vec<&str> = question.world.iter().take(3).map(String::as_str).collect();
    assert_eq!(
        near,
        [
            "In the fridge (closed): apple 1",
            "In drawer 1 (closed): nothing",
            "robot 1 is nowhere in particular and holds nothing"
        ]
    );
    assert!(question.world.len() > 6, "the rest follows");
    assert_eq!(question.team.len(), 3);
}

#[test]
fn evidence_with_a_standing_answer_concludes_alone() {
    let (mut table, turn) = table();
    let answer = apple_2(&table, &turn, 1);
    hear(&mut table, answer);
    table.play(&turn, &BOTH, &[]);
    let decision = table.option("go_to(apple_2)");
    assert_eq!(conclude(&table.decided().evidence), Conclusion::Decide { decision, source: Source::Human });
}

#[test]
fn the_record_tells_what_the_words_were_understood_to_mean() {
    let (mut table, turn) = table();
    table.meanings = [("Move apple 2 to the sink.".to_owned(), 0.912_34)].into();
    table.play(&turn, &[("go_to(apple_2)", -0.2)], &[]);
    assert_eq!(table.decided().meanings, [("Move apple 2 to the sink.".to_owned(), 0.9123)]);
}

#[test]
fn in_an_audit_a_person_looks_at_every_question() {
    let (mut table, turn) = table();
    table.audited = true;
    let answer = apple_2(&table, &turn, 1);
    hear(&mut table, answer);
    table.play(&turn, &BOTH, &[]);
    assert!(asks(&table));
}

#[test]
fn a_choice_among_kinds_is_offered_and_kept_only_among_things_alike() {
    let (mut table, turn) = table();
    table.play(&turn, &[("go_to(apple_2)", -0.2), ("go_to(kettle_1)", -0.3), ("go_to(apple_1)", -0.4)], &[]);
    assert_eq!(table.question().lasting, [table.option("go_to(apple_2)"), table.option("go_to(apple_1)")]);

    // An answer that prefers an apple to a kettle says nothing about kettles.
    let (mut table, turn) = self::table();
    let mixed = vec![table.option("go_to(apple_1)"), table.option("go_to(kettle_1)")];
    let answer = Lasting { instead_of: mixed, ..apple_2(&table, &turn, 1) };
    hear(&mut table, answer);
    table.play(&turn, &[("go_to(apple_2)", -0.2), ("go_to(kettle_1)", -0.1)], &[]);
    assert!(asks(&table), "the kettle may be as right");
}
