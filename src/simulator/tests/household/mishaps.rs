use std::time::Duration;

use surefleet_mission::Whereabouts;
use surefleet_simulator::{Faults, Pace, Scene, WorldInput};

use crate::house::{House, MISSION, at, place, team};

/// A house in which every action goes wrong, and nobody feels it.
fn cursed(seed: u64) -> House {
    let faults = Faults::new(seed, 0.0, 0.0, 1.0).and_then(|faults| faults.with_mishaps(1.0)).expect("sound settings");
    House::with(1, Pace::steady(Duration::from_secs(1)), faults)
}

fn scene(house: &House) -> &Scene {
    house.world.scene().expect("a household has one")
}

fn act(house: &mut House, step: u32, symbol: &str) {
    let begin = u64::from(step) * 2000;
    house.approve(begin, MISSION, step, &[symbol]);
    let ticket = house.tell(begin, MISSION, step, 1, symbol);
    assert_eq!(house.pass(begin + 1000).remove(&ticket), Some(Ok(())), "the robot feels nothing");
}

fn notice(house: &mut House, step: u32) {
    let step = surefleet_fleet::StepIndex::new(step).expect("from 1");
    let noticed = WorldInput::Noticed { mission: MISSION, step, robot: team(1).remove(0) };
    house.world.handle(at(90_000), noticed);
}

#[test]
fn container_that_stayed_closed_is_believed_open_until_somebody_looks() {
    let mut house = cursed(3);
    act(&mut house, 1, "go_to(fridge)");
    let standing = scene(&house).standing(0);
    assert_ne!(standing, Some(place(&house.domain, "fridge")), "it went astray");
    assert!(house.facts().holds("at(robot_1, fridge)"), "and believes that it did not");
    act(&mut house, 2, "open(fridge)");
    assert!(house.facts().holds("open(fridge)"));
    assert!(!scene(&house).is_open(place(&house.domain, "fridge")));
    notice(&mut house, 2);
    assert!(!house.facts().holds("open(fridge)"), "a look mends the belief");
    assert!(!house.facts().holds("at(robot_1, fridge)"), "about the robot too");
}

#[test]
fn item_that_slipped_is_believed_held_and_put_down_until_somebody_looks() {
    for seed in 0..40 {
        let mut house = cursed(seed);
        act(&mut house, 1, "go_to(apple_1)");
        act(&mut house, 2, "grab(apple_1)");
        let apple = house.domain.find_item("apple_1").expect("the household has it");
        assert!(house.facts().holds("holding(robot_1, apple_1)"));
        let real = scene(&house).whereabouts(apple);
        assert_ne!(real, Whereabouts::Robot(0), "seed {seed}");
        notice(&mut house, 2);
        let Whereabouts::Place(there) = real else { unreachable!("one robot") };
        let fact = format!("located(apple_1, {})", house.domain.place(there).name);
        assert!(house.facts().holds(&fact), "seed {seed}: {fact}");
    }
}

#[test]
fn what_nobody_did_is_not_noticed() {
    let mut house = cursed(1);
    act(&mut house, 1, "go_to(apple_1)");
    let before = (house.facts(), house.world.ignored());
    notice(&mut house, 7);
    assert_eq!((house.facts(), house.world.ignored()), (before.0, before.1 + 1));
}
