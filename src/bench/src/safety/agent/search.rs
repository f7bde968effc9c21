//! A way to satisfy formulas in a home, best first.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, BinaryHeap, HashSet},
};

use surefleet_ltl::{StateId, Verdict};

use super::Watch;
use crate::safety::home::{Act, Fact, Home, HomeSpot, HomeState};

/// A search for acts: the goals, the world and the limits.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    /// The world, which the search knows exactly.
    pub home: &'a Home,
    /// Formulas.
    pub watch: &'a Watch,
    /// The formulas that must be satisfied at the end and never be violated for good.
    pub heeded: &'a BTreeSet<usize>,
    /// Acts that the way may not begin with.
    pub barred: &'a [Act],
    /// How many states may be looked at.
    pub expansions: usize,
}

struct Node {
    state: HomeState,
    /// By heeded formula.
    standing: Vec<StateId>,
    /// The node before, and the act that led here.
    origin: Option<(usize, Act)>,
    depth: usize,
}

impl Search<'_> {
    /// Acts after which all heeded formulas are satisfied, from a state in which `standing` is where the automata of
    /// all formulas stand; a short way, not always the shortest. `None`: there is none, or it was not found in time.
    pub fn way(&self, from: &HomeState, standing: &[StateId]) -> Option<Vec<Act>> {
        let heeded: Vec<usize> = self.heeded.iter().copied().collect();
        let standing: Vec<StateId> = heeded.iter().map(|&formula| standing[formula]).collect();
        let first_cost = self.cost(&heeded, from, &standing)?;
        if first_cost == 0 && self.barred.is_empty() {
            return Some(vec![]);
        }
        let relevant = Relevant::new(self, &heeded, from);
        let mut seen = HashSet::from([(from.clone(), standing.clone())]);
        let mut nodes = vec![Node { state: from.clone(), standing, origin: None, depth: 0 }];
        // Least estimate first, and of equal ones the oldest: the same search everywhere.
        let mut open = BinaryHeap::from([(Reverse(first_cost), Reverse(0))]);
        for _ in 0..self.expansions {
            let (_, Reverse(at)) = open.pop()?;
            let is_goal = |node: &Node| self.is_satisfied(&heeded, &node.standing);
            if is_goal(&nodes[at]) && (at != 0 || self.barred.is_empty()) {
                return Some(acts_to(&nodes, at));
            }
            for act in relevant.acts(self.home, &nodes[at].state) {
                let node = &nodes[at];
                if at == 0 && self.barred.contains(&act) {
                    continue;
                }
                let Some(path) = self.home.path(&node.state, act) else { continue };
                let Some(standing) = self.follow(&heeded, &node.standing, &path) else { continue };
                let state = path.last().expect("an act has an effect").clone();
                let Some(cost) = self.cost(&heeded, &state, &standing) else { continue };
                if seen.insert((state.clone(), standing.clone())) {
                    let depth = node.depth + 1;
                    open.push((Reverse(depth + GREED * cost), Reverse(nodes.len())));
                    nodes.push(Node { state, standing, origin: Some((at, act)), depth });
                }
            }
        }
        None
    }

    /// The states of the automata after a path; `None` if one of them is lost.
    fn follow(&self, heeded: &[usize], standing: &[StateId], path: &[HomeState]) -> Option<Vec<StateId>> {
        let mut next = standing.to_vec();
        for state in path {
            let valuation = self.watch.valuation(self.home, state);
            for (&formula, at) in heeded.iter().zip(&mut next) {
                *at = self.watch.step(formula, *at, &valuation);
                if self.watch.verdict(formula, *at) == Verdict::ViolatedForGood {
                    return None;
                }
            }
        }
        Some(next)
    }

    fn is_satisfied(&self, heeded: &[usize], standing: &[StateId]) -> bool {
        heeded.iter().zip(standing).all(|(&formula, &at)| self.watch.verdict(formula, at).is_satisfied())
    }

    /// About how many acts it takes; 0 only where all is satisfied. `None` where that can never be.
    fn cost(&self, heeded: &[usize], state: &HomeState, standing: &[StateId]) -> Option<usize> {
        let mut cost = 0;
        for (&formula, &at) in heeded.iter().zip(standing) {
            if !self.watch.verdict(formula, at).is_satisfied() {
                let facts = self.watch.completion(formula, at)?;
                let work: usize = facts.iter().map(|&(fact, value)| acts_for(self.home, state, fact, value)).sum();
                cost += work.max(1);
            }
        }
        Some(cost)
    }
}

/// How much the estimate counts against the acts so far: more is faster, and finds longer ways.
const GREED: usize = 3;

/// About how many acts it takes until the fact is so.
fn acts_for(home: &Home, state: &HomeState, fact: Fact, value: bool) -> usize {
    if home.holds(state, fact) == value {
        return 0;
    }
    let is_open = |fixture: u8| !home.is_container(fixture) || home.holds(state, Fact::Open(fixture));
    let reach = |fixture: u8| usize::from(state.fixture != Some(fixture)) + usize::from(!is_open(fixture));
    match (fact, value) {
        (Fact::At(_), _) => 1,
        (Fact::Open(fixture) | Fact::SwitchedOn(fixture) | Fact::Touched(fixture), true) => {
            1 + usize::from(state.fixture != Some(fixture))
        }
        (Fact::Open(fixture) | Fact::SwitchedOn(fixture), false) => 1 + usize::from(state.fixture != Some(fixture)),
        (Fact::Grabbed(item), true) => {
            1 + reach(state.places[usize::from(item)]) + usize::from(state.held.is_some()) * 2
        }
        (Fact::Located(item, place), true) => {
            let grab = if state.held == Some(item) { 0 } else { acts_for(home, state, Fact::Grabbed(item), true) };
            grab + 1 + reach(place)
        }
        _ => 1,
    }
}

fn acts_to(nodes: &[Node], mut at: usize) -> Vec<Act> {
    let mut acts = Vec::new();
    while let Some((before, act)) = nodes[at].origin {
        acts.push(act);
        at = before;
    }
    acts.reverse();
    acts
}

/// The things worth a visit: all that the formulas name, and the fixtures that hold the named items.
struct Relevant {
    fixtures: BTreeSet<u8>,
    touched: BTreeSet<u8>,
    items: BTreeSet<u8>,
}

impl Relevant {
    fn new(search: &Search, heeded: &[usize], from: &HomeState) -> Self {
        let mut found = Self { fixtures: BTreeSet::new(), touched: BTreeSet::new(), items: BTreeSet::new() };
        found.items.extend(from.held);
        for fact in heeded.iter().flat_map(|&formula| search.watch.reads(formula)) {
            match fact {
                Fact::At(HomeSpot::Fixture(fixture)) | Fact::Open(fixture) | Fact::SwitchedOn(fixture) => {
                    found.fixtures.insert(fixture);
                }
                Fact::Touched(fixture) => {
                    found.fixtures.insert(fixture);
                    found.touched.insert(fixture);
                }
                Fact::Grabbed(item) => {
                    found.items.insert(item);
                }
                Fact::Located(item, place) => {
                    found.items.insert(item);
                    found.fixtures.insert(place);
                }
                Fact::At(HomeSpot::Room(_)) => {}
            }
        }
        found.fixtures.extend(found.items.iter().map(|&item| from.places[usize::from(item)]));
        found
    }

    /// Candidate acts in a state; some of them may be impossible there.
    fn acts(&self, home: &Home, state: &HomeState) -> Vec<Act> {
        let mut acts: Vec<Act> = (0..home.rooms()).map(|room| Act::Reach(HomeSpot::Room(room))).collect();
        acts.extend(self.fixtures.iter().map(|&fixture| Act::Reach(HomeSpot::Fixture(fixture))));
        if let Some(fixture) = state.fixture.filter(|fixture| self.fixtures.contains(fixture)) {
            acts.extend([Act::Open(fixture), Act::Close(fixture), Act::SwitchOn(fixture), Act::SwitchOff(fixture)]);
            acts.extend(self.touched.get(&fixture).map(|&fixture| Act::Touch(fixture)));
            acts.extend(state.held.map(|item| Act::Put(item, fixture)));
            let here = self.items.iter().filter(|&&item| state.places[usize::from(item)] == fixture);
            acts.extend(here.map(|&item| Act::Take(item)));
        }
        acts
    }
}
