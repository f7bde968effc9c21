use std::{sync::Arc, time::Duration};

use surefleet_fleet::{Attempt, Brief, Decision, DecisionKey, MissionId, Outcome};
use surefleet_safety::{
    AdmissionError, CancelError, DecisionNote, Inactive, Input, KnownMission, MissionStage, MonitorEntry, NotRunning,
    Output,
};

use crate::kitchen::{Kitchen, MISSION, brief, ends, heartbeat, robot, step};

const APPLES: &str = "Move apple 1 to the sink. Move apple 2 to the sink.";
const UNKNOWN: MissionId = MissionId::new([9; 16]);

fn listed(kitchen: &Kitchen, mission: MissionId) -> Option<KnownMission> {
    kitchen.monitor.missions().into_iter().find(|known| known.mission == mission)
}

fn outcome(kitchen: &Kitchen, mission: MissionId) -> Option<Outcome> {
    listed(kitchen, mission)?.outcome().cloned()
}

#[test]
fn a_mission_of_an_earlier_life_is_cancelled_by_anybody_and_robots_that_miss_its_end_are_told_again() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    kitchen.act(1, &["go_to(fridge)", "go_to(apple_2)"]);
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    let running = listed(&kitchen, MISSION).expect("it runs on");
    assert_eq!((running.stage, running.plan.len()), (MissionStage::Running { step: step(2) }, 1));
    let (cancelled, outputs) = kitchen.cancel(MISSION, "Ada");
    let halted = Outcome::Halted("Ada cancelled it".to_owned());
    assert_eq!((cancelled, ends(&outputs)), (Ok(()), vec![halted.clone()]));
    assert!(matches!(outputs[0], Output::Journal(MonitorEntry::Ended { .. })), "kept before it is said: {outputs:?}");
    kitchen.pass(Duration::from_secs(1));
    assert_eq!(ends(&kitchen.tell(heartbeat(2, Some(MISSION)))), std::slice::from_ref(&halted));
    kitchen.look();
    let next = Brief { id: MissionId::new([2; 16]), ..brief(APPLES, &[], 2) };
    kitchen.tell(heartbeat(1, None));
    kitchen.tell(heartbeat(2, None));
    let outputs = kitchen.tell(Input::Mission(next));
    assert!(outputs.iter().any(|output| matches!(output, Output::Turn(_))), "its team is free: {outputs:?}");
    // The end also survives the next restart, together with the first mission's plan.
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    let ended = listed(&kitchen, MISSION).expect("the journal has it");
    assert_eq!(ended.outcome(), Some(&halted));
    assert_eq!(ended.plan, ["1: robot_1 go to the fridge; robot_2 go to apple 2"]);
}

#[test]
fn what_ended_is_told_after_a_restart_as_it_was_told_before() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    for (who, helped) in [(1, true), (2, false)] {
        let key = DecisionKey { mission: MISSION, step: step(1), attempt: Attempt(0), robot: robot(who) };
        kitchen.tell(Input::Decision(DecisionNote { key, decision: Decision::new(0), set: vec![], helped }));
    }
    kitchen.act(1, &["idle", "idle"]);
    kitchen.stop(2, Outcome::OutOfHorizon);
    let before = kitchen.monitor.missions();
    assert_eq!((before.len(), before[0].helped, before[0].decisions), (1, 1, 2));
    assert!(before[0].since.is_some());
    let journal = kitchen.journal.clone();
    kitchen.pass(Duration::from_secs(100));
    kitchen.restart(&journal);
    assert_eq!(kitchen.monitor.missions(), before);
}

#[test]
fn a_goal_with_the_id_of_a_mission_that_runs_leaves_that_mission_as_it_is() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let before = kitchen.monitor.missions();
    let outputs =
        kitchen.tell(Input::Mission(Brief { text: "Move kettle 1 to the sink.".into(), ..brief("", &[], 1) }));
    assert!(
        matches!(&outputs[..], [Output::Refused { reason: AdmissionError::SentBefore(MISSION), .. }]),
        "{outputs:?}"
    );
    assert_eq!(kitchen.monitor.missions(), before);
    assert!(kitchen.monitor.is_known(MISSION) && !kitchen.monitor.is_known(UNKNOWN));
}

#[test]
fn a_mission_that_is_only_heard_of_is_over_and_whoever_asks_has_that_said_again() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    kitchen.restart(&[]);
    assert_eq!(kitchen.cancel(MISSION, "Ada").0, Err(CancelError::NotRunning(NotRunning::Unknown(MISSION))));
    let outputs = kitchen.tell(Input::Turn(Arc::new(brief(APPLES, &[], 2))));
    let over = Outcome::Halted("the safety monitor does not know this mission".into());
    assert_eq!(ends(&outputs), std::slice::from_ref(&over));
    let known = listed(&kitchen, MISSION).expect("it was heard of");
    assert_eq!((known.outcome(), known.brief.as_ref().map(|brief| brief.text.as_str())), (Some(&over), Some(APPLES)));
    let (cancelled, outputs) = kitchen.cancel(MISSION, "Ada");
    assert_eq!((cancelled, ends(&outputs)), (Ok(()), vec![over]));
    // Invented names do not push out real missions.
    for number in 0..100 {
        kitchen.tell(heartbeat(1, Some(MissionId::new([100 + number; 16]))));
    }
    assert!(kitchen.monitor.missions().len() < 20);
}

#[test]
fn a_cancel_may_be_asked_again_and_what_ended_otherwise_is_not_cancelled() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    assert_eq!(kitchen.cancel(MISSION, "Ada").0, Ok(()));
    let (again, outputs) = kitchen.cancel(MISSION, "Ada");
    assert_eq!((again, outputs), (Ok(()), vec![]));
    let late = kitchen.cancel(MISSION, "Bo").0.expect_err("it is over").to_string();
    assert_eq!(late, format!("mission {MISSION} is over: halted: Ada cancelled it"));
    kitchen.tell(Input::Active(false));
    assert_eq!(kitchen.cancel(MISSION, "Ada").0, Err(CancelError::Inactive(Inactive)));
}

#[test]
fn a_mission_that_waits_is_listed_cancelled_and_remembered() {
    let mut kitchen = Kitchen::unheard(true);
    let revision = kitchen.monitor.revision();
    kitchen.tell(Input::Mission(brief(APPLES, &[], 2)));
    assert_eq!(listed(&kitchen, MISSION).map(|known| known.stage), Some(MissionStage::Waiting));
    assert!(kitchen.monitor.revision() > revision);
    for _ in 0..2 {
        assert_eq!(kitchen.cancel(MISSION, "Ada").0, Ok(()));
        assert_eq!(outcome(&kitchen, MISSION), Some(Outcome::Halted("Ada cancelled it".into())));
    }
}

#[test]
fn whoever_cancels_a_mission_by_its_first_id_cancels_what_a_person_made_of_it() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let words = "Move apple 2 to the sink.";
    kitchen.stop(1, Outcome::Corrected(words.into()));
    assert_eq!(outcome(&kitchen, MISSION), Some(Outcome::Corrected(words.into())));
    let successor = MISSION.corrected(words);
    assert_eq!(kitchen.cancel(MISSION, "Ada").0, Ok(()));
    assert_eq!(outcome(&kitchen, successor), Some(Outcome::Halted("Ada cancelled it".into())));
}
