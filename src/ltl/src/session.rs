//! A trace under a specification: what may come next, and why not.

mod check;
mod explain;
mod outlook;
mod spec;
mod together;
mod trace;
mod walk;

pub use check::{Check, Outcome, Violation};
pub use spec::{Constraint, Report, Spec};
pub use together::{Part, Together};

use std::sync::Arc;

use self::{
    outlook::{Known, Outlook, Prospect},
    trace::Standing,
};
use crate::{
    LtlError, StateId, Valuation, Verdict,
    feasibility::{Conflict, Fate, Lore, Now},
};

/// One trace under a specification, state by state.
///
/// A check changes nothing. What it allows depends on the states so far only; whether it can tell that with the work that
/// is allowed, also on what was found out before.
///
/// Where the world is watched while it changes, [`see`](Self::see) takes every moment of it, and
/// [`check_together`](Self::check_together) asks about the moments to come; see [`is_watched`](crate::Axioms::is_watched).
#[derive(Debug, Clone)]
pub struct Session {
    pub(crate) spec: Arc<Spec>,
    pub(crate) standing: Standing,
    /// By component.
    pub(crate) prospects: Vec<Prospect>,
    pub(crate) lore: Arc<Lore>,
    pub(crate) version: u64,
}

impl Session {
    /// No state has been seen yet: the initial one is checked and committed like all others.
    pub fn new(spec: Arc<Spec>) -> Self {
        let states = spec.plan.automata.iter().map(|automaton| automaton.initial()).collect();
        let prospects = vec![Prospect::default(); spec.plan.components.len()];
        Self {
            spec,
            standing: Standing { states, valuation: None, is_sound: true, restless: Vec::new() },
            prospects,
            lore: Arc::default(),
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
            let automaton = &session.spec.plan.automata[constraint];
            session.standing.states[constraint] = match (state, &present) {
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
            session.standing.settle(&session.spec.plan, present);
        }
        Ok(session)
    }

    /// The state of a constraint's automaton after the states so far: with the formula all that must be kept of a trace.
    ///
    /// # Panics
    /// Where there is no such constraint.
    pub fn state(&self, constraint: usize) -> StateId {
        self.standing.states[constraint]
    }

    /// Takes note of a moment of the world, allowed or not.
    pub fn see(&mut self, moment: Valuation) {
        let mut touched = Vec::new();
        self.standing.advance(&self.spec.plan, &moment, &mut touched, &mut |_, _| {});
        touched.into_iter().for_each(|component| self.prospects[component].is_current = false);
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
        self.spec.automaton(constraint).verdict(self.standing.states[constraint])
    }

    /// The last state of the trace, `None` before the first.
    pub fn valuation(&self) -> Option<&Valuation> {
        self.standing.valuation.as_ref()
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
        let mut known = self.known();
        let check = |path| self.outlook().check(path, &mut known);
        let mut checks: Vec<Check> = paths.into_iter().map(check).collect();
        checks.iter_mut().for_each(|check| check.lore = known.lore.clone());
        checks
    }

    /// Finds out whether all can still be satisfied from where the trace stands, and keeps what it finds: checks then begin
    /// with a way that is known.
    pub fn look_ahead(&mut self) -> Check {
        let present = self.present();
        // What contradicts the axioms leads nowhere, and proves nothing of what comes after it.
        if !self.standing.is_sound {
            return present;
        }
        self.lore = present.lore.clone();
        for (component, lead) in &present.ways {
            let prospect = self.outlook().prospect(*component, &present.after, lead.as_ref());
            if prospect.is_current {
                self.prospects[*component] = prospect;
            }
        }
        present
    }

    /// Keeps what checks of this specification found out, whatever has come since: what is a dead end remains one, and a
    /// way that once led on may do so again.
    ///
    /// What took too much work then counts as undetermined without another try. Who commits a check keeps all that anyway.
    pub fn learn<'a>(&mut self, checks: impl IntoIterator<Item = &'a Check>) {
        for check in checks {
            if !Arc::ptr_eq(&self.lore, &check.lore) {
                Arc::make_mut(&mut self.lore).add(&check.lore);
            }
            for (component, lead) in &check.ways {
                if self.prospects[*component].is_current {
                    continue;
                }
                if let Prospect { way: Some(way), .. } =
                    self.outlook().prospect(*component, &check.after, lead.as_ref())
                {
                    self.prospects[*component].way = Some(way);
                }
            }
        }
    }

    /// Where the trace stands, and what is known of what can come next.
    pub(crate) fn outlook(&self) -> Outlook<'_> {
        let Self { spec, standing, prospects, lore, version } = self;
        Outlook { spec, standing, prospects, lore, version: *version }
    }

    /// What is known before a turn.
    pub(crate) fn known(&self) -> Known {
        Known::new(self.lore.clone())
    }

    /// What the trace allows as it stands: whether stopping is allowed, and whether all can still be satisfied. Violations
    /// come without reasons; they are of the past.
    pub fn present(&self) -> Check {
        let (plan, states) = (&self.spec.plan, &self.standing.states);
        let is_lost = |&(c, state): &(usize, &StateId)| plan.automata[c].verdict(*state) == Verdict::ViolatedForGood;
        let lost = states.iter().enumerate().filter(is_lost);
        let violations: Vec<Violation> =
            lost.map(|(constraint, _)| Violation { constraint, at: 0, reasons: Vec::new() }).collect();
        let outcome = (!violations.is_empty()).then_some(Outcome::Violated(violations));
        let mut known = self.known();
        let outlook = self.outlook();
        let mut check = outlook.conclude(self.standing.clone(), outcome, outlook.unsettled(), &[], &mut known);
        check.lore = known.lore;
        check
    }

    /// Where the continuation is a dead end, the fewest constraints that make it one.
    pub fn conflict(&self, check: &Check) -> Option<Conflict> {
        let Outcome::DeadEnd(constraints) = &check.outcome else { return None };
        Some(self.dead_end(check)?.minimal(constraints.clone(), self.spec.work))
    }

    /// Keeps the fewest constraints that make a continuation a dead end: what is one for the same reason is explained, and
    /// found out, at once.
    pub fn learn_conflict(&mut self, check: &Check) {
        let core = self.dead_end(check).filter(|now| self.lore.core(now).is_none()).and_then(|now| {
            match now.fate(&self.conflict(check)?.constraints, self.spec.work) {
                Fate::Dead(core) => Some(core),
                Fate::Live | Fate::Undetermined => None,
            }
        });
        core.into_iter().for_each(|core| Arc::make_mut(&mut self.lore).learn_core(core));
    }

    /// Where a dead end stands.
    pub(crate) fn dead_end<'a>(&'a self, check: &'a Check) -> Option<Now<'a>> {
        let Standing { states, valuation, .. } = &check.after;
        let now = Now { plan: &self.spec.plan, states, valuation: valuation.as_ref(), is_frozen: false };
        matches!(check.outcome, Outcome::DeadEnd(_)).then_some(now)
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
        for (component, lead) in &check.ways {
            self.prospects[*component] = self.outlook().prospect(*component, &check.after, lead.as_ref());
        }
        self.standing = check.after;
        self.lore = check.lore;
        self.version += 1;
    }
}
