use std::{collections::BTreeMap, time::Duration};

use surefleet_fleet::{Decision, RobotId};
use thiserror::Error;

use crate::sweep::{JointPath, PlacedArm};
use crate::ur_arm::JointAngles;

/// The most that a margin may be, in metres: a typing error closes no gate for ever.
const MOST_MARGIN_M: f64 = 1.0;

/// The arms of a fleet that share a space: where they stand, and which way each goes for each of its decisions.
#[derive(Debug, Clone)]
pub struct WorkCell {
    arms: Vec<CellArm>,
    margin_m: f64,
    most_age: Duration,
}

/// An arm of a work cell.
#[derive(Debug, Clone)]
pub struct CellArm {
    /// The robot whose arm it is.
    pub robot: RobotId,
    /// The arm on its base, in the frame of the cell.
    pub placed: PlacedArm,
    /// The way of each decision that the robot may take.
    pub ways: BTreeMap<Decision, ArmWay>,
}

/// The way that an arm goes for a decision.
#[derive(Debug, Clone, PartialEq)]
pub enum ArmWay {
    /// It stays where it is.
    Stays,
    /// From where it is to each of these in turn, along paths on which all joints turn in proportion; then it stays there.
    Through(Vec<JointAngles>),
    /// Nobody has said where it would go.
    Unknown {
        /// The pose that is lacking.
        pose: String,
    },
}

/// The reason why arms make no work cell.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum WorkCellError {
    /// A margin that keeps nothing apart, or everything.
    #[error("margin_m: {0} is not above 0 and at most {MOST_MARGIN_M}, in metres")]
    Margin(f64),
    /// No joint position would ever be fresh.
    #[error("an age of zero for joint positions: nothing would ever be fresh")]
    NoAge,
    /// Two arms of one robot.
    #[error("{0} stands there twice; a robot has one arm")]
    Twice(RobotId),
}

impl WorkCell {
    /// The arms, the margin that they keep from one another in metres, and how old a joint position may be.
    ///
    /// # Errors
    /// [`WorkCellError`] for a margin or an age that guards nothing, and for two arms of one robot.
    pub fn new(arms: Vec<CellArm>, margin_m: f64, most_age: Duration) -> Result<Self, WorkCellError> {
        if !(margin_m > 0.0 && margin_m <= MOST_MARGIN_M) {
            return Err(WorkCellError::Margin(margin_m));
        }
        if most_age.is_zero() {
            return Err(WorkCellError::NoAge);
        }
        let twice = arms.iter().enumerate().find(|(n, arm)| arms[..*n].iter().any(|other| other.robot == arm.robot));
        match twice {
            Some((_, arm)) => Err(WorkCellError::Twice(arm.robot.clone())),
            None => Ok(Self { arms, margin_m, most_age }),
        }
    }

    /// All arms.
    pub fn arms(&self) -> &[CellArm] {
        &self.arms
    }

    /// The arm of a robot; `None`: it has none here.
    pub fn arm(&self, robot: &RobotId) -> Option<&CellArm> {
        self.arms.iter().find(|arm| arm.robot == *robot)
    }

    /// The least distance that arms keep from one another, in metres.
    pub fn margin_m(&self) -> f64 {
        self.margin_m
    }

    /// An older joint position does not count.
    pub fn most_age(&self) -> Duration {
        self.most_age
    }

    /// Whether there are postures in which two arms are within the margin.
    pub fn can_touch(&self, one: &CellArm, other: &CellArm) -> bool {
        one.placed.can_touch(&other.placed, self.margin_m)
    }
}

impl ArmWay {
    /// The paths of an arm that is at `joints`; `None`: nobody knows where it would go.
    pub fn paths_from(&self, joints: JointAngles) -> Option<Vec<JointPath>> {
        match self {
            Self::Stays => Some(vec![JointPath::still(joints)]),
            Self::Through(waypoints) => {
                let starts = std::iter::once(joints).chain(waypoints.iter().copied());
                Some(starts.zip(waypoints).map(|(from, &to)| JointPath { from, to }).collect())
            }
            Self::Unknown { .. } => None,
        }
    }

    /// Whether the arm moves, as far as anybody knows.
    pub fn moves(&self) -> bool {
        *self != Self::Stays
    }
}
