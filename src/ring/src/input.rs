use std::{sync::Arc, time::Duration};

use surefleet_fleet::{
    Attempt, Decision, Facts, Incarnation, JointStep, MissionId, Outcome, RobotId, SkillOutcome, Stamp, StepIndex,
    TeamStep, Turn, TurnKey,
};

/// The settings of a robot's ring at start.
#[derive(Debug, Clone)]
pub struct RingConfig {
    /// This robot.
    pub me: RobotId,
    /// All robots of the fleet. What is told of those outside a team does not concern it.
    pub fleet: Arc<[RobotId]>,
    /// This life of its process, drawn at random.
    pub incarnation: Incarnation,
    /// How long a turn stays with a silent holder; the same for the whole fleet. Heartbeats go out three times per
    /// lease.
    pub lease: Duration,
}

/// An input of a robot's ring.
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
        /// The robot whose part ended.
        robot: RobotId,
        /// The outcome of the part.
        outcome: SkillOutcome,
    },
    /// The monitor ended a mission.
    End {
        /// The mission.
        mission: MissionId,
        /// The outcome of the mission.
        outcome: Outcome,
    },
    /// A robot is alive; the ring ignores this robot's own heartbeats.
    Heartbeat(Heartbeat),
    /// The monitor judged a joint step.
    Verdict {
        /// The joint step.
        joint: JointStep,
        /// Approved, or the reasons against it.
        verdict: Result<(), Vec<String>>,
    },
    /// The monitor refused to end a mission; if it accepts, [`Input::End`] comes instead.
    StopRefused {
        /// The mission.
        mission: MissionId,
        /// The step of the proposal.
        step: StepIndex,
        /// The attempt of the proposal.
        attempt: Attempt,
        /// The reasons.
        reasons: Vec<String>,
    },
    /// The world was observed.
    Facts {
        /// The time of the observation.
        observed: Stamp,
        /// The facts that are true.
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
        /// The decision: this robot's action.
        decision: Decision,
        /// The team step of the turn, or a new one, which counts only where the turn awaits one ([`Turn::awaits_team_step`]).
        team_step: Option<Arc<TeamStep>>,
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
    /// The planner began or stopped waiting for a person; for heartbeats only.
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
        /// The outcome of the skill.
        outcome: SkillOutcome,
    },
    /// Time has passed: a deadline may be due.
    Tick,
}

/// A planner is alive and tells its state in one mission: heartbeats repair every lost message on the ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heartbeat {
    /// The robot.
    pub robot: RobotId,
    /// The present life of its planner.
    pub incarnation: Incarnation,
    /// The mission that the other fields are about; `None`: it takes part in no mission.
    pub mission: Option<MissionId>,
    /// Whether it holds the turn `seen`: this renews the turn's lease.
    pub holding: bool,
    /// Whether it waits for a person.
    pub waiting_for_help: bool,
    /// The newest turn it has seen.
    pub seen: Option<TurnKey>,
    /// The last step whose skill it finished, and whether the skill succeeded.
    pub finished: Option<(StepIndex, bool)>,
}
