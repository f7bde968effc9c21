//! Dead ends and undetermined situations, remembered so that none is searched twice.

use std::{collections::HashSet, sync::Arc};

use super::{
    antichain::positions,
    problem::{DeadEnd, Problem},
};
use crate::StateId;

/// Lessons from failed searches; they remain true whatever follows.
///
/// R. Dechter, "Enhancement schemes for constraint processing: backjumping, learning, and cutset decomposition", 1990.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Nogoods {
    /// In order of time; each is within one component.
    ends: Vec<Arc<DeadEnd>>,
    /// Situations that took too much work.
    undetermined: HashSet<Situation>,
    /// Dead ends with the fewest constraints, as far as they were asked for.
    cores: Vec<Arc<DeadEnd>>,
}

/// A component, whether uncontrollable propositions keep their values, the states of its constraints, and positions.
pub(crate) type Situation = (usize, bool, Vec<StateId>, Vec<usize>);

/// The most remembered dead ends (a few megabytes). The latest ones, and those that took a search, are preferred.
const MOST_ENDS: usize = 32;
const MOST_UNDETERMINED: usize = 4096;

impl Nogoods {
    pub fn learn_end(&mut self, end: Arc<DeadEnd>) {
        if self.ends.len() == MOST_ENDS {
            let least = self.ends.iter().position(|end| end.is_cheap).unwrap_or(0);
            self.ends.remove(least);
        }
        self.ends.push(end);
    }

    /// Remembers a dead end with the fewest constraints; problems that it bars need no other proof and no other reason.
    pub fn learn_core(&mut self, core: Arc<DeadEnd>) {
        if self.cores.len() == MOST_ENDS {
            self.cores.remove(0);
        }
        self.cores.push(core.clone());
        self.learn_end(core);
    }

    /// The fewest constraints known to make the problem a dead end.
    pub fn core(&self, problem: &Problem) -> Option<&[usize]> {
        self.cores.iter().find(|core| core.bars(problem)).map(|core| core.constraints())
    }

    pub fn learn_undetermined(&mut self, situation: Situation) {
        if self.undetermined.len() == MOST_UNDETERMINED {
            self.undetermined.clear();
        }
        self.undetermined.insert(situation);
    }

    /// A dead end within a component that bars all plans for the problem.
    pub fn end(&self, component: usize, problem: &Problem) -> Option<&Arc<DeadEnd>> {
        let is_near =
            |end: &&Arc<DeadEnd>| end.constraints().first().is_some_and(|&own| problem.product.homes[own] == component);
        self.ends.iter().filter(is_near).find(|end| end.bars(problem))
    }

    /// Whether it took too much work before.
    pub fn is_undetermined(&self, situation: &Situation) -> bool {
        self.undetermined.contains(situation)
    }

    /// Adds the lessons that others learned from the same specification.
    pub fn add(&mut self, other: &Self) {
        for end in &other.ends {
            if !self.ends.iter().any(|known| Arc::ptr_eq(known, end)) {
                self.learn_end(end.clone());
            }
        }
        for situation in &other.undetermined {
            if !self.undetermined.contains(situation) {
                self.learn_undetermined(situation.clone());
            }
        }
    }
}

/// The states of a component's constraints, and positions; `None` before the first state.
pub(crate) fn situation(problem: &Problem, component: usize) -> Option<Situation> {
    let scope = &problem.product.components[component];
    problem.valuation.map(|valuation| {
        let states = scope.constraints.iter().map(|&constraint| problem.states[constraint]).collect();
        (component, problem.is_frozen, states, positions(problem.product, scope, valuation))
    })
}
