//! The end of a trace, and its continuation by one more state.

use smallvec::SmallVec;

use crate::{PropositionId, StateId, Valuation, Verdict, feasibility::Product};

/// The end of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trace {
    pub states: Vec<StateId>,
    pub valuation: Option<Valuation>,
    /// Whether the last state contradicts no group.
    pub is_sound: bool,
    /// The constraints that would move if the last state were repeated, or that are violated for good.
    pub restless: Vec<usize>,
}

impl Trace {
    /// Makes a moment the present one, without knowledge of how it came about.
    pub fn settle(&mut self, product: &Product, present: Valuation) {
        let is_restless = |&constraint: &usize| product.is_restless(constraint, self.states[constraint], &present);
        self.restless = (0..self.states.len()).filter(is_restless).collect();
        self.is_sound = product.world.contradiction(&present).is_none();
        self.valuation = Some(present);
    }

    /// Goes on by one state. Adds the components that it touches, and reports the constraints that it violates for good
    /// and from which state. Returns whether the axioms allow it.
    pub fn advance(
        &mut self,
        product: &Product,
        valuation: &Valuation,
        touched: &mut Vec<usize>,
        on_violation: &mut dyn FnMut(usize, StateId),
    ) -> bool {
        let before = self.valuation.as_ref();
        let changed: Option<SmallVec<[PropositionId; 16]>> =
            before.map(|before| before.differences(valuation).collect());
        let mut may_follow = true;
        self.is_sound = match (before, &changed) {
            (Some(before), Some(changed)) => {
                let groups = product.world.groups_of_any(changed);
                may_follow = product.world.fixed.iter().all(|id| !changed.contains(id))
                    && product.world.may_follow_in(&groups, before, valuation);
                let is_sound_elsewhere = self.is_sound || product.world.contradiction(valuation).is_none();
                is_sound_elsewhere && product.world.is_sound_in(&groups, valuation)
            }
            _ => product.world.contradiction(valuation).is_none(),
        };
        for component in changed.iter().flatten().filter_map(|&id| product.bearing_on(id)) {
            touch(touched, component);
        }
        let mut moving: Vec<usize> = match &changed {
            Some(changed) => {
                let mut moving = Vec::new();
                product.for_moving(&self.restless, changed, |constraint| moving.push(constraint));
                moving
            }
            None => (0..product.automata.len()).collect(),
        };
        moving.retain(|&constraint| {
            let automaton = &product.automata[constraint];
            let state = self.states[constraint];
            let next = automaton.step(state, valuation);
            if automaton.verdict(next) == Verdict::ViolatedForGood {
                on_violation(constraint, state);
            }
            if next != state {
                touch(touched, product.homes[constraint]);
            }
            self.states[constraint] = next;
            product.is_restless(constraint, next, valuation)
        });
        self.restless = moving;
        self.valuation = Some(valuation.clone());
        may_follow && self.is_sound
    }
}

fn touch(touched: &mut Vec<usize>, component: usize) {
    if !touched.contains(&component) {
        touched.push(component);
    }
}
