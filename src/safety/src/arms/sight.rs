use std::collections::BTreeMap;

use surefleet_fleet::{RobotId, Stamp};
use surefleet_reach::{JointAngles, UrArm, WorkCell};

use crate::Unplaced;

/// Where the joints of one arm are, as a world state told it; nothing of it is checked yet.
#[derive(Debug, Clone, PartialEq)]
pub struct ArmPosition {
    /// The robot.
    pub robot: RobotId,
    /// The angle of each joint in radians, from the base on.
    pub joints: Vec<f64>,
    /// When they were measured.
    pub measured: Stamp,
}

/// The joint positions of the newest world state.
#[derive(Debug, Clone, Default)]
pub(crate) struct ArmSight {
    told: BTreeMap<RobotId, Told>,
}

/// What a world state says of an arm.
#[derive(Debug, Clone)]
enum Told {
    At { joints: JointAngles, measured: Stamp },
    Wrong(String),
}

impl ArmSight {
    /// Takes in all positions of a world state; they replace those of the one before.
    pub fn see(&mut self, positions: Vec<ArmPosition>) {
        self.told.clear();
        for position in positions {
            let ArmPosition { robot, joints, measured } = position;
            let told = match <JointAngles>::try_from(joints.as_slice()) {
                _ if self.told.contains_key(&robot) => Told::Wrong("the world state has it twice".to_owned()),
                Err(_) => Told::Wrong(format!("it has {} joint angles, not six", joints.len())),
                // Not a number: refused as well.
                Ok(angles) if !UrArm::is_within_limits(&angles) => {
                    Told::Wrong("a joint angle is beyond a whole turn, or is no number".to_owned())
                }
                Ok(joints) => Told::At { joints, measured },
            };
            self.told.insert(robot, told);
        }
    }

    /// The joint angles of an arm, if they are known and fresh.
    pub fn joints(&self, now: Stamp, cell: &WorkCell, robot: &RobotId) -> Result<JointAngles, Unplaced> {
        let limit = cell.most_age();
        match self.told.get(robot) {
            None => Err(Unplaced::Untold),
            Some(Told::Wrong(why)) => Err(Unplaced::Wrong(why.clone())),
            Some(Told::At { measured, .. }) if now - *measured > limit => {
                Err(Unplaced::Stale { age: now - *measured, limit })
            }
            // Otherwise it would count as fresh for as long as it is ahead.
            Some(Told::At { measured, .. }) if *measured - now > limit => {
                Err(Unplaced::Ahead { ahead: *measured - now, limit })
            }
            Some(Told::At { joints, .. }) => Ok(*joints),
        }
    }

    /// When the position of an arm was measured.
    pub fn measured(&self, robot: &RobotId) -> Option<Stamp> {
        match self.told.get(robot)? {
            Told::At { measured, .. } => Some(*measured),
            Told::Wrong(_) => None,
        }
    }
}
