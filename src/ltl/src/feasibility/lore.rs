//! What was found out of a product and remains true, whatever the trace.

use std::{collections::HashSet, sync::Arc};

use super::{
    antichain::positions,
    plan::Scope,
    problem::{DeadEnd, Now},
};
use crate::StateId;

/// What was found out and remains true whatever follows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Lore {
    /// By time; each is within one component.
    ends: Vec<Arc<DeadEnd>>,
    /// What took too much work.
    riddles: HashSet<Situation>,
    /// Dead ends of the fewest constraints, as far as somebody asked for these.
    cores: Vec<Arc<DeadEnd>>,
}

/// A component, whether uncontrollable propositions keep their values, the states of its constraints, and positions.
pub(crate) type Situation = (usize, bool, Vec<StateId>, Vec<usize>);

/// So many dead ends are remembered, the latest ones and rather those that took a search: a few megabytes.
const MOST_ENDS: usize = 32;
const MOST_RIDDLES: usize = 4096;

impl Lore {
    pub fn learn_end(&mut self, end: Arc<DeadEnd>) {
        if self.ends.len() == MOST_ENDS {
            let least = self.ends.iter().position(|end| end.is_cheap).unwrap_or(0);
            self.ends.remove(least);
        }
        self.ends.push(end);
    }

    /// Remembers a dead end of the fewest constraints: what it bars needs no other proof and no other reason.
    pub fn learn_core(&mut self, core: Arc<DeadEnd>) {
        if self.cores.len() == MOST_ENDS {
            self.cores.remove(0);
        }
        self.cores.push(core.clone());
        self.learn_end(core);
    }

    /// The fewest constraints that are known to make it a dead end.
    pub fn core(&self, now: &Now) -> Option<&[usize]> {
        self.cores.iter().find(|core| core.bars(now)).map(|core| core.constraints())
    }

    pub fn learn_riddle(&mut self, situation: Situation) {
        if self.riddles.len() == MOST_RIDDLES {
            self.riddles.clear();
        }
        self.riddles.insert(situation);
    }

    /// A dead end that is within a component and bars all ways from there.
    pub fn end(&self, component: usize, now: &Now) -> Option<&Arc<DeadEnd>> {
        let is_near =
            |end: &&Arc<DeadEnd>| end.constraints().first().is_some_and(|&own| now.plan.homes[own] == component);
        self.ends.iter().filter(is_near).find(|end| end.bars(now))
    }

    /// Whether it took too much work before.
    pub fn is_riddle(&self, situation: &Situation) -> bool {
        self.riddles.contains(situation)
    }

    /// Adds what others found out of the same specification.
    pub fn add(&mut self, other: &Self) {
        for end in &other.ends {
            if !self.ends.iter().any(|known| Arc::ptr_eq(known, end)) {
                self.learn_end(end.clone());
            }
        }
        for situation in &other.riddles {
            if !self.riddles.contains(situation) {
                self.learn_riddle(situation.clone());
            }
        }
    }
}

/// Where the constraints of a component stand; `None` before the first state.
pub(crate) fn situation(now: &Now, component: usize) -> Option<Situation> {
    let scope: &Scope = &now.plan.components[component];
    now.valuation.map(|valuation| {
        let states = scope.constraints.iter().map(|&constraint| now.states[constraint]).collect();
        (component, now.is_frozen, states, positions(now.plan, scope, valuation))
    })
}
