//! A world that was exported and imported again: the same steps lead to the same states.

#![allow(clippy::unwrap_used, reason = "a failed unwrap in a test is a failed test")]

mod worlds;

use std::collections::{BTreeSet, HashSet};

use rand::{SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::Formula as Mission;
use surefleet_pddl::{deed, export, import};
use surefleet_world::{Formula, Origin, State, Truth, World};
use worlds::{all_of, imported_world, satisfies, sites, successors, yard};

/// What is true of the predicates that both worlds keep in their states.
fn truths(world: &World, of: &World, state: &State) -> BTreeSet<String> {
    let is_told = |fact: &&str| {
        let name = fact.split('(').next().unwrap();
        let is_kept = |world: &World| {
            let found = world.domain().find_predicate(name);
            found.is_some_and(|id| world.domain().predicate(id).origin == Origin::State)
        };
        is_kept(world) && is_kept(of)
    };
    world.facts(state).iter().filter(is_told).map(str::to_owned).collect()
}

/// What robots can do alone, but to stay, which has no counterpart; and the states after it.
fn steps(world: &World, state: &State, skills: &[(String, usize)]) -> Vec<(String, State)> {
    let broken = world.atom("law_is_broken").ok();
    // In PDDL a step may break a law, and ends everything.
    let is_lawful = |after: &State| broken.as_ref().is_none_or(|law| world.truth_of(after, law) == Truth::False);
    let stay = world.domain().skill(world.domain().stay()).name.as_str();
    let all = successors(world, state).into_iter().filter(|(_, symbol, after)| symbol != stay && is_lawful(after));
    // After the skill's own parameters come those that stand for values.
    let widths = |symbol: &str| {
        skills.iter().find(|(name, _)| *name == symbol.split('(').next().unwrap()).map(|(_, width)| *width)
    };
    let step = |robot: String, symbol: String| {
        let width = widths(&symbol).unwrap();
        let arguments = symbol.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
        let own: Vec<&str> = arguments.split(", ").take(width).collect();
        format!("{robot}: {}({})", symbol.split('(').next().unwrap(), own.join(", "))
    };
    let mut all: Vec<_> = all.map(|(robot, symbol, after)| (step(robot, symbol), after)).collect();
    all.sort();
    all
}

/// Walks through both worlds, and gives the states that were seen.
fn walk(before: &World, start: &State, seed: u64, length: usize, seen: &mut HashSet<State>) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let atoms = before.atoms();
    let goal =
        [(atoms.choose(&mut random).unwrap().clone(), true), (atoms.choose(&mut random).unwrap().clone(), false)];
    let goal = all_of(&goal);
    let exported = export(before, start, &goal);
    let task = import(&exported.domain, Some(&exported.problem), Some("robot"));
    let task = task.unwrap_or_else(|error| panic!("{error}\n{}", exported.domain));
    let (after, mut theirs) = imported_world(&task);
    let mission = Mission::parse(&task.goal).unwrap();
    let mut ours = start.clone();
    let skills = before.domain().skills().iter().map(|skill| (skill.name.clone(), skill.parameters.len()));
    let skills: Vec<(String, usize)> = skills.collect();
    for _ in 0..length {
        seen.insert(ours.clone());
        let is_goal = before.truth(&ours, &goal, &[]) == Truth::True;
        assert_eq!(is_goal, satisfies(&after, &theirs, &mission), "{:?}", before.facts(&ours));
        let [here, there] = [steps(before, &ours, &skills), steps(&after, &theirs, &skills)];
        let names = |all: &[(String, State)]| all.iter().map(|(step, _)| step.clone()).collect::<Vec<_>>();
        assert_eq!(names(&here), names(&there), "{:?}", before.facts(&ours));
        for ((step, ours), (_, theirs)) in here.iter().zip(&there) {
            assert_eq!(truths(before, &after, ours), truths(&after, before, theirs), "after {step}");
        }
        let Some(step) = (0..here.len()).collect::<Vec<_>>().choose(&mut random).copied() else { break };
        (ours, theirs) = (here[step].1.clone(), there[step].1.clone());
    }
}

#[test]
fn walks_through_a_yard_lead_through_the_same_states() {
    let (world, start) = yard();
    let mut seen = HashSet::new();
    (0..40).for_each(|seed| walk(&world, &start, seed, 40, &mut seen));
    assert!(seen.len() > 500, "the walks see only {} states", seen.len());
}

#[test]
fn walks_through_the_sites_lead_through_the_same_states() {
    for site in sites() {
        let mut seen = HashSet::new();
        let world = site.world(&site.kinds());
        for seed in 0..3 {
            walk(&world, &site.start.draw(&world, seed).unwrap().truth, seed, 8, &mut seen);
        }
        assert!(seen.len() > 15, "the walks through {} see only {} states", site.domain.name(), seen.len());
    }
}

#[test]
fn a_robot_that_is_alone_in_a_site_walks_through_the_same_states() {
    for site in sites() {
        for world in site.worlds_of_one() {
            walk(&world, &site.start.draw(&world, 0).unwrap().truth, 0, 8, &mut HashSet::new());
        }
    }
}

#[test]
fn types_without_objects_meet_in_pddl_where_they_meet_in_the_world() {
    let domain = "(define (domain d) (:types a c - object b - c) (:predicates (p ?x - (either a b)))
      (:action go :parameters (?x - c) :effect (p ?x)))";
    let problem = "(define (problem e) (:domain d) (:objects m - a) (:init) (:goal (p m)))";
    let (world, start) = imported_world(&import(domain, Some(problem), None).unwrap());
    let exported = export(&world, &start, &Formula::Constant(true));
    let back = import(&exported.domain, Some(&exported.problem), Some("robot"));
    assert!(back.is_ok(), "{}\n{}", back.unwrap_err(), exported.domain);
}

#[test]
fn actions_of_plans_are_read_as_deeds() {
    let (world, _) = yard();
    let read = |action: &str| deed(&world, action).map(|(robot, decision)| world.deed(robot, decision));
    // After what the skill takes come the values that it needs.
    assert_eq!(read("(drive lorry hall gate one)").as_deref(), Some("drive(lorry, hall)"));
    assert_eq!(read("PUSH ARM NORTH").as_deref(), Some("push(arm, north)"));
    for none in ["", "(drive arm hall)", "(drive lorry)", "(drive lorry moon)", "(fly lorry)", "(drive tea hall)"] {
        assert_eq!(read(none), None, "{none}");
    }
}
