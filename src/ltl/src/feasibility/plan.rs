//! Plans to satisfy the constraints of a component. Once found, they are valid for good, and traces that come near can
//! follow them.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{product::Scope, projection::Projection};
use crate::{PropositionId, StateId, Valuation, Verdict};

/// A way to satisfy a component and then wait, even if no other proposition changes.
///
/// From each of its places, the rest of the plan leads on, whatever has come before. Constraints at one of its places
/// need no other proof, if each is in a state that accepts everything that the plan's own state accepts there. No place
/// contradicts the axioms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plan {
    /// By place.
    valuations: Vec<Valuation>,
    /// By place, and there by constraint of the component, ascending.
    states: Vec<StateId>,
}

/// Shows how constraints can be satisfied from somewhere: by some states, and then perhaps by the rest of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Witness {
    first: Vec<Valuation>,
    /// A plan that is followed then, from one of its places on.
    then: Option<(Arc<Plan>, usize)>,
}

/// A known plan is entered at one of its first places: later ones are too far away.
const MOST_SKIPPED: usize = 3;

/// A plan longer than this is not prolonged: a new one may be shorter.
const MOST_PLACES: usize = 64;

impl Plan {
    /// A plan that begins at the end of the trace; `None` before the first state, where any state may come.
    pub fn new(
        projection: &Projection,
        states: &[StateId],
        valuation: Option<&Valuation>,
        path: impl IntoIterator<Item = Valuation>,
    ) -> Option<Self> {
        let mut plan = Self { valuations: vec![valuation?.clone()], states: projection.row(states) };
        path.into_iter().for_each(|next| plan.push(projection, next));
        Some(plan)
    }

    fn push(&mut self, projection: &Projection, next: Valuation) {
        let last = self.states.len();
        self.states.extend_from_within(last - projection.constraints.len()..);
        // At the beginning of the plan, states may not have seen the valuation beside them.
        let before = self.valuations.last().filter(|_| self.valuations.len() > 1);
        projection.go_on(&mut self.states[last..], before, &next);
        self.valuations.push(next);
    }

    /// The constraints that follow the plan from one of its places, starting in these states; `None`: one is violated.
    fn followers(
        &self,
        projection: &Projection,
        states: &[StateId],
        place: usize,
        must_stay: bool,
    ) -> Option<Followers> {
        let mut followers = Followers::default();
        for ((number, &constraint), &begin) in projection.constraints.iter().enumerate().zip(states) {
            let automaton = &projection.product.automata[constraint];
            let known = |place: usize| self.states[place * projection.constraints.len() + number];
            let mut state = begin;
            let mut at = place;
            // A state that is violated for good is below all others.
            while !automaton.is_below(known(at), state) {
                at += 1;
                if let Some(valuation) = self.valuations.get(at) {
                    state = automaton.step(state, valuation);
                    continue;
                }
                let stays = || self.valuations.last().is_some_and(|last| automaton.step(state, last) == state);
                let verdict = automaton.verdict(state);
                if verdict == Verdict::ViolatedForGood {
                    return None;
                }
                followers.strays.push((number, begin));
                followers.unsatisfied += usize::from(!verdict.is_satisfied() || must_stay && !stays());
                break;
            }
        }
        Some(followers)
    }
}

/// Constraints that follow a plan from one of its places.
#[derive(Debug, Default)]
struct Followers {
    /// Constraints that end in a state that may accept less than the plan's own end: by number in the component, with
    /// the states in which they begin.
    strays: Vec<(usize, StateId)>,
    /// The number of them that are not satisfied there, or do not stay so although they must.
    unsatisfied: usize,
}

impl Witness {
    /// A witness of these states, without a known plan after them.
    pub fn along(first: Vec<Valuation>) -> Self {
        Self { first, then: None }
    }

    /// A witness that is the rest of a plan from one of its places.
    pub fn from(plan: Arc<Plan>, place: usize) -> Self {
        Self { first: Vec::new(), then: Some((plan, place)) }
    }

    /// Whether a proposition changes on it, from a valuation on.
    pub fn changes(&self, from: Option<&Valuation>, id: PropositionId) -> bool {
        let values = || from.into_iter().chain(self.path()).map(|valuation| valuation.holds(id));
        values().zip(values().skip(1)).any(|(before, after)| before != after)
    }

    /// State by state.
    pub fn path(&self) -> impl Iterator<Item = &Valuation> + Clone {
        let then = self.then.iter().flat_map(|(plan, place)| &plan.valuations[*place..]);
        self.first.iter().chain(then)
    }
}

/// A way to enter a known plan; some constraints may not be satisfied at its end.
#[derive(Debug)]
pub(crate) struct Entry {
    first: Vec<Valuation>,
    plan: Arc<Plan>,
    /// The place where the plan is entered.
    place: usize,
    followers: Followers,
}

impl Entry {
    /// The number of constraints that are not satisfied at the end.
    pub fn unsatisfied(&self) -> usize {
        self.followers.unsatisfied
    }

    /// Whether the plan is entered without skipping a place.
    pub fn is_at_the_beginning(&self) -> bool {
        self.place == 0
    }

    /// The witness, if nothing is unsatisfied.
    pub fn witness(self) -> Witness {
        Witness { first: self.first, then: Some((self.plan, self.place + 1)) }
    }

    /// Prolongs the plan at its end with states of all constraints and a valuation, so that these are satisfied too.
    pub fn prolong(
        self,
        projection: &Projection,
        states: &[StateId],
        on: impl FnOnce(&[StateId], &Valuation) -> Option<Vec<Valuation>>,
    ) -> Option<(Arc<Plan>, Witness)> {
        let count = projection.constraints.len();
        let known = &*self.plan;
        if known.valuations.len() - self.place > MOST_PLACES {
            return None;
        }
        let mut plan = Plan {
            valuations: known.valuations[self.place..].to_vec(),
            states: known.states[self.place * count..].to_vec(),
        };
        for &(number, begin) in &self.followers.strays {
            let automaton = &projection.product.automata[projection.constraints[number]];
            let mut state = begin;
            plan.states[number] = state;
            for (place, valuation) in plan.valuations.iter().enumerate().skip(1) {
                state = automaton.step(state, valuation);
                plan.states[place * count + number] = state;
            }
        }
        let mut end = states.to_vec();
        let last = &plan.states[plan.states.len() - count..];
        projection.constraints.iter().zip(last).for_each(|(&constraint, &state)| end[constraint] = state);
        let path = on(&end, plan.valuations.last()?)?;
        path.into_iter().for_each(|next| plan.push(projection, next));
        let plan = Arc::new(plan);
        Some((plan.clone(), Witness { first: self.first, then: Some((plan, 1)) }))
    }
}

/// A path from which a known plan may be entered.
#[derive(Debug, Clone)]
pub(crate) struct Approach<'a> {
    projection: &'a Projection<'a>,
    scope: &'a Scope,
    must_stay: bool,
    /// The states so far.
    first: Vec<&'a Valuation>,
    /// The states that they lead to, by number in the component.
    states: Vec<StateId>,
    valuation: &'a Valuation,
}

impl<'a> Approach<'a> {
    /// The empty path; `None` before the first state.
    pub fn new(
        projection: &'a Projection,
        scope: &'a Scope,
        must_stay: bool,
        states: &[StateId],
        valuation: Option<&'a Valuation>,
    ) -> Option<Self> {
        let states = projection.row(states);
        let valuation = valuation?;
        Some(Self { projection, scope, must_stay, first: Vec::new(), states, valuation })
    }

    /// The same path with more states, if the axioms allow them.
    pub fn after(mut self, path: impl Iterator<Item = &'a Valuation>) -> Option<Self> {
        for next in path {
            if !self.may_follow(next) {
                return None;
            }
            let before = Some(self.valuation).filter(|_| !self.first.is_empty());
            self.projection.go_on(&mut self.states, before, next);
            self.first.push(next);
            self.valuation = next;
        }
        Some(self)
    }

    fn may_follow(&self, next: &Valuation) -> bool {
        let changed: SmallVec<[PropositionId; 16]> = self.valuation.differences(next).collect();
        self.projection.product.may_change(self.scope, &changed, self.valuation, next)
    }

    /// Enters a plan at its beginning, if that is here.
    pub fn along(&self, plan: &Arc<Plan>) -> Option<Entry> {
        self.entry(plan, 0)
    }

    /// Enters a plan at one of its first places that are one step from here, so that the fewest are unsatisfied.
    pub fn ahead(&self, plan: &Arc<Plan>) -> Option<Entry> {
        let mut best: Option<Entry> = None;
        let places = 0..plan.valuations.len().saturating_sub(1).min(MOST_SKIPPED + 1);
        for place in places.filter(|&place| self.may_follow(&plan.valuations[place + 1])) {
            best = best.into_iter().chain(self.entry(plan, place)).min_by_key(Entry::unsatisfied);
            if best.as_ref().is_some_and(|best| best.unsatisfied() == 0) {
                break;
            }
        }
        best
    }

    fn entry(&self, plan: &Arc<Plan>, place: usize) -> Option<Entry> {
        let followers = plan.followers(self.projection, &self.states, place, self.must_stay)?;
        Some(Entry { first: self.first.iter().copied().cloned().collect(), plan: plan.clone(), place, followers })
    }
}
