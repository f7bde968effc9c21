//! Subgoals: owed constraints name the necessary changes, and forbidding constraints name those that must come first.

use crate::{
    PropositionId, StateId, Valuation,
    automaton::{Edge, Literal},
    feasibility::{
        letters::{Stop, pay},
        problem::Problem,
        product::MOST_FORKS,
        projection::{ProductState, Projection},
    },
};

impl Problem<'_> {
    /// About how many subgoals are left, and those that can be achieved now.
    pub fn agenda(
        &self,
        projection: &Projection,
        here: &ProductState,
        must_stay: bool,
        work: &mut usize,
    ) -> Result<(usize, Vec<Literal>), Stop> {
        let product = self.product;
        let mut wanted = Vec::new();
        for &constraint in projection.constraints {
            let state = here.states[constraint];
            if product.is_satisfied(constraint, state) && !(must_stay && here.restless.contains(&constraint)) {
                continue;
            }
            let distance = product.automata[constraint].distance(state).unwrap_or_default();
            let is_nearer = |next: StateId| {
                product.automata[constraint].distance(next).is_some_and(|left| left < distance || distance == 0)
            };
            pay(work, 4)?;
            self.needs(constraint, state, &here.valuation, &is_nearer, &mut wanted);
        }
        let mut subgoals = Vec::new();
        let mut at = 0;
        while let Some(&subgoal) = wanted.get(at) {
            at += 1;
            let Some(next) = product.world.with(&here.valuation, subgoal) else {
                subgoals.push(subgoal);
                continue;
            };
            let changed: Vec<PropositionId> = here.valuation.differences(&next).collect();
            let mut is_free = true;
            for constraint in projection.moving(&here.restless, &changed) {
                let state = here.states[constraint];
                let is_live = |state: StateId| product.automata[constraint].distance(state).is_some();
                let is_barred = |state: StateId| !is_live(product.step(constraint, state, &next));
                if is_barred(state) {
                    is_free = false;
                    let is_way_out = |next: StateId| next != state && is_live(next) && !is_barred(next);
                    self.needs(constraint, state, &here.valuation, &is_way_out, &mut wanted);
                }
            }
            pay(work, 4 + changed.len())?;
            if is_free {
                subgoals.push(subgoal);
            }
        }
        Ok((wanted.len() + here.unsatisfied, subgoals))
    }

    /// Adds the values that must differ from a valuation so that the constraint goes to a state of that kind.
    pub fn needs(
        &self,
        constraint: usize,
        state: StateId,
        valuation: &Valuation,
        is_good: &dyn Fn(StateId) -> bool,
        wanted: &mut Vec<Literal>,
    ) {
        let automaton = &self.product.automata[constraint];
        if automaton.forks() <= MOST_FORKS {
            self.needs_along(constraint, automaton.edge(state), valuation, is_good, &mut Vec::new(), wanted);
        }
    }

    fn needs_along(
        &self,
        constraint: usize,
        edge: Edge,
        valuation: &Valuation,
        is_good: &dyn Fn(StateId) -> bool,
        changes: &mut Vec<Literal>,
        wanted: &mut Vec<Literal>,
    ) {
        match self.product.automata[constraint].read(edge) {
            Ok(next) if is_good(next) => {
                for &change in &*changes {
                    if !wanted.contains(&change) {
                        wanted.push(change);
                    }
                }
            }
            Ok(_) => {}
            Err((id, branches)) => {
                let now = valuation.holds(id);
                self.needs_along(constraint, branches[usize::from(now)], valuation, is_good, changes, wanted);
                if self.may_change(id) {
                    changes.push((id, !now));
                    self.needs_along(constraint, branches[usize::from(!now)], valuation, is_good, changes, wanted);
                    changes.pop();
                }
            }
        }
    }
}
