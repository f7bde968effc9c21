//! Whether a continuation leaves a way to satisfy everything: by component, and no more than once where one can.

use std::{collections::HashSet, sync::Arc};

use crate::{
    Outcome, PropositionId, Session, StateId, Valuation,
    antichain::positions,
    check::Walk,
    plan::Scope,
    search::{DeadEnd, Found, Now},
    session::Standing,
    stand::{Effect, Followed, Stand},
};

/// How a component can be satisfied and then wait, though nobody else changes anything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Way {
    pub path: Vec<Valuation>,
    /// Whether it leads on from where the trace stands; if not, it did so once.
    pub is_current: bool,
}

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
type Situation = (usize, bool, Vec<StateId>, Vec<usize>);

/// So many dead ends are remembered, the latest ones and rather those that took a search: a few megabytes.
const MOST_ENDS: usize = 32;
const MOST_RIDDLES: usize = 4096;
/// A known way is joined at one of its first states: later ones are too far off.
const MOST_SKIPPED: usize = 3;

/// What is known while the continuations of a turn are checked.
pub(crate) struct Known {
    pub lore: Arc<Lore>,
    pub walks: Vec<Walk>,
    /// Ways from where candidates led: many lead to what is the same for a component.
    found: Vec<(Situation, Vec<Valuation>)>,
}

impl Known {
    pub fn new(lore: Arc<Lore>) -> Self {
        Self { lore, walks: Vec::new(), found: Vec::new() }
    }
}

impl Lore {
    fn learn_end(&mut self, end: Arc<DeadEnd>) {
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

    fn learn_riddle(&mut self, situation: Situation) {
        if self.riddles.len() == MOST_RIDDLES {
            self.riddles.clear();
        }
        self.riddles.insert(situation);
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

/// By component, valuations after which it is satisfied; none where that is not known.
pub(crate) type Ways = Vec<(usize, Option<Vec<Valuation>>)>;

/// Ways by component, or one for all at one time, or why there are none.
type FoundWays = Result<Vec<(Option<usize>, Vec<Valuation>)>, Outcome>;

impl Session {
    /// Whether all can be satisfied together from there, and how in the components that the continuation touched.
    ///
    /// The others stand as they stood, and the ways of all can be gone at once.
    pub(crate) fn outlook(
        &self,
        after: &Standing,
        touched: &[usize],
        path: &[Valuation],
        known: &mut Known,
    ) -> (Outcome, Ways) {
        let plan = &self.spec.plan;
        let uncontrollable = &plan.world.uncontrollable;
        let mut outcome = Outcome::Undetermined;
        for &is_frozen in if uncontrollable.is_empty() { [true].as_slice() } else { &[true, false] } {
            let now = Now { plan, states: &after.states, valuation: after.valuation.as_ref(), is_frozen };
            let found = match self.find_ways(&now, touched, path, known) {
                Ok(found) => found,
                Err(denial) => {
                    outcome = denial;
                    continue;
                }
            };
            let is_of = |id, component: &Option<usize>| component.is_none_or(|own| plan.bearing_on(id) == Some(own));
            let changes = |&id: &PropositionId| {
                found.iter().any(|(component, way)| is_of(id, component) && after.changes(id, way))
            };
            let relies_on: Vec<PropositionId> = uncontrollable.iter().copied().filter(changes).collect();
            // A way that relies on others is no way to keep.
            let is_kept = |component| relies_on.iter().all(|&id| plan.bearing_on(id) != Some(component));
            let way = |component| {
                let way = found.iter().find(|(own, _)| *own == Some(component) && is_kept(component));
                (component, way.map(|(_, way)| way.clone()))
            };
            let ways = touched.iter().copied().map(way).collect();
            return (Outcome::Allowed { relies_on }, ways);
        }
        (outcome, Vec::new())
    }

    fn find_ways(&self, now: &Now, components: &[usize], path: &[Valuation], known: &mut Known) -> FoundWays {
        let mut found = Vec::new();
        let mut passes = false;
        for &component in components {
            match self.find_way(now, component, path, known) {
                Found::Witness(way) => found.push((Some(component), way)),
                Found::Passing => passes = true,
                Found::OutOfWork => {}
                Found::Nothing(end) => return Err(Outcome::DeadEnd(end.constraints().to_vec())),
            }
        }
        if found.len() == components.len() {
            return Ok(found);
        }
        // What takes too much work alone does so with others.
        if !passes {
            return Err(Outcome::Undetermined);
        }
        let all: Vec<usize> = (0..now.states.len()).collect();
        match now.way(&Scope::new(now.plan, all), false, self.spec.work) {
            Found::Witness(way) => Ok(vec![(None, way)]),
            Found::Nothing(end) => Err(Outcome::DeadEnd(end.constraints().to_vec())),
            Found::Passing | Found::OutOfWork => Err(Outcome::Undetermined),
        }
    }

    /// A way to satisfy a component: one that is known from where it can be joined, or a new one.
    fn find_way(&self, now: &Now, component: usize, path: &[Valuation], known: &mut Known) -> Found {
        let (plan, must_stay) = (now.plan, self.ways.len() > 1);
        let scope = &plan.components[component];
        if now.is_done(&scope.constraints, must_stay) {
            return Found::Witness(Vec::new());
        }
        let situation = now.valuation.map(|valuation| {
            let states = scope.constraints.iter().map(|&constraint| now.states[constraint]).collect();
            (component, now.is_frozen, states, positions(plan, scope, valuation))
        });
        let same = |(known, _): &&(Situation, Vec<Valuation>)| Some(known) == situation.as_ref();
        if let Some((_, way)) = known.found.iter().find(same) {
            return Found::Witness(way.clone());
        }
        let found = self.find_new_way(now, component, path, known, situation.as_ref());
        if let (Found::Witness(way), Some(situation)) = (&found, situation) {
            known.found.push((situation, way.clone()));
        }
        found
    }

    fn find_new_way(
        &self,
        now: &Now,
        component: usize,
        path: &[Valuation],
        known: &mut Known,
        situation: Option<&Situation>,
    ) -> Found {
        let (plan, must_stay) = (now.plan, self.ways.len() > 1);
        let scope = &plan.components[component];
        if let Some(valuation) = now.valuation {
            let followed = Followed::new(plan, &scope.constraints);
            let here = followed.stand(now.states, valuation);
            let own = self.ways[component].path.as_slice();
            let is_likewise = |(other, is_frozen, ..): &Situation| *other == component && *is_frozen;
            let others = known.found.iter().filter(|(from, _)| is_likewise(from)).map(|(_, way)| way.as_slice());
            let mut known_ways = [own.get(1..).unwrap_or_default(), own].into_iter().chain(others);
            // The way back, and on as if nothing had been done.
            let back = path.iter().rev().skip(1).chain(self.valuation()).chain(own);
            let way = known_ways
                .find_map(|way| joined(&followed, scope, &here, way.iter(), must_stay))
                .or_else(|| joined(&followed, scope, &here, back, must_stay));
            if let Some(way) = way {
                return Found::Witness(way);
            }
        }
        let is_near = |end: &&Arc<DeadEnd>| end.constraints().first().is_some_and(|&own| plan.homes[own] == component);
        if let Some(end) = known.lore.ends.iter().filter(is_near).find(|end| end.bars(now)) {
            return Found::Nothing(end.clone());
        }
        if situation.is_some_and(|situation| known.lore.riddles.contains(situation)) {
            return Found::OutOfWork;
        }
        let found = now.way(scope, must_stay, self.spec.work);
        match &found {
            Found::Nothing(end) if !now.is_frozen || plan.world.uncontrollable.is_empty() => {
                Arc::make_mut(&mut known.lore).learn_end(end.clone());
            }
            Found::OutOfWork => {
                let lore = Arc::make_mut(&mut known.lore);
                situation.into_iter().for_each(|situation| lore.learn_riddle(situation.clone()));
            }
            _ => {}
        }
        found
    }
}

/// The part of a way that leads on from here until all is satisfied.
fn joined<'a>(
    followed: &Followed,
    scope: &Scope,
    here: &Stand,
    way: impl Iterator<Item = &'a Valuation> + Clone,
    must_stay: bool,
) -> Option<Vec<Valuation>> {
    let mut changed = Vec::new();
    let goes = |before: &Valuation, after: &Valuation, changed: &mut Vec<PropositionId>| {
        changed.clear();
        changed.extend(before.differences(after));
        followed.plan.may_change(scope, changed, before, after)
    };
    let begin = way.clone().take(MOST_SKIPPED).position(|state| goes(&here.valuation, state, &mut changed))?;
    let way = way.skip(begin);
    let mut stand = here.clone();
    for (at, next) in way.clone().enumerate() {
        if !goes(&stand.valuation, next, &mut changed) || followed.step(&mut stand, next, &changed) == Effect::Violation
        {
            return None;
        }
        if stand.is_done(must_stay) {
            return Some(way.take(at + 1).cloned().collect());
        }
    }
    None
}

impl Standing {
    /// Whether the proposition changes on the way.
    fn changes(&self, id: PropositionId, way: &[Valuation]) -> bool {
        let values = || self.valuation.iter().chain(way).map(|valuation| valuation.holds(id));
        values().zip(values().skip(1)).any(|(before, after)| before != after)
    }
}
