//! A planning problem, and dead ends without a solution.

use super::{
    antichain::Antichains,
    product::{Product, Scope},
};
use crate::{PropositionId, StateId, Valuation, Verdict};

/// A planning problem: satisfy constraints from the end of the trace.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub product: &'a Product,
    /// By constraint.
    pub states: &'a [StateId],
    /// The last valuation, `None` before the first.
    pub valuation: Option<&'a Valuation>,
    /// Whether uncontrollable propositions keep their values.
    pub is_frozen: bool,
}

impl Problem<'_> {
    /// Whether a proposition may ever have another value.
    pub fn may_change(&self, id: PropositionId) -> bool {
        let world = &self.product.world;
        !(world.fixed.contains(&id) || self.is_frozen && world.uncontrollable.contains(&id))
    }

    /// Whether all is satisfied here and, if it must, stays so while nothing changes.
    pub fn is_done(&self, constraints: &[usize], must_stay: bool) -> bool {
        self.valuation.is_some_and(|valuation| {
            constraints.iter().all(|&constraint| {
                let state = self.states[constraint];
                let stays = || self.product.step(constraint, state, valuation) == state;
                self.product.is_satisfied(constraint, state) && (!must_stay || stays())
            })
        })
    }

    /// The place where a plan fails to satisfy a constraint: the plan's end if nothing is violated.
    pub fn failure(&self, constraint: usize, plan: &[Valuation], must_stay: bool) -> Option<usize> {
        let mut state = self.states[constraint];
        for (at, valuation) in plan.iter().enumerate() {
            state = self.product.step(constraint, state, valuation);
            if self.product.automata[constraint].verdict(state) == Verdict::ViolatedForGood {
                return Some(at);
            }
        }
        let last = plan.last().or(self.valuation);
        let stays = || last.is_some_and(|last| self.product.step(constraint, state, last) == state);
        let is_fine = self.product.is_satisfied(constraint, state) && (!must_stay || stays());
        (!is_fine).then_some(plan.len())
    }
}

/// Constraints that cannot be satisfied together, and states from which they cannot: all that a search reached.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DeadEnd {
    scope: Scope,
    states: Antichains,
    /// Whether it is found again on demand, without a search.
    pub is_cheap: bool,
}

impl DeadEnd {
    /// Constraints that cannot be satisfied together from the end of the trace, whatever the positions of movers.
    pub fn at(problem: &Problem, mut constraints: Vec<usize>) -> Self {
        constraints.sort_unstable();
        constraints.dedup();
        let mut scope = Scope::new(problem.product, constraints);
        scope.has_moves = false;
        let states: Vec<StateId> = scope.constraints.iter().map(|&constraint| problem.states[constraint]).collect();
        let mut known = Antichains::default();
        if let Some(valuation) = problem.valuation {
            known.insert(problem.product, &scope, 0, &states, valuation);
        }
        Self { scope, states: known, is_cheap: true }
    }

    /// The states that a search reached without finding a plan.
    pub fn searched(scope: Scope, states: Antichains) -> Self {
        Self { scope, states, is_cheap: false }
    }

    pub fn constraints(&self) -> &[usize] {
        &self.scope.constraints
    }

    /// Whether this proves that the problem has no plan: no more is possible there than in a state of the dead end.
    pub fn bars(&self, problem: &Problem) -> bool {
        let states: Vec<StateId> =
            self.scope.constraints.iter().map(|&constraint| problem.states[constraint]).collect();
        problem.valuation.is_some_and(|valuation| self.states.cover(problem.product, &self.scope, &states, valuation))
    }
}
