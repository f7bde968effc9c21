//! Every answer that a person can give, and its effect.

use crate::house::household;
use std::{collections::BTreeMap, sync::Arc, time::Duration};

use surefleet_fleet::{Brief, Outcome, SafeDefault, Turn};
use surefleet_planner::{
    Choice, Coverage, HelpKey, HelpTerms, Input, Output, PersonAnswer, Round, SAY_SO, Source, Ticket,
};

use crate::{calibrated::at_threshold, house::first_turn, table::Table};

/// A table at which robot 1 asks about two members of its set; the monitor refuses only the named ones.
fn asking(refused: &[&str]) -> Table {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    table.play(&turn, &[("go_to(fridge)", -0.2), ("go_to(apple_1)", -0.3)], refused);
    assert_eq!(table.question().key.round, Round::Set);
    table
}

#[test]
fn none_of_the_set_widens_the_question_once_and_an_answer_outside_is_a_miss() {
    let mut table = asking(&[]);
    let first = table.question();
    assert!(first.question.ends_with("? Possible: go to the fridge, go to apple 1."), "{}", first.question);
    table.answer(&first.key, Choice::NoneOfThese);
    let second = table.question();
    assert_eq!(second.key, HelpKey { round: Round::All, ..first.key });
    assert_eq!(second.options.len(), 37);
    assert_eq!(table.planner.waits_for_help(), Some(&second.key));
    assert!(second.question.contains("None of the actions offered before"), "{}", second.question);
    table.answer(&second.key, Choice::Option(table.option("go_to(drawer_1)")));
    assert_eq!(table.planner.waits_for_help(), None);
    let record = table.decided();
    assert_eq!((record.source, record.coverage), (Source::Human, Coverage::Missed));
    assert_eq!(record.decision, table.option("go_to(drawer_1)"));
    assert_eq!(record.evidence.answers().len(), 2);
}

#[test]
fn words_that_nobody_reads_are_asked_about_however_sure_the_scorer_is() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    table.meanings = [("In the end apple 1 is in the sink.".to_owned(), 1.0)].into();
    let turn = first_turn(&table.world, 3, 9);
    let unread = vec!["the twins are cranky".to_owned()];
    let brief = Brief { unread, ..Brief::clone(&turn.brief) };
    table.play(&Turn { brief: Arc::new(brief), ..turn }, &[("go_to(apple_1)", -0.01)], &[]);
    let asked = table.question().question;
    assert!(asked.contains("nobody here can read \"the twins are cranky\""), "{asked}");
    let read = "The mission was read without \"the twins are cranky\" as \"In the end apple 1 is in the sink.\".";
    assert!(asked.ends_with(read), "{asked}");
}

#[test]
fn a_mission_in_other_words_is_asked_about_once_where_the_calibration_knows_the_words_that_it_was_read_as() {
    let asked = |text: &str, read: &str| {
        let mut table = Table::new(at_threshold(-1.0, 0));
        table.meanings = [(read.to_owned(), 1.0)].into();
        let turn = first_turn(&table.world, 3, 9);
        let brief = Brief { text: text.to_owned(), ..Brief::clone(&turn.brief) };
        table.play(&Turn { brief: Arc::new(brief), ..turn }, &[("go_to(apple_1)", -0.01)], &[]);
        matches!(table.said.last(), Some(Output::AskHelp(_))).then(|| table.question().question)
    };
    let known = "Move apple 1 to the sink.";
    assert_eq!(asked(known, known), None, "in words of the calibration nobody is asked");
    let once = asked("Get me apple 1 over into the sink, will you?", known).expect("its words are new");
    assert!(once.ends_with(&format!("The mission was read as \"{known}\". {SAY_SO}")), "{once}");
    for (text, read) in
        [("Get me apple 1 over.", "Away with apple 1, over."), ("Away with apple 1.", "Away with apple 1.")]
    {
        let each = asked(text, read).expect("its words are new");
        assert!(each.ends_with(&format!("The mission was read as \"{read}\".")), "{each}");
    }
}

#[test]
fn a_mission_that_a_language_model_reworded_is_asked_about_with_both_wordings() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    table.meanings = [("In the end apple 1 is in the sink.".to_owned(), 1.0)].into();
    let turn = first_turn(&table.world, 3, 9);
    let brief = Brief { unread: vec![turn.brief.text.clone()], ..Brief::clone(&turn.brief) };
    table.play(&Turn { brief: Arc::new(brief), ..turn }, &[("go_to(apple_1)", -0.01)], &[]);
    let asked = table.question().question;
    assert!(asked.contains("nobody here can read"), "{asked}");
    assert!(
        asked.ends_with("A language model reworded the mission as \"In the end apple 1 is in the sink.\"."),
        "{asked}"
    );
}

#[test]
fn none_of_s_leaves_the_robot_where_it_is() {
    let mut table = asking(&[]);
    table.answer(&table.question().key, Choice::NoneOfThese);
    table.answer(&table.question().key, Choice::NoneOfThese);
    let record = table.decided();
    assert_eq!((record.decision, record.source), (table.option("idle"), Source::SafeDefault));
    assert_eq!(record.coverage, Coverage::Missed);
}

#[test]
fn an_expired_question_leaves_the_robot_where_it_is() {
    let mut table = asking(&[]);
    table.answer(&table.question().key, Choice::Expired);
    let record = table.decided();
    assert_eq!((record.decision, record.source), (table.option("idle"), Source::SafeDefault));
    assert_eq!(record.coverage, Coverage::Unseen);
}

#[test]
fn a_robot_that_may_not_even_stay_halts_the_mission() {
    let mut table = asking(&["idle"]);
    table.answer(&table.question().key, Choice::Expired);
    let Output::Stop { outcome: Outcome::Halted(reason), .. } = table.last() else { panic!("{:?}", table.last()) };
    assert!(reason.ends_with("idle is unsafe"), "{reason}");
}

#[test]
fn halt_names_who_halted_and_why() {
    let mut table = asking(&[]);
    table.answer(&table.question().key, Choice::Halt);
    let Output::Stop { turn, outcome } = table.last() else { panic!("{:?}", table.last()) };
    assert_eq!(turn.step.get(), 1);
    assert_eq!(*outcome, Outcome::Halted("halted by ada: because".to_owned()));
}

#[test]
fn a_refused_option_is_never_taken_whoever_picks_it() {
    let mut table = asking(&["grab(apple_1)"]);
    table.answer(&table.question().key, Choice::NoneOfThese);
    table.answer(&table.question().key, Choice::Option(table.option("grab(apple_1)")));
    assert_eq!(table.decided().decision, table.option("idle"));
}

#[test]
fn an_option_that_was_not_offered_is_no_answer() {
    let mut table = asking(&[]);
    table.answer(&table.question().key, Choice::Option(table.option("go_to(drawer_1)")));
    assert_eq!(table.question().key.round, Round::All, "it is asked about the whole of S instead");
    table.answer(&table.question().key, Choice::Option(surefleet_fleet::Decision::new(999)));
    assert_eq!(table.decided().source, Source::SafeDefault);
}

#[test]
fn answers_to_other_questions_change_nothing() {
    let mut table = asking(&[]);
    let key = table.question().key;
    let said = table.said.len();
    let other_round = HelpKey { round: Round::All, ..key.clone() };
    table.answer(&other_round, Choice::Halt);
    let mut other_attempt = key.clone();
    other_attempt.decision.attempt = other_attempt.decision.attempt.next();
    table.answer(&other_attempt, Choice::Halt);
    assert_eq!((table.said.len(), table.planner.tally().late), (said, 2));
    table.answer(&key, Choice::Option(table.option("go_to(fridge)")));
    assert_eq!(table.decided().decision, table.option("go_to(fridge)"));
    let said = table.said.len();
    table.answer(&key, Choice::Option(table.option("go_to(apple_1)")));
    assert_eq!(table.said.len(), said, "a question is answered once");
}

#[test]
fn late_replies_to_an_earlier_turn_do_not_lose_the_question() {
    let mut table = asking(&[]);
    let key = table.question().key;
    let (scores, verdicts) = table.tickets();
    let late = [
        Input::Verdicts { ticket: Ticket(99), result: Err("did not answer within 500 ms".into()) },
        Input::Scores { ticket: Ticket(98), result: Err("timed out".into()) },
        Input::Verdicts { ticket: verdicts, result: Err("again".into()) },
        Input::Scores { ticket: scores, result: Err("again".into()) },
    ];
    for (count, reply) in (1..).zip(late) {
        table.tell(reply).expect("no bad input");
        assert_eq!((table.planner.waits_for_help(), table.planner.tally().late), (Some(&key), count));
    }
    table.answer(&key, Choice::Option(table.option("go_to(fridge)")));
    assert_eq!(table.decided().decision, table.option("go_to(fridge)"));
}

#[test]
fn a_request_that_is_not_accepted_is_sent_again_ever_more_seldom_and_for_ever() {
    let mut table = asking(&[]);
    let key = table.question().key;
    let mut sent = vec![table.now];
    while sent.len() < 8 {
        let refused = Input::Help { key: key.clone(), accepted: Err("no help desk".into()) };
        table.tell(refused).expect("no bad input");
        let asked = table.asked().len();
        while table.asked().len() == asked {
            table.wait(Duration::from_millis(100));
        }
        sent.push(table.now);
    }
    let pauses: Vec<u128> = sent.windows(2).map(|pair| (pair[1] - pair[0]).as_millis()).collect();
    assert_eq!(pauses, [500, 1000, 2000, 4000, 4000, 4000, 4000]);
    assert!(table.asked().iter().all(|request| **request == table.question()), "the same question, the same deadline");
}

#[test]
fn a_request_without_any_reply_is_sent_again() {
    let mut table = asking(&[]);
    table.wait(Duration::from_secs(30));
    assert!(table.asked().len() > 5, "{}", table.asked().len());
}

#[test]
fn an_accepted_request_is_repeated_in_case_the_desk_forgot_it() {
    let mut table = asking(&[]);
    let key = table.question().key;
    table.tell(Input::Help { key: key.clone(), accepted: Ok(()) }).expect("no bad input");
    table.wait(Duration::from_secs(59));
    assert_eq!(table.asked().len(), 1);
    table.wait(Duration::from_secs(1));
    assert_eq!(table.asked().len(), 2);
    table.tell(Input::Help { key: key.clone(), accepted: Ok(()) }).expect("no bad input");
    table.wait(Duration::from_secs(60));
    assert_eq!(table.asked().len(), 3);
    table.tell(Input::Help { key, accepted: Err("restarting".into()) }).expect("no bad input");
    table.wait(Duration::from_millis(500));
    assert_eq!(table.asked().len(), 4, "an earlier acceptance starts the pauses anew");
}

#[test]
fn a_restarted_planner_asks_under_the_same_key_and_takes_the_kept_answer() {
    let mut before = asking(&[]);
    let mut after = asking(&[]);
    let key = before.question().key;
    assert_eq!(after.question().key, key);
    assert_eq!(after.question().key.to_string(), key.to_string(), "the help desk knows it by these words");
    for table in [&mut before, &mut after] {
        table.answer(&key, Choice::Option(table.option("go_to(apple_1)")));
    }
    assert_eq!(before.decided(), after.decided());
}

#[test]
fn a_superseded_turn_withdraws_its_question_and_hears_no_answer_to_it() {
    let mut table = asking(&[]);
    let old = table.question().key;
    let first = first_turn(&table.world, 3, 9);
    let newer = Turn { attempt: first.attempt.next(), ..first };
    table.hold(&newer);
    assert!(table.said.contains(&Output::WithdrawHelp { key: old.clone() }));
    let said = table.said.len();
    table.answer(&old, Choice::Option(table.option("go_to(fridge)")));
    assert_eq!(table.said.len(), said);
}

#[test]
fn a_withdrawn_turn_is_silent() {
    let mut table = asking(&[]);
    let key = table.question().key.decision;
    let elsewhere = Input::Withdraw { mission: key.mission, step: key.step.next(), attempt: key.attempt };
    table.tell(elsewhere).expect("no bad input");
    assert!(table.planner.next_deadline().is_some(), "another turn's end is not this one's");
    let here = Input::Withdraw { mission: key.mission, step: key.step, attempt: key.attempt };
    table.tell(here).expect("no bad input");
    assert_eq!(table.last(), &Output::WithdrawHelp { key: HelpKey { decision: key.clone(), round: Round::Set } });
    assert_eq!(table.planner.next_deadline(), None);
    let said = table.said.len();
    let answer = PersonAnswer {
        round: Round::Set,
        choice: Choice::Halt,
        text: String::new(),
        operator: String::new(),
        request_id: String::new(),
    };
    table.tell(Input::Answer { decision: key, answer }).expect("no bad input");
    assert_eq!(table.said.len(), said);
}

#[test]
fn a_question_says_what_happens_if_nobody_answers_by_what_the_robot_would_most_likely_do() {
    let world = household();
    let by_skill = BTreeMap::from([("open".to_owned(), SafeDefault::Halt), ("grab".to_owned(), SafeDefault::Hold)]);
    let unknown = HelpTerms::new(0, SafeDefault::Idle, BTreeMap::from([("fly".to_owned(), SafeDefault::Halt)]), &world);
    let error = unknown.expect_err("nobody flies").to_string();
    assert!(error.contains("\"fly\"") && error.contains("go_to, grab"), "{error}");
    let terms = HelpTerms::new(7, SafeDefault::Idle, by_skill, &world).expect("skills of the household");
    for (best, refused, default) in [
        ("go_to(fridge)", "idle", SafeDefault::Idle),
        ("grab(apple_1)", "idle", SafeDefault::Hold),
        ("open(fridge)", "idle", SafeDefault::Halt),
        ("open(fridge)", "open(fridge)", SafeDefault::Idle),
    ] {
        let mut table = Table::with_terms(at_threshold(-3.0, 0), terms.clone());
        let turn = first_turn(&table.world, 1, 9);
        table.play(&turn, &[(best, -0.5), ("go_to(tomato_1)", -1.0), ("go_to(tomato_2)", -1.5)], &[refused]);
        let request = table.question();
        assert_eq!((request.default, request.priority, request.threshold), (default, 7, Some(-3.0)), "{best}");
    }
    // Without scores nobody knows the robot's skill.
    let mut table = Table::with_terms(at_threshold(-1.0, 0), terms);
    let turn = first_turn(&table.world, 1, 9);
    table.hold(&turn);
    table.judge(table.refusing(&[]));
    let (scores, _) = table.tickets();
    table.tell(Input::Scores { ticket: scores, result: Err("the model is gone".into()) }).expect("a reply");
    let request = table.question();
    assert_eq!((request.default, request.threshold), (SafeDefault::Halt, None));
    table
        .tell(Input::Answer {
            decision: request.key.decision.clone(),
            answer: PersonAnswer {
                round: request.key.round,
                choice: Choice::Halt,
                text: "nobody answered before the deadline".into(),
                operator: String::new(),
                request_id: "1".into(),
            },
        })
        .expect("an answer");
    let [.., Output::Stop { outcome: Outcome::Halted(reason), .. }] = &table.said[..] else {
        panic!("{:?}", table.said)
    };
    assert_eq!(reason, "halted by the default of a question that nobody answered: nobody answered before the deadline");
}
