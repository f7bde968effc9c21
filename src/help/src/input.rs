use surefleet_fleet::{Attempt, MissionId, RobotId, StepIndex};

/// What happens to the desk beside service calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// The caller does not wait for the answer any more.
    Withdraw {
        /// The caller's key.
        key: String,
        /// Who asked; nobody else withdraws it.
        robot: RobotId,
    },
    /// The mission is over: nobody waits for answers to its requests.
    MissionEnded(MissionId),
    /// A robot has decided; heard more than once in a row it counts once.
    Decided {
        /// Who.
        robot: RobotId,
        /// For which mission.
        mission: MissionId,
        /// In which step and attempt.
        place: (StepIndex, Attempt),
    },
    /// Time has passed.
    Tick,
}
