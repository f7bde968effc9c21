//! Where some constraints stand on a way that is tried: of each step only what it changes is looked at.

use super::plan::Plan;
use crate::{PropositionId, StateId, Valuation, Verdict};

/// Constraints that are followed, and no others.
#[derive(Debug)]
pub(crate) struct Followed<'a> {
    pub plan: &'a Plan,
    /// By number, ascending.
    pub constraints: &'a [usize],
}

/// Where they stand.
#[derive(Debug, Clone)]
pub(crate) struct Stand {
    /// By constraint; those that are not followed stay where they were.
    pub states: Vec<StateId>,
    pub valuation: Valuation,
    /// How many are not satisfied if the way ends here.
    pub owing: usize,
    /// Those that would move if the last valuation were repeated.
    pub restless: Vec<usize>,
}

/// What a step does to the constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// Whatever could follow before can follow now.
    Harmless,
    /// Something may not follow any more, as far as known.
    Harmful,
    /// One is violated for good.
    Violation,
}

impl<'a> Followed<'a> {
    pub fn new(plan: &'a Plan, constraints: &'a [usize]) -> Self {
        Self { plan, constraints }
    }

    /// A constraint's number among them.
    fn number(&self, constraint: usize) -> Option<usize> {
        self.constraints.binary_search(&constraint).ok()
    }

    /// Their states, by number among them.
    pub fn row(&self, states: &[StateId]) -> Vec<StateId> {
        self.constraints.iter().map(|&constraint| states[constraint]).collect()
    }

    /// Goes on with a row by one state; `before`, where it is given, is the state that the row has seen last.
    pub fn go_on(&self, row: &mut [StateId], before: Option<&Valuation>, next: &Valuation) {
        let step = |row: &mut [StateId], number: usize| {
            row[number] = self.plan.step(self.constraints[number], row[number], next);
        };
        let Some(before) = before else {
            return (0..row.len()).for_each(|number| step(row, number));
        };
        let counting = self.plan.counting.iter().filter_map(|&constraint| self.number(constraint));
        counting.for_each(|number| step(row, number));
        // Others have settled on what they have seen, and come to the same if they take a step twice.
        for id in before.differences(next) {
            for constraint in self.plan.readers.get(id.index()).into_iter().flatten() {
                if let Some(number) = self.number(*constraint)
                    && !self.plan.automata[*constraint].counts_steps()
                {
                    step(row, number);
                }
            }
        }
    }

    pub fn stand(&self, states: &[StateId], valuation: &Valuation) -> Stand {
        let owes = |&&constraint: &&usize| !self.plan.is_satisfied(constraint, states[constraint]);
        let moves =
            |&constraint: &usize| self.plan.step(constraint, states[constraint], valuation) != states[constraint];
        Stand {
            states: states.to_vec(),
            valuation: valuation.clone(),
            owing: self.constraints.iter().filter(owes).count(),
            restless: self.constraints.iter().copied().filter(moves).collect(),
        }
    }

    /// Those that a step may move which changes this, each once.
    pub fn moving(&self, restless: &[usize], changed: &[PropositionId]) -> Vec<usize> {
        let mut moving = Vec::new();
        self.plan.for_moving(restless, changed, |constraint| {
            if self.number(constraint).is_some() {
                moving.push(constraint);
            }
        });
        moving
    }

    /// Goes on by one state, which changes this; after a violation the stand is of no use.
    pub fn step(&self, stand: &mut Stand, next: &Valuation, changed: &[PropositionId]) -> Effect {
        let plan = self.plan;
        let (restless, mut effect) = (std::mem::take(&mut stand.restless), Effect::Harmless);
        let mut is_violated = false;
        plan.for_moving(&restless, changed, |constraint| {
            if is_violated || self.number(constraint).is_none() {
                return;
            }
            let automaton = &plan.automata[constraint];
            let before = stand.states[constraint];
            let after = automaton.step(before, next);
            if after != before {
                if automaton.verdict(after) == Verdict::ViolatedForGood {
                    is_violated = true;
                    return;
                }
                stand.owing += usize::from(!plan.is_satisfied(constraint, after));
                stand.owing -= usize::from(!plan.is_satisfied(constraint, before));
                stand.states[constraint] = after;
                if !automaton.is_below(before, after) {
                    effect = Effect::Harmful;
                }
            }
            if automaton.step(after, next) != after {
                stand.restless.push(constraint);
            }
        });
        if is_violated {
            return Effect::Violation;
        }
        stand.valuation.clone_from(next);
        effect
    }
}

impl Stand {
    /// Whether all is satisfied here and, if it must, stays so while nothing changes.
    pub fn is_done(&self, must_stay: bool) -> bool {
        self.owing == 0 && (!must_stay || self.restless.is_empty())
    }
}
