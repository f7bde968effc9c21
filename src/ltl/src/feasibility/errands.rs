//! Ways on which one mover after another runs an errand: what is owed says which.
//!
//! A search that plans backwards where it can: an owed constraint names the propositions that must change, one that
//! forbids such a change names what must come first, and only what can be changed now leads on. In a group with moves
//! all of a way from member to member is one step of the search. What it finds is a way; that it finds nothing proves
//! nothing.

mod agenda;

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet, VecDeque},
    hash::{DefaultHasher, Hash, Hasher},
};

use super::{
    letters::{Stop, pay},
    plan::Scope,
    problem::Now,
    stand::{Effect, Followed, Stand},
};
use crate::{PropositionId, StateId, Valuation, automaton::Literal};

/// Where an errand leads, by which way, and the worst that happens on it.
type Run = (Stand, Vec<Valuation>, Effect);

/// A search for a way.
struct Errands<'a> {
    now: &'a Now<'a>,
    scope: &'a Scope,
    followed: Followed<'a>,
    must_stay: bool,
    work: &'a mut usize,
}

/// A place where an errand has been run.
struct Node {
    stand: Stand,
    /// How it was run.
    way: Vec<Valuation>,
    parent: usize,
    /// What can be run next.
    errands: Vec<Literal>,
}

impl Now<'_> {
    /// A way to satisfy all, if errands find one.
    ///
    /// # Errors
    /// [`Stop::OutOfWork`]
    pub fn errands(&self, scope: &Scope, must_stay: bool, work: &mut usize) -> Result<Option<Vec<Valuation>>, Stop> {
        let is_sound = |valuation: &&Valuation| self.plan.world.is_sound_in(&scope.groups, valuation);
        let Some(valuation) = self.valuation.filter(is_sound) else { return Ok(None) };
        let followed = Followed::new(self.plan, &scope.constraints);
        let stand = followed.stand(self.states, valuation);
        Errands { now: self, scope, followed, must_stay, work }.search(stand)
    }
}

impl Errands<'_> {
    fn search(&mut self, stand: Stand) -> Result<Option<Vec<Valuation>>, Stop> {
        let mut seen = HashSet::from([self.key(&stand)]);
        let (_, errands) = self.agenda(&stand)?;
        let mut nodes = vec![Node { stand, way: Vec::new(), parent: 0, errands }];
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        while let Some(Reverse((_, number))) = open.pop() {
            for errand in std::mem::take(&mut nodes[number].errands) {
                let from = nodes[number].stand.clone();
                let Some(alone) = self.run(&from, errand, true)? else { continue };
                // Nobody else is needed where nothing is lost.
                let others = if alone.2 == Effect::Harmless { None } else { self.run(&from, errand, false)? };
                for (stand, way, _) in [Some(alone), others].into_iter().flatten() {
                    if !seen.insert(self.key(&stand)) {
                        continue;
                    }
                    let is_done = stand.is_done(self.must_stay);
                    let (left, errands) = if is_done { (0, Vec::new()) } else { self.agenda(&stand)? };
                    nodes.push(Node { stand, way, parent: number, errands });
                    if is_done {
                        return Ok(Some(way_to(nodes)));
                    }
                    open.push(Reverse((left, nodes.len() - 1)));
                }
            }
        }
        Ok(None)
    }

    fn agenda(&mut self, stand: &Stand) -> Result<(usize, Vec<Literal>), Stop> {
        self.now.agenda(&self.followed, stand, self.must_stay, self.work)
    }

    /// What of a stand can matter later; positions that nobody reads do not.
    fn key(&self, stand: &Stand) -> u64 {
        let mut hasher = DefaultHasher::new();
        for &constraint in self.followed.constraints {
            stand.states[constraint].hash(&mut hasher);
        }
        let is_read = |id: &PropositionId| !self.now.plan.readers[id.index()].is_empty();
        stand.valuation.true_ids().filter(is_read).for_each(|id| id.hash(&mut hasher));
        hasher.finish()
    }

    /// Runs an errand, if there is a way, alone or with others who move at the same time lest something be lost; says
    /// whether something was.
    ///
    /// A way on which nothing is lost is better than a short one.
    fn run(&mut self, from: &Stand, errand: Literal, is_alone: bool) -> Result<Option<Run>, Stop> {
        for worst in [Effect::Harmless, Effect::Harmful] {
            let found = self.run_at_worst(from, errand, worst, is_alone)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn run_at_worst(
        &mut self,
        from: &Stand,
        (id, value): Literal,
        worst: Effect,
        is_alone: bool,
    ) -> Result<Option<Run>, Stop> {
        // By step: the stand, and the step before.
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
                let Some(next) = self.now.plan.world.with(&before.valuation, change) else { continue };
                let Some((mut stand, mut effect)) = self.step(before, next)? else { continue };
                if effect == Effect::Harmful && !is_alone {
                    (stand, effect) = self.accompany(before, stand)?;
                }
                let is_there = stand.valuation.holds(id) == value;
                if effect > worst && !(is_there && value) {
                    continue;
                }
                been.push(change.0);
                open.push_back(steps.len());
                steps.push((stand, number));
                if is_there {
                    let (stand, way) = trail(steps);
                    return Ok(Some((stand, way, effect.max(worst))));
                }
            }
        }
        Ok(None)
    }

    /// A step in which members take one another's places, if it is possible and violates nothing.
    fn step(&mut self, before: &Stand, next: Valuation) -> Result<Option<(Stand, Effect)>, Stop> {
        let (plan, world) = (self.now.plan, &self.now.plan.world);
        let changed: Vec<PropositionId> = before.valuation.differences(&next).collect();
        pay(self.work, 4 + changed.len())?;
        let is_filled = |&group: &usize| {
            let takes = |&id: &PropositionId| next.holds(id) && world.groups_of(id).contains(&group);
            !world.exclusions[group].is_exact || changed.iter().any(takes)
        };
        let is_possible = changed
            .iter()
            .all(|&id| self.now.may_change(id) && (next.holds(id) || world.groups_of(id).iter().all(is_filled)));
        if !is_possible || !plan.may_change(self.scope, &changed, &before.valuation, &next) {
            return Ok(None);
        }
        let mut stand = before.clone();
        let effect = self.followed.step(&mut stand, &next, &changed);
        Ok((effect != Effect::Violation).then_some((stand, effect)))
    }

    /// The same step with others who move too, so that less is owed after it.
    fn accompany(&mut self, before: &Stand, mut stand: Stand) -> Result<(Stand, Effect), Stop> {
        let plan = self.now.plan;
        let mut effect = Effect::Harmful;
        'less: while effect == Effect::Harmful {
            let mut wanted = Vec::new();
            for &constraint in self.followed.constraints {
                let (from, to) = (before.states[constraint], stand.states[constraint]);
                let is_kept = |next: StateId| plan.automata[constraint].is_below(from, next);
                if !is_kept(to) {
                    self.now.needs(constraint, from, &stand.valuation, &is_kept, &mut wanted);
                }
            }
            let has_moved = |id| before.valuation.holds(id) != stand.valuation.holds(id);
            for (id, value) in wanted.into_iter().filter(|&(id, _)| !has_moved(id)) {
                let others = if value { Vec::new() } else { self.moves(before, id, true) };
                for change in [(id, value)].into_iter().chain(others) {
                    let Some(next) = self.now.plan.world.with(&stand.valuation, change) else { continue };
                    if let Some((better, lesser)) = self.step(before, next)?
                        && better.owing < stand.owing
                    {
                        (stand, effect) = (better, lesser);
                        continue 'less;
                    }
                }
            }
            break;
        }
        Ok((stand, effect))
    }

    /// Where the mover that a proposition is about can go in one step; anywhere only if `is_leaving`.
    fn moves(&self, stand: &Stand, id: PropositionId, is_leaving: bool) -> Vec<Literal> {
        let world = &self.now.plan.world;
        let of = |&group: &usize| {
            let exclusion = &world.exclusions[group];
            let anywhere = if is_leaving { exclusion.members.as_slice() } else { &[] };
            exclusion.next_after(&stand.valuation).unwrap_or(anywhere)
        };
        let members = world.groups_of(id).iter().flat_map(of).copied();
        members.filter(|&member| !stand.valuation.holds(member)).map(|member| (member, true)).collect()
    }
}

/// The last step, and all valuations that lead there.
fn trail(mut steps: Vec<(Stand, usize)>) -> (Stand, Vec<Valuation>) {
    let (stand, mut at) = steps.pop().expect("the errand has been run");
    let mut way = vec![stand.valuation.clone()];
    while at != 0 {
        way.push(std::mem::take(&mut steps[at].0.valuation));
        at = steps[at].1;
    }
    way.reverse();
    (stand, way)
}

/// The way to the last node.
fn way_to(mut nodes: Vec<Node>) -> Vec<Valuation> {
    let mut parts = Vec::new();
    let mut at = nodes.len() - 1;
    while at != 0 {
        parts.push(std::mem::take(&mut nodes[at].way));
        at = nodes[at].parent;
    }
    parts.reverse();
    parts.concat()
}
