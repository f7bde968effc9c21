use std::{sync::Arc, time::Duration};

use surefleet_fleet::{
    Attempt, Decision, Facts, Incarnation, JointStep, MissionId, Outcome, RobotId, SkillOutcome, Stamp, StepIndex,
    Turn, TurnKey,
};

/// What a robot's ring needs to know before it starts.
#[derive(Debug, Clone)]
pub struct RingConfig {
    /// This robot.
    pub me: RobotId,
    /// This life of its process, drawn at random.
    pub incarnation: Incarnation,
    /// How long a turn stays with a holder that is not heard; the same for the whole fleet. Heartbeats go out three
    /// times a lease.
    pub lease: Duration,
}

/// What happens to a robot's ring.
#[derive(Debug, Clone)]
pub enum Input {
    /// A turn came from the ring.
    Turn(Arc<Turn>),
    /// A robot's part of an approved step ended.
    Outcome {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// Whose part.
        robot: RobotId,
        /// How.
        outcome: SkillOutcome,
    },
    /// The monitor ended a mission.
    End {
        /// The mission.
        mission: MissionId,
        /// How.
        outcome: Outcome,
    },
    /// A robot is alive; this robot's own are ignored.
    Heartbeat(Heartbeat),
    /// The monitor judged a joint step.
    Verdict {
        /// The joint step.
        joint: JointStep,
        /// Approved, or why not.
        verdict: Result<(), Vec<String>>,
    },
    /// The monitor refused to end a mission; where it accepts, [`Input::End`] comes instead.
    StopRefused {
        /// The mission.
        mission: MissionId,
        /// The step of the proposal.
        step: StepIndex,
        /// The attempt of the proposal.
        attempt: Attempt,
        /// Why.
        reasons: Vec<String>,
    },
    /// The world was observed.
    Facts {
        /// When.
        observed: Stamp,
        /// What is true.
        facts: Facts,
    },
    /// The planner decided the turn that this robot holds.
    Decided {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt.
        attempt: Attempt,
        /// What this robot is to do.
        decision: Decision,
    },
    /// The planner seeks help from team mates in a new order.
    Reorder {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt that is given up.
        attempt: Attempt,
        /// Each robot of the team, once.
        order: Arc<[RobotId]>,
    },
    /// The planner finds that the mission should end.
    Stop {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt.
        attempt: Attempt,
        /// How it ends.
        outcome: Outcome,
    },
    /// The planner began or ceased to wait for a person; for heartbeats only.
    WaitsForHelp {
        /// The mission.
        mission: MissionId,
        /// Whether it waits.
        waits: bool,
    },
    /// This robot's skill ended.
    SkillFinished {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// How.
        outcome: SkillOutcome,
    },
    /// Time has passed: a deadline may be due.
    Tick,
}

/// A planner is alive, and what it knows of one mission: heals every lost message on the ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heartbeat {
    /// Who.
    pub robot: RobotId,
    /// Which life of its planner.
    pub incarnation: Incarnation,
    /// The mission that the rest is about; `None`: it takes part in none.
    pub mission: Option<MissionId>,
    /// Whether it holds the turn `seen`: its lease is renewed.
    pub holding: bool,
    /// Whether it waits for a person.
    pub waiting_for_help: bool,
    /// The newest turn it has seen.
    pub seen: Option<TurnKey>,
    /// The last step whose skill it finished, and whether the skill did what it says.
    pub finished: Option<(StepIndex, bool)>,
}
