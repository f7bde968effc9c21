//! Two gates of which one at a time is open: decisions that are lawful only beside others, and facts that nobody knows.

use std::sync::Arc;

use surefleet_safety::{ConfirmationError, Contradiction, Input, Monitor, Policy};
use surefleet_world::{Domain, Robot, World};

use crate::{
    constraints::{allowed, enforce},
    kitchen::{Kitchen, MISSION, TIMING, at, brief, heartbeat, team},
};

const GATES: &str = r#"
domain: gates
types: [{name: gate}]
objects: [{type: gate, each: [{name: gate_1}, {name: gate_2}]}]
predicates: [{is: open(gate), says: "{1} is open", denies: "{1} is closed"}]
skills:
  - {is: "raise(g: gate)", text: "open {g}", needs: [{that: not open(g), otherwise: "{g} is open"}], effects: [open(g)]}
  - {is: "lower(g: gate)", text: "close {g}", effects: [not open(g)]}
  - {is: idle, text: stay}
laws:
  - {never: "open(a) and open(b) and a != b", about: "a: gate, b: gate", says: one gate at a time is open}
"#;

/// Three robots at the gates while a mission runs.
fn gates(facts: &[&str]) -> Kitchen {
    let domain = Arc::new(Domain::parse(GATES, "gates.yaml").expect("well formed"));
    let robots: Vec<Robot> = team(3).into_iter().map(|id| Robot { id, kind: None }).collect();
    let world = Arc::new(World::new(domain, &robots).expect("a world"));
    let state = world.read(&surefleet_fleet::Facts::new(facts.iter().map(|fact| (*fact).to_owned()))).expect("a state");
    let policy = Policy::new(world.clone(), None, TIMING, false).expect("a sound policy");
    let policy = policy.calibrated_at(Some("1/10".parse().expect("a fraction")));
    let mut site = Kitchen { world, state, monitor: Monitor::new(policy), now: at(1_000_000), journal: Vec::new() };
    for robot in team(3) {
        site.tell(Input::Heartbeat { robot, at: None, finished: None });
    }
    site.look();
    site
}

fn running(mut site: Kitchen) -> Kitchen {
    site.tell(Input::Mission(brief("ltl: F G open(gate_2)", &[], 2)));
    site.tell(heartbeat(1, Some(MISSION)));
    site
}

#[test]
fn a_constraint_holds_for_what_is_lawful_only_beside_others_as_well() {
    let mut site = running(gates(&["open(gate_1)"]));
    allowed(&site, 1, 2, &[], "raise(gate_2)").expect_err("gate 1 is open");
    assert_eq!(allowed(&site, 1, 2, &[(1, "lower(gate_1)")], "raise(gate_2)"), Ok(()));
    enforce(&mut site, "ltl: G !open(gate_2)").expect("it is closed");
    let why = allowed(&site, 1, 2, &[(1, "lower(gate_1)")], "raise(gate_2)").expect_err("it must stay closed");
    assert!(why.contains("G !open(gate_2)"), "{why}");
    let joint = site.joint(1, 0, &["lower(gate_1)", "raise(gate_2)"]);
    let why = site.verdict(joint).expect_err("it must stay closed");
    assert!(why[0].to_string().contains("G !open(gate_2)"), "{why:?}");
}

#[test]
fn what_must_not_be_may_not_be_unknown() {
    let mut site = gates(&["?open(gate_1)"]);
    let refused = enforce(&mut site, "ltl: G !open(gate_1)").expect_err("it may be open");
    let ConfirmationError::Contradiction(Contradiction(why)) = refused else { panic!("{refused:?}") };
    assert!(why.ends_with("; nobody knows about open(gate_1), and so it may be"), "{why}");
    // Of two facts one is known to be false.
    enforce(&mut site, "ltl: G !(open(gate_1) & open(gate_2))").expect("gate 2 is closed");
    let site = running(site);
    allowed(&site, 1, 1, &[], "raise(gate_2)").expect_err("gate 1 may be open");
    assert_eq!(allowed(&site, 1, 1, &[], "lower(gate_1)"), Ok(()));
}
