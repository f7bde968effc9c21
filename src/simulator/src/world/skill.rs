use surefleet_fleet::{Attempt, Decision, Facts, JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_world::World;
use thiserror::Error;

/// An input of a world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorldInput {
    /// The safety monitor approved a joint step, or says so again. Whether it was the monitor is for the caller to check.
    Approved {
        /// The decisions of all robots.
        joint: JointStep,
        /// From then on nothing of it is begun.
        until: Stamp,
    },
    /// A robot is told to act.
    Goal {
        /// The caller's name for this goal; the result bears it.
        ticket: GoalTicket,
        /// The goal.
        goal: SkillGoal,
    },
    /// A goal is not wanted any more; a skill under way stops without effect.
    Cancel {
        /// The goal.
        ticket: GoalTicket,
    },
    /// Somebody saw that a robot's part of a step did not work.
    Noticed {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The robot whose part failed.
        robot: RobotId,
    },
    /// A mission is over: nothing is begun for it any more, and its skills under way stop without effect.
    Ended(MissionId),
    /// Time has passed.
    Tick,
}

/// An output of a world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorldOutput {
    /// A goal came to its end; exactly once for each.
    SkillFinished {
        /// The goal.
        ticket: GoalTicket,
        /// Whether the skill did what it says.
        result: Result<(), WorldError>,
    },
    /// The current facts.
    Facts(Facts),
}

/// The caller's name for a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GoalTicket(pub u64);

/// One robot's part of an approved joint step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillGoal {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// The attempt that was approved.
    pub attempt: Attempt,
    /// The robot that is to act.
    pub robot: RobotId,
    /// The decision.
    pub decision: Decision,
    /// The skill's name, such as "go_to".
    pub skill: String,
    /// The objects that it is applied to, such as "fridge".
    pub arguments: Vec<String>,
}

/// Why a skill did not do what it says, or a world cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WorldError {
    /// No approved step allows it.
    #[error(
        "step {step}, attempt {attempt} of mission {mission} was not approved with this decision of {robot}: nothing moves"
    )]
    NotApproved {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt.
        attempt: u32,
        /// The robot that was to act.
        robot: RobotId,
    },
    /// The world that the step was approved for is gone.
    #[error(
        "step {step} of mission {mission} is over, step {later} was approved since: {robot} does not begin it any more"
    )]
    Superseded {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// A later step of the mission that was approved.
        later: StepIndex,
        /// The robot that was to act.
        robot: RobotId,
    },
    /// The approval has expired.
    #[error(
        "the approval of step {step} of mission {mission} has expired: {robot} does not begin it unless it is said again"
    )]
    Lapsed {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The robot that was to act.
        robot: RobotId,
    },
    /// The mission is over.
    #[error("mission {mission} is over: {robot} does not begin step {step} of it")]
    MissionEnded {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The robot that was to act.
        robot: RobotId,
    },
    /// Not one of the robots here.
    #[error("there is no {0} in this world")]
    UnknownRobot(RobotId),
    /// The decision's number and its name do not say the same.
    #[error("decision {decision} is {expected}, not {found}: sender and world use different domains")]
    BadSkill {
        /// The decision's number.
        decision: u16,
        /// The decision's name in this world.
        expected: String,
        /// The name in the goal.
        found: String,
    },
    /// The robot tried and failed.
    #[error("{0}")]
    Failed(String),
    /// The goal was cancelled.
    #[error("the goal was cancelled")]
    Canceled,
    /// A setting out of range.
    #[error("{name} is {value}: {mend}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: String,
        /// The remedy.
        mend: &'static str,
    },
}

impl SkillGoal {
    pub(crate) fn not_approved(&self) -> WorldError {
        let (mission, step, attempt) = (self.mission, self.step, self.attempt.0);
        WorldError::NotApproved { mission, step, attempt, robot: self.robot.clone() }
    }

    pub(crate) fn mission_ended(&self) -> WorldError {
        WorldError::MissionEnded { mission: self.mission, step: self.step, robot: self.robot.clone() }
    }

    pub(crate) fn lapsed(&self) -> WorldError {
        WorldError::Lapsed { mission: self.mission, step: self.step, robot: self.robot.clone() }
    }

    pub(crate) fn superseded(&self, later: StepIndex) -> WorldError {
        WorldError::Superseded { mission: self.mission, step: self.step, later, robot: self.robot.clone() }
    }

    /// Whether skill and arguments are those of the decision.
    pub(crate) fn check_names(&self, world: &World) -> Result<(), WorldError> {
        let is_known = world.options().contains(self.decision);
        let expected = if is_known { world.symbol(self.decision) } else { "nothing".to_owned() };
        let found = match self.arguments.as_slice() {
            [] => self.skill.clone(),
            arguments => format!("{}({})", self.skill, arguments.join(", ")),
        };
        if expected == found {
            return Ok(());
        }
        Err(WorldError::BadSkill { decision: self.decision.get(), expected, found })
    }
}
