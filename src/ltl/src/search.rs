//! Whether constraints can still be satisfied together: the cheapest way first.
//!
//! The product of the automata is never built. Independent constraints are looked at apart. A search knows only the
//! constraints that are not satisfied yet; what it finds is replayed on all others, and those that object join it
//! (E. Clarke et al., "Counterexample-guided abstraction refinement", 2000). A few constraints that cannot be satisfied
//! together are reason enough, whatever the others say.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{
    PropositionId, StateId, Valuation, Verdict,
    antichain::{Antichains, positions},
    letters::{Origin, Stop, each},
    plan::{Plan, Scope},
};

/// Whether a set of constraints has a future.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fate {
    /// After these valuations all are satisfied.
    Live(Vec<Valuation>),
    /// These of them cannot be satisfied together any more.
    Dead(Vec<usize>),
    /// The work that was allowed did not suffice.
    Undetermined,
}

/// Where the trace stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Now<'a> {
    pub plan: &'a Plan,
    /// By constraint.
    pub states: &'a [StateId],
    /// The last valuation, `None` before the first.
    pub valuation: Option<&'a Valuation>,
    /// Whether uncontrollable propositions keep their values.
    pub is_frozen: bool,
}

/// How many edges the first attempt may follow.
const FIRST_PORTION: usize = 1 << 10;

/// States from which some constraints cannot be satisfied together.
pub(crate) struct DeadEnd {
    scope: Scope,
    states: Vec<StateId>,
    positions: Vec<usize>,
}

impl DeadEnd {
    /// What a search found dead, to be known again; `None` before the first state.
    pub fn new(now: &Now, constraints: Vec<usize>) -> Option<Self> {
        let scope = Scope::new(now.plan, constraints);
        let states = scope.constraints.iter().map(|&constraint| now.states[constraint]).collect();
        let positions = positions(now.plan, &scope, now.valuation?);
        Some(Self { scope, states, positions })
    }

    pub fn constraints(&self) -> &[usize] {
        &self.scope.constraints
    }

    /// Whether there can be no way from there either, since no more is possible than in the dead end.
    pub fn bars(&self, now: &Now) -> bool {
        let Some(valuation) = now.valuation else { return false };
        let mut pairs = self.scope.constraints.iter().zip(&self.states);
        pairs.all(|(&constraint, &dead)| now.plan.automata[constraint].is_below(now.states[constraint], dead))
            && positions(now.plan, &self.scope, valuation) == self.positions
    }
}

/// How a search goes about it.
#[derive(Debug, Clone, Copy)]
struct Manner {
    /// Whether all must be satisfied for as long as others like.
    must_stay: bool,
    /// Whether all constraints that object join the search, or only the first.
    adds_all: bool,
    /// Whether one member of groups moves at a time; such a search proves nothing if it finds nothing.
    is_one_by_one: bool,
}

/// What a search for one component says.
enum Found {
    Witness(Vec<Valuation>),
    /// All can be satisfied, but perhaps not for as long as one likes.
    Passing,
    Nothing(Vec<usize>),
    OutOfWork,
}

impl Now<'_> {
    /// Whether the constraints can all be satisfied at one time.
    pub fn fate(&self, constraints: &[usize], work: usize) -> Fate {
        let components = self.plan.components(constraints);
        if let [_, _, ..] = components.as_slice() {
            let mut witnesses = Vec::new();
            for component in &components {
                match self.refine(&component.constraints, true, work) {
                    Found::Witness(witness) => witnesses.push(witness),
                    Found::Nothing(conflict) => return Fate::Dead(conflict),
                    Found::Passing | Found::OutOfWork => {}
                }
            }
            if witnesses.len() == components.len() {
                return Fate::Live(self.side_by_side(&components, &witnesses));
            }
        }
        // One component, or several that cannot wait for one another.
        match self.refine(constraints, false, work) {
            Found::Witness(witness) => Fate::Live(witness),
            Found::Nothing(conflict) => Fate::Dead(conflict),
            Found::Passing | Found::OutOfWork => Fate::Undetermined,
        }
    }

    /// In turns, with more and more work: with all that is to be satisfied, which soon finds a way if there are many,
    /// sooner still while one moves at a time; one by one, which soon finds a small conflict.
    fn refine(&self, constraints: &[usize], must_stay: bool, work: usize) -> Found {
        let pending = |&constraint: &usize| !self.plan.is_satisfied(constraint, self.states[constraint]);
        let pending: Vec<usize> = constraints.iter().copied().filter(pending).collect();
        let slowly = Manner { must_stay, adds_all: true, is_one_by_one: true };
        let freely = Manner { is_one_by_one: false, ..slowly };
        let sparingly = Manner { adds_all: false, ..freely };
        let mut portion = FIRST_PORTION.min(work);
        loop {
            for (some, manner) in [(pending.as_slice(), slowly), (&[], sparingly), (pending.as_slice(), freely)] {
                match self.grow(constraints, some.to_vec(), manner, portion) {
                    Found::OutOfWork => {}
                    found => return found,
                }
            }
            if portion == work {
                return Found::OutOfWork;
            }
            portion = portion.saturating_mul(4).min(work);
        }
    }

    fn grow(&self, all: &[usize], mut some: Vec<usize>, manner: Manner, mut work: usize) -> Found {
        loop {
            let witness = match self.search(&Scope::new(self.plan, some.clone()), manner, &mut work) {
                Found::Witness(witness) => witness,
                // All at once may do what one by one cannot.
                _ if manner.is_one_by_one => return Found::OutOfWork,
                other => return other,
            };
            let mut objecting = self.objecting(all, &witness, manner.must_stay);
            objecting.retain(|(constraint, _)| !some.contains(constraint));
            objecting.sort_by_key(|&(_, at)| at);
            objecting.truncate(if manner.adds_all { objecting.len() } else { 1 });
            if objecting.is_empty() {
                return Found::Witness(witness);
            }
            some.extend(objecting.into_iter().map(|(constraint, _)| constraint));
        }
    }

    /// The constraints that a witness does not satisfy, each with the place where it fails.
    fn objecting(&self, constraints: &[usize], witness: &[Valuation], must_stay: bool) -> Vec<(usize, usize)> {
        let last = witness.last().or(self.valuation);
        let fails = |&constraint: &usize| {
            let mut state = self.states[constraint];
            for (at, valuation) in witness.iter().enumerate() {
                state = self.plan.step(constraint, state, valuation);
                if self.plan.automata[constraint].verdict(state) == Verdict::ViolatedForGood {
                    return Some((constraint, at));
                }
            }
            let stays = || last.is_some_and(|last| self.plan.step(constraint, state, last) == state);
            let is_fine = self.plan.is_satisfied(constraint, state) && (!must_stay || stays());
            (!is_fine).then_some((constraint, witness.len()))
        };
        constraints.iter().filter_map(fails).collect()
    }

    /// Searches the product of a few automata, those nearest to satisfaction first.
    fn search(&self, scope: &Scope, manner: Manner, work: &mut usize) -> Found {
        let (plan, Manner { must_stay, is_one_by_one, .. }) = (self.plan, manner);
        let mut passes = false;
        let start: Vec<StateId> = scope.constraints.iter().map(|&constraint| self.states[constraint]).collect();
        let mut nodes = vec![Node { states: start, valuation: self.valuation.cloned(), parent: 0 }];
        let mut goal = nodes[0].is_goal(plan, scope, must_stay, &mut passes).then_some(0);
        let mut seen = Antichains::default();
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        while goal.is_none() {
            let Some(Reverse((_, number))) = open.pop() else {
                return if passes { Found::Passing } else { Found::Nothing(scope.constraints.clone()) };
            };
            if seen.subsumed.contains(&number) {
                continue;
            }
            let (states, before) = (nodes[number].states.clone(), nodes[number].valuation.clone());
            let origin =
                Origin { plan, before: before.as_ref(), is_frozen: self.is_frozen, may_violate: false, is_one_by_one };
            let stop = each(origin, scope, &states, work, &mut |next, valuation| {
                let distance = scope.constraints.iter().zip(next).map(|(&c, s)| plan.distances[c][s.index()]);
                // Without a way for each alone there is none for all.
                let Some(distance) = distance.sum::<Option<usize>>() else { return Ok(1) };
                let (is_top, compared) = seen.insert(plan, scope, nodes.len(), next, &valuation);
                let taken = 4 + compared / 4;
                if !is_top {
                    return Ok(taken);
                }
                let node = Node { states: next.to_vec(), valuation: Some(valuation), parent: number };
                let is_goal = node.is_goal(plan, scope, must_stay, &mut passes);
                nodes.push(node);
                open.push(Reverse((distance, nodes.len() - 1)));
                if is_goal {
                    goal = Some(nodes.len() - 1);
                    return Err(Stop::Enough);
                }
                Ok(taken)
            });
            if stop == Err(Stop::OutOfWork) {
                return if passes { Found::Passing } else { Found::OutOfWork };
            }
        }
        let mut witness = Vec::new();
        let mut at = goal.unwrap_or_default();
        while at != 0 {
            witness.extend(nodes[at].valuation.take());
            at = nodes[at].parent;
        }
        witness.reverse();
        Found::Witness(witness)
    }

    /// One witness of several whose components wait for one another.
    fn side_by_side(&self, components: &[Scope], witnesses: &[Vec<Valuation>]) -> Vec<Valuation> {
        let length = witnesses.iter().map(Vec::len).max().unwrap_or(0);
        let bearings: Vec<Vec<PropositionId>> = components.iter().map(|scope| self.plan.bearing(scope)).collect();
        let at = |witness: &'_ [Valuation], step: usize| {
            witness.get(step).or(witness.last()).or(self.valuation).cloned().unwrap_or_default()
        };
        let together = |step| {
            let mut valuation = at(&witnesses[0], step);
            for (bearing, witness) in bearings.iter().zip(witnesses) {
                let own = at(witness, step);
                bearing.iter().for_each(|&id| valuation.set(id, own.holds(id)));
            }
            valuation
        };
        (0..length).map(together).collect()
    }
}

/// A state of the product, and how the search came to it.
struct Node {
    states: Vec<StateId>,
    valuation: Option<Valuation>,
    parent: usize,
}

impl Node {
    /// Whether all is satisfied here and, if it must, stays so while nothing changes.
    fn is_goal(&self, plan: &Plan, scope: &Scope, must_stay: bool, passes: &mut bool) -> bool {
        let Some(valuation) = &self.valuation else { return false };
        let pairs = || scope.constraints.iter().copied().zip(self.states.iter().copied());
        if !pairs().all(|(constraint, state)| plan.is_satisfied(constraint, state)) {
            return false;
        }
        let stays = !must_stay || pairs().all(|(constraint, state)| plan.step(constraint, state, valuation) == state);
        *passes |= !stays;
        stays
    }
}
