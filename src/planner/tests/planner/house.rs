//! A turn in the household that tests start from.

use std::sync::Arc;

use surefleet_fleet::{Brief, Decision, Facts, MissionId, RobotId, Turn};
use surefleet_mission::Transport;
use surefleet_world::{Domain, Robot, World};

pub fn robot(name: &str) -> RobotId {
    RobotId::new(name).expect("a good name")
}

pub fn team(size: usize) -> Vec<RobotId> {
    (1..=size).map(|place| robot(&format!("robot_{place}"))).collect()
}

/// The household with three robots.
pub fn household() -> Arc<World> {
    let file = include_str!("../../../../config/domains/household.yaml");
    let domain = Domain::parse(file, "household.yaml").expect("a sound file");
    let robots: Vec<Robot> = team(3).into_iter().map(|id| Robot { id, kind: None }).collect();
    Arc::new(World::new(Arc::new(domain), &robots).expect("a small team"))
}

pub fn transport() -> Arc<Transport> {
    Arc::new(Transport::household())
}

pub fn option(world: &World, symbol: &str) -> Decision {
    world.find_decision(symbol).unwrap_or_else(|| panic!("the household has {symbol}"))
}

/// Every item on the table, apple 1 in the closed fridge, robots nowhere.
pub fn facts(world: &World) -> Facts {
    let item = world.domain().find_type("item").expect("the household has items");
    let place = |item: &str| if item == "apple_1" { "fridge" } else { "table" };
    let names = world.members_of(item).iter().map(|&item| world.object(item).name.as_str());
    Facts::new(names.map(|item| format!("located({item}, {})", place(item))))
}

/// The first turn of "Bring apple 1 to the sink." for a team of `size` within `horizon` steps.
pub fn first_turn(world: &World, size: usize, horizon: u32) -> Turn {
    let team = team(size);
    let brief = Brief {
        formulas: vec!["F G located(apple_1, sink)".to_owned()],
        ..Brief::new(MissionId::new([7; 16]), "Bring apple 1 to the sink.", horizon, team.clone())
    };
    Turn::first(Arc::new(brief), facts(world))
}

/// The turn of a mission in words that only a language model reads.
pub fn worded(turn: Turn, text: &str) -> Turn {
    let brief = Brief { text: text.to_owned(), formulas: Vec::new(), ..(*turn.brief).clone() };
    Turn { brief: Arc::new(brief), ..turn }
}
