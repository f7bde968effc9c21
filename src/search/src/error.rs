use surefleet_ltl::LtlError;
use surefleet_world::Refusal;
use thiserror::Error;

/// The reason why a mission cannot be planned for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TaskError {
    /// A proposition that says nothing in this world.
    #[error("{proposition:?} says nothing here: {why}")]
    Proposition {
        /// The proposition.
        proposition: String,
        /// The mistake in it.
        why: String,
    },
    /// A formula that is too large.
    #[error(transparent)]
    Formula(#[from] LtlError),
    /// A mission that nobody has read as formulas.
    #[error("nobody has read the mission as formulas: say it in words that the grammar reads")]
    NoFormula,
    /// A robot of the team that the world does not have.
    #[error("the team has robot {robot}, but the fleet has {fleet} robots, numbered from 0")]
    Robot {
        /// Its place.
        robot: usize,
        /// The number of robots in the fleet.
        fleet: usize,
    },
}

/// The reason why a plan is none.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlanError {
    /// A joint step that the world refuses.
    #[error("step {step}: {refusal}")]
    Refused {
        /// The step, from 1.
        step: usize,
        /// The refusal.
        refusal: Refusal,
    },
    /// A robot outside the team acts.
    #[error("step {step}: robot {robot} acts, but is not of the team")]
    Outsider {
        /// The step, from 1.
        step: usize,
        /// The robot's place, from 0.
        robot: usize,
    },
    /// A formula that the plan does not satisfy.
    #[error("the plan does not satisfy {formula}")]
    Unsatisfied {
        /// The formula.
        formula: String,
    },
    /// A formula that says nothing in this world.
    #[error(transparent)]
    Task(#[from] TaskError),
}
