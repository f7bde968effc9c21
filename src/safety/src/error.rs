use std::time::Duration;

use surefleet_conformal::Fraction;
use surefleet_fleet::{FleetError, MissionId, Outcome, RobotId, StepIndex};
use surefleet_mission::MissionError;
use thiserror::Error;

use crate::{ConstraintId, TranslationError, Unreworded, watch::under};

/// Why the monitor does not admit, judge or approve something; the text is what people and planners read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SafetyError {
    /// The mission's text is not understood.
    #[error("the mission cannot be read: {0}")]
    Unreadable(MissionError),
    /// A safety requirement is not understood, so it could not be watched over.
    #[error("constraint {text:?} cannot be read: {problem}{unreworded}")]
    UnreadableConstraint {
        /// The requirement as the client wrote it.
        text: String,
        /// What is wrong with it.
        problem: Box<TranslationError>,
        /// Why no language model's words stand in for it.
        unreworded: Unreworded,
    },
    /// A text that is longer than a person writes and checks.
    #[error("the constraint has {bytes} bytes, {most} at most are read: say it in several constraints")]
    LongConstraint {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        most: usize,
    },
    /// A constraint that nothing can violate under the laws of the domain: it probably does not say what was meant.
    #[error(
        "nothing can violate {text:?}, read as {formula}{}: it constrains nothing; say what must not happen",
        under(.laws)
    )]
    Idle {
        /// As it was written.
        text: String,
        /// What it was understood as.
        formula: String,
        /// The laws by which nothing can.
        laws: Vec<String>,
    },
    /// A constraint that nothing can keep under the laws of the domain.
    #[error("nothing can keep {text:?}, read as {formula}{}: under it nothing would be allowed", under(.laws))]
    Hopeless {
        /// As it was written.
        text: String,
        /// What it was understood as.
        formula: String,
        /// The laws by which nothing can.
        laws: Vec<String>,
    },
    /// A constraint of a mission of which it took too much work to tell whether anything can violate and keep it.
    #[error(
        "whether anything can violate {text:?}, and anything keep it, took too much work to tell: say it in parts, or \
         propose it for the fleet"
    )]
    Untold {
        /// As it was written.
        text: String,
    },
    /// A constraint of a mission in words that a person would have to confirm.
    #[error(
        "constraint {text:?} was understood as {paraphrase:?}, which nobody has confirmed: if that is meant, send \
         \"ltl: {formula}\" with the mission, or propose the words for the fleet and confirm them \
         (surefleet constraint add)"
    )]
    Unconfirmed {
        /// As the client wrote it.
        text: String,
        /// What it was understood as, in words.
        paraphrase: String,
        /// The same as a formula.
        formula: String,
    },
    /// Constraints that cannot all be kept.
    #[error("{0}; retire one of them or ask for something else")]
    Contradiction(String),
    /// A constraint whose words mean something else for the fleet and the house of today than when they were confirmed.
    #[error("the words of {0} mean something else for the fleet and the house of today: propose them anew")]
    ReadOtherwise(ConstraintId),
    /// A constraint that nobody has proposed.
    #[error("there is no constraint {0}: list the constraints to see their names")]
    UnknownConstraint(String),
    /// The mission's identity is known already.
    #[error("mission {0} was sent before: give every mission its own id")]
    SentBefore(MissionId),
    /// The team or the horizon is malformed.
    #[error(transparent)]
    Brief(#[from] FleetError),
    /// A robot that is not of the fleet.
    #[error("{robot} is not of this fleet: choose among {}", names(.fleet))]
    UnknownRobot {
        /// The robot.
        robot: RobotId,
        /// Who is.
        fleet: Vec<RobotId>,
    },
    /// A robot that has something else to do.
    #[error(
        "{robot} is on mission {mission}: wait for its end (surefleet follow {mission}) or cancel it (surefleet cancel \
         {mission})"
    )]
    Busy {
        /// The robot.
        robot: RobotId,
        /// Its mission.
        mission: MissionId,
    },
    /// What the team would have to work with is out of its reach.
    #[error("the team cannot start from this world: {0}")]
    OutOfReach(MissionError),
    /// The miscoverage level is not one.
    #[error("alpha {alpha:?} is not a miscoverage level: {problem}")]
    Alpha {
        /// As the client wrote it.
        alpha: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The mission asks for less care than the fleet is calibrated for.
    #[error(
        "alpha {asked} is above {calibrated}, at which the fleet is calibrated: ask for {calibrated} or less, or for \
         none"
    )]
    LaxerAlpha {
        /// The mission's.
        asked: Fraction,
        /// The fleet's.
        calibrated: Fraction,
    },
    /// The mission needs more steps than it has.
    #[error("the mission needs at least {least} steps, but the horizon is {horizon}: allow {least} or more")]
    TooFar {
        /// The least number of steps.
        least: u32,
        /// H.
        horizon: u32,
    },
    /// The mission cannot be finished in any number of steps.
    #[error("no plan achieves the mission from this world: drop a requirement or ask for something else")]
    Unachievable,
    /// Robots of the team that have not shown a sign of life lately.
    #[error("no heartbeat came from {}: start their planners, or send the mission without them", names(.0))]
    Unheard(Vec<RobotId>),
    /// Robots of the team that nothing moves.
    #[error(
        "{} has no skill server: start what moves it (/<robot>/skill, ExecuteSkill, docs/integration.md), or the \
         simulator, or send the mission without it", names(.0)
    )]
    Unserved(Vec<RobotId>),

    /// The monitor was told to cease.
    #[error("the gate is closed: the safety monitor is not active; ros2 lifecycle set /safety_monitor activate")]
    Inactive,
    /// No world state has come yet.
    #[error("the gate is closed: no world state was seen yet; check that something publishes /world/state")]
    NoWorld,
    /// The newest world state is too old.
    #[error("the gate is closed: the newest world state is {age:?} old, the limit is {limit:?}")]
    StaleWorld {
        /// How old.
        age: Duration,
        /// How old it may be.
        limit: Duration,
    },
    /// The newest world state bears a time that is yet to come.
    #[error("the gate is closed: the newest world state is {ahead:?} ahead of the clock; synchronise the clocks")]
    WorldAhead {
        /// How far.
        ahead: Duration,
    },
    /// The newest world state is of another domain.
    #[error(
        "the gate is closed: the world state is of domain {theirs}, the monitor's is {ours}; start both from one file"
    )]
    OtherDomain {
        /// The digest in the message.
        theirs: String,
        /// The monitor's.
        ours: String,
    },
    /// The newest world state cannot be the state of any world.
    #[error("the gate is closed: the world state is impossible: {0}")]
    ImpossibleWorld(MissionError),

    /// A mission that the monitor did not admit.
    #[error("mission {0} is not one that the safety monitor knows or hears of: surefleet missions lists those")]
    UnknownMission(MissionId),
    /// A mission that is over.
    #[error("mission {mission} is over: {outcome}")]
    Ended {
        /// The mission.
        mission: MissionId,
        /// How it ended.
        outcome: Outcome,
    },
    /// A robot that does not take part.
    #[error("{0} is not of the mission's team")]
    NotOfTeam(RobotId),
    /// A robot that has decided already.
    #[error("{0} has decided twice in this joint step")]
    DecidedTwice(RobotId),
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
    /// Not the step that comes next.
    #[error("step {step} is out of sequence: step {next} comes next")]
    OutOfSequence {
        /// The step in question.
        step: StepIndex,
        /// The only one that can be decided.
        next: StepIndex,
    },
    /// A step after the last one.
    #[error("step {step} is beyond the horizon of {horizon} steps")]
    BeyondHorizon {
        /// The step.
        step: StepIndex,
        /// H.
        horizon: u32,
    },
    /// Another joint step was approved for the step.
    #[error("step {step} is decided already: attempt {approved} was approved")]
    Committed {
        /// The step.
        step: StepIndex,
        /// The attempt that was.
        approved: u32,
    },
    /// The world is not the one that was planned from.
    #[error("the world is not what was planned from: {}", differences(.no_longer, .now))]
    OtherFacts {
        /// Planned from, but not seen; some of them.
        no_longer: Vec<String>,
        /// Seen, but not planned from; some of them.
        now: Vec<String>,
    },
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
    /// A robot of the team is not known to be done with what it was told to do.
    #[error(
        "{robot} was to {decision} in step {step} of mission {mission} and has not said that this is over: wait for it"
    )]
    StillActing {
        /// The robot.
        robot: RobotId,
        /// What, in words.
        decision: String,
        /// Its step.
        step: StepIndex,
        /// Its mission.
        mission: MissionId,
    },
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
    /// What happened has violated a constraint for good.
    #[error("the gate is closed: constraint {id} is broken ({why}); confirm it anew or retire it")]
    Broken {
        /// The constraint.
        id: ConstraintId,
        /// What happened.
        why: String,
    },
    /// What happened has left no way to keep all constraints.
    #[error("the gate is closed: as the world is, {0}; retire one of them, or mend the world")]
    Stuck(String),
    /// Success is claimed while a constraint still asks for something.
    #[error("the mission cannot end here: {0}")]
    Owed(String),
    /// Success is claimed too early.
    #[error("the mission is not achieved: {0} is left to do")]
    NotAchieved(String),
    /// Success is claimed of a mission that only its team can judge, and its team still acts.
    #[error("not everybody stayed idle in the step before, so the mission is not over")]
    NotIdle,
    /// An outcome that nobody can propose.
    #[error("a mission cannot be stopped as {0:?}")]
    NoStop(Outcome),
    /// A freshness limit that would never let anything pass.
    #[error("world_timeout is zero: nothing would ever be fresh; say how old a world state may be")]
    NoTimeout,
    /// A lease that is always over.
    #[error("lease is zero: turns would be said again without end; take the ring's")]
    NoLease,
    /// A fleet that the domain's states cannot hold.
    #[error("the fleet cannot be watched: {0}")]
    Fleet(MissionError),
}

/// What part of a refused mission is at fault, as its client is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The text or a constraint.
    Mission,
    /// The robots.
    Team,
    /// Horizon, alpha or identity.
    Parameter,
    /// It cannot be done within the horizon.
    Impossible,
    /// The monitor cannot see the world.
    NoWorldState,
}

impl SafetyError {
    /// A constraint that the grammar does not read; what it understands, or what says nothing, is not a matter of other
    /// words.
    pub(crate) fn unreadable(text: &str, problem: TranslationError, unreworded: Unreworded) -> Self {
        let is_text = text.contains(char::is_alphanumeric);
        let unreworded = if is_text && problem.may_be_reworded() { unreworded } else { Unreworded::Understood };
        Self::UnreadableConstraint { text: text.to_owned(), problem: Box::new(problem), unreworded }
    }

    /// What part of a mission is at fault, where this is the reason not to admit it.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Unreadable(_)
            | Self::UnreadableConstraint { .. }
            | Self::LongConstraint { .. }
            | Self::Idle { .. }
            | Self::Hopeless { .. }
            | Self::Untold { .. }
            | Self::Unconfirmed { .. } => Fault::Mission,
            Self::Brief(FleetError::Horizon(_))
            | Self::Alpha { .. }
            | Self::LaxerAlpha { .. }
            | Self::SentBefore(_) => Fault::Parameter,
            Self::Brief(_)
            | Self::UnknownRobot { .. }
            | Self::Busy { .. }
            | Self::OutOfReach(_)
            | Self::Unheard(_)
            | Self::Unserved(_) => Fault::Team,
            Self::TooFar { .. } | Self::Unachievable | Self::Contradiction(_) => Fault::Impossible,
            _ => Fault::NoWorldState,
        }
    }

    /// Whether a mission that is not admitted for this reason may be so later: a part of the fleet is not up yet.
    pub(crate) fn may_pass(&self) -> bool {
        matches!(
            self,
            Self::NoWorld
                | Self::StaleWorld { .. }
                | Self::WorldAhead { .. }
                | Self::OtherDomain { .. }
                | Self::ImpossibleWorld(_)
                | Self::Unheard(_)
                | Self::Unserved(_)
        )
    }

    /// Whether a joint step that is not approved for this reason alone may be so in a while, as it is.
    pub(crate) fn passes_with_a_skill(&self) -> bool {
        matches!(self, Self::StillActing { .. } | Self::BesideAnother { is_awaited: true, .. })
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

fn names(robots: &[RobotId]) -> String {
    robots.iter().map(RobotId::as_str).collect::<Vec<_>>().join(", ")
}

fn differences(no_longer: &[String], now: &[String]) -> String {
    let gone = no_longer.iter().map(|fact| format!("{fact} no longer holds"));
    let new = now.iter().map(|fact| format!("{fact} holds now"));
    gone.chain(new).collect::<Vec<_>>().join("; ")
}
