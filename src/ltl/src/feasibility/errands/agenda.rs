//! What is to be done next: owed constraints say what must change, and those that forbid it what must come first.

use crate::{
    PropositionId, StateId, Valuation,
    automaton::{Edge, Literal},
    feasibility::{
        letters::{Stop, pay},
        plan::MOST_FORKS,
        problem::Now,
        stand::{Followed, Stand},
    },
};

impl Now<'_> {
    /// About how many errands are left, and those that can be run now.
    pub fn agenda(
        &self,
        followed: &Followed,
        stand: &Stand,
        must_stay: bool,
        work: &mut usize,
    ) -> Result<(usize, Vec<Literal>), Stop> {
        let plan = self.plan;
        let mut wanted = Vec::new();
        for &constraint in followed.constraints {
            let state = stand.states[constraint];
            if plan.is_satisfied(constraint, state) && !(must_stay && stand.restless.contains(&constraint)) {
                continue;
            }
            let distance = plan.automata[constraint].distance(state).unwrap_or_default();
            let is_nearer = |next: StateId| {
                plan.automata[constraint].distance(next).is_some_and(|left| left < distance || distance == 0)
            };
            pay(work, 4)?;
            self.needs(constraint, state, &stand.valuation, &is_nearer, &mut wanted);
        }
        let mut errands = Vec::new();
        let mut at = 0;
        while let Some(&errand) = wanted.get(at) {
            at += 1;
            let Some(next) = plan.world.with(&stand.valuation, errand) else {
                errands.push(errand);
                continue;
            };
            let changed: Vec<PropositionId> = stand.valuation.differences(&next).collect();
            let mut is_free = true;
            for constraint in followed.moving(&stand.restless, &changed) {
                let state = stand.states[constraint];
                let is_live = |state: StateId| plan.automata[constraint].distance(state).is_some();
                let is_barred = |state: StateId| !is_live(plan.step(constraint, state, &next));
                if is_barred(state) {
                    is_free = false;
                    let is_way_out = |next: StateId| next != state && is_live(next) && !is_barred(next);
                    self.needs(constraint, state, &stand.valuation, &is_way_out, &mut wanted);
                }
            }
            pay(work, 4 + changed.len())?;
            if is_free {
                errands.push(errand);
            }
        }
        Ok((wanted.len() + stand.owing, errands))
    }

    /// Adds what must be other than in a valuation so that the constraint goes to a state of that kind.
    pub fn needs(
        &self,
        constraint: usize,
        state: StateId,
        valuation: &Valuation,
        is_good: &dyn Fn(StateId) -> bool,
        wanted: &mut Vec<Literal>,
    ) {
        let automaton = &self.plan.automata[constraint];
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
        match self.plan.automata[constraint].read(edge) {
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
