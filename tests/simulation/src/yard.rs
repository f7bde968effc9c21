use std::sync::{Arc, LazyLock};

use surefleet_fleet::RobotId;
use surefleet_world::{Domain, Robot, World};

/// A yard whose robots go between corners, which have room for all, and sheds, which have room for one at a time.
const YARD: &str = r#"
domain: yard
types:
  - {name: crate, words: [crate]}
  - {name: corner, at: in}
  - {name: shed, words: [shed], at: in}
objects:
  - {type: crate, each: [{name: crate_1}]}
  - {type: corner, each: [{name: north}, {name: east}, {name: south}, {name: west}]}
  - {name: shed_1, type: shed, label: first shed}
  - {name: shed_2, type: shed, label: second shed}
  - {name: shed_3, type: shed, label: third shed}
predicates:
  - {is: "at(robot) = corner | shed", says: "{1} is at {2}"}
  - {is: "located(crate) = corner | shed", says: "{1} is {on 2}"}
skills:
  - is: "go_to(target: corner | shed)"
    text: go to {target}
    shows: "the robot is at {target}"
    effects: [at(robot) = target]
    occupies: [{what: target, if: shed(target)}]
  - {is: idle, text: stay}
"#;

/// The mission of all simulated fleets: it leaves the crate's destination open, so only the scorer knows the right
/// action.
pub(crate) const MISSION: &str = "Put the crate away.";

/// The domain of all simulated fleets, read once.
static DOMAIN: LazyLock<Arc<Domain>> =
    LazyLock::new(|| Arc::new(Domain::parse(YARD, "the yard").expect("every run reads this very text")));

/// The yard with these robots.
pub(crate) fn yard_of(fleet: &[RobotId]) -> Arc<World> {
    let robots: Vec<Robot> = fleet.iter().map(|id| Robot { id: id.clone(), kind: None }).collect();
    Arc::new(World::new(DOMAIN.clone(), &robots).expect("a small fleet of robots with names of their own"))
}
