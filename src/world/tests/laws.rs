//! Laws, where something is unknown: what may be broken is not risked, and what was as open before is not refused.

use std::sync::Arc;

use surefleet_fleet::{Facts, RobotId};
use surefleet_world::{Domain, Robot, State, World};

const LOCK: &str = r#"
domain: lock
types: [{name: gate}, {name: cabin}, {name: box}]
objects:
  - {type: gate, each: [{name: gate_1}, {name: gate_2}]}
  - {name: lift, type: cabin}
  - {name: parcel, type: box}
predicates: [{is: open(gate)}, {is: at(robot) = cabin}, {is: holding(robot) = box}, {is: lying(box)}, {is: sure}, {is: likely}]
skills:
  - {is: "raise(g: gate)", text: "open {g}", effects: [open(g)]}
  - {is: "lower(g: gate)", text: "close {g}", effects: [not open(g)]}
  - {is: "enter(c: cabin)", text: "enter {c}", effects: [at(robot) = c]}
  - {is: "take(b: box)", text: "take {b}", effects: [holding(robot) = b, not lying(b)]}
  - {is: fumble, text: fumble, effects: [holding(robot) = unknown]}
  - {is: "jolt(g: gate)", text: "jolt {g}", effects: [open(g), {if: sure, then: [{if: likely, then: [not open(g)]}]}]}
  - {is: idle, text: stay}
laws:
  - {never: "open(a) and open(b) and a != b", about: "a: gate, b: gate", says: one gate at a time is open}
  - {at_most_one_of: ["at(r: robot) = c"], about: "c: cabin", says: "one robot at a time fits {c}"}
  - {one_of: ["lying(b)", "holding(r: robot) = b"], about: "b: box", says: "{b} lies or is held by one robot"}
"#;

fn lock() -> World {
    let robot = |name| Robot { id: RobotId::new(name).expect("a name"), kind: None };
    let domain = Domain::parse(LOCK, "lock.yaml").expect("well formed");
    World::new(Arc::new(domain), &[robot("robot_1"), robot("robot_2")]).expect("a world")
}

fn state(world: &World, facts: &[&str]) -> State {
    world.read(&Facts::new(facts.iter().map(|fact| (*fact).to_owned()))).expect("a state")
}

/// Why robot 1 cannot do it beside what robot 2 does; empty: it can.
fn refusal(facts: &[&str], beside: &str, decision: &str) -> String {
    let world = lock();
    let [beside, decision] = [beside, decision].map(|symbol| world.find_decision(symbol).expect("it is in S"));
    let permitted = world.permits(&state(&world, facts), &[(1, beside)], 0, decision);
    permitted.err().map(|refusal| refusal.why).unwrap_or_default()
}

#[test]
fn what_may_break_a_law_is_refused_where_the_law_is_known_to_be_kept() {
    let one = "one gate at a time is open";
    assert_eq!(refusal(&["lying(parcel)", "open(gate_1)"], "idle", "raise(gate_2)"), one);
    assert_eq!(refusal(&["lying(parcel)", "?open(gate_1)"], "idle", "raise(gate_2)"), one, "it may be open");
    assert_eq!(refusal(&["lying(parcel)", "?open(gate_1)"], "lower(gate_1)", "raise(gate_2)"), "");
    assert_eq!(refusal(&["lying(parcel)", "?open(gate_1)", "?open(gate_2)"], "idle", "lower(gate_1)"), "");
    let fits = "one robot at a time fits the lift";
    assert_eq!(refusal(&["lying(parcel)", "at(robot_2, lift)"], "idle", "enter(lift)"), fits);
    assert_eq!(refusal(&["lying(parcel)", "?at(robot_2)"], "idle", "enter(lift)"), fits, "it may be there");
    assert_eq!(refusal(&["lying(parcel)"], "idle", "enter(lift)"), "");
}

#[test]
fn to_lose_sight_of_something_breaks_no_law_and_what_was_open_stays_open() {
    assert_eq!(refusal(&["lying(parcel)"], "idle", "fumble"), "");
    assert_eq!(
        refusal(&["lying(parcel)", "?holding(robot_2)"], "idle", "take(parcel)"),
        "",
        "robot 2 may hold it either way"
    );
    // Robot 1 holds something unknown; after it took the parcel it holds that, and so must nobody else.
    let held = "the parcel lies or is held by one robot";
    assert_eq!(refusal(&["holding(robot_2, parcel)", "?holding(robot_1)"], "idle", "take(parcel)"), held);
}

#[test]
fn what_may_be_undone_again_is_unknown() {
    let world = lock();
    let before = state(&world, &["lying(parcel)", "?sure", "?likely"]);
    let after = world.apply(&before, &[world.find_decision("jolt(gate_1)"), None]).expect("nothing forbids it");
    assert!(world.facts(&after).holds("?open(gate_1)"), "{:?}", world.facts(&after));
}
