use std::sync::Arc;

use serde::{Deserialize, Serialize};
use surefleet_fleet::{
    Attempt, Decision, Facts, JointStep, MissionId, Outcome, SkillOutcome, StepIndex, TeamStep, Turn,
};

use crate::Heartbeat;

/// A request of a robot's ring to the program that drives it; follow them in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Keep this before you send any later output; if you cannot keep it, send no later output.
    Journal(Entry),
    /// Publish this turn on the ring.
    Publish(Arc<Turn>),
    /// Publish on the ring how this robot's part of the step ended.
    PublishOutcome {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The outcome.
        outcome: SkillOutcome,
    },
    /// Publish that this robot is alive.
    Heartbeat(Heartbeat),
    /// It is this robot's turn: the planner must decide it.
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
        /// The facts that it was planned from.
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
    /// Execute this robot's part of the approved step; repeated after a restart.
    Execute {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt that was approved.
        attempt: Attempt,
        /// The decision: this robot's action.
        decision: Decision,
        /// The world that the step was planned from; empty if only an earlier life knew it.
        facts: Facts,
    },
    /// The mission is over: stop everything that is still going on for it.
    Ended {
        /// The mission.
        mission: MissionId,
        /// How it ended.
        outcome: Outcome,
    },
}

/// A journal entry: a fact that a ring must not forget when its process dies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// The robot first heard of a mission in this turn.
    Met {
        /// The turn.
        turn: Arc<Turn>,
        /// Whether no earlier life can have acted in the mission, so that the journal is complete.
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
        /// The decision: its action.
        decision: Decision,
        /// The team step that it put on the ring with it, if so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        team_step: Option<Arc<TeamStep>>,
    },
    /// The monitor approved this joint step; this robot executes its part.
    Approved(JointStep),
    /// This robot's part of the step ended.
    Finished {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The outcome.
        outcome: SkillOutcome,
    },
    /// The mission is over.
    Ended(MissionId),
}
