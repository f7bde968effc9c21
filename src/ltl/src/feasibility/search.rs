//! Decides whether constraints can still be satisfied together: the cheapest way first.
//!
//! The product of the automata is never built. Independent constraints are searched separately. Landmarks settle most
//! problems. A search knows only the constraints that are not satisfied yet. Its plan is replayed on all others, and
//! those that object join it (E. Clarke et al., "Counterexample-guided abstraction refinement", 2000). If a few
//! constraints cannot be satisfied together, the others do not matter. Most unsatisfiable sets are already
//! unsatisfiable if movers may go anywhere at once.

use std::{cmp::Reverse, collections::BinaryHeap, sync::Arc};

use super::{
    antichain::Antichains,
    landmarks::Deduction,
    letters::{Origin, Stop, each},
    problem::{DeadEnd, Problem},
    product::{Product, Scope},
};
use crate::{StateId, Valuation};

/// Whether all constraints of a set can be satisfied together.
#[derive(Debug)]
pub(crate) enum Feasibility {
    /// All can be satisfied at one time.
    Feasible,
    /// Some of them cannot be satisfied together any more.
    DeadEnd(Arc<DeadEnd>),
    /// The allowed work did not suffice.
    Undetermined,
}

/// Constraints that cannot be satisfied together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// Numbers of the constraints, ascending.
    pub constraints: Vec<usize>,
    /// Whether the others could be satisfied without any one of them; false if that took too much work to tell.
    pub is_minimal: bool,
}

/// How many edges the first attempt may follow.
const FIRST_PORTION: usize = 1 << 10;

/// The work for subgoals, and for the search without moves, as a multiple of the rest: they settle most problems.
const QUICK: usize = 8;

/// The way constraints join a search, and whether moves count in it.
#[derive(Debug, Clone, Copy)]
struct SearchMode {
    /// Whether all must stay satisfied for as long as others like.
    must_stay: bool,
    /// Whether all constraints that object join the search, or only the first.
    adds_all: bool,
    /// Whether moves count; a result without them is not a plan.
    has_moves: bool,
}

/// The result of a search for one component.
#[derive(Debug)]
pub(crate) enum SearchResult {
    /// These states satisfy all.
    Witness(Vec<Valuation>),
    /// All can be satisfied, but perhaps not for as long as one likes.
    Transient,
    /// Some cannot be satisfied together.
    DeadEnd(Arc<DeadEnd>),
    /// The allowed work did not suffice.
    OutOfWork,
}

impl Problem<'_> {
    /// Whether the constraints can all be satisfied at one time.
    pub fn feasibility(&self, constraints: &[usize], work: usize) -> Feasibility {
        let components = self.product.components(constraints);
        if let [_, _, ..] = components.as_slice() {
            let mut is_live = true;
            for component in &components {
                match self.solve(component, true, work) {
                    SearchResult::Witness(_) => {}
                    SearchResult::DeadEnd(end) => return Feasibility::DeadEnd(end),
                    SearchResult::Transient | SearchResult::OutOfWork => is_live = false,
                }
            }
            if is_live {
                return Feasibility::Feasible;
            }
        }
        // One component, or several that cannot wait for one another.
        match self.solve(&Scope::new(self.product, constraints.to_vec()), false, work) {
            SearchResult::Witness(_) => Feasibility::Feasible,
            SearchResult::DeadEnd(end) => Feasibility::DeadEnd(end),
            SearchResult::Transient | SearchResult::OutOfWork => Feasibility::Undetermined,
        }
    }

    /// A plan to satisfy all, for as long as others like if they must stay so.
    ///
    /// Landmarks come first. Then four methods take turns, with more and more work: subgoals, which soon find a plan if
    /// there is one; constraints one by one while movers go anywhere at once, which soon finds a small conflict; the
    /// same with moves; all constraints that are not satisfied yet.
    pub fn solve(&self, scope: &Scope, must_stay: bool, work: usize) -> SearchResult {
        match self.landmarks(scope, must_stay) {
            Deduction::Plan(plan) => return SearchResult::Witness(plan),
            Deduction::DeadEnd(end) => return SearchResult::DeadEnd(end),
            Deduction::Inconclusive => {}
        }
        let pending = |&constraint: &usize| !self.product.is_satisfied(constraint, self.states[constraint]);
        let constraints = scope.constraints.as_slice();
        let pending: Vec<usize> = constraints.iter().copied().filter(pending).collect();
        let loosely = SearchMode { must_stay, adds_all: false, has_moves: false };
        let sparingly = SearchMode { has_moves: true, ..loosely };
        let freely = SearchMode { adds_all: true, ..sparingly };
        let mut has_subgoals = true;
        let mut is_open = true;
        let mut portion = FIRST_PORTION.min(work);
        loop {
            let quick = portion.saturating_mul(QUICK);
            if has_subgoals {
                match self.subgoals(scope, must_stay, &mut quick.clone()) {
                    Ok(Some(plan)) => return SearchResult::Witness(plan),
                    Ok(None) => has_subgoals = false,
                    Err(_) => {}
                }
            }
            if is_open {
                match self.grow(constraints, Vec::new(), loosely, quick) {
                    SearchResult::OutOfWork => {}
                    SearchResult::Witness(_) | SearchResult::Transient if scope.has_moves => is_open = false,
                    found => return found,
                }
            }
            if scope.has_moves {
                match self.grow(constraints, Vec::new(), sparingly, portion) {
                    SearchResult::OutOfWork => {}
                    found => return found,
                }
            }
            match self.grow(constraints, pending.clone(), freely, portion) {
                SearchResult::OutOfWork => {}
                found => return found,
            }
            if portion == work {
                return SearchResult::OutOfWork;
            }
            portion = portion.saturating_mul(4).min(work);
        }
    }

    /// Leaves out, one by one, the constraints that the conflict does not need.
    pub fn minimal(&self, mut conflict: Vec<usize>, work: usize) -> Conflict {
        conflict.sort_unstable();
        let mut is_minimal = true;
        let mut at = 0;
        while at < conflict.len() {
            let others: Vec<usize> = conflict.iter().copied().filter(|&other| other != conflict[at]).collect();
            match self.feasibility(&others, work) {
                // A conflict within the others is smaller still; constraints that were needed so far remain needed.
                Feasibility::DeadEnd(end) => {
                    let smaller = end.constraints();
                    let kept = conflict[..at].iter().filter(|kept| smaller.contains(kept)).count();
                    conflict.retain(|constraint| smaller.contains(constraint));
                    at = kept;
                }
                Feasibility::Feasible => at += 1,
                Feasibility::Undetermined => {
                    is_minimal = false;
                    at += 1;
                }
            }
        }
        Conflict { constraints: conflict, is_minimal }
    }

    fn grow(&self, all: &[usize], mut some: Vec<usize>, mode: SearchMode, mut work: usize) -> SearchResult {
        loop {
            let mut scope = Scope::new(self.product, some.clone());
            scope.has_moves &= mode.has_moves;
            let witness = match self.search(&scope, mode, &mut work) {
                SearchResult::Witness(witness) => witness,
                other => return other,
            };
            let mut objecting = self.objecting(all, &witness, mode.must_stay);
            objecting.retain(|(constraint, _)| !some.contains(constraint));
            objecting.sort_by_key(|&(_, at)| at);
            objecting.truncate(if mode.adds_all { objecting.len() } else { 1 });
            if objecting.is_empty() {
                return SearchResult::Witness(witness);
            }
            some.extend(objecting.into_iter().map(|(constraint, _)| constraint));
        }
    }

    /// The constraints that a witness does not satisfy, each with the place where it fails.
    fn objecting(&self, constraints: &[usize], witness: &[Valuation], must_stay: bool) -> Vec<(usize, usize)> {
        let fails = |&constraint: &usize| Some((constraint, self.failure(constraint, witness, must_stay)?));
        constraints.iter().filter_map(fails).collect()
    }

    /// Searches the product of a few automata, those nearest to satisfaction first.
    fn search(&self, scope: &Scope, mode: SearchMode, work: &mut usize) -> SearchResult {
        let product = self.product;
        let must_stay = mode.must_stay;
        let mut passes = false;
        let start: Vec<StateId> = scope.constraints.iter().map(|&constraint| self.states[constraint]).collect();
        let mut nodes = vec![Node { states: start, valuation: self.valuation.cloned(), parent: 0 }];
        let mut goal = nodes[0].is_goal(product, scope, must_stay, &mut passes).then_some(0);
        let mut seen = Antichains::default();
        if let Some(valuation) = self.valuation {
            seen.insert(product, scope, 0, &nodes[0].states, valuation);
        }
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        while goal.is_none() {
            let Some(Reverse((_, number))) = open.pop() else {
                return if passes {
                    SearchResult::Transient
                } else {
                    SearchResult::DeadEnd(Arc::new(DeadEnd::searched(scope.clone(), seen)))
                };
            };
            if seen.subsumed.contains(&number) {
                continue;
            }
            let states = nodes[number].states.clone();
            let before = nodes[number].valuation.clone();
            let origin = Origin { product, before: before.as_ref(), is_frozen: self.is_frozen, may_violate: false };
            let stop = each(origin, scope, &states, work, &mut |next, valuation| {
                // If one alone has no plan, there is none for all.
                if scope.constraints.iter().zip(next).any(|(&c, s)| product.automata[c].distance(*s).is_none()) {
                    return Ok(1);
                }
                let (is_top, compared) = seen.insert(product, scope, nodes.len(), next, &valuation);
                let taken = 4 + compared / 4;
                if !is_top {
                    return Ok(taken);
                }
                let efforts = scope.constraints.iter().zip(next).map(|(&c, &s)| product.effort(c, s, &valuation));
                let effort: usize = efforts.sum();
                let node = Node { states: next.to_vec(), valuation: Some(valuation), parent: number };
                let is_goal = node.is_goal(product, scope, must_stay, &mut passes);
                nodes.push(node);
                open.push(Reverse((effort, nodes.len() - 1)));
                if is_goal {
                    goal = Some(nodes.len() - 1);
                    return Err(Stop::Enough);
                }
                Ok(taken)
            });
            if stop == Err(Stop::OutOfWork) {
                return if passes { SearchResult::Transient } else { SearchResult::OutOfWork };
            }
        }
        let mut witness = Vec::new();
        let mut at = goal.unwrap_or_default();
        while at != 0 {
            witness.extend(nodes[at].valuation.take());
            at = nodes[at].parent;
        }
        witness.reverse();
        SearchResult::Witness(witness)
    }
}

/// A state of the product, and how the search reached it.
struct Node {
    states: Vec<StateId>,
    valuation: Option<Valuation>,
    parent: usize,
}

impl Node {
    /// Whether all is satisfied here and, if it must, stays so while nothing changes.
    fn is_goal(&self, product: &Product, scope: &Scope, must_stay: bool, passes: &mut bool) -> bool {
        let Some(valuation) = &self.valuation else { return false };
        let pairs = || scope.constraints.iter().copied().zip(self.states.iter().copied());
        if !pairs().all(|(constraint, state)| product.is_satisfied(constraint, state)) {
            return false;
        }
        let stays =
            !must_stay || pairs().all(|(constraint, state)| product.step(constraint, state, valuation) == state);
        *passes |= !stays;
        stays
    }
}
