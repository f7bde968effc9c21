//! What robots and operators may rely on.

use std::{num::NonZeroUsize, time::Duration};

use surefleet_fleet::{Attempt, Decision, MissionId, RobotId, Stamp, StepIndex};
use surefleet_help::{
    Answer, Desk, Ending, Event, HelpError, Input, OfferedOption, Output, Reply, Request, RequestId, Score,
};

const GO: Reply = Reply::Option(Decision::new(4));
const GRAB: Reply = Reply::Option(Decision::new(7));
const FORBIDDEN: Reply = Reply::Option(Decision::new(9));

fn seconds(seconds: u64) -> Stamp {
    Stamp::ZERO + Duration::from_secs(seconds)
}

fn desk(kept: usize) -> Desk {
    Desk::new(NonZeroUsize::new(kept).expect("tests keep one or more"))
}

fn request(robot: &str, step: u32, attempt: u32) -> Request {
    let option = |index, text: &str, refusal: Option<&str>| OfferedOption {
        decision: Decision::new(index),
        text: text.into(),
        score: Score::new(-1.0),
        in_set: true,
        refusal: refusal.map(Into::into),
    };
    Request {
        key: format!("{robot}/{step}/{attempt}"),
        robot: RobotId::new(robot).expect("tests name robots well"),
        mission: MissionId::new([7; 16]),
        mission_text: "Move the apple to the table.".into(),
        step: StepIndex::new(step).expect("tests count steps from 1"),
        attempt: Attempt(attempt),
        question: format!("What should {robot} do?"),
        prompt: "...".into(),
        options: vec![
            option(4, "go to apple 1", None),
            option(7, "grab apple 1", None),
            option(9, "open the fridge", Some("robot_2 must never open the fridge")),
        ],
        deadline: None,
        priority: 0,
    }
}

fn drain(desk: &mut Desk) -> Vec<Output> {
    std::iter::from_fn(|| desk.poll()).collect()
}

fn answers(desk: &mut Desk) -> Vec<Answer> {
    let answer = |output| if let Output::Answer(answer) = output { Some(answer) } else { None };
    drain(desk).into_iter().filter_map(answer).collect()
}

fn replies(desk: &mut Desk) -> Vec<Reply> {
    let reply = |answer: Answer| match answer.ending {
        Ending::Answered { reply, .. } => Some(reply),
        Ending::Expired | Ending::Withdrawn => None,
    };
    answers(desk).into_iter().filter_map(reply).collect()
}

fn ask(desk: &mut Desk, request: Request) -> RequestId {
    desk.request(seconds(0), request).expect("the request is well formed")
}

#[test]
fn repeated_request_is_one_entry_and_an_answered_key_brings_the_same_answer_again() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    assert_eq!(ask(&mut desk, request("robot_1", 1, 0)), id);
    assert_eq!(desk.queue().len(), 1);
    desk.answer(seconds(3), &id, GRAB, "it is the red one", "Ada").expect("the option is allowed");
    let first = answers(&mut desk);
    assert_eq!(first.len(), 1);
    assert_eq!((first[0].key.as_str(), first[0].at), ("robot_1/1/0", seconds(3)));

    assert_eq!(desk.request(seconds(9), request("robot_1", 1, 0)), Ok(id));
    assert_eq!(answers(&mut desk), first, "the same answer, with the time at which it was given");
    assert!(desk.queue().is_empty());
}

#[test]
fn first_answer_wins_the_same_again_is_harmless_and_another_is_refused_with_the_first_named() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.answer(seconds(1), &id, GO, "", "Ada").expect("the option is allowed");
    desk.answer(seconds(2), &id, GO, "", "Bob").expect("the same answer is harmless");
    let error = desk.answer(seconds(2), &id, GRAB, "", "Bob").expect_err("another answer came first");
    assert_eq!(error.to_string(), "Ada answered first: option 4");
    assert_eq!(replies(&mut desk), [GO]);
    assert_eq!(desk.statistics(seconds(2)).answered, 1);
}

#[test]
fn none_of_these_is_the_same_answer_only_with_the_same_words() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.answer(seconds(1), &id, Reply::NoneOfThese, "wait for robot_2", "Ada").expect("open");
    assert_eq!(desk.answer(seconds(1), &id, Reply::NoneOfThese, "wait for robot_2", "Bob"), Ok(()));
    let other = desk.answer(seconds(1), &id, Reply::NoneOfThese, "clean up first", "Bob");
    assert_eq!(other, Err(HelpError::AlreadyAnswered { first: Reply::NoneOfThese, operator: "Ada".into() }));
}

#[test]
fn options_that_are_forbidden_or_not_offered_are_no_answers() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_2", 1, 0));
    let forbidden = desk.answer(seconds(1), &id, FORBIDDEN, "", "Ada").expect_err("the monitor forbids it");
    assert!(forbidden.to_string().contains("robot_2 must never open the fridge"), "{forbidden}");
    let alien = Decision::new(5);
    let not_offered = desk.answer(seconds(1), &id, Reply::Option(alien), "", "Ada");
    assert_eq!(not_offered, Err(HelpError::NotOffered { decision: alien, offered: 3 }));
    assert_eq!(desk.answer(seconds(1), &id, GO, "", ""), Err(HelpError::NoOperator));
    assert_eq!(desk.queue().len(), 1, "a refused answer leaves the request open");
    assert_eq!(replies(&mut desk), []);
    desk.answer(seconds(1), &id, Reply::Halt, "", "Ada").expect("halt is always an answer");
    assert_eq!(replies(&mut desk), [Reply::Halt]);
    assert_eq!(desk.statistics(seconds(1)).refused, 3);
}

#[test]
fn claim_names_its_holder_and_is_taken_over_only_explicitly() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.claim(seconds(1), &id, "Ada").expect("nobody claimed it");
    desk.claim(seconds(1), &id, "Ada").expect("the holder may claim again");
    assert_eq!(desk.claim(seconds(1), &id, "Bob"), Err(HelpError::Claimed { id: id.clone(), holder: "Ada".into() }));
    assert_eq!(desk.holder(&id), Some("Ada"));
    desk.take_over(seconds(2), &id, "Bob").expect("open");
    assert_eq!(desk.holder(&id), Some("Bob"));
    desk.answer(seconds(3), &id, GO, "", "Ada").expect("a claim keeps nobody from answering");
    assert_eq!(desk.holder(&id), None);
    assert_eq!(
        desk.claim(seconds(3), &RequestId::new("none"), "Ada"),
        Err(HelpError::UnknownRequest(RequestId::new("none")))
    );
}

#[test]
fn deadline_ends_a_request_and_an_answer_at_that_very_time_is_too_late() {
    let mut desk = desk(10);
    let id = ask(&mut desk, Request { deadline: Some(seconds(5)), ..request("robot_1", 1, 0) });
    let later = ask(&mut desk, Request { deadline: Some(seconds(8)), ..request("robot_2", 1, 0) });
    assert_eq!(desk.next_deadline(), Some(seconds(5)));
    desk.handle(seconds(4), Input::Tick);
    assert_eq!(desk.queue().len(), 2);
    assert_eq!(desk.answer(seconds(5), &id, GO, "", "Ada"), Err(HelpError::Expired(id.clone())));
    let told = answers(&mut desk);
    assert_eq!((told.len(), &told[0].request, &told[0].ending), (1, &id, &Ending::Expired));
    assert_eq!(desk.next_deadline(), Some(seconds(8)));
    desk.answer(seconds(7), &later, GO, "", "Ada").expect("its deadline is later");

    ask(&mut desk, Request { deadline: Some(seconds(5)), ..request("robot_1", 1, 0) });
    assert_eq!(answers(&mut desk).last().map(|last| last.ending.clone()), Some(Ending::Expired), "asked again");
    let statistics = desk.statistics(seconds(9));
    assert_eq!((statistics.expired, statistics.answered, statistics.open), (1, 1, 0));
}

#[test]
fn withdrawn_request_is_answered_by_nobody_and_stays_withdrawn() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    let other = ask(&mut desk, Request { mission: MissionId::new([8; 16]), ..request("robot_2", 1, 0) });
    desk.handle(seconds(1), Input::Withdraw { key: "robot_1/1/0".into() });
    assert_eq!(desk.answer(seconds(1), &id, GO, "", "Ada"), Err(HelpError::Withdrawn(id.clone())));
    assert_eq!(desk.request(seconds(2), request("robot_1", 1, 0)), Err(HelpError::Withdrawn(id)), "a late copy");
    desk.handle(seconds(3), Input::MissionEnded(MissionId::new([8; 16])));
    assert!(desk.queue().is_empty());
    assert_eq!(desk.claim(seconds(3), &other, "Ada"), Err(HelpError::Withdrawn(other.clone())));
    assert_eq!(answers(&mut desk), []);
    assert_eq!(desk.statistics(seconds(3)).withdrawn, 2);
}

#[test]
fn later_question_of_a_robot_withdraws_its_earlier_ones_of_the_mission() {
    let mut desk = desk(10);
    let first = ask(&mut desk, request("robot_1", 1, 0));
    ask(&mut desk, request("robot_2", 1, 0));
    ask(&mut desk, Request { mission: MissionId::new([8; 16]), key: "elsewhere".into(), ..request("robot_1", 1, 0) });
    let second = ask(&mut desk, request("robot_1", 1, 1));
    let open: Vec<&str> = desk.queue().iter().map(|open| open.request.key.as_str()).collect();
    assert_eq!(open, ["robot_2/1/0", "elsewhere", "robot_1/1/1"]);
    assert_eq!(desk.answer(seconds(1), &first, GO, "", "Ada"), Err(HelpError::Withdrawn(first)));
    desk.answer(seconds(1), &second, GO, "", "Ada").expect("the newest is open");

    ask(&mut desk, request("robot_1", 3, 0));
    let late = desk.request(seconds(2), request("robot_1", 2, 5));
    assert!(matches!(late, Err(HelpError::Superseded { .. })), "{late:?}");
}

#[test]
fn malformed_requests_are_refused_and_counted() {
    let mut desk = desk(10);
    let keyless = Request { key: String::new(), ..request("robot_1", 1, 0) };
    assert!(matches!(desk.request(seconds(0), keyless), Err(HelpError::EmptyKey(_))));
    let mut twice = request("robot_1", 1, 0);
    twice.options.push(twice.options[0].clone());
    assert!(matches!(desk.request(seconds(0), twice), Err(HelpError::RepeatedOption { .. })));
    ask(&mut desk, request("robot_1", 1, 0));
    let stolen = Request { key: "robot_1/1/0".into(), ..request("robot_2", 1, 0) };
    assert!(matches!(desk.request(seconds(0), stolen), Err(HelpError::KeyTaken { .. })));
    assert_eq!(desk.statistics(seconds(0)).refused, 3);
    assert_eq!(desk.queue().len(), 1);
}

#[test]
fn oldest_ended_requests_are_forgotten_beyond_the_limit() {
    let mut desk = desk(2);
    for robot in ["robot_1", "robot_2", "robot_3"] {
        let id = ask(&mut desk, request(robot, 1, 0));
        desk.answer(seconds(1), &id, GO, "", "Ada").expect("open");
    }
    drain(&mut desk);
    ask(&mut desk, request("robot_2", 1, 0));
    assert_eq!(replies(&mut desk), [GO], "still remembered");
    ask(&mut desk, request("robot_1", 1, 0));
    assert_eq!(desk.queue().len(), 1, "forgotten, so it is a new request");
    assert_eq!(desk.statistics(seconds(1)).answered, 3, "the totals forget nothing");
}

#[test]
fn change_is_journalled_before_it_is_said() {
    let mut desk = desk(10);
    assert_eq!(drain(&mut desk), [Output::QueueChanged], "latecomers learn that nothing is open");
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.answer(seconds(1), &id, GO, "", "Ada").expect("open");
    let said = drain(&mut desk);
    let kinds: Vec<&str> = said
        .iter()
        .map(|output| match output {
            Output::Journal(Event::Requested { .. }) => "requested",
            Output::Journal(Event::Ended { .. }) => "ended",
            Output::Journal(Event::Claimed { .. }) => "claimed",
            Output::Answer(_) => "answer",
            Output::QueueChanged => "queue",
        })
        .collect();
    assert_eq!(kinds, ["requested", "ended", "answer", "queue"]);
}

#[test]
fn waiting_times_are_those_of_answered_requests() {
    let mut desk = desk(10);
    let slow = ask(&mut desk, request("robot_1", 1, 0));
    let fast = ask(&mut desk, request("robot_2", 1, 0));
    ask(&mut desk, request("robot_3", 1, 0));
    desk.answer(seconds(2), &fast, GO, "", "Ada").expect("open");
    desk.answer(seconds(10), &slow, GO, "", "Ada").expect("open");
    let statistics = desk.statistics(seconds(30));
    assert_eq!(statistics.mean_wait(), Some(Duration::from_secs(6)));
    assert_eq!(statistics.longest_wait, Duration::from_secs(10));
    assert_eq!(statistics.oldest_open, Duration::from_secs(30));
}
