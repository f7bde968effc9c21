//! A desk and what it is asked.

use std::num::NonZeroUsize;
use std::time::Duration;
use surefleet_fleet::{Attempt, Decision, MissionId, RobotId, SafeDefault, Stamp, StepIndex};
use surefleet_help::{
    Answer, Desk, DeskPolicy, Enclosure, Ending, Event, OfferedOption, OptionId, Output, QuestionKind, Reply, Request,
    RequestId, Score,
};

pub const GO: Reply = Reply::Option(OptionId::new(1));
pub const GRAB: Reply = Reply::Option(OptionId::new(2));
pub const FORBIDDEN: Reply = Reply::Option(OptionId::new(3));
pub const MISSION: MissionId = MissionId::new([7; 16]);
pub const ELSEWHERE: MissionId = MissionId::new([8; 16]);

pub fn seconds(seconds: u64) -> Stamp {
    Stamp::ZERO + Duration::from_secs(seconds)
}

pub fn desk(kept: usize) -> Desk {
    Desk::new(policy(kept, None))
}

/// A policy with leases of ten seconds.
pub fn policy(kept: usize, escalate_after_s: Option<u64>) -> DeskPolicy {
    let kept = NonZeroUsize::new(kept).expect("tests keep one or more");
    DeskPolicy { kept, lease: Duration::from_secs(10), escalate_after: escalate_after_s.map(Duration::from_secs) }
}

pub fn request(robot: &str, step: u32, attempt: u32) -> Request {
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
pub fn outcome(robot: &str, step: u32) -> Request {
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

pub fn drain(desk: &mut Desk) -> Vec<Output> {
    std::iter::from_fn(|| desk.poll()).collect()
}

pub fn answers(desk: &mut Desk) -> Vec<Answer> {
    let answer = |output| if let Output::Answer(answer) = output { Some(answer) } else { None };
    drain(desk).into_iter().filter_map(answer).collect()
}

pub fn escalations(desk: &mut Desk) -> usize {
    drain(desk).iter().filter(|output| matches!(output, Output::Escalate(_))).count()
}

pub fn replies(desk: &mut Desk) -> Vec<Reply> {
    let reply = |answer: Answer| match answer.ending {
        Ending::Answered { reply, .. } => Some(reply),
        Ending::Expired { .. } | Ending::Withdrawn => None,
    };
    answers(desk).into_iter().filter_map(reply).collect()
}

pub fn ask(desk: &mut Desk, request: Request) -> RequestId {
    desk.request(seconds(0), request, Enclosure::default()).expect("the request is well formed")
}

pub fn idle() -> OfferedOption {
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

pub fn journal(desk: &mut Desk) -> Vec<Event> {
    let event = |output| if let Output::Journal(event) = output { Some(event) } else { None };
    drain(desk).into_iter().filter_map(event).collect()
}
