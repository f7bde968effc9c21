use std::collections::BTreeMap;

use surefleet_fleet::Attempt;
use surefleet_simulator::{SkillGoal, WorldError, WorldInput};

use crate::house::{House, MISSION, OTHER_MISSION, at};

fn not_approved(result: Option<&Result<(), WorldError>>) -> bool {
    matches!(result, Some(Err(WorldError::NotApproved { .. })))
}

#[test]
fn goals_without_a_matching_approval_move_nothing() {
    let mut house = House::new(2);
    let before = house.facts();
    house.approve(0, MISSION, 1, &["go_to(fridge)", "idle"]);
    let other_decision = house.tell(0, MISSION, 1, 1, "go_to(apple_1)");
    let other_robot = house.tell(0, MISSION, 1, 2, "go_to(fridge)");
    let later_attempt = house.goal(MISSION, 1, 1, "go_to(fridge)");
    let later_attempt = house.send(0, SkillGoal { attempt: Attempt(1), ..later_attempt });
    let other_step = house.tell(0, MISSION, 2, 1, "go_to(fridge)");
    let other_mission = house.tell(0, OTHER_MISSION, 1, 1, "go_to(fridge)");
    let at_once = house.pass(499);
    assert!([other_decision, other_robot, later_attempt].iter().all(|ticket| not_approved(at_once.get(ticket))));
    assert_eq!(at_once.len(), 3, "approvals of the others may be under way");
    let later = house.pass(500);
    assert!([other_step, other_mission].iter().all(|ticket| not_approved(later.get(ticket))));
    house.pass(10_000);
    assert_eq!(house.facts(), before);
}

#[test]
fn goal_that_overtakes_its_approval_starts_when_the_approval_comes() {
    let mut house = House::new(1);
    let ticket = house.tell(0, MISSION, 1, 1, "go_to(fridge)");
    house.approve(400, MISSION, 1, &["go_to(fridge)"]);
    assert!(house.pass(1399).is_empty());
    assert_eq!(house.pass(1400).get(&ticket), Some(&Ok(())));
}

#[test]
fn repeated_goal_gets_the_first_ones_result_and_nothing_happens_twice() {
    let mut house = House::new(1);
    house.approve(0, MISSION, 1, &["go_to(apple_1)"]);
    let first = house.tell(0, MISSION, 1, 1, "go_to(apple_1)");
    let joined = house.tell(600, MISSION, 1, 1, "go_to(apple_1)");
    assert_eq!(house.pass(1000), BTreeMap::from([(first, Ok(())), (joined, Ok(()))]), "both end with the one skill");
    house.approve(1000, MISSION, 2, &["grab(apple_1)"]);
    house.tell(1000, MISSION, 2, 1, "grab(apple_1)");
    house.pass(2000);
    let grabbed = house.facts();
    house.approve(2000, MISSION, 1, &["go_to(apple_1)"]);
    let replayed = house.tell(2000, MISSION, 1, 1, "go_to(apple_1)");
    assert_eq!(house.pass(2000), BTreeMap::from([(replayed, Ok(()))]), "the old result, at once");
    house.pass(5000);
    assert_eq!(house.facts(), grabbed);
}

#[test]
fn second_joint_step_for_one_mission_and_step_is_ignored() {
    let mut house = House::new(1);
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    assert_eq!(house.world.ignored(), 0, "the same approval again is harmless");
    house.approve(0, MISSION, 1, &["go_to(apple_1)"]);
    assert_eq!(house.world.ignored(), 1);
    let forged = house.tell(0, MISSION, 1, 1, "go_to(apple_1)");
    assert!(not_approved(house.pass(0).get(&forged)));
}

#[test]
fn lapsed_approval_begins_nothing_until_it_is_said_again_and_stops_nothing() {
    let mut house = House::new(2);
    house.approve(0, MISSION, 1, &["go_to(fridge)", "go_to(apple_1)"]);
    let in_time = house.tell(4999, MISSION, 1, 1, "go_to(fridge)");
    let late = house.tell(5000, MISSION, 1, 2, "go_to(apple_1)");
    let result = house.pass(5000).remove(&late);
    assert!(matches!(result, Some(Err(WorldError::Lapsed { .. }))), "{result:?}");
    assert_eq!(house.pass(5999).get(&in_time), Some(&Ok(())), "what has begun goes on");
    house.approve(6000, MISSION, 1, &["go_to(fridge)", "go_to(apple_1)"]);
    let again = house.tell(6000, MISSION, 1, 2, "go_to(apple_1)");
    assert_eq!(house.pass(7000).get(&again), Some(&Ok(())));
}

#[test]
fn number_and_name_of_a_decision_must_agree() {
    let mut house = House::new(1);
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    let goal = house.goal(MISSION, 1, 1, "go_to(fridge)");
    let ticket = house.send(0, SkillGoal { arguments: vec!["drawer_1".into()], ..goal });
    let result = house.pass(0).remove(&ticket);
    assert!(
        matches!(&result, Some(Err(WorldError::BadSkill { expected, found, .. }))
        if expected == "go_to(fridge)" && found == "go_to(drawer_1)"),
        "{result:?}"
    );
}

#[test]
fn robot_does_one_thing_at_a_time() {
    let mut house = House::new(1);
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    house.tell(0, MISSION, 1, 1, "go_to(fridge)");
    house.approve(500, MISSION, 2, &["go_to(apple_1)"]);
    let second = house.tell(500, MISSION, 2, 1, "go_to(apple_1)");
    let busy = house.pass(500).remove(&second);
    assert!(matches!(&busy, Some(Err(WorldError::Failed(why))) if why.contains("busy")), "{busy:?}");
    let again = house.tell(1500, MISSION, 2, 1, "go_to(apple_1)");
    assert_eq!(house.pass(2500).get(&again), Some(&Ok(())), "it never began, so it may still");
}

#[test]
fn cancelled_skill_changes_nothing_and_is_not_begun_again() {
    let mut house = House::new(1);
    let before = house.facts();
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    let ticket = house.tell(0, MISSION, 1, 1, "go_to(fridge)");
    house.world.handle(at(900), WorldInput::Cancel { ticket });
    let again = house.tell(950, MISSION, 1, 1, "go_to(fridge)");
    let canceled = Err(WorldError::Canceled);
    assert_eq!(house.pass(5000), BTreeMap::from([(ticket, canceled.clone()), (again, canceled)]));
    assert_eq!(house.facts(), before);
}

#[test]
fn step_is_not_begun_once_a_later_one_of_its_mission_was_approved() {
    let mut house = House::new(2);
    house.approve(0, MISSION, 1, &["go_to(fridge)", "go_to(apple_1)"]);
    house.approve(0, OTHER_MISSION, 7, &["idle", "idle"]);
    let in_time = house.tell(0, MISSION, 1, 1, "go_to(fridge)");
    house.approve(500, MISSION, 2, &["open(fridge)", "idle"]);
    let late = house.tell(500, MISSION, 1, 2, "go_to(apple_1)");
    let refused = house.pass(500).remove(&late);
    assert!(
        matches!(&refused, Some(Err(WorldError::Superseded { step, later, .. })) if (step.get(), later.get()) == (1, 2)),
        "{refused:?}"
    );
    assert_eq!(house.pass(1000).get(&in_time), Some(&Ok(())), "what was begun is ended");
    let repeated = house.tell(1000, MISSION, 1, 1, "go_to(fridge)");
    assert_eq!(house.pass(1000).get(&repeated), Some(&Ok(())), "and its result is still told");
}

#[test]
fn nothing_is_begun_for_a_mission_that_is_over() {
    let mut house = House::new(3);
    house.approve(0, MISSION, 1, &["go_to(fridge)", "go_to(apple_1)", "go_to(apple_2)"]);
    house.approve(0, OTHER_MISSION, 1, &["idle", "idle", "go_to(fridge)"]);
    let before = house.facts();
    let moving = house.tell(0, MISSION, 1, 1, "go_to(fridge)");
    let early = house.tell(0, MISSION, 2, 3, "open(fridge)");
    let of_other = house.tell(0, OTHER_MISSION, 1, 3, "go_to(fridge)");
    house.world.handle(at(100), WorldInput::Ended(MISSION));
    house.world.handle(at(100), WorldInput::Ended(MISSION));
    let at_once = house.pass(100);
    assert_eq!(at_once.get(&moving), Some(&Err(WorldError::Canceled)), "it stops where it is");
    let over = |number: u32, who: usize| {
        let goal = house.goal(MISSION, number, who, "go_to(fridge)");
        Err(WorldError::MissionEnded { mission: MISSION, step: goal.step, robot: goal.robot })
    };
    let (early_result, late_result, new_result) = (over(2, 3), over(1, 2), over(3, 2));
    assert_eq!(at_once.get(&early), Some(&early_result), "its approval is not waited for");
    assert_eq!(at_once.len(), 2);
    let late = house.tell(200, MISSION, 1, 2, "go_to(apple_1)");
    house.approve(200, MISSION, 3, &["idle", "go_to(fridge)", "idle"]);
    let new = house.tell(200, MISSION, 3, 2, "go_to(fridge)");
    let again = house.tell(200, MISSION, 1, 1, "go_to(fridge)");
    let results = house.pass(200);
    assert_eq!(results, BTreeMap::from([(late, late_result), (new, new_result), (again, Err(WorldError::Canceled))]));
    assert_eq!(house.facts(), before);
    assert_eq!(house.pass(1000), BTreeMap::from([(of_other, Ok(()))]), "other missions go on");
}
