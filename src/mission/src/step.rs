use std::fmt;

use surefleet_fleet::{Decision, RobotId};

use crate::{
    State, Transport,
    binding::Binding,
    objects::{Action, ItemId},
    options::Choice,
    state::{Spot, Whereabouts},
    term::{Effect, Value},
};

/// The reason why a robot cannot do something now, in plain words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The robot's place in the team, from 0.
    pub robot: usize,
    /// The impossible action: "grab apple 1".
    pub what: String,
    /// The reason: "the fridge is closed".
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "robot {} cannot {}: {}", self.robot + 1, self.what, self.why)
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// The refusal with the robot's own name: "robot_2 cannot grab apple 1: the fridge is closed".
    pub fn naming(&self, team: &[RobotId]) -> String {
        match team.get(self.robot) {
            Some(name) => format!("{name} cannot {}: {}", self.what, self.why),
            None => self.to_string(),
        }
    }
}

/// The fault of a decision, without words: cheap enough for search.
enum Fault {
    NoSuchRobot,
    NoSuchDecision,
    /// The unmet need of the skill.
    Need(usize),
    GripperFull,
    GripperEmpty,
    Held(ItemId),
    Conflict(usize, Decision),
}

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
    match fault(domain, state, joint_so_far, robot, decision) {
        None => Ok(()),
        Some(fault) => Err(explain(domain, state, robot, decision, &fault)),
    }
}

/// The answer of [`permits`] without the words: it does not allocate, for use in search.
pub fn is_permitted(
    domain: &Transport,
    state: &State,
    joint_so_far: &[(usize, Decision)],
    robot: usize,
    decision: Decision,
) -> bool {
    fault(domain, state, joint_so_far, robot, decision).is_none()
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
        change(domain, state, &mut next, robot, domain.options().choice(decision));
    }
    next.settle(domain);
    Ok(next)
}

/// The states that a robot's decision passes through if no other robot acts. If the skill includes a way: first the
/// arrival, then the action there. Empty if nothing changes.
///
/// Leaving a spot and arriving at the next are one moment: no proposition speaks of the way between them.
///
/// # Errors
/// [`Refusal`], as [`permits`].
pub fn moments(domain: &Transport, state: &State, robot: usize, decision: Decision) -> Result<Vec<State>, Refusal> {
    permits(domain, state, &[], robot, decision)?;
    let mut done = state.clone();
    change(domain, state, &mut done, robot, domain.options().choice(decision));
    let mut arrived = state.clone();
    arrived.set_spot(robot, done.spot(robot));
    done.settle(domain);
    arrived.settle(domain);
    let mut moments = Vec::with_capacity(2);
    if arrived != *state && arrived != done {
        moments.push(arrived);
    }
    if done != *state {
        moments.push(done);
    }
    Ok(moments)
}

fn fault(
    domain: &Transport,
    state: &State,
    joint_so_far: &[(usize, Decision)],
    robot: usize,
    decision: Decision,
) -> Option<Fault> {
    if robot >= state.team_size() {
        return Some(Fault::NoSuchRobot);
    }
    let Some(choice) = domain.options().get(decision) else { return Some(Fault::NoSuchDecision) };
    let skill = &domain.skills[choice.skill];
    let binding = Binding { domain, state, robot, parameter: choice.parameter };
    if let Some(need) = skill.needs.iter().position(|need| !need.any.iter().any(|literal| binding.holds(literal))) {
        return Some(Fault::Need(need));
    }
    // Laws of the world, whatever the file says: no two robots hold the same item, and no item is lost.
    match choice.action {
        Action::Grab(item) => {
            if state.held(robot).is_some() {
                return Some(Fault::GripperFull);
            }
            if let Whereabouts::Robot(_) = state.whereabouts(item) {
                return Some(Fault::Held(item));
            }
        }
        Action::PutDown(_) if state.held(robot).is_none() => return Some(Fault::GripperEmpty),
        _ => {}
    }
    let rival = joint_so_far.iter().find(|(other, theirs)| {
        *other != robot && domain.options().get(*theirs).is_some_and(|theirs| in_conflict(choice, theirs))
    });
    rival.map(|&(other, theirs)| Fault::Conflict(other, theirs))
}

/// Whether two robots cannot do these at once; two robots can never grab the same item together.
fn in_conflict(one: &Choice, other: &Choice) -> bool {
    one.parameter == other.parameter
        && one.parameter != Value::Nothing
        && ((one.exclusive && other.exclusive)
            || matches!((one.action, other.action), (Action::Grab(_), Action::Grab(_))))
}

fn change(domain: &Transport, before: &State, next: &mut State, robot: usize, choice: &Choice) {
    let binding = Binding { domain, state: before, robot, parameter: choice.parameter };
    for effect in &domain.skills[choice.skill].effects {
        match effect {
            Effect::At(x) => match binding.value(x) {
                Value::Item(item) => next.set_spot(robot, Spot::Item(item)),
                Value::Place(place) => next.set_spot(robot, Spot::Place(place)),
                Value::Nothing | Value::Robot(_) => next.set_spot(robot, Spot::Nowhere),
            },
            Effect::Holding(x) => {
                if let Value::Item(item) = binding.value(x) {
                    next.take(robot, item);
                }
            }
            Effect::Located(x, place) => {
                if let (Value::Item(item), Value::Place(place)) = (binding.value(x), binding.value(place)) {
                    next.leave(robot, item, place);
                }
            }
            Effect::Open(x) => {
                if let Value::Place(place) = binding.value(x) {
                    next.set_open(place);
                }
            }
        }
    }
}

fn explain(domain: &Transport, state: &State, robot: usize, decision: Decision, fault: &Fault) -> Refusal {
    let Some(choice) = domain.options().get(decision) else {
        let why = format!("domain {:?} has {} decisions, numbered from 0", domain.name(), domain.options().len());
        return Refusal { robot, what: format!("do decision {}", decision.get()), why };
    };
    let why = match fault {
        Fault::NoSuchRobot => format!("the team has {} robots", state.team_size()),
        Fault::NoSuchDecision => unreachable!("the choice was found above"),
        Fault::Need(need) => {
            let binding = Binding { domain, state, robot, parameter: choice.parameter };
            domain.fill(&domain.skills[choice.skill].needs[*need].otherwise, |term| binding.value(term))
        }
        Fault::GripperFull => "its gripper is full".to_owned(),
        Fault::GripperEmpty => "its gripper is empty".to_owned(),
        Fault::Held(item) => format!("another robot holds {}", domain.item(*item).phrase),
        Fault::Conflict(other, theirs) => {
            format!("robot {} is to {} in the same step", other + 1, domain.options().text(*theirs))
        }
    };
    Refusal { robot, what: choice.text.clone(), why }
}
