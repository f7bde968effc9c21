//! Whether a continuation leaves a way to satisfy everything: by component, and no more than once where one can.

use std::{collections::HashSet, sync::Arc};

use super::{Standing, check::Walk};
use crate::{
    Outcome, PropositionId, Session, StateId, Valuation,
    feasibility::{DeadEnd, Followed, Found, Joining, Joint, Lead, Now, Scope, Told, Way, positions},
};

/// What is known of how a component can be satisfied.
#[derive(Debug, Clone, Default)]
pub(crate) struct Prospect {
    pub way: Option<Arc<Way>>,
    /// Whether the way begins where the trace stands; if not, it did so once.
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

/// What is known while the continuations of a turn are checked.
pub(crate) struct Known {
    pub lore: Arc<Lore>,
    pub walks: Vec<Walk>,
    /// Ways that were found for candidates: most others can follow one.
    found: Vec<FoundWay>,
}

struct FoundWay {
    component: usize,
    /// Whether uncontrollable propositions keep their values on it.
    is_frozen: bool,
    /// Whether it begins where the trace stands, and not where a candidate led.
    is_current: bool,
    way: Arc<Way>,
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

/// By component, how it can be satisfied; none where that is not known.
pub(crate) type Ways = Vec<(usize, Option<Lead>)>;

/// Ways by component, or one for all at one time, or why there are none.
type FoundWays = Result<Vec<(Option<usize>, Lead)>, Outcome>;

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
            let found = match self.find_ways(&now, after, touched, path, known) {
                Ok(found) => found,
                Err(denial) => {
                    outcome = denial;
                    continue;
                }
            };
            let is_of = |id, component: &Option<usize>| component.is_none_or(|own| plan.bearing_on(id) == Some(own));
            let changes = |&id: &PropositionId| {
                found.iter().any(|(component, lead)| is_of(id, component) && after.changes(id, lead))
            };
            let relies_on: Vec<PropositionId> = uncontrollable.iter().copied().filter(changes).collect();
            // A way that relies on others is no way to keep.
            let is_kept = |component| relies_on.iter().all(|&id| plan.bearing_on(id) != Some(component));
            let way = |component| {
                let lead = found.iter().find(|(own, _)| *own == Some(component) && is_kept(component));
                (component, lead.map(|(_, lead)| lead.clone()))
            };
            let ways = touched.iter().copied().map(way).collect();
            return (Outcome::Allowed { relies_on }, ways);
        }
        (outcome, Vec::new())
    }

    fn find_ways(
        &self,
        now: &Now,
        after: &Standing,
        components: &[usize],
        path: &[Valuation],
        known: &mut Known,
    ) -> FoundWays {
        let mut found = Vec::new();
        let mut passes = false;
        for &component in components {
            match self.find_way(now, after, component, path, known) {
                Ok(lead) => found.push((Some(component), lead)),
                Err(Found::Nothing(end)) => return Err(Outcome::DeadEnd(end.constraints().to_vec())),
                Err(found) => passes |= matches!(found, Found::Passing),
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
            Found::Witness(way) => Ok(vec![(None, Lead::along(way))]),
            Found::Nothing(end) => Err(Outcome::DeadEnd(end.constraints().to_vec())),
            Found::Passing | Found::OutOfWork => Err(Outcome::Undetermined),
        }
    }

    /// A way to satisfy a component: one that is known where it can be joined, or a new one.
    ///
    /// # Errors
    /// What was found instead.
    fn find_way(
        &self,
        now: &Now,
        after: &Standing,
        component: usize,
        path: &[Valuation],
        known: &mut Known,
    ) -> Result<Lead, Found> {
        let (plan, must_stay) = (now.plan, self.prospects.len() > 1);
        let scope = &plan.components[component];
        if now.is_done(&scope.constraints, must_stay) {
            return Ok(Lead::along(Vec::new()));
        }
        let followed = Followed::new(plan, &scope.constraints);
        let joint = match self.known_way(now, after, &followed, component, path, known) {
            Some((joint, _)) if joint.owing() == 0 => return Ok(joint.lead()),
            joint => joint,
        };
        let is_near = |end: &&Arc<DeadEnd>| end.constraints().first().is_some_and(|&own| plan.homes[own] == component);
        if let Some(end) = known.lore.ends.iter().filter(is_near).find(|end| end.bars(now)) {
            return Err(Found::Nothing(end.clone()));
        }
        let situation = now.valuation.map(|valuation| {
            let states = scope.constraints.iter().map(|&constraint| now.states[constraint]).collect();
            (component, now.is_frozen, states, positions(plan, scope, valuation))
        });
        if situation.as_ref().is_some_and(|situation| known.lore.riddles.contains(situation)) {
            return Err(Found::OutOfWork);
        }
        if let Some((joint, is_current)) = joint {
            let prolonged = joint.prolong(&followed, now.states, |states, valuation| {
                match (Now { states, valuation: Some(valuation), ..*now }).landmarks(scope, must_stay) {
                    Told::Way(way) => Some(way),
                    Told::Nothing(_) | Told::Little => None,
                }
            });
            if let Some((way, lead)) = prolonged {
                known.found.push(FoundWay { component, is_frozen: now.is_frozen, is_current, way });
                return Ok(lead);
            }
        }
        let found = now.way(scope, must_stay, self.spec.work);
        match &found {
            Found::Witness(path) => {
                let Some(way) = Way::new(&followed, after, path.iter().cloned()).map(Arc::new) else {
                    return Ok(Lead::along(path.clone()));
                };
                let is_frozen = now.is_frozen;
                known.found.push(FoundWay { component, is_frozen, is_current: false, way: way.clone() });
                return Ok(Lead::from(way, 1));
            }
            Found::Nothing(end) if !now.is_frozen || plan.world.uncontrollable.is_empty() => {
                Arc::make_mut(&mut known.lore).learn_end(end.clone());
            }
            Found::OutOfWork => {
                let lore = Arc::make_mut(&mut known.lore);
                situation.into_iter().for_each(|situation| lore.learn_riddle(situation));
            }
            _ => {}
        }
        Err(found)
    }

    /// The known way on which least is owed, and whether it begins where the trace stands: on from here, or after what was
    /// done has been undone.
    fn known_way(
        &self,
        now: &Now,
        after: &Standing,
        followed: &Followed,
        component: usize,
        path: &[Valuation],
        known: &Known,
    ) -> Option<(Joint, bool)> {
        let is_usable = |other: &&FoundWay| other.component == component && (other.is_frozen || !now.is_frozen);
        let others = known.found.iter().filter(is_usable).map(|found| (&found.way, found.is_current));
        let Prospect { way: own, is_current } = &self.prospects[component];
        let ways = || own.iter().map(|way| (way, *is_current)).chain(others.clone());
        let must_stay = self.prospects.len() > 1;
        let here = Joining::new(followed, &now.plan.components[component], must_stay, after)?;
        let ahead = ways().filter_map(|(way, is_current)| Some((here.ahead(way)?, is_current)));
        let present = self.valuation().filter(|_| self.standing.is_sound);
        let back = std::iter::once_with(|| here.clone().after(path.iter().rev().skip(1).chain(present)));
        let back = back.flatten().flat_map(|back| {
            let begin_there = ways().filter(|&(_, is_current)| is_current);
            begin_there.filter_map(move |(way, _)| Some((back.along(way)?, true)))
        });
        let mut best: Option<(Joint, bool)> = None;
        for (joint, is_current) in ahead.chain(back) {
            if best.as_ref().is_none_or(|(best, _)| joint.owing() < best.owing()) {
                let is_current = is_current && joint.is_at_the_beginning();
                best = Some((joint, is_current));
            }
            if best.as_ref().is_some_and(|(best, _)| best.owing() == 0) {
                break;
            }
        }
        best
    }

    /// What is known of a component after a check that found this out, once the trace stands in `at`.
    pub(crate) fn prospect(&self, component: usize, at: &Standing, lead: Option<&Lead>) -> Prospect {
        let followed = Followed::new(&self.spec.plan, &self.spec.plan.components[component].constraints);
        // From what contradicts the axioms nothing leads anywhere.
        let way = lead.filter(|_| at.is_sound).and_then(|lead| Way::new(&followed, at, lead.path().cloned()));
        Prospect { is_current: way.is_some(), way: way.map(Arc::new) }
    }
}

impl Standing {
    /// Whether the proposition changes on the way.
    fn changes(&self, id: PropositionId, lead: &Lead) -> bool {
        let values = || self.valuation.iter().chain(lead.path()).map(|valuation| valuation.holds(id));
        values().zip(values().skip(1)).any(|(before, after)| before != after)
    }
}
