//! The laws of the desk under any sequence of calls, and the state after a restart.

use std::{collections::BTreeMap, num::NonZeroUsize, time::Duration};

use proptest::prelude::*;
use surefleet_fleet::{Attempt, Decision, MissionId, RobotId, SafeDefault, Stamp, StepIndex};
use surefleet_help::{
    Answer, Desk, DeskPolicy, Enclosure, Ending, Event, Input, OfferedOption, OptionId, Output, QuestionKind, Reply,
    Request, RequestId, Score,
};

#[derive(Debug, Clone)]
enum Call {
    Ask { robot: u8, step: u8, attempt: u8, kind: usize, deadline: Option<u8>, default: usize },
    Claim { request: u8, operator: u8 },
    TakeOver { request: u8, operator: u8 },
    Release { request: u8, operator: u8 },
    Show { request: u8, operator: u8 },
    Answer { request: u8, reply: u8, operator: u8 },
    Withdraw { request: u8 },
    EndMission { mission: u8 },
    Wait { seconds: u8 },
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let call = prop_oneof![
        4 => (0..3u8, 1..3u8, 0..3u8, 0..2usize, proptest::option::of(0..60u8), 0..3usize)
            .prop_map(|(robot, step, attempt, kind, deadline, default)| {
                Call::Ask { robot, step, attempt, kind, deadline, default }
            }),
        1 => (any::<u8>(), 0..3u8).prop_map(|(request, operator)| Call::Claim { request, operator }),
        1 => (any::<u8>(), 0..3u8).prop_map(|(request, operator)| Call::TakeOver { request, operator }),
        1 => (any::<u8>(), 0..3u8).prop_map(|(request, operator)| Call::Release { request, operator }),
        1 => (any::<u8>(), 0..3u8).prop_map(|(request, operator)| Call::Show { request, operator }),
        4 => (any::<u8>(), 0..7u8, 0..3u8)
            .prop_map(|(request, reply, operator)| Call::Answer { request, reply, operator }),
        1 => any::<u8>().prop_map(|request| Call::Withdraw { request }),
        1 => (0..3u8).prop_map(|mission| Call::EndMission { mission }),
        1 => (0..20u8).prop_map(|seconds| Call::Wait { seconds }),
    ];
    proptest::collection::vec(call, 0..60)
}

fn request(robot: u8, step: u8, attempt: u8, kind: usize, deadline: Option<u8>, default: usize) -> Request {
    let kind = QuestionKind::ALL[kind];
    let of_decision = kind == QuestionKind::Decision;
    Request {
        key: format!("{robot}/{step}/{attempt}/{kind}"),
        robot: RobotId::new(&format!("robot_{robot}")).expect("the name is plain"),
        mission: MissionId::new([robot; 16]),
        step: StepIndex::new(step.into()).expect("steps count from 1"),
        attempt: Attempt(attempt.into()),
        kind,
        question: String::new(),
        options: (0..3u16)
            .map(|index| OfferedOption {
                id: OptionId::new(index + 1),
                decision: of_decision.then(|| Decision::new(index)),
                text: index.to_string(),
                score: Score::new([f64::NAN, f64::NEG_INFINITY, -0.5][usize::from(index)]),
                in_set: index == 0,
                refusal: (index == 2).then(|| "no".into()),
                lasting: of_decision && index < 2,
            })
            .collect(),
        deadline: deadline.map(|seconds| Stamp::ZERO + Duration::from_secs(seconds.into())),
        default: SafeDefault::ALL[default],
        priority: robot,
    }
}

/// One of the requests so far, with its mission; once in eight times with another mission.
fn named(desk: &Desk, ids: &[RequestId], request: u8) -> (RequestId, MissionId) {
    let id = match ids.len() {
        0 => RequestId::new("none"),
        count => ids[usize::from(request / 8) % count].clone(),
    };
    let mission = desk.find(&id).filter(|_| !request.is_multiple_of(8)).map(|found| found.request().mission);
    (id, mission.unwrap_or(MissionId::new([99; 16])))
}

/// A policy under which leases run out and patience ends within a test.
fn policy(kept: NonZeroUsize) -> DeskPolicy {
    DeskPolicy { kept, lease: Duration::from_secs(15), escalate_after: Some(Duration::from_secs(9)) }
}

/// Runs the calls; returns the desk, its journal as it was written, and all answers.
fn run(calls: &[Call], kept: NonZeroUsize) -> (Desk, Vec<Event>, Vec<Answer>) {
    let mut desk = Desk::new(policy(kept));
    let (mut now, mut ids) = (Stamp::ZERO, Vec::new());
    let (mut journal, mut answers) = (Vec::new(), Vec::new());
    for call in calls {
        let operator = |operator: u8| ["", "Ada", "Bob"][usize::from(operator)];
        match *call {
            Call::Ask { robot, step, attempt, kind, deadline, default } => {
                let request = request(robot, step, attempt, kind, deadline, default);
                // The keeper of the journal brings back a forgotten request, so that no key is asked twice.
                let id = RequestId::of_key(&request.key);
                if desk.find(&id).is_none() {
                    desk.recall(journal.iter().filter(|event: &&Event| event.request() == id).cloned());
                }
                ids.extend(desk.request(now, request, Enclosure::default()));
            }
            Call::Claim { request, operator: name } => {
                let (id, mission) = named(&desk, &ids, request);
                drop(desk.claim(now, &id, mission, operator(name)));
            }
            Call::TakeOver { request, operator: name } => {
                let (id, mission) = named(&desk, &ids, request);
                drop(desk.take_over(now, &id, mission, operator(name)));
            }
            Call::Release { request, operator: name } => {
                let (id, mission) = named(&desk, &ids, request);
                drop(desk.release(now, &id, mission, operator(name)));
            }
            Call::Show { request, operator: name } => {
                let (id, _) = named(&desk, &ids, request);
                desk.show(now, &id, operator(name));
            }
            Call::Answer { request, reply, operator: name } => {
                let reply = match reply {
                    3 => Reply::NoneOfThese,
                    4 => Reply::Halt,
                    5 => Reply::Meant,
                    6 => Reply::ForMission(OptionId::new(2)),
                    index => Reply::Option(OptionId::new(u16::from(index) + 1)),
                };
                let (id, mission) = named(&desk, &ids, request);
                drop(desk.answer(now, &id, mission, reply, "words", operator(name)));
            }
            Call::Withdraw { request } => {
                let key =
                    format!("{}/1/{}/{}", request % 3, request % 2, QuestionKind::ALL[usize::from(request / 4 % 2)]);
                // Sometimes a robot that did not ask the question.
                let robot = RobotId::new(&format!("robot_{}", request % 4)).expect("a name");
                desk.handle(now, Input::Withdraw { key, robot });
            }
            Call::EndMission { mission } => desk.handle(now, Input::MissionEnded(MissionId::new([mission; 16]))),
            Call::Wait { seconds } => {
                now = now + Duration::from_secs(seconds.into());
                desk.handle(now, Input::Tick);
            }
        }
        while let Some(output) = desk.poll() {
            match output {
                Output::Journal(event) => journal.push(event),
                Output::Answer(answer) => answers.push(answer),
                Output::Escalate(_) | Output::QueueChanged => {}
            }
        }
    }
    (desk, journal, answers)
}

const PLENTY: NonZeroUsize = NonZeroUsize::new(1000).expect("1000 is not zero");

proptest! {
    #[test]
    fn desk_restored_from_its_events_is_the_same_desk(calls in calls(), kept in 1..4usize) {
        let kept = NonZeroUsize::new(kept).expect("the range starts at 1");
        let (desk, journal, _) = run(&calls, kept);
        let lines: Vec<String> = journal
            .iter()
            .map(|event| serde_json::to_string(event).expect("events have a JSON form"))
            .collect();
        let read: Vec<Event> =
            lines.iter().map(|line| serde_json::from_str(line).expect("a journal reads what it wrote")).collect();
        prop_assert_eq!(&read, &journal);
        let restored = Desk::restore(policy(kept), read);
        prop_assert_eq!(restored.queue(), desk.queue());
        prop_assert_eq!(restored.statistics(Stamp::ZERO).total().asked(), desk.statistics(Stamp::ZERO).total().asked());
        let (desk, journal, _) = run(&calls, PLENTY);
        prop_assert!(Desk::restore(policy(PLENTY), journal) == desk);
    }

    #[test]
    fn a_key_never_gets_two_different_answers(calls in calls()) {
        let (desk, journal, answers) = run(&calls, PLENTY);
        let mut first: BTreeMap<String, Answer> = BTreeMap::new();
        for answer in answers {
            let before = first.entry(answer.key.clone()).or_insert_with(|| answer.clone());
            prop_assert_eq!(&*before, &answer);
        }
        for answer in first.values() {
            if let Ending::Answered { reply, operator, .. } = &answer.ending {
                prop_assert_ne!(*reply, Reply::Option(OptionId::new(3)), "the monitor forbids it");
                let is_mission = matches!(reply, Reply::Meant | Reply::ForMission(_));
                prop_assert!(answer.kind == QuestionKind::Decision || !is_mission, "it is about an outcome");
                prop_assert!(!operator.is_empty());
            }
        }
        let asked = journal.iter().filter(|event| matches!(event, Event::Requested { .. })).count();
        let ended = journal.iter().filter(|event| matches!(event, Event::Ended { .. })).count();
        prop_assert_eq!(asked, ended + desk.queue().len(), "no request is lost");
        let total = desk.statistics(Stamp::ZERO).total();
        prop_assert_eq!((total.asked(), total.open), (asked as u64, desk.queue().len() as u64));
    }

    #[test]
    fn desk_that_was_told_only_the_ends_of_forgotten_requests_is_the_same_desk(calls in calls(), kept in 1..4usize) {
        let kept = NonZeroUsize::new(kept).expect("the range starts at 1");
        let (desk, journal, _) = run(&calls, kept);
        let is_known = |event: &Event| desk.find(&event.request()).is_some() || matches!(event, Event::Ended { .. });
        let restored = Desk::restore(policy(kept), journal.into_iter().filter(is_known));
        prop_assert_eq!(restored.queue(), desk.queue());
        let ended = |desk: &Desk| {
            let total = desk.statistics(Stamp::ZERO).total();
            (total.answered, total.expired, total.withdrawn, total.waited, total.worked, total.agreed)
        };
        prop_assert_eq!(ended(&restored), ended(&desk));
    }

    #[test]
    fn a_desk_that_waits_until_nothing_is_due_has_nothing_left_to_do(calls in calls()) {
        let (mut desk, ..) = run(&calls, PLENTY);
        let mut rounds = 0;
        while let Some(due) = desk.next_deadline() {
            desk.handle(due, Input::Tick);
            rounds += 1;
            prop_assert!(rounds < 200, "it is never done");
        }
        let waits = |open: &&surefleet_help::OpenRequest| open.request.deadline.is_none() || open.request.default == SafeDefault::Hold;
        prop_assert!(desk.queue().iter().all(waits), "what has an end has ended");
        prop_assert!(desk.queue().iter().all(|open| open.claim.is_none() && open.escalated));
    }

    #[test]
    fn journal_line_written_twice_changes_nothing(calls in calls(), kept in 1..4usize) {
        let kept = NonZeroUsize::new(kept).expect("the range starts at 1");
        let (_, journal, _) = run(&calls, kept);
        let twice = journal.iter().flat_map(|event| [event, event]).cloned();
        prop_assert!(Desk::restore(policy(kept), twice) == Desk::restore(policy(kept), journal.clone()));
    }

    #[test]
    fn restarted_desk_says_every_remembered_answer_again(calls in calls()) {
        let (_, journal, answers) = run(&calls, PLENTY);
        let mut restored = Desk::restore(policy(PLENTY), journal);
        let again: Vec<Answer> = std::iter::from_fn(|| restored.poll())
            .filter_map(|output| if let Output::Answer(answer) = output { Some(answer) } else { None })
            .collect();
        prop_assert!(answers.iter().all(|answer| again.contains(answer)));
    }
}
