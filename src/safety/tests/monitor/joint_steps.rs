use std::time::Duration;

use surefleet_fleet::{Attempt, Decided, JointStep, MissionId, Outcome};
use surefleet_safety::{GateClosed, Input, MonitorEntry, Output, StepRefusal, Unjudged, UnseenWorld};

use crate::kitchen::{Kitchen, WORLD_TIMEOUT, robot, verdicts};

const APPLES: &str = "Move apple 1 to the sink. Move apple 2 to the sink. Robot 2 must never open the fridge.";

#[test]
fn approval_is_journalled_before_it_is_published() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let joint = kitchen.joint(1, 0, &["go_to(fridge)", "go_to(apple_2)"]);
    let outputs = kitchen.propose(joint.clone());
    let facts = kitchen.facts();
    let expected =
        [Output::Journal(MonitorEntry::Approved(joint.clone())), Output::Verdict { joint, facts, verdict: Ok(()) }];
    assert_eq!(outputs, expected);
}

#[test]
fn repeated_proposal_gets_the_same_approval_and_a_different_one_is_refused_naming_it() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let first = kitchen.joint(1, 3, &["go_to(fridge)", "go_to(apple_2)"]);
    assert_eq!(kitchen.verdict(first.clone()), Ok(()));
    let again = kitchen.propose(first.clone());
    assert!(!again.iter().any(|output| matches!(output, Output::Journal(_))), "{again:?}");
    assert_eq!(verdicts(again), [(first.clone(), Ok(()))]);
    let others = [
        kitchen.joint(1, 4, &["go_to(fridge)", "idle"]),
        kitchen.joint(1, 3, &["idle", "idle"]),
        JointStep { attempt: Attempt(4), ..first.clone() },
    ];
    for other in others {
        let said = verdicts(kitchen.propose(other.clone()));
        let refusal = Err(vec![StepRefusal::Committed { step: first.step, approved: 3 }]);
        assert_eq!(said, [(first.clone(), Ok(())), (other, refusal)], "and what was approved is said again");
    }
}

#[test]
fn in_a_race_of_two_joint_steps_one_is_approved_whatever_the_order() {
    for swap in [false, true] {
        let mut kitchen = Kitchen::running(APPLES, &[], 2);
        let mut rivals =
            [kitchen.joint(1, 0, &["go_to(fridge)", "idle"]), kitchen.joint(1, 1, &["idle", "go_to(apple_2)"])];
        if swap {
            rivals.reverse();
        }
        let mut approved = Vec::new();
        for round in 0..6 {
            let said = verdicts(kitchen.propose(rivals[round % 2].clone()));
            approved.extend(said.into_iter().filter(|(_, verdict)| verdict.is_ok()).map(|(joint, _)| joint));
        }
        assert!(approved.iter().all(|joint| *joint == rivals[0]), "{approved:?}");
        assert_eq!(kitchen.journal.iter().filter(|entry| matches!(entry, MonitorEntry::Approved(_))).count(), 1);
    }
}

#[test]
fn old_step_replayed_after_a_later_one_brings_its_own_approval_and_no_second_one() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let first = kitchen.joint(1, 0, &["go_to(fridge)", "go_to(apple_2)"]);
    kitchen.act(1, &["go_to(fridge)", "go_to(apple_2)"]);
    kitchen.act(2, &["open(fridge)", "grab(apple_2)"]);
    assert_eq!(verdicts(kitchen.propose(first.clone())), [(first, Ok(()))]);
    let forged = kitchen.joint(1, 1, &["idle", "idle"]);
    assert_eq!(verdicts(kitchen.propose(forged)).len(), 2);
    assert_eq!(kitchen.journal.iter().filter(|entry| matches!(entry, MonitorEntry::Approved(_))).count(), 2);
}

#[test]
fn steps_come_one_after_the_other_and_not_beyond_the_horizon() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let skipped = kitchen.joint(2, 0, &["idle", "idle"]);
    let refusal = kitchen.verdict(skipped).expect_err("step 1 is missing");
    assert_eq!(refusal[0].to_string(), "step 2 is out of sequence: step 1 comes next");
    for number in 1..=10 {
        let joint = kitchen.joint(number, 1, &["idle", "idle"]);
        assert_eq!(kitchen.verdict(joint), Ok(()));
        kitchen.look();
    }
    let beyond = kitchen.joint(11, 0, &["idle", "idle"]);
    let refusal = kitchen.verdict(beyond).expect_err("the horizon is 10");
    assert_eq!(refusal[0].to_string(), "step 11 is beyond the horizon of 10 steps");
}

#[test]
fn unsafe_joint_step_is_refused_as_a_whole_with_every_reason() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    kitchen.act(1, &["go_to(fridge)", "go_to(fridge)"]);
    let joint = kitchen.joint(2, 0, &["grab(apple_1)", "open(fridge)"]);
    let reasons = kitchen.verdict(joint).expect_err("the fridge is closed, and robot_2 must not open it");
    assert_eq!(reasons[0].to_string(), "robot_1 cannot grab apple 1: the fridge is closed");
    let joint = kitchen.joint(2, 3, &["idle", "open(fridge)"]);
    let reasons = kitchen.verdict(joint).expect_err("robot_2 must not open it");
    assert!(reasons[0].to_string().starts_with("robot_2 may not open the fridge: it violates"), "{reasons:?}");
    let joint = kitchen.joint(2, 1, &["go_to(apple_2)", "go_to(apple_2)"]);
    let reasons = kitchen.verdict(joint).expect_err("two robots at one item");
    assert_eq!(reasons.len(), 1, "{reasons:?}");
    let joint = kitchen.joint(2, 2, &["open(fridge)", "go_to(apple_2)"]);
    assert_eq!(kitchen.verdict(joint), Ok(()), "a refused joint step leaves the step open");
}

#[test]
fn every_robot_of_the_team_is_in_the_step_once_and_nobody_else() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let sound = kitchen.joint(1, 1, &["idle", "go_to(apple_2)"]);
    let decided = |who, attempt| Decided { robot: robot(who), decision: None, attempt: Attempt(attempt) };
    let mut missing = sound.clone();
    missing.decided.pop();
    let mut twice = sound.clone();
    twice.decided.push(decided(1, 0));
    let mut stranger = sound.clone();
    stranger.decided.push(decided(3, 0));
    let mut late = sound.clone();
    late.decided[0] = decided(1, 5);
    // Each one is a separate attempt.
    let attempts = [missing, twice, stranger, late].into_iter().zip(1..);
    let attempts = attempts.map(|(joint, attempt)| JointStep { attempt: Attempt(attempt), ..joint });
    let errors: Vec<StepRefusal> =
        attempts.map(|joint| kitchen.verdict(joint).expect_err("malformed").remove(0)).collect();
    let expected = [
        StepRefusal::Undecided(robot(2)),
        Unjudged::DecidedTwice(robot(1)).into(),
        Unjudged::NotOfTeam(robot(3)).into(),
        StepRefusal::LaterAttempt(robot(1)),
    ];
    assert_eq!(errors, expected);
    let absent = kitchen.joint(1, 6, &["", "go_to(apple_2)"]);
    assert_eq!(kitchen.verdict(absent), Ok(()), "an absent robot is recorded as such");
}

#[test]
fn forged_mission_is_told_to_end() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let mut joint = kitchen.joint(1, 0, &["idle", "idle"]);
    joint.mission = MissionId::new([9; 16]);
    let outputs = kitchen.propose(joint);
    assert!(matches!(&outputs[..], [Output::End { outcome: Outcome::Halted(_), .. }]), "{outputs:?}");
}

#[test]
fn stale_world_refuses_a_new_step_and_holds_back_what_was_approved_until_it_is_seen_again() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let first = kitchen.joint(1, 0, &["go_to(fridge)", "go_to(apple_2)"]);
    kitchen.pass(WORLD_TIMEOUT + Duration::from_secs(1));
    let reasons = kitchen.verdict(first.clone()).expect_err("the gate is closed");
    let [StepRefusal::Unjudged(Unjudged::Gate(GateClosed::World(UnseenWorld::Stale { .. })))] = reasons[..] else {
        panic!("{reasons:?}")
    };
    kitchen.look();
    let again = kitchen.verdict(first).expect_err("its team makes another attempt of it, whoever says this one again");
    assert_eq!(again, [StepRefusal::RefusedBefore { attempt: 0 }]);
    let first = kitchen.joint(1, 3, &["go_to(fridge)", "go_to(apple_2)"]);
    assert_eq!(kitchen.verdict(first.clone()), Ok(()));
    kitchen.pass(WORLD_TIMEOUT + Duration::from_secs(1));
    assert_eq!(kitchen.propose(first.clone()), [], "an approval said now would make somebody move unseen");
    assert_eq!(verdicts(kitchen.look()), [(first, Ok(()))]);
    assert_eq!(kitchen.look(), [], "once");
}

#[test]
fn world_that_changed_since_it_was_planned_from_refuses_the_step() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let planned_from = kitchen.facts();
    let joint = kitchen.joint(1, 0, &["go_to(fridge)", "go_to(apple_2)"]);
    let moved: Vec<String> =
        planned_from.iter().map(|fact| fact.replace("located(kettle_1, table)", "located(kettle_1, shelf)")).collect();
    let domain = kitchen.world.domain().digest().to_string();
    kitchen.tell(Input::World {
        observed: kitchen.now,
        domain,
        facts: surefleet_fleet::Facts::new(moved),
        arms: Vec::new(),
    });
    let outputs = kitchen.tell(Input::Propose { joint, facts: planned_from });
    let said = verdicts(outputs);
    let reasons = said[0].1.as_ref().expect_err("the world has changed");
    assert!(matches!(reasons[..], [StepRefusal::Unjudged(Unjudged::OtherFacts { .. })]), "{said:?}");
}
