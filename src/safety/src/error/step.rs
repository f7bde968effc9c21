use surefleet_fleet::{MissionId, Outcome, RobotId, StepIndex};
use thiserror::Error;

use super::{AdmissionError, GateClosed, NotRunning, UnseenWorld};

/// Why a robot that asks about its candidates gets no verdicts.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// Nobody knows the mission, or it is over.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// Nothing can be judged now, or not what it plans from.
    #[error(transparent)]
    Unjudged(#[from] Unjudged),
}

/// Why the monitor cannot judge decisions now, or not those of this step, team or world.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unjudged {
    /// Nothing may move.
    #[error(transparent)]
    Gate(#[from] GateClosed),
    /// Not the step that comes next.
    #[error(transparent)]
    OutOfSequence(#[from] OutOfSequence),
    /// A step after the last one.
    #[error("step {step} is beyond the horizon of {horizon} steps")]
    BeyondHorizon {
        /// The step.
        step: StepIndex,
        /// H.
        horizon: u32,
    },
    /// A robot of the team is not known to be done with what it was told to do.
    #[error(transparent)]
    StillActing(#[from] StillActing),
    /// A robot that does not take part.
    #[error("{0} is not of the mission's team")]
    NotOfTeam(RobotId),
    /// A robot that has decided already.
    #[error("{0} has decided twice in this joint step")]
    DecidedTwice(RobotId),
    /// The world is not the one that was planned from.
    #[error("the world is not what was planned from: {}", differences(.no_longer, .now))]
    OtherFacts {
        /// Planned from, but not seen; some of them.
        no_longer: Vec<String>,
        /// Seen, but not planned from; some of them.
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

/// A robot that is not known to be done with what it was told to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{robot} was to {decision} in step {step} of mission {mission} and has not said that this is over: wait for it"
)]
pub struct StillActing {
    /// The robot.
    pub robot: RobotId,
    /// What, in words.
    pub decision: String,
    /// Its step.
    pub step: StepIndex,
    /// Its mission.
    pub mission: MissionId,
}

/// Why a joint step is not approved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StepRefusal {
    /// Nothing can be judged now, or not what was planned from.
    #[error(transparent)]
    Unjudged(#[from] Unjudged),
    /// A robot without a decision, present or absent.
    #[error("{0} is missing from the joint step: a robot that is away is to be recorded as absent")]
    Undecided(RobotId),
    /// A decision that names an attempt yet to come.
    #[error("{0} decided in an attempt that is later than that of the joint step")]
    LaterAttempt(RobotId),
    /// An attempt that was refused is proposed again.
    #[error("attempt {attempt} at this step was refused before: only another attempt is judged")]
    RefusedBefore {
        /// Which.
        attempt: u32,
    },
    /// Another joint step was approved for the step.
    #[error("step {step} is decided already: attempt {approved} was approved")]
    Committed {
        /// The step.
        step: StepIndex,
        /// The attempt that was.
        approved: u32,
    },
    /// A robot may not do what it decided.
    #[error(transparent)]
    Decision(#[from] DecisionRefusal),
}

/// Why a robot may not do something beside what others do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DecisionRefusal {
    /// A number that is no decision of the domain.
    #[error("decision {decision} of {robot} is not one of the {options} decisions of the domain")]
    NoSuchDecision {
        /// Who.
        robot: RobotId,
        /// The number.
        decision: u16,
        /// How many there are.
        options: usize,
    },
    /// The world does not allow it now, or not together with what others do.
    #[error("{0}")]
    Impossible(String),
    /// Another robot may still be at something that this must not be done beside.
    #[error(
        "{robot} cannot {decision} while {by} is to {doing} in mission {mission}: wait until that is over, or decide \
         otherwise"
    )]
    BesideAnother {
        /// Who.
        robot: RobotId,
        /// What, in words.
        decision: String,
        /// Who is at it.
        by: RobotId,
        /// At what, in words.
        doing: String,
        /// Of which mission.
        mission: MissionId,
        /// Whether its end is to be expected; where nothing was heard of it for long, decide otherwise.
        is_awaited: bool,
    },
    /// A safety requirement forbids it.
    #[error("{robot} must not {decision}: {requirement}")]
    Forbidden {
        /// Who.
        robot: RobotId,
        /// What, in words.
        decision: String,
        /// The requirement in words.
        requirement: String,
    },
    /// A constraint forbids it, or it would leave no way to keep all of them.
    #[error("{robot} may not {decision}: {why}{}", alternatives(.instead))]
    Violates {
        /// Who.
        robot: RobotId,
        /// What, in words.
        decision: String,
        /// What is violated, in the user's words, and what changes; or what could not be kept any more.
        why: String,
        /// What it may do instead, in words; empty where nothing is, or that was not asked.
        instead: Vec<String>,
    },
}

/// Why a mission cannot be ended so.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StopRefusal {
    /// An outcome that nobody can propose.
    #[error("a mission cannot be stopped as {0:?}")]
    NoStop(Outcome),
    /// Not at the step that comes next.
    #[error(transparent)]
    OutOfSequence(#[from] OutOfSequence),
    /// The words that a person corrected it to are not admitted.
    #[error(transparent)]
    Correction(#[from] AdmissionError),
    /// Success is claimed, and the monitor does not see the world.
    #[error(transparent)]
    World(#[from] UnseenWorld),
    /// Success is claimed too early.
    #[error("the mission is not achieved: {0} is left to do")]
    NotAchieved(String),
    /// Success is claimed of a mission that only its team can judge, and its team still acts.
    #[error("not everybody stayed idle in the step before, so the mission is not over")]
    NotIdle,
    /// Success is claimed while a constraint still asks for something.
    #[error("the mission cannot end here: {0}")]
    Owed(String),
}

impl StepRefusal {
    /// Whether a joint step that is not approved for this reason alone may be so in a while, as it is.
    pub(crate) fn passes_with_a_skill(&self) -> bool {
        match self {
            Self::Unjudged(Unjudged::StillActing(_)) => true,
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
                | DecisionRefusal::Forbidden { .. }
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

/// At most so many alternatives are named.
const NAMED: usize = 4;

fn differences(no_longer: &[String], now: &[String]) -> String {
    let gone = no_longer.iter().map(|fact| format!("{fact} no longer holds"));
    let new = now.iter().map(|fact| format!("{fact} holds now"));
    gone.chain(new).collect::<Vec<_>>().join("; ")
}
