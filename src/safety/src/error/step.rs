use surefleet_fleet::{MissionId, Outcome, RobotId, StepIndex};
use thiserror::Error;

use super::{AdmissionError, ArmRefusal, GateClosed, NotRunning, UnseenWorld};

/// The reason why a robot that asks about its candidates gets no verdicts.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// Nobody knows the mission, or it is over.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// Nothing can be judged now, or not from the world that the robot plans from.
    #[error(transparent)]
    Unjudged(#[from] Unjudged),
}

/// The reason why the monitor cannot judge decisions now, or not those of this step, team or world.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unjudged {
    /// Nothing may move.
    #[error(transparent)]
    Gate(#[from] GateClosed),
    /// It is not the step that comes next.
    #[error(transparent)]
    OutOfSequence(#[from] OutOfSequence),
    /// The step comes after the last one.
    #[error("step {step} is beyond the horizon of {horizon} steps")]
    BeyondHorizon {
        /// The step.
        step: StepIndex,
        /// The horizon H.
        horizon: u32,
    },
    /// A robot of the team is not known to have finished its last order.
    #[error(transparent)]
    StillActing(#[from] StillActing),
    /// An arm of the team has come to rest, but nobody has measured yet where.
    #[error(
        "{0} has ended its last motion, and where its joints are since then is not told yet: wait for the next /world/state"
    )]
    Unsettled(RobotId),
    /// The robot does not take part.
    #[error("{0} is not of the mission's team")]
    NotOfTeam(RobotId),
    /// The robot has decided already.
    #[error("{0} has decided twice in this joint step")]
    DecidedTwice(RobotId),
    /// The world differs from the one that was planned from.
    #[error("the world is not what was planned from: {}", differences(.no_longer, .now))]
    OtherFacts {
        /// Facts that were planned from but not seen; some of them.
        no_longer: Vec<String>,
        /// Facts that were seen but not planned from; some of them.
        now: Vec<String>,
    },
}

/// A step that is not the one that comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("step {step} is out of sequence: step {next} comes next")]
pub struct OutOfSequence {
    /// The step in question.
    pub step: StepIndex,
    /// The only one that can be decided.
    pub next: StepIndex,
}

/// A robot that is not known to have finished its last order.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{robot} was to {decision} in step {step} of mission {mission} and has not said that this is over: wait for it"
)]
pub struct StillActing {
    /// The robot.
    pub robot: RobotId,
    /// The order, in words.
    pub decision: String,
    /// The step of the order.
    pub step: StepIndex,
    /// The mission of the order.
    pub mission: MissionId,
}

/// The reason why a joint step is not approved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StepRefusal {
    /// Nothing can be judged now, or not from the world that was planned from.
    #[error(transparent)]
    Unjudged(#[from] Unjudged),
    /// A robot has no decision and is not recorded as absent.
    #[error("{0} is missing from the joint step: a robot that is away is to be recorded as absent")]
    Undecided(RobotId),
    /// A decision names an attempt later than that of the joint step.
    #[error("{0} decided in an attempt that is later than that of the joint step")]
    LaterAttempt(RobotId),
    /// A refused attempt is proposed again.
    #[error("attempt {attempt} at this step was refused before: only another attempt is judged")]
    RefusedBefore {
        /// The attempt.
        attempt: u32,
    },
    /// Another joint step was approved for the step.
    #[error("step {step} is decided already: attempt {approved} was approved")]
    Committed {
        /// The step.
        step: StepIndex,
        /// The attempt that was approved.
        approved: u32,
    },
    /// A robot may not do what it decided.
    #[error(transparent)]
    Decision(#[from] DecisionRefusal),
}

/// The reason why a robot may not do something together with the actions of others.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DecisionRefusal {
    /// The number is no decision of the domain.
    #[error("decision {decision} of {robot} is not one of the {options} decisions of the domain")]
    NoSuchDecision {
        /// The robot.
        robot: RobotId,
        /// The number.
        decision: u16,
        /// The number of decisions in the domain.
        options: usize,
    },
    /// The world does not allow it now, or not together with the actions of others.
    #[error("{0}")]
    Impossible(String),
    /// Another robot may still be executing a skill that cannot go together with this.
    #[error(
        "{robot} cannot {decision} while {by} is to {doing} in mission {mission}: wait until that is over, or decide \
         otherwise"
    )]
    BesideAnother {
        /// The robot.
        robot: RobotId,
        /// The decision, in words.
        decision: String,
        /// The other robot.
        by: RobotId,
        /// The other robot's skill, in words.
        doing: String,
        /// The mission of that skill.
        mission: MissionId,
        /// Whether the skill is expected to end. If not, nothing was heard of it for long: decide otherwise.
        is_awaited: bool,
    },
    /// Its arm has no way there, or could come too near to another.
    #[error(transparent)]
    Arm(#[from] Box<ArmRefusal>),
    /// A constraint forbids it, or it would leave no way to keep all of them.
    #[error("{robot} may not {decision}: {why}{}", alternatives(.instead))]
    Violates {
        /// The robot.
        robot: RobotId,
        /// The decision, in words.
        decision: String,
        /// The violated constraint in the user's words and the change, or the constraints that cannot all be kept.
        why: String,
        /// The alternatives that the robot may choose, in words; empty if there are none or nobody asked for them.
        instead: Vec<String>,
    },
}

/// The reason why a mission cannot be ended in this way.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StopRefusal {
    /// Nobody can propose this outcome.
    #[error("a mission cannot be stopped as {0:?}")]
    NoStop(Outcome),
    /// It is not at the step that comes next.
    #[error(transparent)]
    OutOfSequence(#[from] OutOfSequence),
    /// The words of a person's correction are not admitted.
    #[error(transparent)]
    Correction(#[from] AdmissionError),
    /// Success is claimed, but the monitor does not see the world.
    #[error(transparent)]
    World(#[from] UnseenWorld),
    /// Success is claimed for a mission that only its team can judge, but the team still acts.
    #[error("not everybody stayed idle in the step before, so the mission is not over")]
    NotIdle,
    /// Success is claimed while a constraint still requires something.
    #[error("the mission cannot end here: {0}")]
    Owed(String),
}

impl StepRefusal {
    /// Whether a joint step refused for this reason alone may be approved unchanged once a skill has ended.
    pub(crate) fn passes_with_a_skill(&self) -> bool {
        match self {
            Self::Unjudged(Unjudged::StillActing(_) | Unjudged::Unsettled(_)) => true,
            Self::Decision(DecisionRefusal::Arm(refusal)) => refusal.passes_with_a_motion(),
            Self::Decision(DecisionRefusal::BesideAnother { is_awaited, .. }) => *is_awaited,
            Self::Unjudged(
                Unjudged::Gate(_)
                | Unjudged::OutOfSequence(_)
                | Unjudged::BeyondHorizon { .. }
                | Unjudged::NotOfTeam(_)
                | Unjudged::DecidedTwice(_)
                | Unjudged::OtherFacts { .. },
            )
            | Self::Decision(
                DecisionRefusal::NoSuchDecision { .. }
                | DecisionRefusal::Impossible(_)
                | DecisionRefusal::Violates { .. },
            )
            | Self::Undecided(_)
            | Self::LaterAttempt(_)
            | Self::RefusedBefore { .. }
            | Self::Committed { .. } => false,
        }
    }
}

fn alternatives(allowed: &[String]) -> String {
    let more = allowed.len().saturating_sub(NAMED);
    match allowed {
        [] => String::new(),
        _ if more > 0 => format!("; it may {}, or one of {more} others", allowed[..NAMED].join(", ")),
        _ => format!("; it may {}", allowed.join(", or ")),
    }
}

/// The largest number of alternatives that are named.
const NAMED: usize = 4;

fn differences(no_longer: &[String], now: &[String]) -> String {
    let gone = no_longer.iter().map(|fact| format!("{fact} no longer holds"));
    let new = now.iter().map(|fact| format!("{fact} holds now"));
    gone.chain(new).collect::<Vec<_>>().join("; ")
}
