//! Ways to satisfy the constraints of a component: once found, true for good, and followed by others who come near.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{plan::Scope, stand::Followed};
use crate::{PropositionId, StateId, Valuation, Verdict};

/// How a component can be satisfied and then wait, though nobody else changes anything.
///
/// From each of its places the rest of it leads on, whatever has come before: constraints that stand at one of them, each
/// in a state that accepts what the way's own accepts there, need no other proof. No place contradicts the axioms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Way {
    /// By place.
    valuations: Vec<Valuation>,
    /// By place, and there by constraint of the component, ascending.
    states: Vec<StateId>,
}

/// How to go on from somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lead {
    first: Vec<Valuation>,
    /// A way that is followed then, from one of its places on.
    then: Option<(Arc<Way>, usize)>,
}

/// A known way is joined at one of its first places: later ones are too far off.
const MOST_SKIPPED: usize = 3;

/// A way that is longer is not prolonged: a new one may be shorter.
const MOST_PLACES: usize = 64;

impl Way {
    /// A way that begins where the trace stands; `None` before the first state, where any may come.
    pub fn new(
        followed: &Followed,
        states: &[StateId],
        valuation: Option<&Valuation>,
        path: impl IntoIterator<Item = Valuation>,
    ) -> Option<Self> {
        let mut way = Self { valuations: vec![valuation?.clone()], states: followed.row(states) };
        path.into_iter().for_each(|next| way.push(followed, next));
        Some(way)
    }

    fn push(&mut self, followed: &Followed, next: Valuation) {
        let last = self.states.len();
        self.states.extend_from_within(last - followed.constraints.len()..);
        // Where it begins, states need not have seen the valuation beside them.
        let before = self.valuations.last().filter(|_| self.valuations.len() > 1);
        followed.go_on(&mut self.states[last..], before, &next);
        self.valuations.push(next);
    }

    /// What becomes of constraints that follow the way from one of its places, where they stand in these states; `None`: one
    /// is violated.
    fn followers(&self, followed: &Followed, states: &[StateId], place: usize, must_stay: bool) -> Option<Followers> {
        let mut followers = Followers::default();
        for ((number, &constraint), &begin) in followed.constraints.iter().enumerate().zip(states) {
            let automaton = &followed.plan.automata[constraint];
            let known = |place: usize| self.states[place * followed.constraints.len() + number];
            let (mut state, mut at) = (begin, place);
            // What is violated for good is below all others.
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
                followers.owing += usize::from(!verdict.is_satisfied() || must_stay && !stays());
                break;
            }
        }
        Some(followers)
    }
}

/// Constraints that follow a way from one of its places.
#[derive(Debug, Default)]
struct Followers {
    /// Those of which less may follow its end than of the way's own: by number in the component, with the states in which
    /// they begin.
    strays: Vec<(usize, StateId)>,
    /// How many of them are not satisfied there, or do not stay so though they must.
    owing: usize,
}

impl Lead {
    /// A way of which nothing is known but that it is one.
    pub fn along(first: Vec<Valuation>) -> Self {
        Self { first, then: None }
    }

    /// On along a way from one of its places.
    pub fn from(way: Arc<Way>, place: usize) -> Self {
        Self { first: Vec::new(), then: Some((way, place)) }
    }

    /// Whether a proposition changes on it, from a valuation on.
    pub fn changes(&self, from: Option<&Valuation>, id: PropositionId) -> bool {
        let values = || from.into_iter().chain(self.path()).map(|valuation| valuation.holds(id));
        values().zip(values().skip(1)).any(|(before, after)| before != after)
    }

    /// State by state.
    pub fn path(&self) -> impl Iterator<Item = &Valuation> + Clone {
        let then = self.then.iter().flat_map(|(way, place)| &way.valuations[*place..]);
        self.first.iter().chain(then)
    }
}

/// How a known way can be followed, but that some constraints are not satisfied at its end.
#[derive(Debug)]
pub(crate) struct Joint {
    first: Vec<Valuation>,
    way: Arc<Way>,
    /// Where the way goes on from.
    place: usize,
    followers: Followers,
}

impl Joint {
    /// How many constraints are not satisfied at the end.
    pub fn owing(&self) -> usize {
        self.followers.owing
    }

    /// Whether none of the way's places is skipped.
    pub fn is_at_the_beginning(&self) -> bool {
        self.place == 0
    }

    /// Where nothing is owed.
    pub fn lead(self) -> Lead {
        Lead { first: self.first, then: Some((self.way, self.place + 1)) }
    }

    /// Prolongs the way from its end, by states of all constraints and a valuation, so that what is owed is satisfied too.
    pub fn prolong(
        self,
        followed: &Followed,
        states: &[StateId],
        on: impl FnOnce(&[StateId], &Valuation) -> Option<Vec<Valuation>>,
    ) -> Option<(Arc<Way>, Lead)> {
        let (count, known) = (followed.constraints.len(), &*self.way);
        if known.valuations.len() - self.place > MOST_PLACES {
            return None;
        }
        let mut way = Way {
            valuations: known.valuations[self.place..].to_vec(),
            states: known.states[self.place * count..].to_vec(),
        };
        for &(number, begin) in &self.followers.strays {
            let automaton = &followed.plan.automata[followed.constraints[number]];
            let mut state = begin;
            way.states[number] = state;
            for (place, valuation) in way.valuations.iter().enumerate().skip(1) {
                state = automaton.step(state, valuation);
                way.states[place * count + number] = state;
            }
        }
        let mut end = states.to_vec();
        let last = &way.states[way.states.len() - count..];
        followed.constraints.iter().zip(last).for_each(|(&constraint, &state)| end[constraint] = state);
        let path = on(&end, way.valuations.last()?)?;
        path.into_iter().for_each(|next| way.push(followed, next));
        let way = Arc::new(way);
        Some((way.clone(), Lead { first: self.first, then: Some((way, 1)) }))
    }
}

/// Somebody who looks for a known way to follow.
#[derive(Debug, Clone)]
pub(crate) struct Joining<'a> {
    followed: &'a Followed<'a>,
    scope: &'a Scope,
    must_stay: bool,
    /// What comes first.
    first: Vec<&'a Valuation>,
    /// Where that leads; by number in the component.
    states: Vec<StateId>,
    valuation: &'a Valuation,
}

impl<'a> Joining<'a> {
    /// `None` before the first state.
    pub fn new(
        followed: &'a Followed,
        scope: &'a Scope,
        must_stay: bool,
        states: &[StateId],
        valuation: Option<&'a Valuation>,
    ) -> Option<Self> {
        let (states, valuation) = (followed.row(states), valuation?);
        Some(Self { followed, scope, must_stay, first: Vec::new(), states, valuation })
    }

    /// The same who goes somewhere else first, if the axioms allow that.
    pub fn after(mut self, path: impl Iterator<Item = &'a Valuation>) -> Option<Self> {
        for next in path {
            if !self.may_go_to(next) {
                return None;
            }
            let before = Some(self.valuation).filter(|_| !self.first.is_empty());
            self.followed.go_on(&mut self.states, before, next);
            self.first.push(next);
            self.valuation = next;
        }
        Some(self)
    }

    fn may_go_to(&self, next: &Valuation) -> bool {
        let changed: SmallVec<[PropositionId; 16]> = self.valuation.differences(next).collect();
        self.followed.plan.may_change(self.scope, &changed, self.valuation, next)
    }

    /// On along a way from where it begins, where that is here.
    pub fn along(&self, way: &Arc<Way>) -> Option<Joint> {
        self.joint(way, 0)
    }

    /// On along a way, where one of its first places is one step from here: so that least is owed.
    pub fn ahead(&self, way: &Arc<Way>) -> Option<Joint> {
        let mut best: Option<Joint> = None;
        let places = 0..way.valuations.len().saturating_sub(1).min(MOST_SKIPPED + 1);
        for place in places.filter(|&place| self.may_go_to(&way.valuations[place + 1])) {
            best = best.into_iter().chain(self.joint(way, place)).min_by_key(Joint::owing);
            if best.as_ref().is_some_and(|best| best.owing() == 0) {
                break;
            }
        }
        best
    }

    fn joint(&self, way: &Arc<Way>, place: usize) -> Option<Joint> {
        let followers = way.followers(self.followed, &self.states, place, self.must_stay)?;
        Some(Joint { first: self.first.iter().copied().cloned().collect(), way: way.clone(), place, followers })
    }
}
