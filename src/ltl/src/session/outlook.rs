//! Decides whether a continuation leaves a plan to satisfy everything: by component, and only once if possible.

use std::sync::Arc;

use super::{
    check::{CheckOutcome, TraceCheck, Witnesses},
    spec::Spec,
    trace::Trace,
    walk::{Walk, Walks},
};
use crate::{
    PropositionId, Valuation,
    feasibility::{
        Approach, Deduction, Entry, Nogoods, Plan, Problem, Projection, Scope, SearchResult, Witness, situation,
    },
};

/// The knowledge about how a component can be satisfied.
#[derive(Debug, Clone, Default)]
pub(crate) struct ComponentPlan {
    pub plan: Option<Arc<Plan>>,
    /// Whether the plan begins at the end of the trace; otherwise it did so earlier.
    pub is_current: bool,
}

/// The knowledge while the continuations of a turn are checked.
pub(crate) struct TurnCache {
    pub nogoods: Arc<Nogoods>,
    walks: Walks,
    /// Plans that were found for candidates: most other candidates can follow one.
    found: Vec<FoundPlan>,
}

struct FoundPlan {
    component: usize,
    /// Whether uncontrollable propositions keep their values on it.
    is_frozen: bool,
    /// Whether it begins at the end of the trace, and not at the end of a candidate.
    is_current: bool,
    plan: Arc<Plan>,
}

impl TurnCache {
    pub fn new(nogoods: Arc<Nogoods>) -> Self {
        Self { nogoods, walks: Walks::default(), found: Vec::new() }
    }
}

/// Witnesses by component, or one for all at one time, or the reason why there are none.
type FoundWitnesses = Result<Vec<(Option<usize>, Witness)>, CheckOutcome>;

/// The end of a session's trace, and the knowledge about possible continuations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outlook<'a> {
    pub spec: &'a Spec,
    pub trace: &'a Trace,
    /// By component.
    pub plans: &'a [ComponentPlan],
    pub nogoods: &'a Arc<Nogoods>,
    pub version: u64,
}

impl Outlook<'_> {
    /// Checks a continuation of the trace.
    pub fn check(&self, path: &[Valuation], cache: &mut TurnCache) -> TraceCheck {
        let begin = || Walk::begin(self.trace.clone(), self.unsettled());
        let walk = cache.walks.along(&self.spec.product, path, &begin);
        let outcome = match walk.impossible {
            Some(at) => Some(CheckOutcome::Impossible { at }),
            None => (!walk.violations.is_empty()).then_some(CheckOutcome::Violated(walk.violations)),
        };
        self.conclude(walk.after, outcome, walk.touched, path, cache)
    }

    /// The components that are not known to be satisfiable from the end of the trace, whatever moves.
    pub fn unsettled(&self) -> Vec<usize> {
        (0..self.plans.len()).filter(|&own| !self.plans[own].is_current).collect()
    }

    /// The answer to a continuation that leads to `after`. An unknown outcome is computed as the outlook from there.
    pub fn conclude(
        &self,
        after: Trace,
        outcome: Option<CheckOutcome>,
        touched: Vec<usize>,
        path: &[Valuation],
        cache: &mut TurnCache,
    ) -> TraceCheck {
        let product = &self.spec.product;
        let states = &after.states;
        let mut pending: Vec<usize> = Vec::with_capacity(states.len());
        pending.extend((0..states.len()).filter(|&c| !product.is_satisfied(c, states[c])));
        let (outcome, witnesses) = match outcome {
            Some(outcome) => (outcome, Vec::new()),
            None if pending.is_empty() && after.valuation.is_some() => {
                let stays = after.restless.is_empty().then(|| Witness::along(Vec::new()));
                let witnesses = touched.iter().map(|&component| (component, stays.clone())).collect();
                (CheckOutcome::Allowed { relies_on: Vec::new() }, witnesses)
            }
            None => self.feasible(&after, &touched, path, cache),
        };
        // A witness that nobody looked for is unknown.
        let witnesses = if witnesses.is_empty() {
            touched.into_iter().map(|component| (component, None)).collect()
        } else {
            witnesses
        };
        TraceCheck { outcome, pending, version: self.version, after, witnesses, nogoods: self.nogoods.clone() }
    }

    /// Whether all can be satisfied together from `after`, and how, for the components that the continuation touched.
    ///
    /// The other components are unchanged, and the plans of all can be followed at the same time.
    fn feasible(
        &self,
        after: &Trace,
        touched: &[usize],
        path: &[Valuation],
        cache: &mut TurnCache,
    ) -> (CheckOutcome, Witnesses) {
        let product = &self.spec.product;
        let uncontrollable = &product.world.uncontrollable;
        let mut outcome = CheckOutcome::Undetermined;
        for &is_frozen in if uncontrollable.is_empty() { [true].as_slice() } else { &[true, false] } {
            let problem = Problem { product, states: &after.states, valuation: after.valuation.as_ref(), is_frozen };
            let found = match self.find_witnesses(&problem, after, touched, path, cache) {
                Ok(found) => found,
                Err(denial) => {
                    outcome = denial;
                    continue;
                }
            };
            let is_of = |id, component: &Option<usize>| component.is_none_or(|own| product.bearing_on(id) == Some(own));
            let changes = |&id: &PropositionId| {
                found
                    .iter()
                    .any(|(component, witness)| is_of(id, component) && witness.changes(after.valuation.as_ref(), id))
            };
            let relies_on: Vec<PropositionId> = uncontrollable.iter().copied().filter(changes).collect();
            // A plan that relies on others is not kept.
            let is_kept = |component| relies_on.iter().all(|&id| product.bearing_on(id) != Some(component));
            let witness_of = |component| {
                let witness = found.iter().find(|(own, _)| *own == Some(component) && is_kept(component));
                (component, witness.map(|(_, witness)| witness.clone()))
            };
            let witnesses = touched.iter().copied().map(witness_of).collect();
            return (CheckOutcome::Allowed { relies_on }, witnesses);
        }
        (outcome, Vec::new())
    }

    fn find_witnesses(
        &self,
        problem: &Problem,
        after: &Trace,
        components: &[usize],
        path: &[Valuation],
        cache: &mut TurnCache,
    ) -> FoundWitnesses {
        let mut found = Vec::new();
        let mut passes = false;
        for &component in components {
            match self.find_witness(problem, after, component, path, cache) {
                Ok(witness) => found.push((Some(component), witness)),
                Err(SearchResult::DeadEnd(end)) => return Err(CheckOutcome::DeadEnd(end.constraints().to_vec())),
                Err(found) => passes |= matches!(found, SearchResult::Transient),
            }
        }
        if found.len() == components.len() {
            return Ok(found);
        }
        // Components that take too much work alone also take too much with others.
        if !passes {
            return Err(CheckOutcome::Undetermined);
        }
        let all: Vec<usize> = (0..problem.states.len()).collect();
        match problem.solve(&Scope::new(problem.product, all), false, self.spec.work) {
            SearchResult::Witness(plan) => Ok(vec![(None, Witness::along(plan))]),
            SearchResult::DeadEnd(end) => Err(CheckOutcome::DeadEnd(end.constraints().to_vec())),
            SearchResult::Transient | SearchResult::OutOfWork => Err(CheckOutcome::Undetermined),
        }
    }

    /// A plan to satisfy a component: a known one, entered where it can be, or a new one.
    ///
    /// # Errors
    /// The result found instead.
    fn find_witness(
        &self,
        problem: &Problem,
        after: &Trace,
        component: usize,
        path: &[Valuation],
        cache: &mut TurnCache,
    ) -> Result<Witness, SearchResult> {
        let product = problem.product;
        let must_stay = self.plans.len() > 1;
        let scope = &product.components[component];
        if problem.is_done(&scope.constraints, must_stay) {
            return Ok(Witness::along(Vec::new()));
        }
        let projection = Projection::new(product, &scope.constraints);
        let entry = match self.known_plan(problem, after, &projection, component, path, cache) {
            Some((entry, _)) if entry.unsatisfied() == 0 => return Ok(entry.witness()),
            entry => entry,
        };
        if let Some(end) = cache.nogoods.end(component, problem) {
            return Err(SearchResult::DeadEnd(end.clone()));
        }
        let situation = situation(problem, component);
        if situation.as_ref().is_some_and(|situation| cache.nogoods.is_undetermined(situation)) {
            return Err(SearchResult::OutOfWork);
        }
        if let Some((entry, is_current)) = entry {
            let prolonged = entry.prolong(&projection, problem.states, |states, valuation| {
                match (Problem { states, valuation: Some(valuation), ..*problem }).landmarks(scope, must_stay) {
                    Deduction::Plan(plan) => Some(plan),
                    Deduction::DeadEnd(_) | Deduction::Inconclusive => None,
                }
            });
            if let Some((plan, witness)) = prolonged {
                cache.found.push(FoundPlan { component, is_frozen: problem.is_frozen, is_current, plan });
                return Ok(witness);
            }
        }
        let found = problem.solve(scope, must_stay, self.spec.work);
        match &found {
            SearchResult::Witness(path) => {
                let Some(plan) =
                    Plan::new(&projection, &after.states, after.valuation.as_ref(), path.iter().cloned()).map(Arc::new)
                else {
                    return Ok(Witness::along(path.clone()));
                };
                let is_frozen = problem.is_frozen;
                cache.found.push(FoundPlan { component, is_frozen, is_current: false, plan: plan.clone() });
                return Ok(Witness::from(plan, 1));
            }
            SearchResult::DeadEnd(end) if !problem.is_frozen || product.world.uncontrollable.is_empty() => {
                Arc::make_mut(&mut cache.nogoods).learn_end(end.clone());
            }
            SearchResult::OutOfWork => {
                let nogoods = Arc::make_mut(&mut cache.nogoods);
                situation.into_iter().for_each(|situation| nogoods.learn_undetermined(situation));
            }
            _ => {}
        }
        Err(found)
    }

    /// The known plan with the least left to satisfy, and whether it begins at the end of the trace. It is followed
    /// directly, or after the step has been undone.
    fn known_plan(
        &self,
        problem: &Problem,
        after: &Trace,
        projection: &Projection,
        component: usize,
        path: &[Valuation],
        cache: &TurnCache,
    ) -> Option<(Entry, bool)> {
        let is_usable = |other: &&FoundPlan| other.component == component && (other.is_frozen || !problem.is_frozen);
        let others = cache.found.iter().filter(is_usable).map(|found| (&found.plan, found.is_current));
        let ComponentPlan { plan: own, is_current } = &self.plans[component];
        let plans = || own.iter().map(|plan| (plan, *is_current)).chain(others.clone());
        let must_stay = self.plans.len() > 1;
        let here = Approach::new(
            projection,
            &problem.product.components[component],
            must_stay,
            &after.states,
            after.valuation.as_ref(),
        )?;
        let ahead = plans().filter_map(|(plan, is_current)| Some((here.ahead(plan)?, is_current)));
        let present = self.trace.valuation.as_ref().filter(|_| self.trace.is_sound);
        let back = std::iter::once_with(|| here.clone().after(path.iter().rev().skip(1).chain(present)));
        let back = back.flatten().flat_map(|back| {
            let begin_there = plans().filter(|&(_, is_current)| is_current);
            begin_there.filter_map(move |(plan, _)| Some((back.along(plan)?, true)))
        });
        let mut best: Option<(Entry, bool)> = None;
        for (entry, is_current) in ahead.chain(back) {
            if best.as_ref().is_none_or(|(best, _)| entry.unsatisfied() < best.unsatisfied()) {
                let is_current = is_current && entry.is_at_the_beginning();
                best = Some((entry, is_current));
            }
            if best.as_ref().is_some_and(|(best, _)| best.unsatisfied() == 0) {
                break;
            }
        }
        best
    }

    /// The knowledge about a component after a check with this result, once the trace stands in `at`.
    pub fn component_plan(&self, component: usize, at: &Trace, witness: Option<&Witness>) -> ComponentPlan {
        let projection = Projection::new(&self.spec.product, &self.spec.product.components[component].constraints);
        // A state that contradicts the axioms leads nowhere.
        let new =
            |witness: &Witness| Plan::new(&projection, &at.states, at.valuation.as_ref(), witness.path().cloned());
        let plan = witness.filter(|_| at.is_sound).and_then(new);
        ComponentPlan { is_current: plan.is_some(), plan: plan.map(Arc::new) }
    }
}
