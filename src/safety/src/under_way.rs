use std::{collections::BTreeMap, time::Duration};

use surefleet_fleet::{Decision, JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_mission::{Action, Domain, State, apply};

use crate::{Policy, StillActing, watch::Doing, world::view};

/// For so many leases a robot's mission waits for it to say that its skill ended, after the robot was last heard to be
/// where the skill is: in its mission, at its step. Mates leave a robot out after two; a planner is back from a restart
/// within a few. A robot that is silent for longer, or goes on in a later step without a word, has lost what it knew.
const PATIENCE_LEASES: u32 = 10;

/// A robot's part of an approved step, as far as the monitor knows not over.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub mission: MissionId,
    pub step: StepIndex,
    pub decision: Decision,
    /// Whether the world showed the effect before the skill began: then it proves nothing.
    was_shown: bool,
    /// When it was approved, or its robot last heard to be in the mission and not past the step.
    near: Stamp,
}

impl Part {
    /// Until when its robot's mission waits for it.
    fn waits_until(&self, lease: Duration) -> Stamp {
        self.near + lease * PATIENCE_LEASES
    }
}

/// The skills that robots may be at, of any mission, ended ones too; one a robot.
///
/// A part is over when its robot says so or the world shows its effect. While it is not, nothing is approved beside it
/// that could not be in one joint step with it, however long that takes: nobody knows where that arm is. The robot's
/// own mission waits for it too, but not for ever.
#[derive(Debug, Clone, Default)]
pub(crate) struct UnderWay {
    parts: BTreeMap<RobotId, Part>,
}

impl UnderWay {
    /// Takes note of an approved step; `state` is the world that it was approved in, robots as in the policy, if known.
    ///
    /// Whoever has another part in it is done with the one before, or is past being waited for.
    pub fn begin(&mut self, now: Stamp, policy: &Policy, joint: &JointStep, state: Option<&State>) {
        let domain = &policy.domain;
        for one in &joint.decided {
            let Some(decision) = one.decision else { continue };
            let Some(place) = policy.fleet.iter().position(|robot| *robot == one.robot) else { continue };
            if !domain.options().contains(decision) || decision == domain.options().idle() {
                self.parts.remove(&one.robot);
                continue;
            }
            let was_shown = state.is_some_and(|state| is_shown(domain, state, place, decision));
            let mission = joint.mission;
            let step = joint.step;
            self.parts.insert(one.robot.clone(), Part { mission, step, decision, was_shown, near: now });
        }
    }

    /// Takes note that a robot finished its part of a step, and so of those before.
    pub fn finish(&mut self, robot: &RobotId, mission: MissionId, step: StepIndex) {
        if self.parts.get(robot).is_some_and(|part| part.mission == mission && part.step <= step) {
            self.parts.remove(robot);
        }
    }

    /// Takes note of a robot that is alive: in a mission, at a step, if in any. `is_past`: whether it says that it has
    /// done with a step, well or ill; `is_running`: whether a mission is.
    ///
    /// A robot that has left an ended mission for as long as it is waited for is done with it: the end on the ring told
    /// its skill server to stop.
    pub fn hear(
        &mut self,
        now: Stamp,
        lease: Duration,
        robot: &RobotId,
        at: Option<(MissionId, StepIndex)>,
        is_past: impl Fn(StepIndex) -> bool,
        is_running: impl Fn(MissionId) -> bool,
    ) {
        let Some(part) = self.parts.get_mut(robot) else { return };
        if at.is_some_and(|(mission, step)| mission == part.mission && step <= part.step && !is_past(part.step)) {
            part.near = now;
        } else if part.waits_until(lease) <= now && !is_running(part.mission) {
            self.parts.remove(robot);
        }
    }

    /// Drops the parts whose effect the world shows; `state` has the robots as in the policy.
    pub fn see(&mut self, policy: &Policy, state: &State) {
        self.parts.retain(|robot, part| {
            let place = policy.fleet.iter().position(|member| member == robot);
            !place.is_some_and(|place| !part.was_shown && is_shown(&policy.domain, state, place, part.decision))
        });
    }

    /// Whom of the team a next step waits for.
    pub fn awaited(&self, now: Stamp, policy: &Policy, team: &[RobotId]) -> Option<StillActing> {
        let is_awaited = |part: &&Part| now < part.waits_until(policy.timing.lease);
        let (robot, part) = team.iter().find_map(|robot| Some((robot, self.parts.get(robot).filter(is_awaited)?)))?;
        let decision = policy.domain.options().text(part.decision).to_owned();
        Some(StillActing { robot: robot.clone(), decision, step: part.step, mission: part.mission })
    }

    /// When the first part ceases to be waited for.
    pub fn next_deadline(&self, now: Stamp, lease: Duration) -> Option<Stamp> {
        self.parts.values().map(|part| part.waits_until(lease)).filter(|until| *until > now).min()
    }

    /// What all robots may be at, as places in the fleet and decisions.
    pub fn doings(&self, policy: &Policy) -> Vec<Doing> {
        let place = |robot: &RobotId| policy.fleet.iter().position(|member| member == robot);
        self.parts.iter().filter_map(|(robot, part)| Some((place(robot)?, part.decision))).collect()
    }

    /// The parts, each with its robot and the robot's place in the team's view of the fleet.
    pub fn seen_by(&self, now: Stamp, policy: &Policy, team: &[RobotId]) -> Vec<Rival> {
        if self.parts.is_empty() {
            return Vec::new();
        }
        let rival = |(place, robot): (usize, RobotId)| {
            let part = self.parts.get(&robot)?;
            let is_awaited = now < part.waits_until(policy.timing.lease);
            Some(Rival { place, robot, mission: part.mission, decision: part.decision, is_awaited })
        };
        view(policy, team).into_iter().enumerate().filter_map(rival).collect()
    }
}

/// A part under way as those see it who decide beside it.
#[derive(Debug, Clone)]
pub(crate) struct Rival {
    /// The robot's place in the team's view of the fleet.
    pub place: usize,
    pub robot: RobotId,
    pub mission: MissionId,
    pub decision: Decision,
    /// Whether its end is to be expected.
    pub is_awaited: bool,
}

/// Whether the state is as if the robot had carried the decision out.
fn is_shown(domain: &Domain, state: &State, place: usize, decision: Decision) -> bool {
    match domain.options().action(decision) {
        Action::Idle => true,
        Action::Grab(item) => state.held(place) == Some(item),
        Action::PutDown(_) => state.held(place).is_none(),
        Action::Open(place) => state.is_open(place),
        Action::GoTo(_) => {
            let mut joint = vec![None; state.team_size()];
            joint[place] = Some(decision);
            apply(domain, state, &joint).is_ok_and(|next| next == *state)
        }
    }
}
