//! Problems of classical families, imported and solved: as short as Fast Downward solves them in PDDL.

#![allow(clippy::unwrap_used, reason = "a failed unwrap in a test is a failed test")]

mod common;

use std::fs;

use common::{Found, imported_world, problems, satisfies, shortest};
use surefleet_ltl::Formula as Mission;
use surefleet_pddl::import;

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
            }
            count += 1;
        }
    }
    assert_eq!(count, 20);
}
