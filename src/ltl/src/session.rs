//! A trace under a specification: which steps may come next, and why others may not.

mod check;
mod explain;
mod joint_check;
mod outlook;
mod spec;
mod trace;
mod walk;

pub use check::{CheckOutcome, TraceCheck, Violation};
pub use joint_check::{JointCheck, Part};
pub use spec::{Constraint, Report, Spec};

use std::sync::Arc;

use self::{
    outlook::{ComponentPlan, Outlook, TurnCache},
    trace::Trace,
};
use crate::{
    LtlError, StateId, Valuation, Verdict,
    feasibility::{Conflict, Feasibility, Nogoods, Problem},
};

/// One trace under a specification, state by state.
///
/// A check changes nothing. The answer depends only on the states so far. Whether the answer is found within the
/// allowed work also depends on earlier results.
///
/// For a world that is watched while it changes, [`see`](Self::see) takes every moment of it, and
/// [`check_together`](Self::check_together) asks about the moments to come; see
/// [`is_watched`](crate::Axioms::is_watched).
#[derive(Debug, Clone)]
pub struct Session {
    pub(crate) spec: Arc<Spec>,
    pub(crate) trace: Trace,
    /// By component.
    pub(crate) plans: Vec<ComponentPlan>,
    pub(crate) nogoods: Arc<Nogoods>,
    pub(crate) version: u64,
}

impl Session {
    /// Starts before the first state: the initial state is checked and committed like all others.
    pub fn new(spec: Arc<Spec>) -> Self {
        let states = spec.product.automata.iter().map(|automaton| automaton.initial()).collect();
        let plans = vec![ComponentPlan::default(); spec.product.components.len()];
        Self {
            spec,
            trace: Trace { states, valuation: None, is_sound: true, restless: Vec::new() },
            plans,
            nogoods: Arc::default(),
            version: 0,
        }
    }

    /// Continues a trace under another specification.
    ///
    /// `states` has one entry per constraint: its state if it was watched before, see [`state`](Self::state), or `None`
    /// if its trace begins with the present moment.
    ///
    /// # Panics
    /// If there is not one entry per constraint.
    ///
    /// # Errors
    /// [`LtlError::NoState`] for a state that the constraint's automaton does not have.
    pub fn resume(spec: Arc<Spec>, states: &[Option<usize>], present: Option<Valuation>) -> Result<Self, LtlError> {
        assert_eq!(states.len(), spec.constraints().len(), "there is one entry a constraint");
        let mut session = Self::new(spec);
        for (constraint, state) in states.iter().enumerate() {
            let automaton = &session.spec.product.automata[constraint];
            session.trace.states[constraint] = match (state, &present) {
                (Some(number), _) => automaton.state(*number).ok_or_else(|| LtlError::NoState {
                    formula: session.spec.constraints()[constraint].formula.to_string(),
                    state: *number,
                    states: automaton.size(),
                })?,
                (None, Some(present)) => automaton.step(automaton.initial(), present),
                (None, None) => automaton.initial(),
            };
        }
        if let Some(present) = present {
            session.trace.settle(&session.spec.product, present);
        }
        Ok(session)
    }

    /// The state of a constraint's automaton after the states so far. To keep a trace, it suffices to keep this state
    /// and the formula.
    ///
    /// # Panics
    /// If there is no such constraint.
    pub fn state(&self, constraint: usize) -> StateId {
        self.trace.states[constraint]
    }

    /// Records a moment of the world, allowed or not.
    pub fn see(&mut self, moment: Valuation) {
        let mut touched = Vec::new();
        self.trace.advance(&self.spec.product, &moment, &mut touched, &mut |_, _| {});
        touched.into_iter().for_each(|component| self.plans[component].is_current = false);
        self.version += 1;
    }

    /// The specification.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The number of commits and observations.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The verdict on a constraint after the states so far.
    ///
    /// # Panics
    /// If there is no such constraint.
    pub fn verdict(&self, constraint: usize) -> Verdict {
        self.spec.automaton(constraint).verdict(self.trace.states[constraint])
    }

    /// The last state of the trace, `None` before the first.
    pub fn valuation(&self) -> Option<&Valuation> {
        self.trace.valuation.as_ref()
    }

    /// Checks whether the trace may go on with `path`: the states during and after a step, in order.
    ///
    /// Violations are checked in every state. Whether all can still be satisfied together is checked after the last.
    pub fn check(&self, path: &[Valuation]) -> TraceCheck {
        self.check_all([path]).remove(0)
    }

    /// Checks several continuations, such as all candidates of a turn. One of them can be committed.
    ///
    /// The reason for one dead end is tried on the others first, so that dead ends of one kind are proven only once.
    pub fn check_all<'a>(&self, paths: impl IntoIterator<Item = &'a [Valuation]>) -> Vec<TraceCheck> {
        let mut cache = self.turn_cache();
        let check = |path| self.outlook().check(path, &mut cache);
        let mut checks: Vec<TraceCheck> = paths.into_iter().map(check).collect();
        checks.iter_mut().for_each(|check| check.nogoods = cache.nogoods.clone());
        checks
    }

    /// Finds out whether all can still be satisfied from the end of the trace, and keeps the result: later checks then
    /// begin with a known plan.
    pub fn look_ahead(&mut self) -> TraceCheck {
        let present = self.present();
        // A state that contradicts the axioms leads nowhere, and proves nothing about the states after it.
        if !self.trace.is_sound {
            return present;
        }
        self.nogoods = present.nogoods.clone();
        for (component, witness) in &present.witnesses {
            let component_plan = self.outlook().component_plan(*component, &present.after, witness.as_ref());
            if component_plan.is_current {
                self.plans[*component] = component_plan;
            }
        }
        present
    }

    /// Keeps the results of checks of this specification, even if the trace has moved on: a dead end remains one, and
    /// an old plan may be useful again.
    ///
    /// A check that took too much work then counts as undetermined without another try. Committing a check keeps all of
    /// this anyway.
    pub fn learn<'a>(&mut self, checks: impl IntoIterator<Item = &'a TraceCheck>) {
        for check in checks {
            if !Arc::ptr_eq(&self.nogoods, &check.nogoods) {
                Arc::make_mut(&mut self.nogoods).add(&check.nogoods);
            }
            for (component, witness) in &check.witnesses {
                if self.plans[*component].is_current {
                    continue;
                }
                if let ComponentPlan { plan: Some(plan), .. } =
                    self.outlook().component_plan(*component, &check.after, witness.as_ref())
                {
                    self.plans[*component].plan = Some(plan);
                }
            }
        }
    }

    /// The end of the trace, and the knowledge about possible continuations.
    pub(crate) fn outlook(&self) -> Outlook<'_> {
        let Self { spec, trace, plans, nogoods, version } = self;
        Outlook { spec, trace, plans, nogoods, version: *version }
    }

    /// The knowledge before a turn.
    pub(crate) fn turn_cache(&self) -> TurnCache {
        TurnCache::new(self.nogoods.clone())
    }

    /// The check of the trace as it stands: whether stopping is allowed, and whether all can still be satisfied.
    /// Violations come without reasons, since they are in the past.
    pub fn present(&self) -> TraceCheck {
        let product = &self.spec.product;
        let states = &self.trace.states;
        let is_lost = |&(c, state): &(usize, &StateId)| product.automata[c].verdict(*state) == Verdict::ViolatedForGood;
        let lost = states.iter().enumerate().filter(is_lost);
        let violations: Vec<Violation> =
            lost.map(|(constraint, _)| Violation { constraint, at: 0, reasons: Vec::new() }).collect();
        let outcome = (!violations.is_empty()).then_some(CheckOutcome::Violated(violations));
        let mut cache = self.turn_cache();
        let outlook = self.outlook();
        let mut check = outlook.conclude(self.trace.clone(), outcome, outlook.unsettled(), &[], &mut cache);
        check.nogoods = cache.nogoods;
        check
    }

    /// If the continuation is a dead end, the fewest constraints that make it one.
    pub fn conflict(&self, check: &TraceCheck) -> Option<Conflict> {
        let CheckOutcome::DeadEnd(constraints) = &check.outcome else { return None };
        Some(self.dead_end(check)?.minimal(constraints.clone(), self.spec.work))
    }

    /// Keeps the fewest constraints that make a continuation a dead end. Later dead ends with the same reason are then
    /// found and explained at once.
    pub fn learn_conflict(&mut self, check: &TraceCheck) {
        let unknown = self.dead_end(check).filter(|problem| self.nogoods.core(problem).is_none());
        let core =
            unknown.and_then(|problem| match problem.feasibility(&self.conflict(check)?.constraints, self.spec.work) {
                Feasibility::DeadEnd(core) => Some(core),
                Feasibility::Feasible | Feasibility::Undetermined => None,
            });
        core.into_iter().for_each(|core| Arc::make_mut(&mut self.nogoods).learn_core(core));
    }

    /// The unsolvable problem of a dead end.
    pub(crate) fn dead_end<'a>(&'a self, check: &'a TraceCheck) -> Option<Problem<'a>> {
        let Trace { states, valuation, .. } = &check.after;
        let problem = Problem { product: &self.spec.product, states, valuation: valuation.as_ref(), is_frozen: false };
        matches!(check.outcome, CheckOutcome::DeadEnd(_)).then_some(problem)
    }

    /// Makes an allowed continuation part of the trace.
    ///
    /// # Errors
    /// [`LtlError::Stale`] after another commit, [`LtlError::NotAllowed`].
    pub fn commit(&mut self, check: TraceCheck) -> Result<(), LtlError> {
        if check.version != self.version {
            return Err(LtlError::Stale { checked: check.version, now: self.version });
        }
        if !matches!(check.outcome, CheckOutcome::Allowed { .. }) {
            return Err(LtlError::NotAllowed);
        }
        self.follow(check);
        Ok(())
    }

    /// Makes the states that happened part of the trace, allowed or not, and tells which it was.
    pub fn observe(&mut self, path: &[Valuation]) -> TraceCheck {
        let check = self.check(path);
        self.follow(check.clone());
        check
    }

    fn follow(&mut self, check: TraceCheck) {
        for (component, witness) in &check.witnesses {
            self.plans[*component] = self.outlook().component_plan(*component, &check.after, witness.as_ref());
        }
        self.trace = check.after;
        self.nogoods = check.nogoods;
        self.version += 1;
    }
}
