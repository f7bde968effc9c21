//! Which answers count, and what they are to the robot.

use surefleet_fleet::{Attempt, Decision, StepIndex};
use surefleet_help::{Desk, Enclosure, Ending, Event, Found, HelpError, OptionId, QuestionKind, Reply, Request};

use crate::fixture::{
    ELSEWHERE, FORBIDDEN, GO, GRAB, MISSION, answers, ask, desk, idle, journal, outcome, policy, replies, request,
    seconds,
};

#[test]
fn repeated_request_is_one_entry_and_an_answered_key_brings_the_same_answer_again() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    assert_eq!(ask(&mut desk, request("robot_1", 1, 0)), id);
    assert_eq!(desk.queue().len(), 1);
    desk.answer(seconds(3), &id, MISSION, GRAB, "it is the red one", "Ada").expect("the option is allowed");
    let first = answers(&mut desk);
    assert_eq!(first.len(), 1);
    assert_eq!((first[0].key.as_str(), first[0].at), ("robot_1/1/0", seconds(3)));

    assert_eq!(desk.request(seconds(9), request("robot_1", 1, 0), Enclosure::default()), Ok(id));
    assert_eq!(answers(&mut desk), first, "the same answer, with the time at which it was given");
    assert!(desk.queue().is_empty());
}

#[test]
fn first_answer_wins_the_same_again_is_harmless_and_another_is_refused_with_the_first_named() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.answer(seconds(1), &id, MISSION, GO, "", "Ada").expect("the option is allowed");
    desk.answer(seconds(2), &id, MISSION, GO, "", "Bob").expect("the same answer is harmless");
    let error = desk.answer(seconds(2), &id, MISSION, GRAB, "", "Bob").expect_err("another answer came first");
    assert_eq!(error.to_string(), "Ada answered first: go to apple 1");
    assert_eq!(replies(&mut desk), [GO]);
    assert_eq!(desk.statistics(seconds(2)).total().answered, 1);
}

#[test]
fn none_of_these_is_the_same_answer_only_with_the_same_words() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.answer(seconds(1), &id, MISSION, Reply::NoneOfThese, "wait for robot_2", "Ada").expect("open");
    assert_eq!(desk.answer(seconds(1), &id, MISSION, Reply::NoneOfThese, "wait for robot_2", "Bob"), Ok(()));
    let other = desk.answer(seconds(1), &id, MISSION, Reply::NoneOfThese, "clean up first", "Bob");
    assert_eq!(
        other,
        Err(HelpError::AlreadyAnswered { first: "none of these: wait for robot_2".into(), operator: "Ada".into() })
    );
}

#[test]
fn options_that_are_forbidden_or_not_offered_are_no_answers() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_2", 1, 0));
    let forbidden = desk.answer(seconds(1), &id, MISSION, FORBIDDEN, "", "Ada").expect_err("the monitor forbids it");
    assert!(forbidden.to_string().contains("robot_2 must never open the fridge"), "{forbidden}");
    // The number of an offered decision does not help either.
    for alien in [0, 4, 5].map(OptionId::new) {
        let not_offered = desk.answer(seconds(1), &id, MISSION, Reply::Option(alien), "", "Ada");
        assert_eq!(not_offered, Err(HelpError::NotOffered { id: alien, offered: 3 }));
    }
    assert_eq!(desk.answer(seconds(1), &id, MISSION, GO, "", ""), Err(HelpError::NoOperator));
    assert_eq!(desk.queue().len(), 1, "a refused answer leaves the request open");
    assert_eq!(replies(&mut desk), []);
    desk.answer(seconds(1), &id, MISSION, Reply::Halt, "", "Ada").expect("halt is always an answer");
    assert_eq!(replies(&mut desk), [Reply::Halt]);
    assert_eq!(desk.statistics(seconds(1)).refused, 5);
}

#[test]
fn an_option_for_the_whole_mission_says_what_it_was_chosen_instead_of_in_every_life() {
    let mut desk = desk(10);
    let asked =
        Request { options: [request("robot_1", 1, 0).options, vec![idle()]].concat(), ..request("robot_1", 1, 0) };
    let id = ask(&mut desk, asked);
    let lasting = |id| Reply::ForMission(OptionId::new(id));
    let refused = desk.answer(seconds(1), &id, MISSION, lasting(4), "", "Ada").expect_err("it names no thing");
    assert_eq!(refused, HelpError::NotForMission { text: "remain idle".into() });
    assert!(desk.answer(seconds(1), &id, MISSION, lasting(3), "", "Ada").is_err(), "the monitor forbids it");
    desk.answer(seconds(1), &id, MISSION, lasting(2), "", "Ada").expect("it is offered for the mission");
    let events: Vec<Event> = journal(&mut desk);
    let mut restored = Desk::restore(policy(10, None), events);
    let said = answers(&mut restored).pop().expect("somebody answered");
    assert_eq!(said.chosen.and_then(|option| option.decision), Some(Decision::new(7)));
    assert_eq!(said.instead_of, request("robot_1", 1, 0).options[..1]);
    let again = desk.answer(seconds(2), &id, MISSION, GRAB, "", "Bob");
    let first = "grab apple 1, for the whole mission".to_owned();
    assert_eq!(again, Err(HelpError::AlreadyAnswered { first, operator: "Ada".into() }));
}

#[test]
fn a_corrected_mission_has_words_and_counts_once() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    assert_eq!(desk.answer(seconds(1), &id, MISSION, Reply::Meant, " ", "Ada"), Err(HelpError::NoMission));
    desk.answer(seconds(1), &id, MISSION, Reply::Meant, "Move apple 1 to the sink.", "Ada").expect("it is open");
    assert_eq!(desk.answer(seconds(2), &id, MISSION, Reply::Meant, "Move apple 1 to the sink.", "Bob"), Ok(()));
    let other = desk.answer(seconds(2), &id, MISSION, Reply::Meant, "Move apple 2 to the sink.", "Bob");
    let first = "the mission means: Move apple 1 to the sink.".to_owned();
    assert_eq!(other, Err(HelpError::AlreadyAnswered { first, operator: "Ada".into() }));
    assert_eq!(replies(&mut desk), [Reply::Meant]);
}

#[test]
fn a_question_about_an_outcome_is_answered_with_one_and_with_no_decision_or_mission() {
    let mut desk = desk(10);
    let id = ask(&mut desk, outcome("robot_1", 2));
    let meant = desk.answer(seconds(1), &id, MISSION, Reply::Meant, "Move apple 1 to the sink.", "Ada");
    assert_eq!(meant, Err(HelpError::TakesNoMission));
    let (failed, text) = (OptionId::new(2), "it failed".to_owned());
    let lasting = desk.answer(seconds(1), &id, MISSION, Reply::ForMission(failed), "", "Ada");
    assert_eq!(lasting, Err(HelpError::NotForMission { text }));
    desk.answer(seconds(1), &id, MISSION, Reply::Option(failed), "it slipped", "Ada").expect("it is offered");
    let said = answers(&mut desk).pop().expect("somebody answered");
    assert_eq!((said.kind, said.step, said.attempt), (QuestionKind::Outcome, StepIndex::FIRST.next(), Attempt(0)));
    let chosen = said.chosen.expect("an option was chosen");
    assert_eq!((chosen.id, chosen.decision, said.instead_of), (failed, None, vec![]));
    let Some(Found::Ended(ended)) = desk.find(&id) else { panic!("it is remembered") };
    let Ending::Answered { reply, text, .. } = &ended.ending else { panic!("{:?}", ended.ending) };
    assert_eq!(reply.words(&ended.request, text), "it failed: it slipped");
}

#[test]
fn an_answer_for_another_mission_is_refused_even_where_the_request_has_ended() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    let wrong = HelpError::WrongMission { id: id.clone(), mission: ELSEWHERE };
    assert_eq!(desk.answer(seconds(1), &id, ELSEWHERE, GO, "", "Ada"), Err(wrong.clone()));
    assert_eq!(desk.claim(seconds(1), &id, ELSEWHERE, "Ada"), Err(wrong.clone()));
    desk.answer(seconds(1), &id, MISSION, GO, "", "Ada").expect("open");
    assert_eq!(
        desk.answer(seconds(2), &id, ELSEWHERE, GO, "", "Ada"),
        Err(wrong),
        "the same words, but not of this mission"
    );
}
