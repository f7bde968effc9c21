//! A trace under a specification: what may come next, and why not.

mod check;
mod explain;
mod joint_check;
mod outlook;
mod spec;
mod trace;
mod walk;

pub use check::{Check, Outcome, Violation};
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
/// A check changes nothing. What it allows depends on the states so far only; whether it can tell that with the work
/// that is allowed, also on what was found out before.
///
/// Where the world is watched while it changes, [`see`](Self::see) takes every moment of it, and
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
    /// No state has been seen yet: the initial one is checked and committed like all others.
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

    /// A trace that goes on under another specification.
    ///
    /// `states` has the states of constraints that were watched before, see [`state`](Self::state); `None`: its trace
    /// begins with the present moment.
    ///
    /// # Panics
    /// Where there is not one entry a constraint.
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

    /// The state of a constraint's automaton after the states so far: with the formula all that must be kept of a
    /// trace.
    ///
    /// # Panics
    /// Where there is no such constraint.
    pub fn state(&self, constraint: usize) -> StateId {
        self.trace.states[constraint]
    }

    /// Takes note of a moment of the world, allowed or not.
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

    /// How many commits and observations there were.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The verdict on a constraint after the states so far.
    ///
    /// # Panics
    /// Where there is no such constraint.
    pub fn verdict(&self, constraint: usize) -> Verdict {
        self.spec.automaton(constraint).verdict(self.trace.states[constraint])
    }

    /// The last state of the trace, `None` before the first.
    pub fn valuation(&self) -> Option<&Valuation> {
        self.trace.valuation.as_ref()
    }

    /// Whether the trace goes on as allowed if it goes on with `path`: the states during and after a step, in order.
    ///
    /// What holds is checked in every state; whether all can still be satisfied together, after the last.
    pub fn check(&self, path: &[Valuation]) -> Check {
        self.check_all([path]).remove(0)
    }

    /// Checks several continuations, of which one can be committed: all candidates of a turn.
    ///
    /// What makes one of them a dead end is tried on the others first, so that dead ends of one kind are proven once.
    pub fn check_all<'a>(&self, paths: impl IntoIterator<Item = &'a [Valuation]>) -> Vec<Check> {
        let mut cache = self.turn_cache();
        let check = |path| self.outlook().check(path, &mut cache);
        let mut checks: Vec<Check> = paths.into_iter().map(check).collect();
        checks.iter_mut().for_each(|check| check.nogoods = cache.nogoods.clone());
        checks
    }

    /// Finds out whether all can still be satisfied from where the trace stands, and keeps what it finds: checks then
    /// begin with a plan that is known.
    pub fn look_ahead(&mut self) -> Check {
        let present = self.present();
        // What contradicts the axioms leads nowhere, and proves nothing of what comes after it.
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

    /// Keeps what checks of this specification found out, whatever has come since: what is a dead end remains one, and
    /// a plan that once led on may do so again.
    ///
    /// What took too much work then counts as undetermined without another try. Who commits a check keeps all that
    /// anyway.
    pub fn learn<'a>(&mut self, checks: impl IntoIterator<Item = &'a Check>) {
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

    /// Where the trace stands, and what is known of what can come next.
    pub(crate) fn outlook(&self) -> Outlook<'_> {
        let Self { spec, trace, plans, nogoods, version } = self;
        Outlook { spec, trace, plans, nogoods, version: *version }
    }

    /// What is known before a turn.
    pub(crate) fn turn_cache(&self) -> TurnCache {
        TurnCache::new(self.nogoods.clone())
    }

    /// What the trace allows as it stands: whether stopping is allowed, and whether all can still be satisfied.
    /// Violations come without reasons; they are of the past.
    pub fn present(&self) -> Check {
        let product = &self.spec.product;
        let states = &self.trace.states;
        let is_lost = |&(c, state): &(usize, &StateId)| product.automata[c].verdict(*state) == Verdict::ViolatedForGood;
        let lost = states.iter().enumerate().filter(is_lost);
        let violations: Vec<Violation> =
            lost.map(|(constraint, _)| Violation { constraint, at: 0, reasons: Vec::new() }).collect();
        let outcome = (!violations.is_empty()).then_some(Outcome::Violated(violations));
        let mut cache = self.turn_cache();
        let outlook = self.outlook();
        let mut check = outlook.conclude(self.trace.clone(), outcome, outlook.unsettled(), &[], &mut cache);
        check.nogoods = cache.nogoods;
        check
    }

    /// Where the continuation is a dead end, the fewest constraints that make it one.
    pub fn conflict(&self, check: &Check) -> Option<Conflict> {
        let Outcome::DeadEnd(constraints) = &check.outcome else { return None };
        Some(self.dead_end(check)?.minimal(constraints.clone(), self.spec.work))
    }

    /// Keeps the fewest constraints that make a continuation a dead end: what is one for the same reason is explained,
    /// and found out, at once.
    pub fn learn_conflict(&mut self, check: &Check) {
        let unknown = self.dead_end(check).filter(|problem| self.nogoods.core(problem).is_none());
        let core =
            unknown.and_then(|problem| match problem.feasibility(&self.conflict(check)?.constraints, self.spec.work) {
                Feasibility::DeadEnd(core) => Some(core),
                Feasibility::Feasible | Feasibility::Undetermined => None,
            });
        core.into_iter().for_each(|core| Arc::make_mut(&mut self.nogoods).learn_core(core));
    }

    /// The problem that a dead end cannot solve.
    pub(crate) fn dead_end<'a>(&'a self, check: &'a Check) -> Option<Problem<'a>> {
        let Trace { states, valuation, .. } = &check.after;
        let problem = Problem { product: &self.spec.product, states, valuation: valuation.as_ref(), is_frozen: false };
        matches!(check.outcome, Outcome::DeadEnd(_)).then_some(problem)
    }

    /// Makes an allowed continuation part of the trace.
    ///
    /// # Errors
    /// [`LtlError::Stale`] after another commit, [`LtlError::NotAllowed`].
    pub fn commit(&mut self, check: Check) -> Result<(), LtlError> {
        if check.version != self.version {
            return Err(LtlError::Stale { checked: check.version, now: self.version });
        }
        if !matches!(check.outcome, Outcome::Allowed { .. }) {
            return Err(LtlError::NotAllowed);
        }
        self.follow(check);
        Ok(())
    }

    /// Makes what happened part of the trace, allowed or not, and says which it was.
    pub fn observe(&mut self, path: &[Valuation]) -> Check {
        let check = self.check(path);
        self.follow(check.clone());
        check
    }

    fn follow(&mut self, check: Check) {
        for (component, witness) in &check.witnesses {
            self.plans[*component] = self.outlook().component_plan(*component, &check.after, witness.as_ref());
        }
        self.trace = check.after;
        self.nogoods = check.nogoods;
        self.version += 1;
    }
}
