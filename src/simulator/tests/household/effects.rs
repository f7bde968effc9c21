use std::collections::BTreeMap;

use surefleet_simulator::WorldError;

use crate::house::{House, MISSION, OTHER_MISSION, at};

#[test]
fn robot_acts_on_its_part_of_an_approved_step_and_the_facts_follow_when_it_ends() {
    let mut house = House::new(1);
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    let ticket = house.tell(0, MISSION, 1, 1, "go_to(fridge)");
    assert!(house.pass(999).is_empty());
    assert!(!house.facts().holds("at(robot_1, fridge)"), "it is still on the way");
    assert_eq!(house.world.progress(at(250)).collect::<Vec<_>>(), [(ticket, 0.25)]);
    assert_eq!(house.world.next_deadline(), Some(at(1000)));
    assert_eq!(house.pass(1000), BTreeMap::from([(ticket, Ok(()))]));
    assert!(house.facts().holds("at(robot_1, fridge)"));
}

#[test]
fn decisions_of_one_step_start_from_one_state_whoever_is_faster() {
    // robot_1 picks up the apple that robot_2 stands at and leaves: both act from the state before.
    let mut house = House::new(2);
    for (step, symbols) in [(1, ["go_to(apple_1)", "idle"]), (2, ["idle", "go_to(apple_1)"])] {
        house.approve(u64::from(step) * 1000, MISSION, step, &symbols);
        for (robot, symbol) in (1..).zip(symbols) {
            house.tell(u64::from(step) * 1000, MISSION, step, robot, symbol);
        }
        house.pass(u64::from(step) * 1000 + 1000);
    }
    assert!(house.facts().holds("at(robot_1, apple_1)") && house.facts().holds("at(robot_2, apple_1)"));
    house.approve(3000, MISSION, 3, &["grab(apple_1)", "go_to(fridge)"]);
    house.tell(3000, MISSION, 3, 1, "grab(apple_1)");
    house.pass(4000);
    assert!(house.facts().holds("holding(robot_1, apple_1)") && !house.facts().holds("at(robot_2, apple_1)"));
    let slower = house.tell(4000, MISSION, 3, 2, "go_to(fridge)");
    assert_eq!(house.pass(5000).get(&slower), Some(&Ok(())));
    assert!(house.facts().holds("at(robot_2, fridge)") && house.facts().holds("holding(robot_1, apple_1)"));
}

#[test]
fn robot_that_starts_late_does_not_profit_from_what_others_did_in_the_same_step() {
    let mut house = House::new(2);
    for (step, symbol) in [(1, "go_to(apple_1)"), (2, "grab(apple_1)")] {
        house.approve(u64::from(step) * 1000, MISSION, step, &[symbol, "idle"]);
        house.tell(u64::from(step) * 1000, MISSION, step, 1, symbol);
        house.pass(u64::from(step) * 1000 + 1000);
    }
    house.approve(3000, MISSION, 3, &["put_down(sink)", "go_to(apple_1)"]);
    let giver = house.tell(3000, MISSION, 3, 1, "put_down(sink)");
    assert_eq!(house.pass(4000).get(&giver), Some(&Ok(())));
    let late = house.tell(4000, MISSION, 3, 2, "go_to(apple_1)");
    let result = house.pass(5000).remove(&late);
    let expected = "robot_2 cannot go to apple 1: robot 1 holds it";
    assert_eq!(result, Some(Err(WorldError::Failed(expected.into()))), "it was held when the step began");
}

#[test]
fn item_that_another_mission_took_first_is_not_taken_twice() {
    let mut house = House::new(2);
    house.approve(0, MISSION, 1, &["go_to(apple_1)", "idle"]);
    house.approve(0, OTHER_MISSION, 1, &["idle", "go_to(apple_1)"]);
    house.tell(0, MISSION, 1, 1, "go_to(apple_1)");
    house.tell(0, OTHER_MISSION, 1, 2, "go_to(apple_1)");
    house.pass(1000);
    house.approve(1000, MISSION, 2, &["grab(apple_1)", "idle"]);
    house.approve(1000, OTHER_MISSION, 2, &["idle", "grab(apple_1)"]);
    let faster = house.tell(1000, MISSION, 2, 1, "grab(apple_1)");
    let slower = house.tell(1001, OTHER_MISSION, 2, 2, "grab(apple_1)");
    let results = house.pass(3000);
    assert_eq!(results.get(&faster), Some(&Ok(())));
    let lost = results.get(&slower);
    assert!(matches!(lost, Some(Err(WorldError::Failed(why))) if why.contains("robot 1 holds it")), "{lost:?}");
    assert!(house.facts().holds("holding(robot_1, apple_1)"));
}

#[test]
fn skill_that_the_world_does_not_allow_fails_after_its_time() {
    let mut house = House::new(1);
    house.approve(0, MISSION, 1, &["grab(apple_1)"]);
    let ticket = house.tell(0, MISSION, 1, 1, "grab(apple_1)");
    assert!(house.pass(999).is_empty());
    let result = house.pass(1000).remove(&ticket);
    let expected = "robot_1 cannot grab apple 1: it is not at apple 1";
    assert_eq!(result, Some(Err(WorldError::Failed(expected.into()))));
}
