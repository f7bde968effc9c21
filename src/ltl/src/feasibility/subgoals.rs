//! Plans by subgoals, achieved one after another: owed constraints name them.
//!
//! A search that plans backwards if it can (means-ends analysis; A. Newell and H. Simon, "GPS, a program that simulates
//! human thought", 1963). An owed constraint names the propositions that must change. A constraint that forbids such a
//! change names the changes that must come first. The search goes on only with changes that are possible now. In a
//! group with moves, the whole path from member to member is one step of the search. A result is a plan; without a
//! result, there may still be one.

mod agenda;

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet, VecDeque},
    hash::{DefaultHasher, Hash, Hasher},
};

use super::{
    letters::{Stop, pay},
    problem::Problem,
    product::Scope,
    projection::{Effect, ProductState, Projection},
};
use crate::{PropositionId, StateId, Valuation, automaton::Literal};

/// The state in which a subgoal is achieved, the path there, and the worst effect on it.
type Achieved = (ProductState, Vec<Valuation>, Effect);

/// A search for a plan.
struct SubgoalSearch<'a> {
    problem: &'a Problem<'a>,
    scope: &'a Scope,
    projection: Projection<'a>,
    must_stay: bool,
    work: &'a mut usize,
}

/// A state in which a subgoal has been achieved.
struct Node {
    here: ProductState,
    /// The path that achieved it.
    path: Vec<Valuation>,
    parent: usize,
    /// The subgoals that can be achieved next.
    subgoals: Vec<Literal>,
}

impl Problem<'_> {
    /// A plan to satisfy all, if subgoals lead to one.
    ///
    /// # Errors
    /// [`Stop::OutOfWork`]
    pub fn subgoals(&self, scope: &Scope, must_stay: bool, work: &mut usize) -> Result<Option<Vec<Valuation>>, Stop> {
        let is_sound = |valuation: &&Valuation| self.product.world.is_sound_in(&scope.groups, valuation);
        let Some(valuation) = self.valuation.filter(is_sound) else { return Ok(None) };
        let projection = Projection::new(self.product, &scope.constraints);
        let here = projection.state(self.states, valuation);
        SubgoalSearch { problem: self, scope, projection, must_stay, work }.search(here)
    }
}

impl SubgoalSearch<'_> {
    fn search(&mut self, here: ProductState) -> Result<Option<Vec<Valuation>>, Stop> {
        let mut seen = HashSet::from([self.key(&here)]);
        let (_, subgoals) = self.agenda(&here)?;
        let mut nodes = vec![Node { here, path: Vec::new(), parent: 0, subgoals }];
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        while let Some(Reverse((_, number))) = open.pop() {
            for subgoal in std::mem::take(&mut nodes[number].subgoals) {
                let from = nodes[number].here.clone();
                let Some(alone) = self.achieve(&from, subgoal, true)? else { continue };
                // If nothing is lost, no other mover is needed.
                let others = if alone.2 == Effect::Harmless { None } else { self.achieve(&from, subgoal, false)? };
                for (here, path, _) in [Some(alone), others].into_iter().flatten() {
                    if !seen.insert(self.key(&here)) {
                        continue;
                    }
                    let is_done = here.is_done(self.must_stay);
                    let (left, subgoals) = if is_done { (0, Vec::new()) } else { self.agenda(&here)? };
                    nodes.push(Node { here, path, parent: number, subgoals });
                    if is_done {
                        return Ok(Some(path_to(nodes)));
                    }
                    open.push(Reverse((left, nodes.len() - 1)));
                }
            }
        }
        Ok(None)
    }

    fn agenda(&mut self, here: &ProductState) -> Result<(usize, Vec<Literal>), Stop> {
        self.problem.agenda(&self.projection, here, self.must_stay, self.work)
    }

    /// The parts of a state that can matter later; positions that no constraint reads do not.
    fn key(&self, here: &ProductState) -> u64 {
        let mut hasher = DefaultHasher::new();
        for &constraint in self.projection.constraints {
            here.states[constraint].hash(&mut hasher);
        }
        let is_read = |id: &PropositionId| !self.problem.product.readers[id.index()].is_empty();
        here.valuation.true_ids().filter(is_read).for_each(|id| id.hash(&mut hasher));
        hasher.finish()
    }

    /// Achieves a subgoal, if there is a path: alone, or with others who move at the same time so that nothing is lost.
    /// The effect tells whether something was.
    ///
    /// A path on which nothing is lost is better than a short one.
    fn achieve(&mut self, from: &ProductState, subgoal: Literal, is_alone: bool) -> Result<Option<Achieved>, Stop> {
        for worst in [Effect::Harmless, Effect::Harmful] {
            let found = self.achieve_at_worst(from, subgoal, worst, is_alone)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn achieve_at_worst(
        &mut self,
        from: &ProductState,
        (id, value): Literal,
        worst: Effect,
        is_alone: bool,
    ) -> Result<Option<Achieved>, Stop> {
        // By step: the state, and the step before.
        let mut steps = vec![(from.clone(), 0)];
        let mut been: Vec<PropositionId> = Vec::new();
        let mut open = VecDeque::from([0]);
        while let Some(number) = open.pop_front() {
            let straight = (number == 0).then_some((id, value));
            let others = self.moves(&steps[number].0, id, number == 0 && !value);
            for change in straight.into_iter().chain(others) {
                if change.1 && been.contains(&change.0) {
                    continue;
                }
                let before = &steps[number].0;
                let Some(next) = self.problem.product.world.with(&before.valuation, change) else { continue };
                let Some((mut here, mut effect)) = self.step(before, next)? else { continue };
                if effect == Effect::Harmful && !is_alone {
                    (here, effect) = self.accompany(before, here)?;
                }
                let is_there = here.valuation.holds(id) == value;
                if effect > worst && !(is_there && value) {
                    continue;
                }
                been.push(change.0);
                open.push_back(steps.len());
                steps.push((here, number));
                if is_there {
                    let (here, path) = trail(steps);
                    return Ok(Some((here, path, effect.max(worst))));
                }
            }
        }
        Ok(None)
    }

    /// A step in which members replace one another, if it is possible and violates nothing.
    fn step(&mut self, before: &ProductState, next: Valuation) -> Result<Option<(ProductState, Effect)>, Stop> {
        let product = self.problem.product;
        let world = &self.problem.product.world;
        let changed: Vec<PropositionId> = before.valuation.differences(&next).collect();
        pay(self.work, 4 + changed.len())?;
        let is_filled = |&group: &usize| {
            let takes = |&id: &PropositionId| next.holds(id) && world.groups_of(id).contains(&group);
            !world.exclusions[group].is_exact || changed.iter().any(takes)
        };
        let is_possible = changed
            .iter()
            .all(|&id| self.problem.may_change(id) && (next.holds(id) || world.groups_of(id).iter().all(is_filled)));
        if !is_possible || !product.may_change(self.scope, &changed, &before.valuation, &next) {
            return Ok(None);
        }
        let mut here = before.clone();
        let effect = self.projection.step(&mut here, &next, &changed);
        Ok((effect != Effect::Violation).then_some((here, effect)))
    }

    /// The same step, but others move too, so that less is owed after it.
    fn accompany(&mut self, before: &ProductState, mut here: ProductState) -> Result<(ProductState, Effect), Stop> {
        let product = self.problem.product;
        let mut effect = Effect::Harmful;
        'less: while effect == Effect::Harmful {
            let mut wanted = Vec::new();
            for &constraint in self.projection.constraints {
                let from = before.states[constraint];
                let to = here.states[constraint];
                let is_kept = |next: StateId| product.automata[constraint].is_below(from, next);
                if !is_kept(to) {
                    self.problem.needs(constraint, from, &here.valuation, &is_kept, &mut wanted);
                }
            }
            let has_moved = |id| before.valuation.holds(id) != here.valuation.holds(id);
            for (id, value) in wanted.into_iter().filter(|&(id, _)| !has_moved(id)) {
                let others = if value { Vec::new() } else { self.moves(before, id, true) };
                for change in [(id, value)].into_iter().chain(others) {
                    let Some(next) = self.problem.product.world.with(&here.valuation, change) else { continue };
                    if let Some((better, lesser)) = self.step(before, next)?
                        && better.unsatisfied < here.unsatisfied
                    {
                        (here, effect) = (better, lesser);
                        continue 'less;
                    }
                }
            }
            break;
        }
        Ok((here, effect))
    }

    /// The members that the mover of a proposition can reach in one step; anywhere only if `is_leaving`.
    fn moves(&self, here: &ProductState, id: PropositionId, is_leaving: bool) -> Vec<Literal> {
        let world = &self.problem.product.world;
        let of = |&group: &usize| {
            let exclusion = &world.exclusions[group];
            let anywhere = if is_leaving { exclusion.members.as_slice() } else { &[] };
            exclusion.next_after(&here.valuation).unwrap_or(anywhere)
        };
        let members = world.groups_of(id).iter().flat_map(of).copied();
        members.filter(|&member| !here.valuation.holds(member)).map(|member| (member, true)).collect()
    }
}

/// The last step, and all valuations that lead there.
fn trail(mut steps: Vec<(ProductState, usize)>) -> (ProductState, Vec<Valuation>) {
    let (here, mut at) = steps.pop().expect("the subgoal has been achieved");
    let mut path = vec![here.valuation.clone()];
    while at != 0 {
        path.push(std::mem::take(&mut steps[at].0.valuation));
        at = steps[at].1;
    }
    path.reverse();
    (here, path)
}

/// The path to the last node.
fn path_to(mut nodes: Vec<Node>) -> Vec<Valuation> {
    let mut parts = Vec::new();
    let mut at = nodes.len() - 1;
    while at != 0 {
        parts.push(std::mem::take(&mut nodes[at].path));
        at = nodes[at].parent;
    }
    parts.reverse();
    parts.concat()
}
