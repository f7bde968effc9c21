use surefleet_fleet::{Attempt, RobotId, Turn};

use crate::{RejectedTurn, team::Team};

/// Checks that a turn can belong to its mission; `known` is a turn that was checked before.
pub(crate) fn check_turn(turn: &Turn, team: &Team, known: Option<&Turn>) -> Result<(), RejectedTurn> {
    if known.is_some_and(|known| known.brief != turn.brief) {
        return Err(RejectedTurn::BriefChanged(turn.step));
    }
    if turn.step.get() > turn.brief.horizon + 1 {
        return Err(RejectedTurn::StepJump { step: turn.step, horizon: turn.brief.horizon });
    }
    if turn.attempt >= Attempt::LIMIT {
        return Err(RejectedTurn::Attempt(turn.attempt));
    }
    if known.is_none_or(|known| known.order != turn.order) {
        check_order(&turn.order, team)?;
    }
    let is_misplaced = |(at, robot): (usize, &RobotId)| turn.order.get(at) != Some(robot);
    let misplaced = turn
        .decided
        .iter()
        .enumerate()
        .find(|(at, decided)| is_misplaced((*at, &decided.robot)) || decided.attempt > turn.attempt);
    if let Some((_, decided)) = misplaced {
        return Err(RejectedTurn::Decided(decided.robot.clone()));
    }
    if let Some(team_step) = &turn.team_step {
        let owner = &team_step.owner;
        if turn.decided.first().is_none_or(|first| first.robot != *owner) {
            return Err(RejectedTurn::TeamStep { owner: owner.clone(), wrong: "its owner did not decide first" });
        }
        if team_step.parts.keys().any(|robot| team.place_of(robot).is_none()) {
            return Err(RejectedTurn::TeamStep {
                owner: owner.clone(),
                wrong: "it has a part for a robot outside the team",
            });
        }
    }
    let is_as_wide = || turn.history.iter().all(|row| row.len() == team.size());
    if turn.history.len() as u64 + 1 != u64::from(turn.step.get()) || !is_as_wide() {
        return Err(RejectedTurn::History { step: turn.step, rows: turn.history.len() });
    }
    Ok(())
}

/// Checks that an order names each robot of the team once.
pub(crate) fn check_order(order: &[RobotId], team: &Team) -> Result<(), RejectedTurn> {
    let wrong = || RejectedTurn::Order { order: order.len(), team: team.size() };
    let mut is_named = vec![false; team.size()];
    for robot in order {
        let place = team.place_of(robot).ok_or_else(wrong)?;
        if std::mem::replace(&mut is_named[place], true) {
            return Err(wrong());
        }
    }
    if order.len() == team.size() { Ok(()) } else { Err(wrong()) }
}
