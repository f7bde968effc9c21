use std::sync::Arc;

use surefleet_conformal::Fraction;
use surefleet_fleet::{Attempt, Brief, RobotId, Stamp, StepIndex, Turn};
use surefleet_mission::State;

use crate::{
    Policy, SafetyError,
    running::{Reading, Running},
    world::World,
};

/// The mission as it starts to run, or why it does not.
pub(crate) fn admit<'r>(
    now: Stamp,
    policy: &Policy,
    world: &World,
    running: impl Iterator<Item = &'r Running> + Clone,
    brief: Brief,
) -> Result<Running, SafetyError> {
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
    State::from_facts(&policy.domain, &brief.team, &facts).map_err(SafetyError::OutOfReach)?;
    let order: Arc<[RobotId]> = brief.team.clone().into();
    let first = Turn {
        brief: Arc::new(brief),
        step: StepIndex::FIRST,
        attempt: Attempt::FIRST,
        order,
        decided: Vec::new(),
        history: Arc::new([]),
        facts,
        reorders: 0,
        refusals: Arc::new([]),
    };
    Ok(Running::new(now, first, reading))
}
