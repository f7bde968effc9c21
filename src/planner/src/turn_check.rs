use std::collections::BTreeSet;

use surefleet_fleet::{RobotId, Turn};
use surefleet_mission::Options;

use crate::PlannerError;

/// Checks that a turn is `me`'s to decide and fits the domain, so that nothing below needs to.
pub(crate) fn check_turn(turn: &Turn, options: &Options, me: &RobotId) -> Result<(), PlannerError> {
    let step = turn.step;
    let problem = |problem: String| Err(PlannerError::Turn { step, problem });
    if turn.holder() != Some(me) {
        return Err(PlannerError::NotHolder { step, holder: turn.holder().cloned(), me: me.clone() });
    }
    let (team, order): (BTreeSet<_>, BTreeSet<_>) = (turn.brief.team.iter().collect(), turn.order.iter().collect());
    if team != order || turn.order.len() != turn.brief.team.len() {
        return problem(format!(
            "order {:?} does not name the team {:?}, each robot once",
            turn.order, turn.brief.team
        ));
    }
    if let Some((at, decided)) = turn.decided.iter().zip(turn.order.iter()).find(|(at, robot)| at.robot != **robot) {
        return problem(format!("{} has decided where {decided} stands in the order", at.robot));
    }
    if turn.history.len() + 1 != step.get() as usize {
        return problem(format!("history has {} steps", turn.history.len()));
    }
    if let Some(row) = turn.history.iter().find(|row| row.len() != turn.brief.team.len()) {
        return problem(format!("history has a step of {} robots for a team of {}", row.len(), turn.brief.team.len()));
    }
    let decisions = turn.decided.iter().filter_map(|decided| decided.decision);
    match turn.history.iter().flatten().flatten().copied().chain(decisions).find(|&known| !options.contains(known)) {
        Some(alien) => problem(format!("decision {} is not of S, which has {} options", alien.get(), options.len())),
        None => Ok(()),
    }
}
