//! Inspections of ended skills on virtual time: lost, repeated and late replies, deadlines, people who do not answer.

use std::{collections::BTreeMap, time::Duration};

use proptest::prelude::*;
use surefleet_fleet::{Attempt, MissionId, Stamp, StepIndex};
use surefleet_perception::{
    ActionVerdict, Check, Execution, Inspection, InspectionInput, InspectionOutput, InspectionPolicy, InspectionTicket,
    Said,
};

const POLICY: InspectionPolicy = InspectionPolicy {
    settle: Duration::from_secs(1),
    verdict: Duration::from_secs(10),
    repeat_help: Duration::from_secs(30),
    help: Some(Duration::from_secs(100)),
    max_retries: 2,
};

const NOBODY: &str = "nobody could tell whether it worked";

fn seconds(at: u64) -> Stamp {
    Stamp::from_nanos(at * 1_000_000_000)
}

fn execution(mission: u8, step: u32) -> Execution {
    let step = StepIndex::new(step + 1).expect("above 0");
    Execution { mission: MissionId::new([mission; 16]), step, attempt: Attempt::FIRST }
}

fn check() -> Box<Check> {
    Box::new(Check::new("task", "grab apple 1", "apple 1 is held").expect("words"))
}

fn ended(mission: u8, step: u32, reported: Result<(), String>, at: u64) -> InspectionInput {
    InspectionInput::SkillEnded { execution: execution(mission, step), check: check(), reported, at: seconds(at) }
}

fn uncertain() -> ActionVerdict {
    ActionVerdict::Uncertain { why: "both are plausible".into(), readings: Vec::new() }
}

fn outcome(mission: u8, step: u32, result: Result<(), &str>) -> InspectionOutput {
    let result = result.map_err(str::to_owned);
    InspectionOutput::Outcome { execution: execution(mission, step), result }
}

fn ask(ticket: u64, mission: u8, step: u32, why: &str) -> InspectionOutput {
    let (ticket, execution) = (InspectionTicket(ticket), execution(mission, step));
    InspectionOutput::AskPerson { ticket, execution, check: check(), why: why.into(), readings: Vec::new() }
}

/// The outputs of the inspection after this input.
fn after(inspection: &mut Inspection, now: u64, input: InspectionInput) -> Vec<InspectionOutput> {
    inspection.handle(seconds(now), input);
    std::iter::from_fn(|| inspection.poll()).collect()
}

fn judged(ticket: u64, verdict: ActionVerdict) -> InspectionInput {
    InspectionInput::Judged { ticket: InspectionTicket(ticket), verdict }
}

fn said(ticket: u64, said: Said) -> InspectionInput {
    InspectionInput::PersonSaid { ticket: InspectionTicket(ticket), said }
}

#[test]
fn picture_is_taken_after_the_scene_came_to_rest_and_a_certain_verdict_counts() {
    let mut inspection = Inspection::new(POLICY);
    let look = InspectionOutput::Look {
        ticket: InspectionTicket(0),
        execution: execution(1, 0),
        check: check(),
        not_before: seconds(6),
    };
    assert_eq!(after(&mut inspection, 7, ended(1, 0, Ok(()), 5)), [look]);
    assert_eq!(inspection.next_deadline(), Some(seconds(18)));
    assert_eq!(after(&mut inspection, 8, judged(0, ActionVerdict::Success)), [outcome(1, 0, Ok(()))]);
    assert_eq!(inspection.next_deadline(), None);
    after(&mut inspection, 9, ended(1, 1, Ok(()), 9));
    let failed = after(&mut inspection, 10, judged(1, ActionVerdict::Failure("it is on the floor".into())));
    assert_eq!(failed, [outcome(1, 1, Err("it is on the floor"))]);
}

#[test]
fn skill_that_says_it_failed_is_not_looked_at() {
    let mut inspection = Inspection::new(POLICY);
    let outputs = after(&mut inspection, 7, ended(1, 0, Err("the gripper is stuck".into()), 5));
    assert_eq!(outputs, [outcome(1, 0, Err("the gripper is stuck"))]);
}

#[test]
fn doubt_failed_looks_and_late_verdicts_go_to_a_person_whose_word_counts() {
    let mut inspection = Inspection::new(POLICY);
    for step in 0..3 {
        after(&mut inspection, 0, ended(1, step, Ok(()), 0));
    }
    assert_eq!(after(&mut inspection, 1, said(0, Said::Worked)), [], "nobody was asked yet");
    assert_eq!(after(&mut inspection, 1, judged(0, uncertain())), [ask(0, 1, 0, "both are plausible")]);
    let failed = InspectionInput::LookFailed { ticket: InspectionTicket(1), reason: "no picture".into() };
    assert_eq!(after(&mut inspection, 1, failed), [ask(1, 1, 1, "no picture")]);
    assert_eq!(after(&mut inspection, 11, InspectionInput::Tick), [ask(2, 1, 2, "perception did not answer in time")]);
    assert_eq!(after(&mut inspection, 11, judged(2, ActionVerdict::Success)), []);
    assert_eq!(inspection.late(), 2);
    assert_eq!(after(&mut inspection, 12, said(0, Said::Worked)), [outcome(1, 0, Ok(()))]);
    assert_eq!(
        after(&mut inspection, 12, said(1, Said::Failed("".into()))),
        [outcome(1, 1, Err("it is not so that apple 1 is held, says a person"))]
    );
    assert_eq!(after(&mut inspection, 12, said(2, Said::Nothing)), [outcome(1, 2, Err(NOBODY))]);
}

#[test]
fn question_is_repeated_until_nobody_has_answered_for_too_long() {
    let mut inspection = Inspection::new(POLICY);
    after(&mut inspection, 0, ended(1, 0, Ok(()), 0));
    after(&mut inspection, 0, judged(0, uncertain()));
    for now in [30, 60, 90] {
        assert_eq!(inspection.next_deadline(), Some(seconds(now)));
        assert_eq!(after(&mut inspection, now, InspectionInput::Tick), [ask(0, 1, 0, "both are plausible")]);
    }
    assert_eq!(inspection.next_deadline(), Some(seconds(100)));
    let withdrawn = InspectionOutput::Withdraw { ticket: InspectionTicket(0) };
    assert_eq!(after(&mut inspection, 100, said(0, Said::Worked)), [withdrawn, outcome(1, 0, Err(NOBODY))]);
}

#[test]
fn mission_is_given_up_once_when_its_retries_are_used_up() {
    let mut inspection = Inspection::new(POLICY);
    let mut fail = |mission, step| after(&mut inspection, 0, ended(mission, step, Err("stuck".into()), 0));
    assert_eq!((fail(1, 0).len(), fail(1, 1).len(), fail(2, 0).len()), (1, 1, 1));
    let give_up = InspectionOutput::GiveUp { mission: MissionId::new([1; 16]), reason: "stuck".into() };
    assert_eq!(fail(1, 2), [outcome(1, 2, Err("stuck")), give_up]);
    assert_eq!(fail(1, 3), [outcome(1, 3, Err("stuck"))]);
}

#[test]
fn forgotten_mission_withdraws_its_questions_alone() {
    let mut inspection = Inspection::new(POLICY);
    after(&mut inspection, 0, ended(1, 0, Ok(()), 0));
    after(&mut inspection, 0, ended(2, 0, Ok(()), 0));
    let withdrawn = InspectionOutput::Withdraw { ticket: InspectionTicket(0) };
    assert_eq!(after(&mut inspection, 1, InspectionInput::Forget(MissionId::new([1; 16]))), [withdrawn]);
    assert_eq!(after(&mut inspection, 1, judged(0, ActionVerdict::Success)), []);
    assert_eq!(after(&mut inspection, 1, judged(1, ActionVerdict::Success)), [outcome(2, 0, Ok(()))]);
}

/// A random event. Tickets are drawn blindly, so most replies are late, repeated or have no addressee.
#[derive(Debug, Clone)]
enum Event {
    Ended { step: u32, is_reported_done: bool },
    Judged { ticket: u64, verdict: u8 },
    LookFailed { ticket: u64 },
    Said { ticket: u64, said: u8 },
    Wait { seconds: u64 },
}

fn any_event() -> impl Strategy<Value = Event> {
    prop_oneof![
        (0u32..6, prop::bool::weighted(0.9))
            .prop_map(|(step, is_reported_done)| Event::Ended { step, is_reported_done }),
        (0u64..7, 0u8..3).prop_map(|(ticket, verdict)| Event::Judged { ticket, verdict }),
        (0u64..7).prop_map(|ticket| Event::LookFailed { ticket }),
        (0u64..7, 0u8..3).prop_map(|(ticket, said)| Event::Said { ticket, said }),
        (0u64..40).prop_map(|seconds| Event::Wait { seconds }),
    ]
}

proptest! {
    #[test]
    fn every_ended_skill_has_one_outcome_and_success_only_on_somebodys_word(
        events in prop::collection::vec(any_event(), 0..60),
    ) {
        let mut inspection = Inspection::new(POLICY);
        let mut now = 0;
        let (mut steps, mut tickets) = (BTreeMap::new(), BTreeMap::new());
        let mut outcomes: BTreeMap<Execution, Vec<bool>> = BTreeMap::new();
        let mut vouched = Vec::new();
        let mut given_up = 0;
        let mut note = |outputs: Vec<InspectionOutput>, tickets: &mut BTreeMap<u64, Execution>, last: Option<Execution>| {
            for output in outputs {
                match output {
                    InspectionOutput::Look { ticket, .. } => {
                        tickets.insert(ticket.0, last.expect("a look follows the end of a skill"));
                    }
                    InspectionOutput::Outcome { execution, result, .. } => {
                        outcomes.entry(execution).or_default().push(result.is_ok());
                    }
                    InspectionOutput::GiveUp { .. } => given_up += 1,
                    InspectionOutput::AskPerson { .. } | InspectionOutput::Withdraw { .. } => {}
                }
            }
        };
        for event in events {
            let mut last = None;
            let input = match event {
                Event::Ended { step, is_reported_done } => {
                    last = Some(execution(1, step));
                    steps.entry(execution(1, step)).or_insert(is_reported_done);
                    ended(1, step, if is_reported_done { Ok(()) } else { Err("stuck".into()) }, now)
                }
                Event::Judged { ticket, verdict } => {
                    let verdict = [ActionVerdict::Success, ActionVerdict::Failure("no".into()), uncertain()][verdict as usize].clone();
                    if verdict == ActionVerdict::Success {
                        vouched.extend(tickets.get(&ticket).copied());
                    }
                    judged(ticket, verdict)
                }
                Event::LookFailed { ticket } => {
                    InspectionInput::LookFailed { ticket: InspectionTicket(ticket), reason: "no picture".into() }
                }
                Event::Said { ticket, said: word } => {
                    let word = [Said::Worked, Said::Failed("no".into()), Said::Nothing][word as usize].clone();
                    if word == Said::Worked {
                        vouched.extend(tickets.get(&ticket).copied());
                    }
                    said(ticket, word)
                }
                Event::Wait { seconds } => {
                    now += seconds;
                    InspectionInput::Tick
                }
            };
            let outputs = after(&mut inspection, now, input);
            note(outputs, &mut tickets, last);
        }
        // No more replies arrive: the deadlines alone end the open inspections.
        while let Some(deadline) = inspection.next_deadline() {
            now = now.max(deadline.as_nanos() / 1_000_000_000);
            let outputs = after(&mut inspection, now, InspectionInput::Tick);
            note(outputs, &mut tickets, None);
        }
        prop_assert!(outcomes.keys().eq(steps.keys()));
        let failures = outcomes.values().filter(|results| !results[0]).count();
        prop_assert_eq!(given_up, usize::from(failures > 2));
        for (execution, results) in &outcomes {
            prop_assert_eq!(results.len(), 1);
            if results[0] {
                prop_assert!(steps[execution] && vouched.contains(execution));
            }
        }
    }
}
