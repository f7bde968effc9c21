//! Problems of classical families, imported and solved, by exhaustive search and by that of `surefleet-search`: as short as
//! Fast Downward solves them in PDDL.

#![allow(clippy::unwrap_used, reason = "a failed unwrap in a test is a failed test")]

mod common;

use std::{fs, sync::Arc};

use common::{Found, imported_world, problems, satisfies, shortest};
use surefleet_ltl::Formula as Mission;
use surefleet_pddl::import;
use surefleet_search::{self as search, Answer, Budget, Task};
use surefleet_world::{State, World};

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
