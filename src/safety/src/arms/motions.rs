use std::{collections::BTreeMap, time::Duration};

use surefleet_fleet::{Decision, JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_reach::{JointPath, WorkCell};

use super::ArmSight;

/// A motion of an arm that was approved and is not known to be over.
#[derive(Debug, Clone)]
pub(crate) struct Motion {
    pub mission: MissionId,
    pub step: StepIndex,
    pub decision: Decision,
    /// Its whole way; `None`: this life of the monitor does not know where it began.
    pub paths: Option<Vec<JointPath>>,
    /// The time of approval, or the last time when the robot was heard in the mission and not past the step.
    pub near: Stamp,
    /// When it was heard to be over. Where the arm has stopped, only a later measurement tells.
    pub ended: Option<Stamp>,
}

impl Motion {
    /// Until then a mission waits for the robot's report; `patience`: how long after it was last heard.
    pub fn waits_until(&self, patience: Duration) -> Stamp {
        self.near + patience
    }
}

/// The motions that arms may still be at, of running and ended missions; one for each arm.
///
/// A motion is over when its robot says so; that the world shows its effect is not enough, since the arm may still draw back. Until then, and
/// until its joints were measured after that, it may be anywhere on its way.
#[derive(Debug, Clone, Default)]
pub(crate) struct Motions {
    motions: BTreeMap<RobotId, Motion>,
}

impl Motions {
    /// Takes note of an approved step. A part without motion leaves an earlier motion as it is: nobody has said that it is over.
    pub fn begin(&mut self, now: Stamp, cell: &WorkCell, sight: &ArmSight, joint: &JointStep) {
        for one in &joint.decided {
            let Some((arm, decision)) = cell.arm(&one.robot).zip(one.decision) else { continue };
            // A decision without a way is not approved; that of an older fleet file may be.
            let way = arm.ways.get(&decision);
            if way.is_some_and(|way| !way.moves()) {
                continue;
            }
            let joints = sight.joints(now, cell, &one.robot).ok();
            let paths = way.zip(joints).and_then(|(way, joints)| way.paths_from(joints));
            let (mission, step) = (joint.mission, joint.step);
            let motion = Motion { mission, step, decision, paths, near: now, ended: None };
            self.motions.insert(one.robot.clone(), motion);
        }
    }

    /// Takes note that a robot finished its part of a step, and so all its earlier parts.
    pub fn finish(&mut self, now: Stamp, robot: &RobotId, mission: MissionId, step: StepIndex) {
        if let Some(motion) = self.motions.get_mut(robot)
            && motion.mission == mission
            && motion.step <= step
        {
            motion.ended.get_or_insert(now);
        }
    }

    /// Takes note of a robot that is alive, as [`UnderWay::hear`](crate::under_way::UnderWay::hear) does; `patience`: the waiting time for a
    /// report.
    pub fn hear(
        &mut self,
        now: Stamp,
        patience: Duration,
        robot: &RobotId,
        at: Option<(MissionId, StepIndex)>,
        is_past: impl Fn(StepIndex) -> bool,
        is_running: impl Fn(MissionId) -> bool,
    ) {
        let Some(motion) = self.motions.get_mut(robot) else { return };
        if at.is_some_and(|(mission, step)| mission == motion.mission && step <= motion.step && !is_past(motion.step)) {
            motion.near = now;
        } else if motion.waits_until(patience) <= now && !is_running(motion.mission) {
            motion.ended.get_or_insert(now);
        }
    }

    /// Drops the motions that are over, once the arm was measured after that.
    pub fn settle(&mut self, sight: &ArmSight) {
        self.motions.retain(|robot, motion| {
            let is_settled = motion.ended.zip(sight.measured(robot)).is_some_and(|(ended, measured)| measured >= ended);
            !is_settled
        });
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Motion> {
        self.motions.values()
    }

    /// The motion that an arm may still be at.
    pub fn of(&self, robot: &RobotId) -> Option<&Motion> {
        self.motions.get(robot)
    }
}
