//! Where a trace stands, and what is known to lead nowhere from there.

use super::{
    antichain::Antichains,
    plan::{Plan, Scope},
};
use crate::{PropositionId, StateId, Valuation, Verdict};

/// Where the trace stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Now<'a> {
    pub plan: &'a Plan,
    /// By constraint.
    pub states: &'a [StateId],
    /// The last valuation, `None` before the first.
    pub valuation: Option<&'a Valuation>,
    /// Whether uncontrollable propositions keep their values.
    pub is_frozen: bool,
}

impl Now<'_> {
    /// Whether a proposition may ever have another value.
    pub fn may_change(&self, id: PropositionId) -> bool {
        let world = &self.plan.world;
        !(world.fixed.contains(&id) || self.is_frozen && world.uncontrollable.contains(&id))
    }

    /// Whether all is satisfied here and, if it must, stays so while nothing changes.
    pub fn is_done(&self, constraints: &[usize], must_stay: bool) -> bool {
        self.valuation.is_some_and(|valuation| {
            constraints.iter().all(|&constraint| {
                let state = self.states[constraint];
                let stays = || self.plan.step(constraint, state, valuation) == state;
                self.plan.is_satisfied(constraint, state) && (!must_stay || stays())
            })
        })
    }

    /// The place where a way fails to satisfy a constraint: its end if it violates nothing.
    pub fn failure(&self, constraint: usize, way: &[Valuation], must_stay: bool) -> Option<usize> {
        let mut state = self.states[constraint];
        for (at, valuation) in way.iter().enumerate() {
            state = self.plan.step(constraint, state, valuation);
            if self.plan.automata[constraint].verdict(state) == Verdict::ViolatedForGood {
                return Some(at);
            }
        }
        let last = way.last().or(self.valuation);
        let stays = || last.is_some_and(|last| self.plan.step(constraint, state, last) == state);
        let is_fine = self.plan.is_satisfied(constraint, state) && (!must_stay || stays());
        (!is_fine).then_some(way.len())
    }
}

/// Constraints that cannot be satisfied together, and states from which they cannot: all that a search came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DeadEnd {
    scope: Scope,
    states: Antichains,
    /// Whether it is told again as soon as somebody asks, without a search.
    pub is_cheap: bool,
}

impl DeadEnd {
    /// Constraints that cannot be satisfied together from where the trace stands, wherever movers are.
    pub fn at(now: &Now, mut constraints: Vec<usize>) -> Self {
        constraints.sort_unstable();
        constraints.dedup();
        let mut scope = Scope::new(now.plan, constraints);
        scope.has_moves = false;
        let states: Vec<StateId> = scope.constraints.iter().map(|&constraint| now.states[constraint]).collect();
        let mut known = Antichains::default();
        if let Some(valuation) = now.valuation {
            known.insert(now.plan, &scope, 0, &states, valuation);
        }
        Self { scope, states: known, is_cheap: true }
    }

    /// What a search came to that found no way.
    pub fn searched(scope: Scope, states: Antichains) -> Self {
        Self { scope, states, is_cheap: false }
    }

    pub fn constraints(&self) -> &[usize] {
        &self.scope.constraints
    }

    /// Whether there can be no way from there either, since no more is possible than in a state of the dead end.
    pub fn bars(&self, now: &Now) -> bool {
        let states: Vec<StateId> = self.scope.constraints.iter().map(|&constraint| now.states[constraint]).collect();
        now.valuation.is_some_and(|valuation| self.states.cover(now.plan, &self.scope, &states, valuation))
    }
}
