//! The turn that a robot holds.

use std::{collections::BTreeSet, sync::Arc};

use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Attempt, Decision, DecisionKey, MissionId, RobotId, Stamp, StepIndex, TeamStep, Turn};
use surefleet_language::Prompt;
use surefleet_world::Options;

use crate::PlannerError;

/// A turn that this robot holds, with its prompt, rendered once.
#[derive(Debug)]
pub(crate) struct Held {
    pub turn: Arc<Turn>,
    pub prompt: Prompt,
    pub since: Stamp,
}

impl Held {
    pub fn key(&self, me: &RobotId) -> DecisionKey {
        key_of(&self.turn, me)
    }

    /// Takes in the joint step that this robot's planner for the team wrote, if the turn awaits one and the team can take it.
    pub fn take_in(&mut self, team_step: Arc<TeamStep>, options: &Options, me: &RobotId) {
        let is_of_team = |robot: &RobotId| self.turn.brief.place_of(robot).is_some();
        let is_part = |(robot, part): (&RobotId, &Decision)| is_of_team(robot) && options.contains(*part);
        if self.turn.awaits_team_step() && team_step.owner == *me && team_step.parts.iter().all(is_part) {
            self.turn = Arc::new(Turn { team_step: Some(team_step), ..Turn::clone(&self.turn) });
        }
    }

    pub fn is(&self, mission: MissionId, step: StepIndex, attempt: Attempt) -> bool {
        (self.turn.mission(), self.turn.step, self.turn.attempt) == (mission, step, attempt)
    }
}

/// The name of the decision that `me` makes in a turn.
pub(crate) fn key_of(turn: &Turn, me: &RobotId) -> DecisionKey {
    DecisionKey { mission: turn.mission(), step: turn.step, attempt: turn.attempt, robot: me.clone() }
}

/// Checks that `me` must decide the turn and that it fits the domain, so that the code below need not check.
pub(crate) fn check_turn(turn: &Turn, options: &Options, me: &RobotId) -> Result<(), PlannerError> {
    let step = turn.step;
    let problem = |problem: String| Err(PlannerError::Turn { step, problem });
    if turn.holder() != Some(me) {
        return Err(PlannerError::NotHolder { step, holder: turn.holder().cloned(), me: me.clone() });
    }
    let team: BTreeSet<_> = turn.brief.team.iter().collect();
    let order: BTreeSet<_> = turn.order.iter().collect();
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

/// A new ordered set I' of Algorithm 1, line 16: drawn from the turn's content, and never equal to its present order.
///
/// `None` if the team has no other order.
pub fn new_order(turn: &Turn) -> Option<Arc<[RobotId]>> {
    if turn.order.len() < 2 {
        return None;
    }
    let mut order = turn.order.to_vec();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(turn.content().seed()));
    if *order == *turn.order {
        order.rotate_left(1);
    }
    Some(order.into())
}
