use surefleet_fleet::{RobotId, StepIndex};
use thiserror::Error;

/// An error in the planner's input; such input changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlannerError {
    /// The turn is another robot's, or nobody's.
    #[error("turn of step {step} is held by {holder:?}, not by {me}: give a robot only the turns that it holds")]
    NotHolder {
        /// The step.
        step: StepIndex,
        /// The robot that holds it; `None`: all have decided.
        holder: Option<RobotId>,
        /// This robot.
        me: RobotId,
    },
    /// The turn contradicts itself or the domain.
    #[error("turn of step {step} is not usable: {problem}; check that all robots run one version and one domain")]
    Turn {
        /// The step.
        step: StepIndex,
        /// The problem.
        problem: String,
    },
    /// A skill that no robot has.
    #[error("no decision uses a skill {skill:?}: choose among {known}")]
    UnknownSkill {
        /// As given.
        skill: String,
        /// The skills of S.
        known: String,
    },
    /// Verdicts that do not even cover idle.
    #[error("{verdicts} verdicts, but idle is option {idle}: give one verdict an option of S, 65534 options at most")]
    Verdicts {
        /// How many there are.
        verdicts: usize,
        /// The index of idle.
        idle: u16,
    },
    /// A part of a team step that is not of S.
    #[error("the robot's part of the team step is decision {part}, but S has {options} options")]
    Part {
        /// The part.
        part: u16,
        /// The size of S.
        options: usize,
    },
    /// Recorded scores that no planner would decide from.
    #[error("recorded scores are not usable: {0}")]
    Scores(String),
    /// A permit that does not fit the mission.
    #[error("the permit to decide alone does not hold here: {0}")]
    Permit(String),
    /// A line that is not a record of this schema.
    #[error("line {line}, field {field}: {problem}")]
    Record {
        /// The line, from 1.
        line: usize,
        /// The path to the field, such as `evidence.scores`; `.` is the record itself.
        field: String,
        /// The problem there.
        problem: String,
    },
}
