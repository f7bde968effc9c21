use std::sync::Arc;

use surefleet_conformal::Fraction;
use surefleet_fleet::{Brief, Facts, Stamp};
use surefleet_mission::{Mission, MissionError, Oracle, State};

use crate::{
    Policy, SafetyError,
    running::{Reading, Running},
    world::World,
};

/// The mission as it starts to run and the facts that it starts from, or why it does not.
pub(crate) fn admit<'r>(
    now: Stamp,
    policy: &Policy,
    world: &World,
    running: impl Iterator<Item = &'r Running> + Clone,
    brief: Brief,
) -> Result<(Running, Facts), SafetyError> {
    let brief = brief.check()?;
    for robot in &brief.team {
        if !policy.fleet.contains(robot) {
            return Err(SafetyError::UnknownRobot { robot: robot.clone(), fleet: policy.fleet.clone() });
        }
        if let Some(other) = running.clone().find(|mission| mission.team().contains(robot)) {
            return Err(SafetyError::Busy { robot: robot.clone(), mission: other.id() });
        }
    }
    if !brief.alpha.is_empty() {
        let parsed: Result<Fraction, _> = brief.alpha.parse();
        parsed.map_err(|problem| SafetyError::Alpha { alpha: brief.alpha.clone(), problem: problem.to_string() })?;
    }
    let reading = Reading::of(policy, &brief)?;
    let facts = world.facts(now, policy)?.clone();
    let state = State::from_facts(&policy.domain, &brief.team, &facts).map_err(SafetyError::OutOfReach)?;
    if let Some(mission) = reading.grounded() {
        within_reach(policy, &state, &mission, brief.horizon)?;
    }
    Ok((Running::new(now, Arc::new(brief), reading), facts))
}

/// Steps that are enough for a sub-task if any are: whoever holds the item or blocks the gripper puts down, one robot
/// goes to the container, puts down what it holds and opens, another goes there, grabs and puts down.
const STEPS_A_SUBTASK: u32 = 10;

/// Refuses what no plan achieves; where the domain is beyond the oracle, nobody can say and the mission is admitted.
fn within_reach(policy: &Policy, state: &State, mission: &Mission, horizon: u32) -> Result<(), SafetyError> {
    let oracle = match Oracle::new(&policy.domain, mission, state.team_size()) {
        Ok(oracle) => oracle,
        Err(MissionError::BeyondOracle { .. }) => return Ok(()),
        Err(error) => return Err(SafetyError::Unreadable(error)),
    };
    let enough = STEPS_A_SUBTASK.saturating_mul(mission.subtasks.len() as u32 + 1);
    match oracle.min_steps(state, enough) {
        Some(least) if least <= horizon => Ok(()),
        Some(least) => Err(SafetyError::TooFar { least, horizon }),
        None => Err(SafetyError::Unachievable),
    }
}
