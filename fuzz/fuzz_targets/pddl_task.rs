//! Any text as a task of PDDL: refused, or imported; what is imported can be exported, and imported again.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use surefleet_fleet::RobotId;
use surefleet_ltl::Formula as Mission;
use surefleet_pddl::{PddlError, export, import};
use surefleet_world::{Domain, Formula, Robot, World};

fuzz_target!(|text: &str| {
    // The problem begins with the second definition.
    let second = text.match_indices("(define").nth(1).map(|(at, _)| at);
    let (domain, problem) = second.map_or((text, None), |at| (&text[..at], Some(&text[at..])));
    for actor in [None, Some("r")] {
        let Ok(task) = import(domain, problem, actor) else { continue };
        let domain = Arc::new(Domain::parse(&task.domain_yaml, "imported").expect("what is imported can be read"));
        assert!(task.goal.is_empty() || Mission::parse(&task.goal).is_ok(), "{}", task.goal);
        let robot = |(name, kind): &(String, String)| Robot { id: RobotId::new(name).expect("a name"), kind: Some(kind.clone()) };
        // There may be no robots, or too many decisions.
        let Ok(world) = World::new(domain, &task.robots.iter().map(robot).collect::<Vec<_>>()) else { continue };
        let start = world.read(&task.facts).unwrap_or_else(|error| panic!("{error}\n{}", task.domain_yaml));
        let exported = export(&world, &start, &Formula::Constant(true));
        match import(&exported.domain, Some(&exported.problem), Some("robot")) {
            // Values and guards make conditions deeper.
            Ok(_) | Err(PddlError::TooMuch { .. }) => {}
            Err(error) => panic!("{error}\n{}\n{}", exported.domain, exported.problem),
        }
    }
});
