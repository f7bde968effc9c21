//! Starts that are drawn from a seed.

use std::sync::Arc;

use surefleet_fleet::{Facts, RobotId};
use surefleet_world::{Domain, DomainError, Robot, Start, World};

const SHOP: &str = r#"
domain: shop
types: [{name: thing}, {name: slot}, {name: gate}]
objects:
  - {type: thing, each: [{name: one}, {name: two}]}
  - {type: slot, each: [{name: left}, {name: right}]}
  - {type: gate, each: [{name: front}, {name: back}]}
predicates: [{is: on(thing) = slot}, {is: open(gate)}, {is: at(robot) = slot}, {is: "wide(slot)", fixed: true}]
always: [wide(left)]
skills: [{is: idle, text: stay}]
laws: [{never: open(front) and open(back), says: one gate is closed}]
"#;

fn shop() -> World {
    let robot = Robot { id: RobotId::new("robot_1").expect("a name"), kind: None };
    let domain = Domain::parse(SHOP, "shop.yaml").expect("well formed");
    World::new(Arc::new(domain), &[robot]).expect("a world")
}

fn start(draws: &str) -> Result<Start, DomainError> {
    let world = shop();
    Start::parse(&format!("domain: shop\nfacts: [\"on(one, left)\"]\ndraws:\n{draws}"), "start.yaml", world.domain())
}

#[test]
fn a_draw_leaves_what_was_told_and_counts_it_as_taken() {
    let world = shop();
    let start = start("  - {draw: on(t), for: 't: thing', from: {slot: 1}, different: true}\n").unwrap();
    for seed in 0..50 {
        let facts = world.facts(&start.draw(&world, seed).unwrap().truth);
        assert_eq!(facts, Facts::new(["on(one, left)".to_owned(), "on(two, right)".to_owned()]));
    }
}

#[test]
fn what_nobody_knows_is_in_truth_as_it_is_drawn() {
    let world = shop();
    let draws = "  - {draw: on(t), for: 't: thing', from: {slot: 1}, different: true}\n";
    let text = format!("domain: shop\nfacts: ['?on(one)', '?open(back)', 'open(front)']\ndraws:\n{draws}");
    let start = Start::parse(&text, "start.yaml", world.domain()).expect("well formed");
    let mut places = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let drawn = start.draw(&world, seed).expect("it is possible");
        let (truth, known) = (world.facts(&drawn.truth), world.facts(&drawn.known));
        assert!(truth.iter().all(|fact| !fact.starts_with('?')) && !truth.holds("open(back)"), "{truth:?}");
        assert!(known.holds("?on(one)") && known.holds("?open(back)") && known.holds("open(front)"), "{known:?}");
        places.insert(truth.holds("on(one, left)"));
    }
    assert_eq!(places.len(), 2, "it is drawn");
}

#[test]
fn weights_are_for_a_type_as_a_whole_and_laws_hold() {
    let world = shop();
    let text = "  - {draw: at(r), for: 'r: robot', from: {left: 3, slot: 1}}\n  - {draw: open(g), for: 'g: gate', chance: 0.5}\n";
    let start = start(text).unwrap();
    let states: Vec<Facts> = (0..4000).map(|seed| world.facts(&start.draw(&world, seed).unwrap().truth)).collect();
    let share = |fact: &str| states.iter().filter(|facts| facts.holds(fact)).count() as f64 / 4000.0;
    assert!((share("at(robot_1, left)") - 0.875).abs() < 0.02);
    // Of the four equally likely pairs the law leaves three.
    assert!((share("open(front)") - 1.0 / 3.0).abs() < 0.03);
    assert!(!states.iter().any(|facts| facts.holds("open(front)") && facts.holds("open(back)")));
}

#[test]
fn what_nobody_knows_is_true_all_the_same() {
    let world = shop();
    let start = start("  - {draw: open(front), unknown: 1.0}\n").unwrap();
    let drawn = start.draw(&world, 1).unwrap();
    assert!(world.facts(&drawn.truth).holds("open(front)"));
    assert!(world.facts(&drawn.known).holds("?open(front)"));
}

#[test]
fn only_values_that_fit_are_drawn_and_a_start_without_any_is_impossible() {
    let world = shop();
    let wide = start("  - {draw: at(r), for: 'r: robot', from: {slot: 1}, where: wide(value)}\n").unwrap();
    assert!((0..50).all(|seed| world.facts(&wide.draw(&world, seed).unwrap().truth).holds("at(robot_1, left)")));
    let text = "  - {draw: at(r), for: 'r: robot', from: {right: 1}, where: wide(value)}\n";
    let none = start(text).unwrap().draw(&world, 1).unwrap_err().to_string();
    assert!(none.contains("nothing fits \"at\""), "{none}");
}

#[test]
fn mistakes_are_told_with_their_line_and_a_mend() {
    let fault = |draws: &str| start(draws).unwrap_err().to_string();
    let unknown = fault("  - {draw: on(t), for: 't: thing', from: {slott: 1}}\n");
    assert_eq!(unknown, "start.yaml:4: \"slott\" is not a known type or object; did you mean \"slot\"?");
    let misfit = fault("  - {draw: on(t), for: 't: thing', from: {gate: 1}}\n");
    assert_eq!(misfit, "start.yaml:4: no gate can be the value here; name one that is: slot");
    let fixed = fault("  - {draw: wide(s), for: 's: slot'}\n");
    assert_eq!(fixed, "start.yaml:4: \"wide\" is fixed; drop `fixed`, or do not change it");
    let chance = fault("  - {draw: open(g), for: 'g: gate', chance: 2}\n");
    assert_eq!(chance, "start.yaml:4: 2 is no probability; give a number from 0 to 1");
}

#[test]
fn two_facts_that_cannot_both_be_so_are_named() {
    let world = shop();
    for (facts, [one, other]) in [
        ("'on(one, left)', 'on(one, right)'", ["on(one, left)", "on(one, right)"]),
        ("'open(back)', 'not open(back)'", ["not open(back)", "open(back)"]),
    ] {
        let text = format!("domain: shop\nfacts: [{facts}]\n");
        let start = Start::parse(&text, "start.yaml", world.domain()).expect("well formed");
        let error = start.draw(&world, 1).unwrap_err().to_string();
        assert!(error.contains(one) && error.contains(other) && error.contains("cannot both be so"), "{error}");
    }
}
