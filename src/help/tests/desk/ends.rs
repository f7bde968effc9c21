//! How requests end without an answer, and what is kept of them.

use std::collections::BTreeSet;
use std::time::Duration;
use surefleet_fleet::{Attempt, Decision, RobotId, SafeDefault, StepIndex};
use surefleet_help::{
    Enclosure, Ending, Event, HelpError, Input, OfferedOption, OptionId, Output, Request, RequestId, Score,
};

use crate::fixture::{
    ELSEWHERE, GO, GRAB, MISSION, answers, ask, desk, drain, escalations, outcome, replies, request, seconds,
};

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
