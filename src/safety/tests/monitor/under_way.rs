//! Actions that are not approved while another robot may still be executing a skill.

use std::time::Duration;

use surefleet_fleet::{Attempt, Brief, Decided, JointStep, MissionId, Outcome};
use surefleet_safety::{CheckError, DecisionRefusal, Input, MonitorEntry, Output, Unjudged};

use crate::kitchen::{Kitchen, LEASE, MISSION, brief, robot, step, verdicts};

const OTHER: MissionId = MissionId::new([2; 16]);
const APPLES: &str = "Move apple 1 to the sink. Move apple 2 to the sink.";
/// The time for which a silent robot is waited for.
const PATIENCE: Duration = LEASE.saturating_mul(10);
const MOMENT: Duration = Duration::from_millis(1);

/// A kitchen where robot 1 runs one mission and robot 2 another.
fn two_missions() -> Kitchen {
    let mut kitchen = Kitchen::running(APPLES, &[], 1);
    let other = Brief { id: OTHER, team: vec![robot(2)], ..brief("Move apple 2 to the table.", &[], 2) };
    let outputs = kitchen.tell(Input::Mission(other));
    assert!(outputs.iter().any(|output| matches!(output, Output::Turn(_))), "{outputs:?}");
    kitchen.tell(at(2, OTHER, 1, None));
    kitchen
}

/// A joint step of robot 2 alone, in the other mission.
fn of_other(kitchen: &Kitchen, number: u32, symbol: &str) -> JointStep {
    let attempt = Attempt::FIRST;
    let decision = Some(kitchen.decision(symbol));
    JointStep {
        mission: OTHER,
        step: step(number),
        attempt,
        decided: vec![Decided { robot: robot(2), decision, attempt }],
    }
}

fn at(who: usize, mission: MissionId, number: u32, finished: Option<u32>) -> Input {
    Input::Heartbeat {
        robot: robot(who),
        at: Some((mission, step(number))),
        finished: finished.map(|number| (step(number), true)),
    }
}

fn outcome(who: usize, mission: MissionId, number: u32) -> Input {
    Input::Outcome { mission, step: step(number), robot: robot(who) }
}

/// Lets time pass while the robots report that they are in the mission at this step; returns the outputs.
fn pass_with(kitchen: &mut Kitchen, span: Duration, who: &[usize], number: u32) -> Vec<Output> {
    let end = kitchen.now + span;
    let mut outputs = Vec::new();
    while kitchen.now < end {
        kitchen.pass((end - kitchen.now).min(LEASE / 2));
        outputs.extend(who.iter().flat_map(|who| kitchen.tell(at(*who, MISSION, number, None))).collect::<Vec<_>>());
        outputs.extend(kitchen.look());
    }
    outputs
}

fn waits_for(kitchen: &Kitchen, mission: MissionId) -> Option<String> {
    let missions = kitchen.monitor.diagnose(kitchen.now).missions;
    missions.into_iter().find(|status| status.mission == mission)?.waits_for.map(|reason| reason.to_string())
}

#[test]
fn what_two_robots_may_not_do_at_once_they_may_not_in_two_missions_either() {
    let mut kitchen = two_missions();
    assert_eq!(kitchen.verdict(kitchen.joint(1, 0, &["go_to(apple_2)"])), Ok(()));
    let rival = of_other(&kitchen, 1, "go_to(apple_2)");
    assert_eq!(kitchen.propose(rival.clone()), [], "it is withheld, not refused");
    let why = format!(
        "robot_2 cannot go to apple 2 while robot_1 is to go to apple 2 in mission {MISSION}: wait until that is over, \
         or decide otherwise"
    );
    assert_eq!(waits_for(&kitchen, OTHER), Some(why));
    assert_eq!(waits_for(&kitchen, MISSION), None);
    assert_eq!(verdicts(kitchen.tell(outcome(1, MISSION, 1))), [(rival, Ok(()))], "robot 1 is done");
}

#[test]
fn candidates_are_judged_beside_what_robots_of_other_missions_are_at() {
    let mut kitchen = two_missions();
    let theirs = of_other(&kitchen, 1, "go_to(apple_2)");
    assert_eq!(kitchen.verdict(theirs), Ok(()));
    let verdicts = kitchen.check(1, 1, &[], &["go_to(apple_2)", "go_to(apple_1)"]).expect("the gate is open");
    assert!(matches!(&verdicts[0], Err(DecisionRefusal::BesideAnother { by, .. }) if *by == robot(2)), "{verdicts:?}");
    assert_eq!(verdicts[1], Ok(()));
    kitchen.tell(at(2, OTHER, 1, Some(1)));
    assert_eq!(kitchen.check(1, 1, &[], &["go_to(apple_2)"]), Ok(vec![Ok(())]), "its heartbeat says that it is done");
}

#[test]
fn skill_whose_effect_is_seen_is_over() {
    let mut kitchen = two_missions();
    kitchen.act(1, &["go_to(apple_2)"]);
    let rival = of_other(&kitchen, 1, "go_to(apple_2)");
    assert_eq!(kitchen.verdict(rival), Ok(()));
}

#[test]
fn effect_that_was_there_before_the_skill_proves_nothing() {
    let mut kitchen = two_missions();
    kitchen.act(1, &["go_to(apple_2)"]);
    kitchen.act(2, &["go_to(apple_2)"]);
    let rival = of_other(&kitchen, 1, "go_to(apple_2)");
    assert_eq!(kitchen.propose(rival), []);
}

#[test]
fn effect_that_was_there_before_the_skill_proves_nothing_after_a_restart_either() {
    let mut kitchen = two_missions();
    kitchen.act(1, &["go_to(apple_2)"]);
    kitchen.act(2, &["go_to(apple_2)"]);
    let journal: Vec<MonitorEntry> = kitchen.journal.clone();
    kitchen.restart(&journal);
    kitchen.look();
    let rival = of_other(&kitchen, 1, "go_to(apple_2)");
    assert_eq!(kitchen.propose(rival.clone()), [], "robot 1 may still be at it, although it was there before");
    assert_eq!(verdicts(kitchen.tell(at(1, MISSION, 2, Some(2)))), [(rival, Ok(()))]);
}

#[test]
fn next_step_waits_for_a_robot_that_is_recorded_absent_while_its_arm_moves() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let first = kitchen.joint(1, 0, &["go_to(fridge)", "go_to(apple_2)"]);
    assert_eq!(kitchen.verdict(first.clone()), Ok(()));
    kitchen.tell(outcome(1, MISSION, 1));
    let next = kitchen.joint(2, 0, &["go_to(kettle_1)", ""]);
    // Robot 2 is silent from the start; nothing is said about step 2 while it may still come back.
    let patience = PATIENCE - (LEASE / 2);
    kitchen.tell(at(2, MISSION, 1, None));
    let said = verdicts(pass_with(&mut kitchen, patience, &[1], 2));
    assert_eq!(said, []);
    let again = verdicts(kitchen.propose(next.clone()));
    assert_eq!(again, [(first, Ok(()))], "robot 2 may not have heard of the approval");
    let why = waits_for(&kitchen, MISSION).expect("step 2 is withheld");
    assert!(why.starts_with("robot_2 was to go to apple 2 in step 1 of mission"), "{why}");
    let check = kitchen.check(2, 1, &[], &["go_to(kettle_1)"]);
    let Err(CheckError::Unjudged(Unjudged::StillActing(acting))) = check else { panic!("{check:?}") };
    assert_eq!(acting.robot, robot(2));
    assert_eq!(verdicts(kitchen.tell(outcome(2, MISSION, 1))), [(next, Ok(()))]);
}

#[test]
fn robot_that_never_comes_back_blocks_only_what_goes_ill_with_its_last_skill() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    assert_eq!(kitchen.verdict(kitchen.joint(1, 0, &["go_to(fridge)", "go_to(apple_2)"])), Ok(()));
    kitchen.tell(outcome(1, MISSION, 1));
    let beside = kitchen.joint(2, 0, &["go_to(apple_2)", ""]);
    assert!(!verdicts(kitchen.propose(beside.clone())).iter().any(|(joint, _)| *joint == beside));
    assert_eq!(kitchen.monitor.next_deadline().map(|due| due <= kitchen.now + PATIENCE), Some(true));
    let said = verdicts(pass_with(&mut kitchen, PATIENCE, &[1], 2));
    let [(_, Err(reasons))] = &said[..] else { panic!("one refusal: {said:?}") };
    assert!(reasons[0].to_string().starts_with("robot_1 cannot go to apple 2 while robot_2"), "{reasons:?}");
    assert_eq!(kitchen.verdict(kitchen.joint(2, 1, &["go_to(kettle_1)", ""])), Ok(()));
    pass_with(&mut kitchen, PATIENCE * 100, &[1], 2);
    kitchen.tell(outcome(1, MISSION, 2));
    kitchen.verdict(kitchen.joint(3, 0, &["go_to(apple_2)", ""])).expect_err("however long it is silent");
    kitchen.tell(at(2, MISSION, 3, Some(1)));
    assert_eq!(kitchen.verdict(kitchen.joint(3, 1, &["go_to(apple_2)", ""])), Ok(()), "it is back, and done");
}

#[test]
fn robot_that_is_at_a_long_skill_is_waited_for_as_long_as_it_takes() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    assert_eq!(kitchen.verdict(kitchen.joint(1, 0, &["go_to(fridge)", "go_to(apple_2)"])), Ok(()));
    kitchen.tell(outcome(1, MISSION, 1));
    let next = kitchen.joint(2, 0, &["go_to(kettle_1)", ""]);
    assert!(!verdicts(kitchen.propose(next.clone())).iter().any(|(joint, _)| *joint == next));
    assert_eq!(verdicts(pass_with(&mut kitchen, PATIENCE * 20, &[1, 2], 1)), []);
    // A robot that is past the step without having finished it has forgotten it.
    let said = verdicts(pass_with(&mut kitchen, PATIENCE, &[1, 2], 2));
    assert_eq!(said, [(next, Ok(()))]);
}

#[test]
fn idle_robots_are_not_waited_for() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    for number in 1..4 {
        assert_eq!(kitchen.verdict(kitchen.joint(number, 0, &["idle", ""])), Ok(()));
    }
}

#[test]
fn end_of_a_mission_is_not_the_end_of_its_skills() {
    let mut kitchen = two_missions();
    let theirs = of_other(&kitchen, 1, "go_to(apple_2)");
    assert_eq!(kitchen.verdict(theirs), Ok(()));
    assert_eq!(kitchen.cancel(OTHER, "Ada").0, Ok(()));
    let mine = kitchen.joint(1, 0, &["go_to(apple_2)"]);
    assert_eq!(kitchen.propose(mine.clone()), []);
    kitchen.tell(Input::Heartbeat { robot: robot(2), at: None, finished: None });
    assert_eq!(verdicts(kitchen.look()), [], "it knows of the end, and may not have stopped");
    let mut waiting = kitchen.clone();
    assert_eq!(verdicts(waiting.tell(outcome(2, OTHER, 1))), [(mine.clone(), Ok(()))]);
    kitchen.pass(PATIENCE - MOMENT);
    kitchen.tell(at(1, MISSION, 1, None));
    assert_eq!(verdicts(kitchen.look()), []);
    kitchen.pass(MOMENT);
    kitchen.look();
    kitchen.tell(Input::Heartbeat { robot: robot(2), at: None, finished: None });
    let again = kitchen.verdict(kitchen.joint(1, 1, &["go_to(apple_2)"]));
    assert_eq!(again, Ok(()), "it has had time to stop");
}

#[test]
fn outcome_of_another_step_or_mission_ends_nothing() {
    let mut kitchen = two_missions();
    kitchen.act(1, &["go_to(apple_1)"]);
    assert_eq!(kitchen.verdict(kitchen.joint(2, 0, &["go_to(apple_2)"])), Ok(()));
    let rival = of_other(&kitchen, 1, "go_to(apple_2)");
    for late in [outcome(1, MISSION, 1), outcome(1, OTHER, 2), outcome(2, MISSION, 2), at(1, MISSION, 2, Some(1))] {
        kitchen.tell(late);
        assert_eq!(kitchen.propose(rival.clone()), []);
    }
}

#[test]
fn restarted_monitor_takes_the_last_approved_skills_for_under_way_until_it_hears_of_them() {
    let mut kitchen = two_missions();
    assert_eq!(kitchen.verdict(kitchen.joint(1, 0, &["go_to(apple_2)"])), Ok(()));
    kitchen.tell(outcome(1, MISSION, 1));
    let journal: Vec<MonitorEntry> = kitchen.journal.clone();
    kitchen.restart(&journal);
    kitchen.look();
    let rival = of_other(&kitchen, 1, "go_to(apple_2)");
    assert_eq!(kitchen.propose(rival.clone()), []);
    assert_eq!(verdicts(kitchen.tell(at(1, MISSION, 1, Some(1)))), [(rival.clone(), Ok(()))]);

    kitchen.restart(
        &[
            journal,
            vec![MonitorEntry::Ended {
                mission: MISSION,
                outcome: Outcome::OutOfHorizon,
                world: None,
                at: None,
                helped: 0,
                decisions: 0,
            }],
        ]
        .concat(),
    );
    kitchen.look();
    assert_eq!(kitchen.propose(rival.clone()), [], "an ended mission's too");
    kitchen.state = kitchen
        .world
        .apply(&kitchen.state, &[Some(kitchen.decision("go_to(apple_2)")), None, None])
        .expect("nothing is in the way");
    assert_eq!(verdicts(kitchen.look()), [(rival, Ok(()))], "the world shows that it is done");
}

#[test]
fn robot_that_gave_its_skill_up_may_still_be_at_it() {
    let mut kitchen = two_missions();
    let theirs = of_other(&kitchen, 1, "go_to(apple_2)");
    assert_eq!(kitchen.verdict(theirs), Ok(()));
    let mine = kitchen.joint(1, 0, &["go_to(apple_2)"]);
    assert_eq!(kitchen.propose(mine.clone()), []);
    let gave_up = Input::Heartbeat { robot: robot(2), at: Some((OTHER, step(1))), finished: Some((step(1), false)) };
    kitchen.tell(gave_up.clone());
    assert_eq!(verdicts(kitchen.look()), []);
    let mut said = Vec::new();
    for _ in 0..20 {
        kitchen.tell(gave_up.clone());
        said.extend(verdicts(pass_with(&mut kitchen, LEASE / 2, &[1], 1)));
    }
    assert!(matches!(&said[..], [(joint, Err(_))] if *joint == mine), "it is not waited for any more: {said:?}");
}
