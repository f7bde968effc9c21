//! A turn in the household that tests start from.

use std::sync::Arc;

use surefleet_fleet::{Attempt, Brief, Decision, Facts, MissionId, RobotId, StepIndex, Turn};
use surefleet_mission::{State, Transport};

pub fn robot(name: &str) -> RobotId {
    RobotId::new(name).expect("a good name")
}

pub fn team(size: usize) -> Vec<RobotId> {
    (1..=size).map(|place| robot(&format!("robot_{place}"))).collect()
}

pub fn option(domain: &Transport, symbol: &str) -> Decision {
    domain.options().find(symbol).unwrap_or_else(|| panic!("the household has {symbol}"))
}

/// Every item on the table, apple 1 in the closed fridge, robots nowhere.
pub fn facts(domain: &Transport, team: &[RobotId]) -> Facts {
    let place = |name| domain.find_place(name).expect("the household has this place");
    let mut places = vec![place("table"); domain.items().len()];
    places[domain.find_item("apple_1").expect("there is an apple").index()] = place("fridge");
    State::new(domain, team.len(), &places, []).expect("a small team").to_facts(domain, team)
}

/// The first turn of "Bring apple 1 to the sink." for a team of `size` within `horizon` steps.
pub fn first_turn(domain: &Transport, size: usize, horizon: u32) -> Turn {
    let team = team(size);
    let brief = Brief {
        id: MissionId::new([7; 16]),
        text: "Bring apple 1 to the sink.".to_owned(),
        constraints: vec![],
        horizon,
        alpha: String::new(),
        team: team.clone(),
    };
    Turn {
        brief: Arc::new(brief),
        step: StepIndex::FIRST,
        attempt: Attempt::FIRST,
        facts: facts(domain, &team),
        order: team.into(),
        decided: vec![],
        history: Arc::new([]),
        reorders: 0,
        refusals: Arc::new([]),
        failures: Arc::new([]),
    }
}

/// The turn of a mission in these words.
pub fn worded(turn: Turn, text: &str) -> Turn {
    Turn { brief: Arc::new(Brief { text: text.to_owned(), ..(*turn.brief).clone() }), ..turn }
}
