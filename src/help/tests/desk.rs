//! The guarantees that the desk gives to robots and operators.

use std::{collections::BTreeSet, num::NonZeroUsize, time::Duration};

use surefleet_fleet::{Attempt, Decision, MissionId, RobotId, SafeDefault, Stamp, StepIndex};
use surefleet_help::{
    Answer, Claim, Desk, DeskPolicy, Enclosure, Ending, Event, Found, HelpError, Input, OfferedOption, OptionId,
    Output, QuestionKind, Reply, Request, RequestId, Score,
};

const GO: Reply = Reply::Option(OptionId::new(1));
const GRAB: Reply = Reply::Option(OptionId::new(2));
const FORBIDDEN: Reply = Reply::Option(OptionId::new(3));
const MISSION: MissionId = MissionId::new([7; 16]);
const ELSEWHERE: MissionId = MissionId::new([8; 16]);

fn seconds(seconds: u64) -> Stamp {
    Stamp::ZERO + Duration::from_secs(seconds)
}

fn desk(kept: usize) -> Desk {
    Desk::new(policy(kept, None))
}

/// A policy with leases of ten seconds.
fn policy(kept: usize, escalate_after_s: Option<u64>) -> DeskPolicy {
    let kept = NonZeroUsize::new(kept).expect("tests keep one or more");
    DeskPolicy { kept, lease: Duration::from_secs(10), escalate_after: escalate_after_s.map(Duration::from_secs) }
}

fn request(robot: &str, step: u32, attempt: u32) -> Request {
    let option = |id, decision, text: &str, refusal: Option<&str>| OfferedOption {
        id: OptionId::new(id),
        decision: Some(Decision::new(decision)),
        text: text.into(),
        score: Score::new(-1.0),
        in_set: true,
        refusal: refusal.map(Into::into),
        lasting: refusal.is_none(),
    };
    Request {
        key: format!("{robot}/{step}/{attempt}"),
        robot: RobotId::new(robot).expect("tests name robots well"),
        mission: MISSION,
        step: StepIndex::new(step).expect("tests count steps from 1"),
        attempt: Attempt(attempt),
        kind: QuestionKind::Decision,
        question: format!("What should {robot} do?"),
        options: vec![
            option(1, 4, "go to apple 1", None),
            option(2, 7, "grab apple 1", None),
            option(3, 9, "open the fridge", Some("robot_2 must never open the fridge")),
        ],
        deadline: None,
        default: SafeDefault::Idle,
        priority: 0,
    }
}

/// A question whether the robot's action worked.
fn outcome(robot: &str, step: u32) -> Request {
    let option = |id, text: &str| OfferedOption {
        id: OptionId::new(id),
        decision: None,
        text: text.into(),
        score: Score::default(),
        in_set: false,
        refusal: None,
        lasting: false,
    };
    Request {
        key: format!("{robot}/{step}/outcome"),
        kind: QuestionKind::Outcome,
        options: vec![option(1, "it worked"), option(2, "it failed")],
        ..request(robot, step, 0)
    }
}

fn drain(desk: &mut Desk) -> Vec<Output> {
    std::iter::from_fn(|| desk.poll()).collect()
}

fn answers(desk: &mut Desk) -> Vec<Answer> {
    let answer = |output| if let Output::Answer(answer) = output { Some(answer) } else { None };
    drain(desk).into_iter().filter_map(answer).collect()
}

fn escalations(desk: &mut Desk) -> usize {
    drain(desk).iter().filter(|output| matches!(output, Output::Escalate(_))).count()
}

fn replies(desk: &mut Desk) -> Vec<Reply> {
    let reply = |answer: Answer| match answer.ending {
        Ending::Answered { reply, .. } => Some(reply),
        Ending::Expired { .. } | Ending::Withdrawn => None,
    };
    answers(desk).into_iter().filter_map(reply).collect()
}

fn ask(desk: &mut Desk, request: Request) -> RequestId {
    desk.request(seconds(0), request, Enclosure::default()).expect("the request is well formed")
}

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

fn idle() -> OfferedOption {
    OfferedOption {
        id: OptionId::new(4),
        decision: Some(Decision::new(0)),
        text: "remain idle".into(),
        score: Score::new(-2.0),
        in_set: true,
        refusal: None,
        lasting: false,
    }
}

fn journal(desk: &mut Desk) -> Vec<Event> {
    let event = |output| if let Output::Journal(event) = output { Some(event) } else { None };
    drain(desk).into_iter().filter_map(event).collect()
}

#[test]
fn claim_names_its_holder_and_keeps_others_from_answering_until_it_is_taken_over() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    let claim = desk.claim(seconds(1), &id, MISSION, "Ada").expect("nobody claimed it");
    assert_eq!(claim, Claim { operator: "Ada".into(), since: seconds(1), until: seconds(11) });
    let claimed = HelpError::Claimed { id: id.clone(), holder: "Ada".into() };
    assert_eq!(desk.claim(seconds(2), &id, MISSION, "Bob"), Err(claimed.clone()));
    assert_eq!(desk.answer(seconds(2), &id, MISSION, GO, "", "Bob"), Err(claimed.clone()));
    assert_eq!(desk.release(seconds(2), &id, MISSION, "Bob"), Err(claimed));
    desk.take_over(seconds(3), &id, MISSION, "Bob").expect("open");
    assert_eq!(desk.holder(&id).map(|claim| claim.operator.as_str()), Some("Bob"));
    desk.answer(seconds(3), &id, MISSION, Reply::Halt, "smoke!", "Ada").expect("anybody can halt");
    assert_eq!(desk.holder(&id), None);
    let unknown = RequestId::new("none");
    assert_eq!(desk.claim(seconds(3), &unknown, MISSION, "Ada"), Err(HelpError::UnknownRequest(unknown)));
}

#[test]
fn claim_ends_unless_it_is_renewed_and_whoever_released_one_can_be_followed_at_once() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.claim(seconds(0), &id, MISSION, "Ada").expect("free");
    assert_eq!(desk.next_deadline(), Some(seconds(10)));
    desk.claim(seconds(9), &id, MISSION, "Ada").expect("the holder renews");
    desk.handle(seconds(18), Input::Tick);
    let held = desk.holder(&id).map(|claim| (claim.since, claim.until));
    assert_eq!(held, Some((seconds(0), seconds(19))), "the work began with the first claim");
    desk.claim(seconds(19), &id, MISSION, "Bob").expect("Ada's lease is over");
    desk.release(seconds(20), &id, MISSION, "Bob").expect("it is his");
    desk.release(seconds(20), &id, MISSION, "Bob").expect("again is harmless");
    desk.claim(seconds(20), &id, MISSION, "Ada").expect("it is free");
    let kept: Vec<&str> = drain(&mut desk)
        .iter()
        .filter_map(|output| if let Output::Journal(event) = output { Some(event.kind()) } else { None })
        .collect();
    let work = ["claimed", "claimed", "lapsed", "claimed", "released", "claimed"];
    assert_eq!(kept, [&["requested"], &work[..]].concat());
}

#[test]
fn whoever_was_told_no_is_kept_with_the_reason() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.answer(seconds(1), &id, MISSION, FORBIDDEN, "", "Eve").expect_err("the monitor forbids it");
    desk.answer(seconds(1), &RequestId::new("none"), MISSION, GO, "", "Eve").expect_err("there is no such request");
    let kept: Vec<Event> = drain(&mut desk)
        .into_iter()
        .filter_map(|output| if let Output::Journal(event) = output { Some(event) } else { None })
        .collect();
    let [_, Event::Refused { operator, reason, .. }] = &kept[..] else { panic!("{kept:?}") };
    assert!(operator == "Eve" && reason.contains("must never open the fridge"), "{reason}");
    assert_eq!(Desk::restore(policy(10, None), kept.clone()).queue(), desk.queue(), "no state is made of it");
}

#[test]
fn a_call_for_others_that_may_not_have_been_sent_is_sent_again_after_a_restart() {
    let mut desk = Desk::new(policy(10, Some(5)));
    ask(&mut desk, request("robot_1", 1, 0));
    desk.handle(seconds(5), Input::Tick);
    let kept: Vec<Event> = drain(&mut desk)
        .into_iter()
        .filter_map(|output| if let Output::Journal(event) = output { Some(event) } else { None })
        .collect();
    assert_eq!(escalations(&mut Desk::restore(policy(10, Some(5)), kept.clone())), 1);
    assert_eq!(escalations(&mut Desk::restore(policy(10, Some(5)), kept[..1].to_vec())), 0, "it was not due yet");
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

#[test]
fn others_are_called_once_when_nobody_claims_in_time() {
    let mut desk = Desk::new(policy(10, Some(5)));
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.claim(seconds(4), &id, MISSION, "Ada").expect("free");
    desk.handle(seconds(13), Input::Tick);
    assert_eq!(escalations(&mut desk), 0, "she works on it");
    desk.handle(seconds(14), Input::Tick);
    assert_eq!((desk.next_deadline(), escalations(&mut desk)), (Some(seconds(19)), 0), "it is free again since then");
    desk.handle(seconds(19), Input::Tick);
    assert_eq!(escalations(&mut desk), 1);
    assert!(desk.queue()[0].escalated);
    desk.handle(seconds(60), Input::Tick);
    assert_eq!((desk.next_deadline(), escalations(&mut desk)), (None, 0), "once");
    desk.claim(seconds(70), &id, MISSION, "Bob").expect("free");
    desk.handle(seconds(80), Input::Tick);
    desk.handle(seconds(85), Input::Tick);
    assert_eq!(escalations(&mut desk), 1, "whoever came has gone, and others are called again");
}

#[test]
fn what_is_held_waits_on_after_its_deadline_and_what_is_to_halt_halts() {
    let mut desk = desk(10);
    let until = |robot, default| Request { deadline: Some(seconds(5)), default, ..request(robot, 1, 0) };
    let held = ask(&mut desk, until("robot_1", SafeDefault::Hold));
    let halted = ask(&mut desk, until("robot_2", SafeDefault::Halt));
    drain(&mut desk);
    desk.handle(seconds(5), Input::Tick);
    let said = drain(&mut desk);
    let ended: Vec<(&RequestId, &Ending)> = said
        .iter()
        .filter_map(
            |output| if let Output::Answer(answer) = output { Some((&answer.request, &answer.ending)) } else { None },
        )
        .collect();
    assert_eq!(ended, [(&halted, &Ending::Expired { default: SafeDefault::Halt })]);
    assert!(
        said.iter().any(|output| matches!(output, Output::Escalate(open) if open.id == held)),
        "somebody else is called"
    );
    assert_eq!(desk.next_deadline(), None, "nothing more is due");
    let claimed =
        ask(&mut desk, Request { mission: ELSEWHERE, key: "claimed".into(), ..until("robot_3", SafeDefault::Hold) });
    desk.claim(seconds(4), &claimed, ELSEWHERE, "Ada").expect("free");
    desk.handle(seconds(5), Input::Tick);
    assert_eq!(escalations(&mut desk), 1, "also where somebody works on it");
    desk.answer(seconds(90), &held, MISSION, GO, "", "Ada").expect("it is still open");
}

#[test]
fn the_queue_is_in_the_order_in_which_people_should_look_at_it() {
    let mut desk = desk(10);
    let with = |robot: &str, priority, deadline: Option<u64>| Request {
        priority,
        deadline: deadline.map(seconds),
        ..request(robot, 1, 0)
    };
    for (at, request) in [
        (0, with("oldest", 0, None)),
        (1, with("late", 0, Some(90))),
        (2, with("soon", 0, Some(60))),
        (3, with("urgent", 9, None)),
        (4, with("youngest", 0, None)),
    ] {
        desk.request(seconds(at), request, Enclosure::default()).expect("well formed");
    }
    let robots: Vec<&str> = desk.queue().iter().map(|open| open.request.robot.as_str()).collect();
    assert_eq!(robots, ["urgent", "soon", "late", "oldest", "youngest"]);
}

#[test]
fn who_looked_is_kept_and_what_was_said_is_remembered_in_words() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    drain(&mut desk);
    assert!(matches!(desk.show(seconds(1), &id, "Ada"), Some(Found::Open(_))));
    assert!(matches!(desk.show(seconds(1), &id, ""), Some(Found::Open(_))));
    assert!(desk.show(seconds(1), &RequestId::new("none"), "Ada").is_none());
    let shown = Event::Shown { at: seconds(1), id: id.clone(), operator: "Ada".into() };
    assert_eq!(drain(&mut desk), [Output::Journal(shown)], "a look changes nothing");
    desk.answer(seconds(2), &id, MISSION, Reply::NoneOfThese, "it is behind you", "Ada").expect("open");
    let Some(Found::Ended(ended)) = desk.find(&id) else { panic!("it is remembered") };
    let Ending::Answered { reply, text, .. } = &ended.ending else { panic!("{:?}", ended.ending) };
    assert_eq!(reply.words(&ended.request, text), "none of these: it is behind you");
    assert_eq!(desk.history().count(), 1);
}

#[test]
fn deadline_ends_a_request_and_an_answer_at_that_very_time_is_too_late() {
    let mut desk = desk(10);
    let id = ask(&mut desk, Request { deadline: Some(seconds(5)), ..request("robot_1", 1, 0) });
    let later = ask(&mut desk, Request { deadline: Some(seconds(8)), ..request("robot_2", 1, 0) });
    assert_eq!(desk.next_deadline(), Some(seconds(5)));
    desk.handle(seconds(4), Input::Tick);
    assert_eq!(desk.queue().len(), 2);
    assert_eq!(
        desk.answer(seconds(5), &id, MISSION, GO, "", "Ada"),
        Err(HelpError::Expired { id: id.clone(), default: SafeDefault::Idle })
    );
    let told = answers(&mut desk);
    assert_eq!(
        (told.len(), &told[0].request, &told[0].ending),
        (1, &id, &Ending::Expired { default: SafeDefault::Idle })
    );
    assert_eq!(desk.next_deadline(), Some(seconds(8)));
    desk.answer(seconds(7), &later, MISSION, GO, "", "Ada").expect("its deadline is later");

    ask(&mut desk, Request { deadline: Some(seconds(5)), ..request("robot_1", 1, 0) });
    assert_eq!(
        answers(&mut desk).last().map(|last| last.ending.clone()),
        Some(Ending::Expired { default: SafeDefault::Idle }),
        "asked again"
    );
    let total = desk.statistics(seconds(9)).total();
    assert_eq!((total.expired, total.answered, total.open), (1, 1, 0));
}

#[test]
fn withdrawn_request_is_answered_by_nobody_and_stays_withdrawn() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    let other = ask(&mut desk, Request { mission: ELSEWHERE, ..request("robot_2", 1, 0) });
    let by = |robot: &str| Input::Withdraw { key: "robot_1/1/0".into(), robot: RobotId::new(robot).expect("a name") };
    desk.handle(seconds(1), by("robot_2"));
    assert_eq!(desk.queue().len(), 2, "nobody withdraws another robot's question");
    desk.handle(seconds(1), by("robot_1"));
    assert_eq!(desk.answer(seconds(1), &id, MISSION, GO, "", "Ada"), Err(HelpError::Withdrawn(id.clone())));
    assert_eq!(
        desk.request(seconds(2), request("robot_1", 1, 0), Enclosure::default()),
        Err(HelpError::Withdrawn(id)),
        "a late copy"
    );
    desk.handle(seconds(3), Input::MissionEnded(ELSEWHERE));
    assert!(desk.queue().is_empty());
    assert_eq!(desk.claim(seconds(3), &other, ELSEWHERE, "Ada"), Err(HelpError::Withdrawn(other.clone())));
    assert_eq!(answers(&mut desk), []);
    assert_eq!(desk.statistics(seconds(3)).total().withdrawn, 2);
}

#[test]
fn later_question_of_a_robot_withdraws_its_earlier_ones_of_the_mission() {
    let mut desk = desk(10);
    let first = ask(&mut desk, request("robot_1", 1, 0));
    ask(&mut desk, request("robot_2", 1, 0));
    ask(&mut desk, Request { mission: ELSEWHERE, key: "elsewhere".into(), ..request("robot_1", 1, 0) });
    let second = ask(&mut desk, request("robot_1", 1, 1));
    let open: BTreeSet<&str> = desk.queue().iter().map(|open| open.request.key.as_str()).collect();
    assert_eq!(open, BTreeSet::from(["elsewhere", "robot_1/1/1", "robot_2/1/0"]));
    assert_eq!(desk.answer(seconds(1), &first, MISSION, GO, "", "Ada"), Err(HelpError::Withdrawn(first)));
    desk.answer(seconds(1), &second, MISSION, GO, "", "Ada").expect("the newest is open");

    ask(&mut desk, request("robot_1", 3, 0));
    ask(&mut desk, Request { key: "robot_1/3/0 in other words".into(), ..request("robot_1", 3, 0) });
    let open: BTreeSet<&str> = desk.queue().iter().map(|open| open.request.key.as_str()).collect();
    assert!(!open.contains("robot_1/3/0") && open.contains("robot_1/3/0 in other words"), "{open:?}");
    let late = desk.request(seconds(2), request("robot_1", 2, 5), Enclosure::default());
    assert!(matches!(late, Err(HelpError::Superseded { .. })), "{late:?}");
}

#[test]
fn malformed_requests_are_refused_and_counted() {
    let mut desk = desk(10);
    let keyless = Request { key: String::new(), ..request("robot_1", 1, 0) };
    assert!(matches!(desk.request(seconds(0), keyless, Enclosure::default()), Err(HelpError::EmptyKey(_))));
    let strange = |request: fn() -> Request, change: fn(&mut OfferedOption)| {
        let mut request = request();
        change(&mut request.options[1]);
        request
    };
    let (deciding, looking) = (|| request("robot_1", 1, 0), || outcome("robot_1", 1));
    for (request, words) in [
        (strange(deciding, |option| option.id = OptionId::new(1)), "offered twice"),
        (strange(deciding, |option| option.decision = Some(Decision::new(4))), "offered twice"),
        (strange(deciding, |option| option.id = OptionId::new(0)), "has no id"),
        (strange(deciding, |option| option.decision = None), "names no decision"),
        (strange(looking, |option| option.decision = Some(Decision::new(1))), "names a decision"),
        (strange(looking, |option| option.lasting = true), "nothing about the whole mission"),
    ] {
        let text = request.options[1].text.clone();
        let refused = desk.request(seconds(0), request, Enclosure::default()).expect_err(words).to_string();
        assert!(refused.contains(&text) && refused.contains(words), "{refused}");
    }
    ask(&mut desk, request("robot_1", 1, 0));
    let stolen = Request { key: "robot_1/1/0".into(), ..request("robot_2", 1, 0) };
    assert!(matches!(desk.request(seconds(0), stolen, Enclosure::default()), Err(HelpError::KeyTaken { .. })));
    assert_eq!(desk.statistics(seconds(0)).refused, 8);
    assert_eq!(desk.queue().len(), 1);
}

#[test]
fn oldest_ended_requests_are_forgotten_beyond_the_limit() {
    let mut desk = desk(2);
    for robot in ["robot_1", "robot_2", "robot_3"] {
        let id = ask(&mut desk, request(robot, 1, 0));
        desk.answer(seconds(1), &id, MISSION, GO, "", "Ada").expect("open");
    }
    let kept: Vec<Event> = drain(&mut desk)
        .into_iter()
        .filter_map(|output| if let Output::Journal(event) = output { Some(event) } else { None })
        .collect();
    ask(&mut desk, request("robot_2", 1, 0));
    assert_eq!(replies(&mut desk), [GO], "still remembered");
    assert!(desk.find(&RequestId::of_key("robot_1/1/0")).is_none(), "forgotten");
    let forgotten = kept.into_iter().filter(|event| event.request() == RequestId::of_key("robot_1/1/0"));
    desk.recall(forgotten);
    ask(&mut desk, request("robot_1", 1, 0));
    assert_eq!(replies(&mut desk), [GO], "recalled from what was kept");
    let before: Vec<&str> = desk.history().map(|ended| ended.request.robot.as_str()).collect();
    assert_eq!(before, ["robot_3", "robot_2"], "the history keeps its order");
    assert!(desk.queue().is_empty());
    assert_eq!(desk.statistics(seconds(1)).total().answered, 3, "the totals forget nothing");
}

#[test]
fn change_is_journalled_before_it_is_said() {
    let mut desk = desk(10);
    assert_eq!(drain(&mut desk), [Output::QueueChanged], "latecomers learn that nothing is open");
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.answer(seconds(1), &id, MISSION, GO, "", "Ada").expect("open");
    let said = drain(&mut desk);
    let kinds: Vec<&str> = said
        .iter()
        .map(|output| match output {
            Output::Journal(event) => event.kind(),
            Output::Answer(_) => "answer",
            Output::Escalate(_) => "escalate",
            Output::QueueChanged => "queue",
        })
        .collect();
    assert_eq!(kinds, ["requested", "answered", "answer", "queue"]);
}

#[test]
fn statistics_tell_robots_apart() {
    let mut desk = desk(10);
    let better = |robot: &str| {
        let mut request = request(robot, 1, 0);
        request.options[1].score = Score::new(-0.1);
        request
    };
    let slow = ask(&mut desk, better("robot_1"));
    let fast = ask(&mut desk, better("robot_2"));
    ask(&mut desk, request("robot_3", 1, 0));
    desk.answer(seconds(2), &fast, MISSION, GRAB, "", "Ada").expect("open");
    desk.claim(seconds(7), &slow, MISSION, "Ada").expect("free");
    desk.answer(seconds(10), &slow, MISSION, GO, "", "Ada").expect("open");
    let place = (StepIndex::FIRST, Attempt::FIRST);
    let later = (StepIndex::FIRST.next(), Attempt::FIRST);
    // Turns repeat earlier decisions, with two missions in alternation.
    for (mission, again) in [(MISSION, place), (MISSION, later), (ELSEWHERE, place), (MISSION, place), (MISSION, later)]
    {
        let robot = RobotId::new("robot_1").expect("a good name");
        desk.handle(seconds(11), Input::Decided { robot, mission, place: again });
    }
    let statistics = desk.statistics(seconds(30));
    let total = statistics.total();
    assert_eq!(total.mean_wait(), Some(Duration::from_secs(6)));
    assert_eq!((total.longest_wait, statistics.oldest_open), (Duration::from_secs(10), Duration::from_secs(30)));
    assert_eq!(total.mean_work(), Some(Duration::from_secs(3)), "of what was claimed");
    let robot = |name: &str| statistics.robots[&RobotId::new(name).expect("a good name")];
    assert_eq!((robot("robot_1").agreed, robot("robot_2").agreed), (0, 1), "grabbing has the better score");
    assert_eq!((robot("robot_1").decisions, robot("robot_1").asked_since_start), (3, 1));
    assert_eq!((robot("robot_3").asked(), robot("robot_3").mean_wait()), (1, None));
}
