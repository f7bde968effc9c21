use std::time::Duration;

use surefleet_fleet::{MissionId, Outcome};
use surefleet_world::WorldError;
use thiserror::Error;

use crate::ConstraintId;

/// The monitor is inactive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the gate is closed: the safety monitor is not active; ros2 lifecycle set /safety_monitor activate")]
pub struct Inactive;

/// The reason why the monitor does not see the world.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum UnseenWorld {
    /// No world state has come yet.
    #[error("the gate is closed: no world state was seen yet; check that something publishes /world/state")]
    Never,
    /// The newest world state is too old.
    #[error("the gate is closed: the newest world state is {age:?} old, the limit is {limit:?}")]
    Stale {
        /// Its age.
        age: Duration,
        /// The greatest age allowed.
        limit: Duration,
    },
    /// The newest world state has a time in the future.
    #[error("the gate is closed: the newest world state is {ahead:?} ahead of the clock; synchronise the clocks")]
    Ahead {
        /// The difference to the clock.
        ahead: Duration,
    },
    /// The newest world state belongs to another domain.
    #[error(
        "the gate is closed: the world state is of domain {theirs}, the monitor's is {ours}; start both from one file"
    )]
    OtherDomain {
        /// The digest in the message.
        theirs: String,
        /// The digest of the monitor's domain.
        ours: String,
    },
    /// The newest world state is impossible in this domain.
    #[error("the gate is closed: the world state is impossible: {0}")]
    Impossible(WorldError),
}

/// The reason why nothing may move, whoever asks.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GateClosed {
    /// The monitor is inactive.
    #[error(transparent)]
    Inactive(#[from] Inactive),
    /// The monitor does not see the world.
    #[error(transparent)]
    World(#[from] UnseenWorld),
    /// An event has violated a constraint for good.
    #[error("the gate is closed: constraint {id} is broken ({why}); confirm it anew or retire it")]
    Broken {
        /// The constraint.
        id: ConstraintId,
        /// The event.
        why: String,
    },
    /// Events have left no way to keep all constraints.
    #[error("the gate is closed: as the world is, {0}; retire one of them, or mend the world")]
    Stuck(String),
}

/// The reason why a mission is not running.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotRunning {
    /// The monitor did not admit this mission.
    #[error("mission {0} is not one that the safety monitor knows or hears of: surefleet missions lists those")]
    Unknown(MissionId),
    /// The mission is over.
    #[error("mission {mission} is over: {outcome}")]
    Ended {
        /// The mission.
        mission: MissionId,
        /// How it ended.
        outcome: Outcome,
    },
}

/// The reason why a mission cannot be cancelled.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CancelError {
    /// The monitor is inactive.
    #[error(transparent)]
    Inactive(#[from] Inactive),
    /// Nobody knows the mission, or it is over.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
}
