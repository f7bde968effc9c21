use std::{collections::BTreeMap, sync::Arc, time::Duration};

use surefleet_fleet::{Decision, JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_world::{Expected, State};

use crate::{
    Policy, StillActing, Unjudged,
    arms::{ArmSight, Motions},
};

/// The number of leases for which a robot's mission waits for its report that a skill ended. They count from the last
/// time when the robot was heard in the skill's mission, at or before its step. Mates leave a robot out after two; a
/// planner is back from a restart within a few. A robot that is silent for longer, or goes on to a later step without a
/// report, has lost its memory.
const PATIENCE_LEASES: u32 = 10;

/// A robot's part of an approved step that may still be running, as far as the monitor knows.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub mission: MissionId,
    pub step: StepIndex,
    pub decision: Decision,
    /// Its changes as it was begun, those on the way and all of them; `None`: the world was not seen then.
    changes: Option<Arc<[Expected; 2]>>,
    /// Whether the world showed the changes before it began: then only its robot's word is proof that it is over.
    was_shown: bool,
    /// The time of approval, or the last time when the robot was heard in the mission and not past the step.
    near: Stamp,
}

impl Part {
    /// The time until which the robot's mission waits for it.
    fn waits_until(&self, lease: Duration) -> Stamp {
        self.near + patience(lease)
    }
}

/// How long a mission waits for a robot's report.
pub(crate) fn patience(lease: Duration) -> Duration {
    lease * PATIENCE_LEASES
}

/// What is known of the world in which a step was approved.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Begun<'a> {
    /// As it is seen; `None`: it is not.
    Seen(Option<&'a State>),
    /// By the journal: for these robots the world showed what their parts bring about before they began.
    Told(&'a [RobotId]),
}

/// The skills that robots may still be executing, of running and ended missions; one for each robot.
///
/// A part is over when its robot says so or the world shows its effect. Until then, an action is approved beside it
/// only if both could be in one joint step, however long that takes: nobody knows where that arm is. The robot's own
/// mission waits for it too, but not for ever.
#[derive(Debug, Clone, Default)]
pub(crate) struct UnderWay {
    parts: BTreeMap<RobotId, Part>,
    /// What arms that share a space may still be at.
    motions: Motions,
}

impl UnderWay {
    /// Takes note of an approved step. `begun`: the world at approval; `arms`: where arms are then.
    ///
    /// A robot with a new part in it has finished the part before, or is no longer waited for.
    ///
    /// Gives the robots for which the world shows already what their parts bring about.
    pub fn begin(
        &mut self,
        now: Stamp,
        policy: &Policy,
        joint: &JointStep,
        begun: Begun<'_>,
        arms: &ArmSight,
    ) -> Vec<RobotId> {
        let mut shown = Vec::new();
        if let Some(cell) = &policy.cell {
            self.motions.begin(now, cell, arms, joint);
        }
        let world = &policy.world;
        for one in &joint.decided {
            let Some(decision) = one.decision else { continue };
            let Some(place) = world.place(&one.robot) else { continue };
            if !world.options().contains(decision) || decision == world.options().idle() {
                self.parts.remove(&one.robot);
                continue;
            }
            let (changes, was_shown) = match begun {
                Begun::Seen(None) => (None, false),
                Begun::Seen(Some(state)) => {
                    let changes = world.changes_of(state, place, decision);
                    let was_shown = world.shows(state, &changes[1]);
                    (Some(Arc::new(changes)), was_shown)
                }
                Begun::Told(shown) => (None, shown.contains(&one.robot)),
            };
            shown.extend(was_shown.then(|| one.robot.clone()));
            let (mission, step) = (joint.mission, joint.step);
            let part = Part { mission, step, decision, changes, was_shown, near: now };
            self.parts.insert(one.robot.clone(), part);
        }
        shown
    }

    /// Takes note that a robot finished its part of a step, and so all its earlier parts.
    pub fn finish(&mut self, now: Stamp, robot: &RobotId, mission: MissionId, step: StepIndex) {
        self.motions.finish(now, robot, mission, step);
        if self.parts.get(robot).is_some_and(|part| part.mission == mission && part.step <= step) {
            self.parts.remove(robot);
        }
    }

    /// Takes note of a robot that is alive; `at`: its mission and step, if any. `is_past`: whether it says that a step
    /// is over for it, with success or not; `is_running`: whether a mission is running.
    ///
    /// If a robot has left an ended mission for the whole waiting time, its part is over: the end on the ring told its
    /// skill server to stop.
    pub fn hear(
        &mut self,
        now: Stamp,
        lease: Duration,
        robot: &RobotId,
        at: Option<(MissionId, StepIndex)>,
        is_past: impl Fn(StepIndex) -> bool,
        is_running: impl Fn(MissionId) -> bool,
    ) {
        self.motions.hear(now, patience(lease), robot, at, &is_past, &is_running);
        let Some(part) = self.parts.get_mut(robot) else { return };
        if at.is_some_and(|(mission, step)| mission == part.mission && step <= part.step && !is_past(part.step)) {
            part.near = now;
        } else if part.waits_until(lease) <= now && !is_running(part.mission) {
            self.parts.remove(robot);
        }
    }

    /// Drops the motions that are over, where arms were measured since.
    pub fn see_arms(&mut self, arms: &ArmSight) {
        self.motions.settle(arms);
    }

    /// The motions that arms may still be at.
    pub fn motions(&self) -> &Motions {
        &self.motions
    }

    /// Drops the parts whose effect the world shows.
    pub fn see(&mut self, policy: &Policy, state: &State) {
        let world = &policy.world;
        let is_shown = |robot: &RobotId, part: &Part| match &part.changes {
            Some(changes) => world.shows(state, &changes[1]),
            // It looks as if it would change nothing any more.
            None => {
                let place = world.place(robot);
                place.is_some_and(|place| world.shows(state, &world.expected(state, place, part.decision)))
            }
        };
        self.parts.retain(|robot, part| part.was_shown || !is_shown(robot, part));
    }

    /// The robot of the team that the next step waits for.
    pub fn awaited(&self, now: Stamp, policy: &Policy, team: &[RobotId]) -> Option<StillActing> {
        let lease = policy.timing.lease;
        let part = |robot: &RobotId| {
            let part = self.parts.get(robot).filter(|part| now < part.waits_until(lease))?;
            Some((part.mission, part.step, part.decision))
        };
        let motion = |robot: &RobotId| {
            let motion = self.motions.of(robot).filter(|motion| motion.ended.is_none())?;
            (now < motion.waits_until(patience(lease))).then_some((motion.mission, motion.step, motion.decision))
        };
        let found = team.iter().find_map(|robot| Some((robot, part(robot).or_else(|| motion(robot))?)))?;
        let (robot, (mission, step, decision)) = found;
        Some(StillActing { robot: robot.clone(), decision: policy.world.text(decision), step, mission })
    }

    /// Whether the next step of a team has to wait: until a robot has finished its last order, and for a moment until the arms that have come to
    /// rest were measured again.
    pub fn holds_up(&self, now: Stamp, policy: &Policy, team: &[RobotId]) -> Result<(), Unjudged> {
        if let Some(acting) = self.awaited(now, policy, team) {
            return Err(acting.into());
        }
        let Some(cell) = &policy.cell else { return Ok(()) };
        // After that its position is too old anyway, and only those that it concerns have to wait.
        let is_unsettled = |robot: &&RobotId| {
            let ended = self.motions.of(robot).and_then(|motion| motion.ended);
            ended.is_some_and(|ended| now < ended + cell.most_age())
        };
        team.iter().find(is_unsettled).map_or(Ok(()), |robot| Err(Unjudged::Unsettled(robot.clone())))
    }

    /// The time when the first part, or motion, is no longer waited for.
    pub fn next_deadline(&self, now: Stamp, policy: &Policy) -> Option<Stamp> {
        let lease = policy.timing.lease;
        let parts = self.parts.values().map(|part| part.waits_until(lease));
        let motions = self.motions.all().map(|motion| motion.waits_until(patience(lease)));
        let rests = self.motions.all().filter_map(|motion| Some(motion.ended? + policy.cell.as_ref()?.most_age()));
        parts.chain(motions).chain(rests).filter(|until| *until > now).min()
    }

    /// The parts, each with its robot.
    pub fn rivals(&self, now: Stamp, policy: &Policy) -> Vec<Rival> {
        let rival = |(place, robot): (usize, &RobotId)| {
            let part = self.parts.get(robot)?;
            let is_awaited = now < part.waits_until(policy.timing.lease);
            let (robot, changes) = (robot.clone(), part.changes.clone());
            Some(Rival { place, robot, mission: part.mission, decision: part.decision, changes, is_awaited })
        };
        policy.fleet.iter().enumerate().filter_map(rival).collect()
    }
}

/// A part under way, as seen by the robots that decide beside it.
#[derive(Debug, Clone)]
pub(crate) struct Rival {
    /// The robot's place in the fleet.
    pub place: usize,
    pub robot: RobotId,
    pub mission: MissionId,
    pub decision: Decision,
    /// As in its [`Part`].
    pub changes: Option<Arc<[Expected; 2]>>,
    /// Whether the skill is expected to end.
    pub is_awaited: bool,
}
