//! Problems of classical families, imported and solved, by exhaustive search and by that of `surefleet-search`: as short as
//! Fast Downward solves them in PDDL.

#![allow(clippy::unwrap_used, reason = "a failed unwrap in a test is a failed test")]

mod worlds;

use std::{fs, sync::Arc};

use surefleet_ltl::Formula as Mission;
use surefleet_pddl::import;
use surefleet_search::{self as search, Answer, Budget, Task};
use surefleet_world::{State, World};
use worlds::{Found, imported_world, problems, satisfies, shortest};

/// The families, with the type that acts.
const FAMILIES: [(&str, Option<&str>); 10] = [
    ("blocks", None),
    ("briefcase", None),
    ("ferry", None),
    ("gripper", Some("robot")),
    ("hanoi", None),
    ("lift", None),
    ("logistics", Some("vehicle")),
    ("rovers", Some("rover")),
    ("satellite", Some("satellite")),
    ("sokoban", None),
];

/// The steps of the plan that the search gives, which it has proved to be a shortest one.
fn planned(world: &Arc<World>, start: &State, mission: &Mission) -> usize {
    let team: Vec<usize> = (0..world.team_size()).collect();
    let task = Task::new(world, mission, &[], &team).unwrap();
    match search::shortest(&task, start, &task.begin(start), 40, Budget(20_000_000)) {
        Answer::Found { plan, is_shortest: true } => plan.len(),
        answer => panic!("{answer:?}"),
    }
}

#[test]
fn imported_problems_have_plans_as_short_as_in_pddl() {
    let mut count = 0;
    for (family, actor) in FAMILIES {
        let folder = problems().join(family);
        let domain = fs::read_to_string(folder.join("domain.pddl")).unwrap();
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.ends_with("domain.pddl") {
                continue;
            }
            let problem = fs::read_to_string(&path).unwrap();
            let known: usize = problem.split_whitespace().nth(6 - 1).unwrap().parse().unwrap();
            // With robots that act, and with one that does everything.
            for actor in [actor, None] {
                let task = import(&domain, Some(&problem), actor).unwrap_or_else(|error| panic!("{path:?}: {error}"));
                let (world, start) = imported_world(&task);
                let mission = Mission::parse(&task.goal).unwrap();
                let found = shortest(&world, &start, 100_000, |state| satisfies(&world, state, &mission));
                assert_eq!(found, Found::Shortest(known), "{path:?} by {actor:?}\n{}", task.domain_yaml);
                // Robots that act at once need no more steps than one at a time.
                let steps = planned(&Arc::new(world), &start, &mission);
                let is_right = if actor.is_some() { steps <= known } else { steps == known };
                assert!(is_right, "{path:?} by {actor:?}: {steps} steps, but {known} are known");
            }
            count += 1;
        }
    }
    assert_eq!(count, 20);
}

#[test]
fn two_robots_use_up_no_thing_in_one_step() {
    let domain =
        "(define (domain works) (:types worker part) (:predicates (spare ?p - part) (built ?w - worker) (power))
      (:action build :parameters (?w - worker ?p - part) :precondition (and (not (built ?w)) (spare ?p) (power))
        :effect (and (built ?w) (not (spare ?p)) (not (power))))
      (:action switch-on :parameters () :precondition (not (power)) :effect (power))
      (:action make :parameters (?p - part) :precondition (not (spare ?p)) :effect (spare ?p)))";
    let problem = |parts: &str, init: &str| {
        format!(
            "(define (problem shift) (:domain works) (:objects one two - worker {parts} - part) (:init {init})
             (:goal (and (built one) (built two))))"
        )
    };
    let task = import(domain, Some(&problem("a", "(spare a) (power)")), Some("worker")).unwrap();
    assert!(task.domain_yaml.contains("occupies: [p]"), "{}", task.domain_yaml);
    let unguarded = "that one robot alone uses up power in a step, in build: nothing is occupied";
    assert!(task.left_out.contains(&unguarded.to_owned()), "{:?}", task.left_out);
    let mission = Mission::parse(&task.goal).unwrap();
    // With one part they build one after the other: build, make it again and switch on, build.
    let (world, start) = imported_world(&task);
    assert_eq!(planned(&Arc::new(world), &start, &mission), 3);
    let task = import(domain, Some(&problem("a b", "(spare a) (spare b) (power)")), Some("worker")).unwrap();
    let (world, start) = imported_world(&task);
    assert_eq!(planned(&Arc::new(world), &start, &mission), 1);
}

#[test]
fn actions_that_take_time_become_skills_with_a_moment_on_the_way() {
    let domain = "(define (domain patrol) (:requirements :typing :durative-actions :fluents) (:types robot waypoint)
      (:predicates (robot_at ?r - robot ?w - waypoint) (connected ?a ?b - waypoint) (patrolled ?w - waypoint) (charged ?r - robot))
      (:functions (speed ?r - robot))
      (:durative-action move :parameters (?r - robot ?from ?to - waypoint) :duration (= ?duration 7)
        :condition (and (at start (connected ?from ?to)) (at start (robot_at ?r ?from)) (over all (charged ?r)))
        :effect (and (at start (not (robot_at ?r ?from))) (at end (robot_at ?r ?to))))
      (:durative-action patrol :parameters (?r - robot ?w - waypoint) :duration (= ?duration (/ 5 (speed ?r)))
        :condition (over all (robot_at ?r ?w)) :effect (and (at end (patrolled ?w)) (at end (not (charged ?r)))))
      (:durative-action charge :parameters (?r - robot) :duration (= ?duration 20)
        :condition () :effect (at end (charged ?r))))";
    let problem = "(define (problem round) (:domain patrol) (:objects one two - robot a b c - waypoint)
      (:init (robot_at one a) (robot_at two c) (connected a b) (connected b c) (= (speed one) 1))
      (:goal (and (patrolled a) (patrolled b) (patrolled c))))";
    let task = import(domain, Some(problem), Some("robot")).unwrap();
    let skills = task.domain_yaml.split("skills:").nth(1).unwrap();
    let first = "  first:\n      - \"not robot_at(robot, from)\"\n    effects:\n      - \"robot_at(robot, to)\"\n    takes_s: 7\n";
    assert!(skills.contains(first), "{skills}");
    assert_eq!(
        task.left_out,
        [
            "the number speed: no condition reads it",
            "time: each action is one step, and plans that need two to overlap are lost",
            "the duration of patrol: it is no number, so `takes_s` tells it",
            "that one action comes after another, in move, patrol: robots act at once, and nothing keeps two of them from one thing; \
             add `occupies` where it must, and `laws`",
        ]
    );
    let (world, start) = imported_world(&task);
    let mission = Mission::parse(&task.goal).unwrap();
    // One patrols a, charges, moves to b and patrols there, while two patrols c.
    assert_eq!(planned(&Arc::new(world), &start, &mission), 4);
    let (alone, start) = imported_world(&import(domain, Some(problem), None).unwrap());
    assert_eq!(planned(&Arc::new(alone), &start, &mission), 5);
}
