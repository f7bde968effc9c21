use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{MissionId, RobotId};

/// One element of the decision set S: its index in the domain's canonical order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Decision(u16);

impl Decision {
    /// From an index in the canonical order of S.
    pub const fn new(index: u16) -> Self {
        Self(index)
    }

    /// The index in the canonical order of S.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The index as it goes on the wire.
    pub const fn get(self) -> u16 {
        self.0
    }
}

/// A time step t of the mission, 1 to the horizon H.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StepIndex(u32);

impl StepIndex {
    /// t = 1.
    pub const FIRST: Self = Self(1);

    /// From a number on the wire; `None` for zero.
    pub const fn new(step: u32) -> Option<Self> {
        if step == 0 { None } else { Some(Self(step)) }
    }

    /// The number t, from 1.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// t + 1; the greatest number on the wire has no next.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// Steps left in `horizon`, this one included.
    pub const fn left_in(self, horizon: u32) -> u32 {
        horizon.saturating_add(1).saturating_sub(self.0)
    }
}

impl fmt::Display for StepIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A try at a step. Every regenerated turn, every new order and every refused joint step raises it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Attempt(pub u32);

impl Attempt {
    /// The first try.
    pub const FIRST: Self = Self(0);

    /// Attempts from here on are refused as damaged: no step is tried that often.
    pub const LIMIT: Self = Self(1 << 31);

    /// The try after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// The decision of one robot within a joint step.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decided {
    /// The robot that is to act.
    pub robot: RobotId,
    /// The decision; `None`: the robot was absent, so it stays where it is.
    pub decision: Option<Decision>,
    /// The attempt in which the decision was made; later attempts may carry it over.
    pub attempt: Attempt,
}

/// The name of a decision; at most one accepted decision has it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DecisionKey {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// The attempt in which it was made.
    pub attempt: Attempt,
    /// The robot that made it.
    pub robot: RobotId,
}

/// All robots' decisions of one step, executed at once.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct JointStep {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// The attempt that completed it.
    pub attempt: Attempt,
    /// One entry for each robot, in the order in which they decided.
    pub decided: Vec<Decided>,
}

impl JointStep {
    /// The decision of `robot`; `None` if it is absent or not in the step.
    pub fn decision_of(&self, robot: &RobotId) -> Option<Decision> {
        self.decided.iter().find(|decided| decided.robot == *robot)?.decision
    }
}
