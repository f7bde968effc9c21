use surefleet_conformal::Fraction;
use surefleet_fleet::{FleetError, MissionId, RobotId};
use surefleet_mission::MissionError;
use thiserror::Error;

use super::{ConstraintError, Contradiction, Inactive, UnseenWorld};

/// Why a client's mission is not admitted, or not in the words that a person corrected it to.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AdmissionError {
    /// The mission's text is not understood.
    #[error("the mission cannot be read: {0}")]
    Unreadable(MissionError),
    /// A constraint of the mission cannot be watched over.
    #[error(transparent)]
    Constraint(#[from] MissionConstraintError),
    /// Its constraints cannot all be kept with those that are enforced.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// The mission's identity is known already.
    #[error("mission {0} was sent before: give every mission its own id")]
    SentBefore(MissionId),
    /// The team or the horizon is malformed.
    #[error(transparent)]
    Brief(#[from] FleetError),
    /// The team cannot start.
    #[error(transparent)]
    Team(#[from] TeamError),
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
    /// The monitor does not see the world.
    #[error(transparent)]
    World(#[from] UnseenWorld),
    /// The monitor was told to cease.
    #[error(transparent)]
    Inactive(#[from] Inactive),
}

/// Why a team cannot start a mission.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TeamError {
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
    /// Robots that have not shown a sign of life lately.
    #[error("no heartbeat came from {}: start their planners, or send the mission without them", names(.0))]
    Unheard(Vec<RobotId>),
    /// Robots that nothing moves.
    #[error(
        "{} has no skill server: start what moves it (/<robot>/skill, ExecuteSkill, docs/integration.md), or the \
         simulator, or send the mission without it", names(.0)
    )]
    Unserved(Vec<RobotId>),
}

/// Why a mission's own constraint, which no person confirms, is not watched over.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MissionConstraintError {
    /// It is no constraint that anybody would enforce.
    #[error(transparent)]
    Constraint(#[from] ConstraintError),
    /// It took too much work to tell whether anything can violate and keep it.
    #[error(
        "whether anything can violate {text:?}, and anything keep it, took too much work to tell: say it in parts, or \
         propose it for the fleet"
    )]
    Untold {
        /// As it was written.
        text: String,
    },
    /// It is in words that a person would have to confirm.
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

impl AdmissionError {
    /// What part of the mission is at fault.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Unreadable(_) | Self::Constraint(_) => Fault::Mission,
            Self::Brief(FleetError::Horizon(_))
            | Self::Alpha { .. }
            | Self::LaxerAlpha { .. }
            | Self::SentBefore(_) => Fault::Parameter,
            Self::Brief(
                FleetError::RobotName(_)
                | FleetError::MissionId(_)
                | FleetError::Team(_)
                | FleetError::Digest(_)
                | FleetError::SafeDefault(_),
            )
            | Self::Team(_) => Fault::Team,
            Self::TooFar { .. } | Self::Unachievable | Self::Contradiction(_) => Fault::Impossible,
            Self::World(_) | Self::Inactive(_) => Fault::NoWorldState,
        }
    }

    /// Whether the mission may be admitted later: a part of the fleet is not up yet.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::World(_) | Self::Team(TeamError::Unheard(_) | TeamError::Unserved(_)) => true,
            Self::Team(TeamError::UnknownRobot { .. } | TeamError::Busy { .. } | TeamError::OutOfReach(_))
            | Self::Unreadable(_)
            | Self::Constraint(_)
            | Self::Contradiction(_)
            | Self::SentBefore(_)
            | Self::Brief(_)
            | Self::Alpha { .. }
            | Self::LaxerAlpha { .. }
            | Self::TooFar { .. }
            | Self::Unachievable
            | Self::Inactive(_) => false,
        }
    }
}

fn names(robots: &[RobotId]) -> String {
    robots.iter().map(RobotId::as_str).collect::<Vec<_>>().join(", ")
}
