//! The answer to a continuation of the trace.

use std::sync::Arc;

use super::trace::Trace;
use crate::{
    PropositionId, StateId,
    feasibility::{Nogoods, Witness},
};

/// The answer of a specification to a continuation of the trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckOutcome {
    /// Nothing is violated for good, and all constraints can still be satisfied together.
    Allowed {
        /// Uncontrollable propositions that must change to make this possible.
        relies_on: Vec<PropositionId>,
    },
    /// These constraints would be violated for good.
    Violated(Vec<Violation>),
    /// No constraint is violated, but these cannot be satisfied together any more.
    /// [`Session::conflict`](crate::Session::conflict) gives the fewest of them.
    DeadEnd(Vec<usize>),
    /// The axioms exclude this state or this step: do not trust the observation or prediction.
    Impossible {
        /// The place in the continuation.
        at: usize,
    },
    /// It took too much work to tell whether the constraints can still be satisfied together. The step is denied.
    Undetermined,
}

/// A constraint that a state violates for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The constraint's number.
    pub constraint: usize,
    /// The place in the continuation of the state that violates it first.
    pub at: usize,
    /// The truth values in that state that cause the violation.
    pub reasons: Vec<(PropositionId, bool)>,
}

/// By component, a way to satisfy it; `None` if no way is known.
pub(crate) type Witnesses = Vec<(usize, Option<Witness>)>;

/// The answer to a continuation, which can be committed if it is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceCheck {
    /// Whether the continuation is allowed, or why it is not.
    pub outcome: CheckOutcome,
    /// The constraints that are not satisfied if the trace ends after it: stopping is allowed if there are none.
    pub pending: Vec<usize>,
    pub(crate) version: u64,
    pub(crate) after: Trace,
    /// The components that it touched, each with a witness that it can be satisfied from there; `None` if no witness is
    /// known.
    pub(crate) witnesses: Witnesses,
    pub(crate) nogoods: Arc<Nogoods>,
}

impl TraceCheck {
    /// The state of a constraint's automaton after the continuation.
    pub(crate) fn state(&self, constraint: usize) -> StateId {
        self.after.states[constraint]
    }

    /// The trace after the continuation.
    pub(crate) fn trace(&self) -> &Trace {
        &self.after
    }

    /// The components that the continuation touched.
    pub(crate) fn touched(&self) -> Vec<usize> {
        self.witnesses.iter().map(|&(component, _)| component).collect()
    }
}
