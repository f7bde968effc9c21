use surefleet_conformal::Fraction;
use surefleet_english::{EnglishError, Reading, Unenforceable, Vocabulary, paraphrase};
use surefleet_fleet::{FleetError, MissionId, RobotId};
use surefleet_ltl::Formula;
use surefleet_mission::MissionError;
use surefleet_search::{TaskError, Unmet, open_alternatives, unmet};
use surefleet_world::{State, World};
use thiserror::Error;

use super::{ConstraintError, Contradiction, Inactive, UnseenWorld};
use crate::Unreworded;

/// The reason why a mission is not admitted, as a client asked for it or as a person corrected it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AdmissionError {
    /// The mission's text is not understood.
    #[error("the mission cannot be read: {0}")]
    Unreadable(EnglishError),
    /// The mission's text is not understood, and a language model did not reword it.
    #[error("the mission cannot be read: {problem}{why}")]
    Unreworded {
        /// The grammar's reason.
        problem: Box<EnglishError>,
        /// Why there are no other words.
        why: Unreworded,
    },
    /// Only a language model reads the text, and it may forbid something.
    #[error("the mission cannot be read: {0}")]
    Unenforceable(#[from] Unenforceable),
    /// The text has several meanings, and what is to be enforced depends on which is meant.
    #[error("say which is meant: {}", readings.join("; or: "))]
    Undecided {
        /// The meanings in words that are read as just that.
        readings: Vec<String>,
    },
    /// The text says what must not be done, and nothing else.
    #[error(
        "the mission asks for nothing to be done: say what, begin with \"in the end\" if it is to be so then, or make it a constraint (surefleet constraint add)"
    )]
    NothingToDo,
    /// The mission speaks of something that no plan can be searched for.
    #[error("the mission cannot be planned for: {0}")]
    Unplanned(TaskError),
    /// A constraint of the mission cannot be watched.
    #[error(transparent)]
    Constraint(#[from] MissionConstraintError),
    /// Its constraints cannot all be kept together with the enforced ones.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// The mission's id is known already.
    #[error("mission {0} was sent before: give every mission its own id")]
    SentBefore(MissionId),
    /// The team or the horizon is malformed.
    #[error(transparent)]
    Brief(#[from] FleetError),
    /// The team cannot start.
    #[error(transparent)]
    Team(#[from] TeamError),
    /// Alpha is not a miscoverage level.
    #[error("alpha {alpha:?} is not a miscoverage level: {problem}")]
    Alpha {
        /// The text, as the client wrote it.
        alpha: String,
        /// The error in it.
        problem: String,
    },
    /// The mission asks for less care than the fleet is calibrated for.
    #[error(
        "alpha {asked} is above {calibrated}, at which the fleet is calibrated: ask for {calibrated} or less, or for \
         none"
    )]
    LaxerAlpha {
        /// The mission's level.
        asked: Fraction,
        /// The fleet's level.
        calibrated: Fraction,
    },
    /// The mission needs more steps than it has.
    #[error("the mission needs at least {least} steps, but the horizon is {horizon}: allow {least} or more")]
    TooFar {
        /// The least number of steps.
        least: u32,
        /// The horizon H.
        horizon: u32,
    },
    /// The mission speaks of what is not so at the start.
    #[error(
        "no plan achieves the mission, as it asks for {} at the start: {}",
        if .0.len() == 1 { "what is not so" } else { "one of these, and none is so" },
        .0.join(" ")
    )]
    NotSo(Vec<String>),
    /// The mission forbids what is so at the start.
    #[error(
        "no plan achieves the mission, as this is broken at the start already: {rule}{}",
        in_the_end.iter().map(|words| format!(" If only the end matters, say: \"{words}\"")).collect::<String>()
    )]
    BrokenAtStart {
        /// What is to be so always, or until something else is, in words.
        rule: String,
        /// What is to be so always, for the end.
        in_the_end: Option<String>,
    },
    /// The mission cannot be finished in any number of steps.
    #[error("no plan achieves the mission from this world: drop a requirement or ask for something else")]
    Unachievable,
    /// The mission can be finished in time only where constraints of the fleet are not kept.
    #[error(
        "no plan of at most {horizon} steps achieves the mission and keeps {}: allow more steps (--horizon), ask for something else, or \
         retire a constraint",
        rules.join(" and ")
    )]
    Barred {
        /// Each with its words.
        rules: Vec<String>,
        /// H.
        horizon: u32,
    },
    /// The monitor does not see the world.
    #[error(transparent)]
    World(#[from] UnseenWorld),
    /// The monitor is inactive.
    #[error(transparent)]
    Inactive(#[from] Inactive),
}

impl AdmissionError {
    /// That one of these cannot be achieved, whatever is done: the start alone makes it impossible.
    pub fn unmet<'a>(
        mut asked: impl Iterator<Item = &'a Formula>,
        world: &World,
        start: &State,
        vocabulary: &Vocabulary,
    ) -> Option<Self> {
        let in_words = |one: &Formula| in_words(one, vocabulary);
        asked.find_map(|formula| unmet(formula, world, start)).map(|unmet| match unmet {
            Unmet::NotSo(facts) => Self::NotSo(facts.iter().map(in_words).collect()),
            Unmet::Broken { rule, in_the_end } => {
                Self::BrokenAtStart { rule: in_words(&rule), in_the_end: in_the_end.as_ref().map(in_words) }
            }
        })
    }

    /// That one of these, "the toy that is on the table", may mean several things at this start: nobody could tell from the words which
    /// of them is meant.
    pub fn open<'a>(
        mut of_one: impl Iterator<Item = &'a Formula>,
        world: &World,
        start: &State,
        vocabulary: &Vocabulary,
    ) -> Option<Self> {
        let open = of_one.find_map(|formula| {
            Some(open_alternatives(formula, world, start)).filter(|alternatives| !alternatives.is_empty())
        })?;
        Some(Self::Undecided { readings: open.iter().map(|one| in_words(one, vocabulary)).collect() })
    }

    /// That these forbid different things.
    pub(crate) fn undecided(readings: &[Reading]) -> Self {
        Self::Undecided { readings: readings.iter().map(Reading::words).collect() }
    }
}

/// The reason why a team cannot start a mission.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TeamError {
    /// The robot does not belong to the fleet.
    #[error("{robot} is not of this fleet: choose among {}", names(.fleet))]
    UnknownRobot {
        /// The robot.
        robot: RobotId,
        /// The robots of the fleet.
        fleet: Vec<RobotId>,
    },
    /// The robot takes part in another mission.
    #[error(
        "{robot} is on mission {mission}: wait for its end (surefleet follow {mission}) or cancel it (surefleet cancel \
         {mission})"
    )]
    Busy {
        /// The robot.
        robot: RobotId,
        /// The mission that it takes part in.
        mission: MissionId,
    },
    /// The team cannot reach the things that it would have to work with.
    #[error("the team cannot start from this world: {0}")]
    OutOfReach(MissionError),
    /// These robots have shown no sign of life lately.
    #[error("no heartbeat came from {}: start their planners, or send the mission without them", names(.0))]
    Unheard(Vec<RobotId>),
    /// No skill server moves these robots.
    #[error(
        "{} has no skill server: start what moves it (/<robot>/skill, ExecuteSkill, docs/integration.md), or the \
         simulator, or send the mission without it", names(.0)
    )]
    Unserved(Vec<RobotId>),
}

/// The reason why a mission's own constraint, which no person confirms, is not watched.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MissionConstraintError {
    /// Nobody would enforce it.
    #[error(transparent)]
    Constraint(#[from] ConstraintError),
    /// It would take too much work to tell whether anything can violate and keep it.
    #[error(
        "whether anything can violate {text:?}, and anything keep it, took too much work to tell: say it in parts, or \
         propose it for the fleet"
    )]
    Untold {
        /// The text, as written.
        text: String,
    },
    /// It is in plain words, which a person would have to confirm.
    #[error(
        "constraint {text:?} was understood as {paraphrase:?}, which nobody has confirmed: if that is meant, send \
         \"ltl: {formula}\" with the mission, or propose the words for the fleet and confirm them \
         (surefleet constraint add)"
    )]
    Unconfirmed {
        /// The text, as the client wrote it.
        text: String,
        /// The meaning that was understood, in words.
        paraphrase: String,
        /// The same as a formula.
        formula: String,
    },
}

/// The part of a refused mission that is at fault, as reported to its client.
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
    /// The part of the mission that is at fault.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Unreadable(_)
            | Self::Unreworded { .. }
            | Self::Unenforceable(_)
            | Self::Undecided { .. }
            | Self::NothingToDo
            | Self::Unplanned(_)
            | Self::Constraint(_) => Fault::Mission,
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
            Self::TooFar { .. }
            | Self::NotSo(_)
            | Self::BrokenAtStart { .. }
            | Self::Unachievable
            | Self::Barred { .. }
            | Self::Contradiction(_) => Fault::Impossible,
            Self::World(_) | Self::Inactive(_) => Fault::NoWorldState,
        }
    }

    /// Whether the mission may be admitted later, because a part of the fleet is not ready yet.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::World(_) | Self::Team(TeamError::Unheard(_) | TeamError::Unserved(_)) => true,
            Self::Team(TeamError::UnknownRobot { .. } | TeamError::Busy { .. } | TeamError::OutOfReach(_))
            | Self::Unreadable(_)
            | Self::Unreworded { .. }
            | Self::Unenforceable(_)
            | Self::Undecided { .. }
            | Self::NothingToDo
            | Self::Unplanned(_)
            | Self::Constraint(_)
            | Self::Contradiction(_)
            | Self::SentBefore(_)
            | Self::Brief(_)
            | Self::Alpha { .. }
            | Self::LaxerAlpha { .. }
            | Self::TooFar { .. }
            | Self::NotSo(_)
            | Self::BrokenAtStart { .. }
            | Self::Unachievable
            | Self::Barred { .. }
            | Self::Inactive(_) => false,
        }
    }
}

/// The formula in words, or as it is where the site has none.
fn in_words(formula: &Formula, vocabulary: &Vocabulary) -> String {
    paraphrase(formula, vocabulary).map_or_else(|_| formula.to_string(), |said| said.to_string())
}

fn names(robots: &[RobotId]) -> String {
    robots.iter().map(RobotId::as_str).collect::<Vec<_>>().join(", ")
}
