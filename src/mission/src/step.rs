//! Joint steps on the states of a transport: what the rules of its world come to, without looking at formulas.

use surefleet_fleet::Decision;
use surefleet_world::Refusal;

use crate::{
    State, Transport,
    objects::{Action, Target},
    state::{Spot, Whereabouts},
};

/// Whether a robot may decide so, given the decisions of others for the same joint step.
///
/// Preconditions are read in `state`, the start of the step: decisions of one step happen at once. Rules of the mission
/// are not checked here; use [`crate::Mission::forbids`] for those. An entry of the robot itself in `joint_so_far` is
/// ignored.
///
/// # Errors
/// [`Refusal`], with the reason in words.
pub fn permits(
    domain: &Transport,
    state: &State,
    joint_so_far: &[(usize, Decision)],
    robot: usize,
    decision: Decision,
) -> Result<(), Refusal> {
    if is_permitted(domain, state, joint_so_far, robot, decision) {
        return Ok(());
    }
    let world = domain.world(state.team_size());
    world.permits(&domain.concrete(&world, state), joint_so_far, robot, decision)
}

/// The answer of [`permits`] without the words: it does not allocate, for use in search.
pub fn is_permitted(
    domain: &Transport,
    state: &State,
    joint_so_far: &[(usize, Decision)],
    robot: usize,
    decision: Decision,
) -> bool {
    let Some(choice) = domain.options().get(decision) else { return false };
    if robot >= state.team_size() || !is_possible(domain, state, robot, choice.action) {
        return false;
    }
    let Some(occupied) = occupied(choice.action) else { return true };
    !joint_so_far.iter().any(|(other, theirs)| {
        let theirs = domain.options().get(*theirs).and_then(|theirs| self::occupied(theirs.action));
        *other != robot && *other < state.team_size() && theirs == Some(occupied)
    })
}

/// Whether all needs of an action are met.
fn is_possible(domain: &Transport, state: &State, robot: usize, action: Action) -> bool {
    let is_free = || state.held(robot).is_none();
    match action {
        Action::Reach(Target::Item(item)) => matches!(state.whereabouts(item), Whereabouts::Place(_)),
        Action::Reach(Target::Place(_)) | Action::Idle => true,
        Action::Take(item) => match state.whereabouts(item) {
            Whereabouts::Place(place) => {
                is_free() && state.spot(robot) == state.reach(domain, item) && state.is_open(place)
            }
            Whereabouts::Robot(_) => false,
        },
        Action::Leave(_) => !is_free(),
        Action::Open(place) => is_free() && state.spot(robot) == Spot::Place(place) && !state.is_open(place),
    }
}

/// The object that no other robot may occupy in the same step.
fn occupied(action: Action) -> Option<Target> {
    match action {
        Action::Reach(Target::Item(item)) | Action::Take(item) => Some(Target::Item(item)),
        Action::Open(place) => Some(Target::Place(place)),
        Action::Reach(Target::Place(_)) | Action::Leave(_) | Action::Idle => None,
    }
}

/// The state after a joint step; `joint[i]` is the decision of robot i, `None` if it is absent and so stays.
///
/// # Errors
/// The first [`Refusal`] in the order of the team; then no part of the step happens.
pub fn apply(domain: &Transport, state: &State, joint: &[Option<Decision>]) -> Result<State, Refusal> {
    let mut so_far = Vec::with_capacity(joint.len());
    let mut next = state.clone();
    for (robot, decision) in joint.iter().enumerate() {
        let Some(decision) = *decision else { continue };
        permits(domain, state, &so_far, robot, decision)?;
        so_far.push((robot, decision));
        change(domain, state, &mut next, robot, domain.options().action(decision));
    }
    next.settle(domain);
    Ok(next)
}

fn change(domain: &Transport, before: &State, next: &mut State, robot: usize, action: Action) {
    match action {
        Action::Reach(Target::Item(item)) => next.set_spot(robot, before.reach(domain, item)),
        Action::Reach(Target::Place(place)) => next.set_spot(robot, Spot::Place(place)),
        Action::Take(item) => next.take(robot, item),
        Action::Leave(place) => {
            next.set_spot(robot, Spot::Place(place));
            if let Some(item) = before.held(robot) {
                next.leave(robot, item, place);
            }
        }
        Action::Open(place) => next.set_open(place),
        Action::Idle => {}
    }
}
