//! Whether a continuation leaves a way to satisfy everything: by component, and no more than once where one can.

use std::sync::Arc;

use super::{
    check::{Check, Outcome, Ways},
    spec::Spec,
    trace::Standing,
    walk::{Walk, Walks},
};
use crate::{
    PropositionId, Valuation,
    feasibility::{Followed, Found, Joining, Joint, Lead, Lore, Now, Scope, Told, Way, situation},
};

/// What is known of how a component can be satisfied.
#[derive(Debug, Clone, Default)]
pub(crate) struct Prospect {
    pub way: Option<Arc<Way>>,
    /// Whether the way begins where the trace stands; if not, it did so once.
    pub is_current: bool,
}

/// What is known while the continuations of a turn are checked.
pub(crate) struct Known {
    pub lore: Arc<Lore>,
    walks: Walks,
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
        Self { lore, walks: Walks::default(), found: Vec::new() }
    }
}

/// Ways by component, or one for all at one time, or why there are none.
type FoundWays = Result<Vec<(Option<usize>, Lead)>, Outcome>;

/// Where a session stands, and what is known of what can come next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outlook<'a> {
    pub spec: &'a Spec,
    pub standing: &'a Standing,
    /// By component.
    pub prospects: &'a [Prospect],
    pub lore: &'a Arc<Lore>,
    pub version: u64,
}

impl Outlook<'_> {
    /// Checks a continuation of the trace.
    pub fn check(&self, path: &[Valuation], known: &mut Known) -> Check {
        let begin = || Walk::begin(self.standing.clone(), self.unsettled());
        let walk = known.walks.along(&self.spec.plan, path, &begin);
        let outcome = match walk.impossible {
            Some(at) => Some(Outcome::Impossible { at }),
            None => (!walk.violations.is_empty()).then_some(Outcome::Violated(walk.violations)),
        };
        self.conclude(walk.after, outcome, walk.touched, path, known)
    }

    /// The components of which it is not known that they can be satisfied from where the trace stands, whatever moves.
    pub fn unsettled(&self) -> Vec<usize> {
        (0..self.prospects.len()).filter(|&own| !self.prospects[own].is_current).collect()
    }

    /// The answer to a continuation that leads there; its outcome is the outlook from there unless it is known already.
    pub fn conclude(
        &self,
        after: Standing,
        outcome: Option<Outcome>,
        touched: Vec<usize>,
        path: &[Valuation],
        known: &mut Known,
    ) -> Check {
        let (plan, states) = (&self.spec.plan, &after.states);
        let mut pending: Vec<usize> = Vec::with_capacity(states.len());
        pending.extend((0..states.len()).filter(|&c| !plan.is_satisfied(c, states[c])));
        let (outcome, ways) = match outcome {
            Some(outcome) => (outcome, Vec::new()),
            None if pending.is_empty() && after.valuation.is_some() => {
                let stays = after.restless.is_empty().then(|| Lead::along(Vec::new()));
                let ways = touched.iter().map(|&component| (component, stays.clone())).collect();
                (Outcome::Allowed { relies_on: Vec::new() }, ways)
            }
            None => self.feasible(&after, &touched, path, known),
        };
        // What was not looked for is not known.
        let ways =
            if ways.is_empty() { touched.into_iter().map(|component| (component, None)).collect() } else { ways };
        Check { outcome, pending, version: self.version, after, ways, lore: self.lore.clone() }
    }

    /// Whether all can be satisfied together from there, and how in the components that the continuation touched.
    ///
    /// The others stand as they stood, and the ways of all can be gone at once.
    fn feasible(&self, after: &Standing, touched: &[usize], path: &[Valuation], known: &mut Known) -> (Outcome, Ways) {
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
                found.iter().any(|(component, lead)| is_of(id, component) && lead.changes(after.valuation.as_ref(), id))
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
        if let Some(end) = known.lore.end(component, now) {
            return Err(Found::Nothing(end.clone()));
        }
        let situation = situation(now, component);
        if situation.as_ref().is_some_and(|situation| known.lore.is_riddle(situation)) {
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
                let Some(way) =
                    Way::new(&followed, &after.states, after.valuation.as_ref(), path.iter().cloned()).map(Arc::new)
                else {
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
        let here = Joining::new(
            followed,
            &now.plan.components[component],
            must_stay,
            &after.states,
            after.valuation.as_ref(),
        )?;
        let ahead = ways().filter_map(|(way, is_current)| Some((here.ahead(way)?, is_current)));
        let present = self.standing.valuation.as_ref().filter(|_| self.standing.is_sound);
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
    pub fn prospect(&self, component: usize, at: &Standing, lead: Option<&Lead>) -> Prospect {
        let followed = Followed::new(&self.spec.plan, &self.spec.plan.components[component].constraints);
        // From what contradicts the axioms nothing leads anywhere.
        let new = |lead: &Lead| Way::new(&followed, &at.states, at.valuation.as_ref(), lead.path().cloned());
        let way = lead.filter(|_| at.is_sound).and_then(new);
        Prospect { is_current: way.is_some(), way: way.map(Arc::new) }
    }
}
