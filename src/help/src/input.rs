use surefleet_fleet::{Attempt, MissionId, RobotId, StepIndex};

/// An input of the desk, apart from service calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// The caller no longer waits for the answer.
    Withdraw {
        /// The caller's key.
        key: String,
        /// The robot that asked; no other robot can withdraw it.
        robot: RobotId,
    },
    /// The mission is over: nobody waits for answers to its requests.
    MissionEnded(MissionId),
    /// A robot has decided; repeats in a row count once.
    Decided {
        /// The robot.
        robot: RobotId,
        /// The mission.
        mission: MissionId,
        /// The step and the attempt.
        place: (StepIndex, Attempt),
    },
    /// Time has passed.
    Tick,
}
