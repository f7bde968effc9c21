//! The product projected onto some constraints, followed along a plan on trial. Each step looks only at its changes.

use super::product::Product;
use crate::{PropositionId, StateId, Valuation, Verdict};

/// The product, restricted to some constraints.
#[derive(Debug)]
pub(crate) struct Projection<'a> {
    pub product: &'a Product,
    /// By number, ascending.
    pub constraints: &'a [usize],
}

/// A state of the product, as far as its projection knows it.
#[derive(Debug, Clone)]
pub(crate) struct ProductState {
    /// By constraint; those outside the projection stay where they were.
    pub states: Vec<StateId>,
    pub valuation: Valuation,
    /// The number of constraints that are not satisfied if the plan ends here.
    pub unsatisfied: usize,
    /// The constraints that would move if the last valuation were repeated.
    pub restless: Vec<usize>,
}

/// The effect of a step on the constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// Every continuation that was possible before is still possible.
    Harmless,
    /// Some continuation may not be possible any more, as far as known.
    Harmful,
    /// One is violated for good.
    Violation,
}

impl<'a> Projection<'a> {
    pub fn new(product: &'a Product, constraints: &'a [usize]) -> Self {
        Self { product, constraints }
    }

    /// A constraint's number in the projection.
    fn number(&self, constraint: usize) -> Option<usize> {
        self.constraints.binary_search(&constraint).ok()
    }

    /// The states of its constraints, by number in the projection.
    pub fn row(&self, states: &[StateId]) -> Vec<StateId> {
        self.constraints.iter().map(|&constraint| states[constraint]).collect()
    }

    /// Advances a row by one state; `before`, if given, is the state that the row has seen last.
    pub fn go_on(&self, row: &mut [StateId], before: Option<&Valuation>, next: &Valuation) {
        let step = |row: &mut [StateId], number: usize| {
            row[number] = self.product.step(self.constraints[number], row[number], next);
        };
        let Some(before) = before else {
            return (0..row.len()).for_each(|number| step(row, number));
        };
        let counting = self.product.counting.iter().filter_map(|&constraint| self.number(constraint));
        counting.for_each(|number| step(row, number));
        // The others have settled on the last state, and repeating a step does not move them.
        for id in before.differences(next) {
            for constraint in self.product.readers.get(id.index()).into_iter().flatten() {
                if let Some(number) = self.number(*constraint)
                    && !self.product.automata[*constraint].counts_steps()
                {
                    step(row, number);
                }
            }
        }
    }

    /// The state of the product for these states and this valuation.
    pub fn state(&self, states: &[StateId], valuation: &Valuation) -> ProductState {
        let owes = |&&constraint: &&usize| !self.product.is_satisfied(constraint, states[constraint]);
        let moves =
            |&constraint: &usize| self.product.step(constraint, states[constraint], valuation) != states[constraint];
        ProductState {
            states: states.to_vec(),
            valuation: valuation.clone(),
            unsatisfied: self.constraints.iter().filter(owes).count(),
            restless: self.constraints.iter().copied().filter(moves).collect(),
        }
    }

    /// The constraints that a step with these changes may move, each once.
    pub fn moving(&self, restless: &[usize], changed: &[PropositionId]) -> Vec<usize> {
        let mut moving = Vec::new();
        self.product.for_moving(restless, changed, |constraint| {
            if self.number(constraint).is_some() {
                moving.push(constraint);
            }
        });
        moving
    }

    /// Goes on by one state with these changes; after a violation the state is of no use.
    pub fn step(&self, here: &mut ProductState, next: &Valuation, changed: &[PropositionId]) -> Effect {
        let product = self.product;
        let restless = std::mem::take(&mut here.restless);
        let mut effect = Effect::Harmless;
        let mut is_violated = false;
        product.for_moving(&restless, changed, |constraint| {
            if is_violated || self.number(constraint).is_none() {
                return;
            }
            let automaton = &product.automata[constraint];
            let before = here.states[constraint];
            let after = automaton.step(before, next);
            if after != before {
                if automaton.verdict(after) == Verdict::ViolatedForGood {
                    is_violated = true;
                    return;
                }
                here.unsatisfied += usize::from(!product.is_satisfied(constraint, after));
                here.unsatisfied -= usize::from(!product.is_satisfied(constraint, before));
                here.states[constraint] = after;
                if !automaton.is_below(before, after) {
                    effect = Effect::Harmful;
                }
            }
            if automaton.step(after, next) != after {
                here.restless.push(constraint);
            }
        });
        if is_violated {
            return Effect::Violation;
        }
        here.valuation.clone_from(next);
        effect
    }
}

impl ProductState {
    /// Whether all is satisfied here and, if it must, stays so while nothing changes.
    pub fn is_done(&self, must_stay: bool) -> bool {
        self.unsatisfied == 0 && (!must_stay || self.restless.is_empty())
    }
}
