//! A mission as one formula.

use surefleet_fleet::RobotId;
use surefleet_ltl::{Binary, Formula};
use surefleet_mission::{Mission, Transport};

/// All that a mission asks for.
pub fn whole(mission: &Mission, domain: &Transport, team: &[RobotId]) -> Formula {
    let formulas = mission.formulas(domain, team).into_iter();
    formulas.reduce(|one, other| Formula::binary(Binary::And, &one, &other)).expect("a mission asks for something")
}
