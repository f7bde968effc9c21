//! States compared, and changes that come about one after the other.

use std::sync::Arc;

use surefleet_fleet::{Facts, RobotId};
use surefleet_world::{Domain, Robot, State, World};

const SHOP: &str = r#"
domain: shop
types: [{name: thing}, {name: slot}]
objects: [{type: thing, each: [{name: one}, {name: two}]}, {type: slot, each: [{name: left}, {name: right}]}]
predicates: [{is: on(thing) = slot}, {is: at(robot) = slot}, {is: lit(slot)}]
skills:
  - {is: "go_to(target: slot)", text: "go to {target}", first: [lit(target)], effects: [at(robot) = target]}
  - {is: "clear(target: slot)", text: "clear {target}", effects: [{each: "r: robot", if: at(r) = target, then: [at(r) = nothing]}]}
  - {is: idle, text: stay}
"#;

fn shop() -> World {
    let robot = |name| Robot { id: RobotId::new(name).expect("a name"), kind: None };
    let domain = Domain::parse(SHOP, "shop.yaml").expect("well formed");
    World::new(Arc::new(domain), &[robot("robot_1"), robot("robot_2")]).expect("a world")
}

fn state(world: &World, facts: &[&str]) -> State {
    world.read(&Facts::new(facts.iter().map(|fact| (*fact).to_owned()))).expect("a state")
}

#[test]
fn differences_lead_from_one_state_to_the_other_and_back_but_for_what_has_changed_since() {
    let world = shop();
    let from = state(&world, &["on(one, left)", "?lit(left)"]);
    let to = state(&world, &["on(one, right)", "?on(two)", "lit(left)"]);
    let differences = world.differences(&from, &to);
    assert_eq!(differences.len(), 3);
    assert_eq!(world.with(&from, &differences), to);
    assert_eq!(world.without(&to, &differences), from);
    let since = state(&world, &["on(one, right)", "on(two, left)", "lit(left)"]);
    assert_eq!(world.without(&since, &differences), state(&world, &["on(one, left)", "on(two, left)", "?lit(left)"]));
    assert_eq!(differences.iter().filter(|one| one.is_to_unknown()).count(), 1);
    let [one, right] = ["one", "right"].map(|name| world.find(name).expect("it is there"));
    for object in [one, right] {
        assert_eq!(differences.iter().filter(|difference| world.is_about(difference, &[object])).count(), 1);
    }
    assert_eq!(world.joined(&to, &[one]), [one, right]);
}

#[test]
fn what_a_robot_changes_of_itself_holds_against_others_whoever_is_first() {
    let world = shop();
    let before = state(&world, &["at(robot_1, left)", "at(robot_2, left)"]);
    let decision = |symbol| world.find_decision(symbol).expect("it is in S");
    let (go, clear) = (decision("go_to(right)"), decision("clear(left)"));
    let both = world.apply(&before, &[Some(go), Some(clear)]).expect("they do not disturb each other");
    assert_eq!(both, state(&world, &["at(robot_1, right)", "lit(right)"]));
    let (one, two) = (world.expected(&before, 0, go), world.expected(&before, 1, clear));
    let first = world.after(&before, &one, &[]);
    assert_eq!(world.after(&first, &two, std::slice::from_ref(&one)), both);
    let first = world.after(&before, &two, &[]);
    assert_eq!(world.after(&first, &one, std::slice::from_ref(&two)), both);
    let way = world.on_the_way(&before, 0, go);
    assert_eq!(world.after(&before, &way, &[]), world.moments(&before, 0, go)[0]);
    assert!(world.expected(&before, 0, world.options().idle()).is_empty());
}
