//! Where a trace stands, and where one more state leads it.

use smallvec::SmallVec;

use crate::{PropositionId, StateId, Valuation, Verdict, feasibility::Plan};

/// Where a trace stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    pub states: Vec<StateId>,
    pub valuation: Option<Valuation>,
    /// Whether the last state contradicts no group.
    pub is_sound: bool,
    /// The constraints that would move if the last state were repeated, or that are violated for good.
    pub restless: Vec<usize>,
}

impl Standing {
    /// Makes a moment the present one, about which nothing is known.
    pub fn settle(&mut self, plan: &Plan, present: Valuation) {
        let is_restless = |&constraint: &usize| plan.is_restless(constraint, self.states[constraint], &present);
        self.restless = (0..self.states.len()).filter(is_restless).collect();
        self.is_sound = plan.world.contradiction(&present).is_none();
        self.valuation = Some(present);
    }

    /// Goes on by one state; adds the components that it touches, and tells the
    /// constraints that it violates for good and from which state. Says whether the axioms allow it.
    pub fn advance(
        &mut self,
        plan: &Plan,
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
                let groups = plan.world.groups_of_any(changed);
                may_follow = plan.world.fixed.iter().all(|id| !changed.contains(id))
                    && plan.world.may_follow_in(&groups, before, valuation);
                let is_sound_elsewhere = self.is_sound || plan.world.contradiction(valuation).is_none();
                is_sound_elsewhere && plan.world.is_sound_in(&groups, valuation)
            }
            _ => plan.world.contradiction(valuation).is_none(),
        };
        for component in changed.iter().flatten().filter_map(|&id| plan.bearing_on(id)) {
            touch(touched, component);
        }
        let mut moving: Vec<usize> = match &changed {
            Some(changed) => {
                let mut moving = Vec::new();
                plan.for_moving(&self.restless, changed, |constraint| moving.push(constraint));
                moving
            }
            None => (0..plan.automata.len()).collect(),
        };
        moving.retain(|&constraint| {
            let automaton = &plan.automata[constraint];
            let state = self.states[constraint];
            let next = automaton.step(state, valuation);
            if automaton.verdict(next) == Verdict::ViolatedForGood {
                on_violation(constraint, state);
            }
            if next != state {
                touch(touched, plan.homes[constraint]);
            }
            self.states[constraint] = next;
            plan.is_restless(constraint, next, valuation)
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
