use std::sync::Arc;

use serde::{Deserialize, Serialize};
use surefleet_fleet::{Attempt, Decision, Facts, JointStep, MissionId, Outcome, SkillOutcome, StepIndex, Turn};

use crate::Heartbeat;

/// What a robot's ring wants done, in this order.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Keep this before anything that comes after it is sent; where it cannot be kept, send nothing after it.
    Journal(Entry),
    /// Publish this turn on the ring.
    Publish(Arc<Turn>),
    /// Publish on the ring how this robot's part of the step ended.
    PublishOutcome {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// How.
        outcome: SkillOutcome,
    },
    /// Publish that this robot is alive.
    Heartbeat(Heartbeat),
    /// It is this robot's turn: the planner is to decide it.
    Decide(Arc<Turn>),
    /// The turn is superseded or the mission is over: stop scoring, withdraw the help request.
    Withdraw {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt.
        attempt: Attempt,
    },
    /// Propose a joint step to the monitor.
    Propose {
        /// The joint step.
        joint: JointStep,
        /// What it was planned from.
        facts: Facts,
    },
    /// Propose to the monitor that the mission ends.
    ProposeStop {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt.
        attempt: Attempt,
        /// How it ends.
        outcome: Outcome,
    },
    /// Execute this robot's part of the approved step; said again after a restart.
    Execute {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt that was approved.
        attempt: Attempt,
        /// What this robot is to do.
        decision: Decision,
        /// The world that the step was planned from; empty where an earlier life knew it and this one does not.
        facts: Facts,
    },
    /// The mission is over: whatever goes on for it is to cease.
    Ended {
        /// The mission.
        mission: MissionId,
        /// How it ended.
        outcome: Outcome,
    },
}

/// What a ring must not forget when its process dies: what a journal keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A mission was heard of first in this turn.
    Met {
        /// The turn.
        turn: Arc<Turn>,
        /// Whether no earlier life can have acted in the mission, so that all is in the journal.
        is_new: bool,
    },
    /// This robot makes an attempt that begins with this turn.
    Issued(Arc<Turn>),
    /// This robot holds this turn.
    Held(Arc<Turn>),
    /// This robot decided the turn it held.
    Decided {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt.
        attempt: Attempt,
        /// What it is to do.
        decision: Decision,
    },
    /// The monitor approved this joint step; this robot executes its part.
    Approved(JointStep),
    /// This robot's part of the step ended.
    Finished {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// How.
        outcome: SkillOutcome,
    },
    /// The mission is over.
    Ended(MissionId),
}
