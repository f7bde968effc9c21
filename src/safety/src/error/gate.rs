use std::time::Duration;

use surefleet_fleet::{MissionId, Outcome};
use surefleet_mission::MissionError;
use thiserror::Error;

use crate::ConstraintId;

/// The monitor was told to cease.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the gate is closed: the safety monitor is not active; ros2 lifecycle set /safety_monitor activate")]
pub struct Inactive;

/// Why the monitor does not see the world.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum UnseenWorld {
    /// No world state has come yet.
    #[error("the gate is closed: no world state was seen yet; check that something publishes /world/state")]
    Never,
    /// The newest world state is too old.
    #[error("the gate is closed: the newest world state is {age:?} old, the limit is {limit:?}")]
    Stale {
        /// How old.
        age: Duration,
        /// How old it may be.
        limit: Duration,
    },
    /// The newest world state bears a time that is yet to come.
    #[error("the gate is closed: the newest world state is {ahead:?} ahead of the clock; synchronise the clocks")]
    Ahead {
        /// How far.
        ahead: Duration,
    },
    /// The newest world state is of another domain.
    #[error(
        "the gate is closed: the world state is of domain {theirs}, the monitor's is {ours}; start both from one file"
    )]
    OtherDomain {
        /// The digest in the message.
        theirs: String,
        /// The monitor's.
        ours: String,
    },
    /// The newest world state cannot be the state of any world.
    #[error("the gate is closed: the world state is impossible: {0}")]
    Impossible(MissionError),
}

/// Why nothing may move, whoever asks.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GateClosed {
    /// The monitor was told to cease.
    #[error(transparent)]
    Inactive(#[from] Inactive),
    /// The monitor does not see the world.
    #[error(transparent)]
    World(#[from] UnseenWorld),
    /// What happened has violated a constraint for good.
    #[error("the gate is closed: constraint {id} is broken ({why}); confirm it anew or retire it")]
    Broken {
        /// The constraint.
        id: ConstraintId,
        /// What happened.
        why: String,
    },
    /// What happened has left no way to keep all constraints.
    #[error("the gate is closed: as the world is, {0}; retire one of them, or mend the world")]
    Stuck(String),
}

/// Why a mission is none that runs.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotRunning {
    /// A mission that the monitor did not admit.
    #[error("mission {0} is not one that the safety monitor knows or hears of: surefleet missions lists those")]
    Unknown(MissionId),
    /// A mission that is over.
    #[error("mission {mission} is over: {outcome}")]
    Ended {
        /// The mission.
        mission: MissionId,
        /// How it ended.
        outcome: Outcome,
    },
}

/// Why somebody cannot cancel a mission.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CancelError {
    /// The monitor was told to cease.
    #[error(transparent)]
    Inactive(#[from] Inactive),
    /// Nobody knows the mission, or it is over.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
}
