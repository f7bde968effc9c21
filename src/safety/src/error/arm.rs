use std::{fmt, time::Duration};

use surefleet_fleet::{MissionId, RobotId};
use thiserror::Error;

/// The reason why an arm may not go the way of a decision.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ArmRefusal {
    /// Nobody has said where the arm would go.
    #[error(
        "{robot} cannot {decision}: it is out of the arm's reach, or nobody has said how it gets there; the fleet file gives it {}", lacking(.pose)
    )]
    NoWay {
        /// The robot.
        robot: RobotId,
        /// The decision, in words.
        decision: String,
        /// The pose that is lacking; empty: the decision has no way at all.
        pose: String,
    },
    /// The arm may still be at an earlier motion.
    #[error(
        "{robot} cannot {decision} while its arm may still be on its way, to {doing} in mission {mission}: wait until {robot} says that this is over"
    )]
    OnItsWay {
        /// The robot.
        robot: RobotId,
        /// The decision, in words.
        decision: String,
        /// The earlier decision, in words.
        doing: String,
        /// The mission of that.
        mission: MissionId,
        /// Whether it is expected to end soon.
        is_awaited: bool,
    },
    /// Nobody knows where this arm is, or one that it could touch.
    #[error("{robot} cannot {decision}: nobody knows where the arm of {whose} is: {why}")]
    Unplaced {
        /// The robot.
        robot: RobotId,
        /// The decision, in words.
        decision: String,
        /// The robot whose arm it is.
        whose: RobotId,
        /// The reason.
        why: Unplaced,
    },
    /// Two arms would come too near to one another.
    #[error(
        "{robot} cannot {decision}: its {} {} the {} of {other}, which {by}; arms stay {} m apart", .links[0], nearness(*.distance_mm), .links[1], metres(*.margin_mm)
    )]
    Near {
        /// The robot.
        robot: RobotId,
        /// The decision, in words.
        decision: String,
        /// The robot of the other arm.
        other: RobotId,
        /// What the other arm does.
        by: OtherArm,
        /// The link of the robot, and that of the other.
        links: [&'static str; 2],
        /// How far apart they would be; negative if they would overlap.
        distance_mm: i64,
        /// The margin.
        margin_mm: i64,
    },
    /// It is not proved that two arms stay apart.
    #[error(
        "{robot} cannot {decision}: it is not clear that its arm stays {} m away from that of {other}, which {by}; choose another way", metres(*.margin_mm)
    )]
    Unclear {
        /// The robot.
        robot: RobotId,
        /// The decision, in words.
        decision: String,
        /// The robot of the other arm.
        other: RobotId,
        /// What the other arm does.
        by: OtherArm,
        /// The margin.
        margin_mm: i64,
    },
}

/// What another arm does meanwhile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OtherArm {
    /// It has no motion.
    Staying,
    /// It has decided on a motion in the same joint step.
    Deciding {
        /// The decision, in words.
        doing: String,
    },
    /// It may still be at an approved motion.
    OnItsWay {
        /// The decision, in words.
        doing: String,
        /// The mission.
        mission: MissionId,
        /// Whether it is expected to end soon.
        is_awaited: bool,
    },
}

/// The reason why nobody knows where an arm is.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unplaced {
    /// The world state says nothing of it.
    #[error("/world/state has no joint position of it")]
    Untold,
    /// The world state says what cannot be.
    #[error("its joint position in /world/state is of no use: {0}")]
    Wrong(String),
    /// Its joints were measured too long ago.
    #[error("its joints were measured {age:?} ago, the limit is {limit:?}")]
    Stale {
        /// How long ago.
        age: Duration,
        /// The greatest age allowed.
        limit: Duration,
    },
    /// Its joints are said to be measured in the future.
    #[error("its joint position is {ahead:?} ahead of the clock; synchronise the clocks")]
    Ahead {
        /// The difference to the clock.
        ahead: Duration,
        /// The greatest difference allowed.
        limit: Duration,
    },
    /// Its joints were measured before its last motion was over.
    #[error("its joints have not been measured since its last motion ended")]
    BeforeItsEnd,
    /// An earlier life of the monitor approved its motion.
    #[error(
        "it may still be on its way, to {doing} in mission {mission}, and the safety monitor was restarted meanwhile: wait until it says that this is over"
    )]
    UnknownStart {
        /// The decision, in words.
        doing: String,
        /// The mission.
        mission: MissionId,
    },
    /// It has decided on a motion whose way nobody knows.
    #[error("it is to {doing}, and the fleet file does not say where that is")]
    NoWay {
        /// The decision, in words.
        doing: String,
    },
}

impl ArmRefusal {
    /// Whether it passes once a motion has ended that is expected to end.
    pub(crate) fn passes_with_a_motion(&self) -> bool {
        match self {
            Self::OnItsWay { is_awaited, .. } => *is_awaited,
            Self::Near { by, .. } | Self::Unclear { by, .. } => {
                matches!(by, OtherArm::OnItsWay { is_awaited: true, .. })
            }
            Self::NoWay { .. } | Self::Unplaced { .. } => false,
        }
    }
}

impl fmt::Display for OtherArm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Staying => write!(f, "stays where it is"),
            Self::Deciding { doing } => write!(f, "is to {doing}"),
            Self::OnItsWay { doing, mission, .. } => {
                write!(f, "may still be on its way, to {doing} in mission {mission}")
            }
        }
    }
}

fn lacking(pose: &str) -> String {
    if pose.is_empty() { "no way for it".to_owned() } else { format!("no pose {pose}") }
}

fn metres(millimetres: i64) -> String {
    format!("{:.3}", millimetres as f64 / 1000.0)
}

fn nearness(distance_mm: i64) -> String {
    if distance_mm < 0 {
        "would run into".to_owned()
    } else {
        format!("would come within {} m of", metres(distance_mm + 1))
    }
}
