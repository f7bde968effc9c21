//! Formula to automaton: progression, decision diagrams, minimisation, and what is known in each state.

mod diagram;
mod graph;
mod inclusion;
mod progression;
mod remark;
mod terms;
mod vocabulary;

pub(crate) use graph::Edge;
pub(crate) use vocabulary::{Literal, Mask};

pub use progression::Budget;
pub use remark::Remark;
pub use vocabulary::{PropositionId, Valuation, Vocabulary};

use std::collections::{HashSet, VecDeque};

use self::{graph::Graph, inclusion::Inclusion, terms::Terms};
use crate::{Formula, LtlError, error::Excess};

/// A state of an [`Automaton`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(u32);

impl StateId {
    /// The number, from 0 on. One formula has one numbering, whatever the vocabulary, so that numbers can be kept.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a formula after the states so far, every proposition being free from now on.
///
/// A. Bauer, M. Leucker and C. Schallhart, "Comparing LTL semantics for runtime verification", 2010 (RV-LTL), on finite
/// traces as F. M. Maggi et al., "Monitoring business constraints with linear temporal logic", 2011.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Whatever follows, the formula is satisfied: stopping is allowed.
    SatisfiedForGood,
    /// Satisfied if the trace ends here, but what follows could violate it: stopping is allowed.
    CurrentlySatisfied,
    /// Violated if the trace ends here, but what follows could satisfy it: going on is allowed, stopping is not.
    CurrentlyViolated,
    /// Whatever follows, the formula is violated.
    ViolatedForGood,
}

impl Verdict {
    /// Whether the formula holds of a trace that ends here.
    pub fn is_satisfied(self) -> bool {
        matches!(self, Self::SatisfiedForGood | Self::CurrentlySatisfied)
    }

    /// What is known of two formulas together, as far as each by itself tells: that two which can each be satisfied
    /// cannot both be is not seen.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        use Verdict::{CurrentlySatisfied, CurrentlyViolated, SatisfiedForGood, ViolatedForGood};
        match (self, other) {
            (ViolatedForGood, _) | (_, ViolatedForGood) => ViolatedForGood,
            (CurrentlyViolated, _) | (_, CurrentlyViolated) => CurrentlyViolated,
            (CurrentlySatisfied, _) | (_, CurrentlySatisfied) => CurrentlySatisfied,
            (SatisfiedForGood, SatisfiedForGood) => SatisfiedForGood,
        }
    }

    /// Whether nothing that follows can change it.
    pub fn is_final(self) -> bool {
        matches!(self, Self::SatisfiedForGood | Self::ViolatedForGood)
    }
}

/// Truth values of some propositions; the others do not matter.
pub type Cube = Vec<(PropositionId, bool)>;

/// The minimal deterministic automaton of a formula over finite, non-empty traces.
///
/// It reads propositions in a fixed order and only as far as they matter, so that many propositions do not mean many
/// letters. No two of its states agree on all that may follow.
#[derive(Debug, Clone)]
pub struct Automaton {
    /// Minimal; its variables are numbers of the vocabulary.
    graph: Graph,
    verdicts: Vec<Verdict>,
    inclusion: Inclusion,
    /// By state: the fewest steps to one in which the formula is satisfied; `None` where there is no way.
    distances: Vec<Option<usize>>,
    /// Ascending.
    reads: Vec<PropositionId>,
    counts_steps: bool,
}

impl Automaton {
    /// The automaton of a formula, whose propositions are numbered by `vocabulary`.
    ///
    /// # Errors
    /// [`LtlError::TooLarge`] where the budget does not suffice.
    pub fn compile(formula: &Formula, vocabulary: &mut Vocabulary, budget: &Budget) -> Result<Self, LtlError> {
        let too_large = |Excess { what, limit }| LtlError::TooLarge { formula: formula.to_string(), what, limit };
        Self::within(formula, vocabulary, budget).map_err(too_large)
    }

    /// The automaton of a formula of changes, see [`Formula::of_changes`].
    ///
    /// # Errors
    /// [`LtlError::TooLarge`] where the budget does not suffice.
    pub fn compile_of_changes(
        formula: &Formula,
        vocabulary: &mut Vocabulary,
        budget: &Budget,
    ) -> Result<Self, LtlError> {
        // What a formula of changes looks like is of use to nobody.
        let too_large = |Excess { what, limit }| LtlError::TooLarge { formula: formula.to_string(), what, limit };
        Self::within(&formula.of_changes()?, vocabulary, budget).map_err(too_large)
    }

    fn within(formula: &Formula, vocabulary: &mut Vocabulary, budget: &Budget) -> Result<Self, Excess> {
        let (terms, root) = Terms::of(formula);
        let graph = progression::automaton(&terms, root, budget)?;
        let mut graph = graph.minimal();
        // While variables are numbered in the order in which diagrams read them.
        let inclusion = Inclusion::of(&graph);
        let propositions: Vec<PropositionId> =
            terms.propositions().iter().map(|name| vocabulary.intern(name)).collect();
        for fork in &mut graph.forks {
            fork.variable = propositions[fork.variable as usize].number();
        }
        let verdicts: Vec<Verdict> = (0..graph.roots.len()).map(|state| verdict(&graph, state)).collect();
        let distances = distances(&graph, &verdicts);
        let mut reads: Vec<PropositionId> = graph.forks.iter().map(|fork| PropositionId::new(fork.variable)).collect();
        reads.sort_unstable();
        reads.dedup();
        Ok(Self { graph, verdicts, inclusion, distances, reads, counts_steps: formula.counts_steps() })
    }

    /// The state before the first state of the trace.
    pub fn initial(&self) -> StateId {
        StateId(0)
    }

    /// The state of a number, see [`StateId::index`]; `None` where there is none.
    pub fn state(&self, number: usize) -> Option<StateId> {
        (number < self.size()).then(|| StateId(u32::try_from(number).expect("states are numbered by u32")))
    }

    /// The number of states.
    pub fn size(&self) -> usize {
        self.verdicts.len()
    }

    /// The number of forks in the diagrams of all states, a measure of memory.
    pub fn forks(&self) -> usize {
        self.graph.forks.len()
    }

    /// The state after one more state of the trace.
    #[inline]
    pub fn step(&self, state: StateId, valuation: &Valuation) -> StateId {
        let mut edge = self.graph.roots[state.index()];
        loop {
            match edge.state() {
                Some(next) => return StateId(next),
                None => {
                    let fork = &self.graph.forks[edge.fork()];
                    edge = if valuation.holds(PropositionId::new(fork.variable)) { fork.high } else { fork.low };
                }
            }
        }
    }

    /// What is known in a state. Of the initial state it says whether the formula can be satisfied or violated at all;
    /// there is no empty trace to be satisfied.
    #[inline]
    pub fn verdict(&self, state: StateId) -> Verdict {
        self.verdicts[state.index()]
    }

    /// The truth values that decided where a valuation leads: why this step did what it did.
    pub fn reasons(&self, state: StateId, valuation: &Valuation) -> Cube {
        let mut reasons = Cube::new();
        let mut edge = self.graph.roots[state.index()];
        while edge.state().is_none() {
            let fork = &self.graph.forks[edge.fork()];
            let proposition = PropositionId::new(fork.variable);
            let holds = valuation.holds(proposition);
            reasons.push((proposition, holds));
            edge = if holds { fork.high } else { fork.low };
        }
        reasons
    }

    /// The states that a state leads to, each with truth values that lead there, as few as the diagram allows.
    pub fn successors(&self, state: StateId) -> Vec<(StateId, Cube)> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut open = VecDeque::from([(self.graph.roots[state.index()], Cube::new())]);
        while let Some((edge, cube)) = open.pop_front() {
            if !seen.insert(edge) {
                continue;
            }
            if let Some(next) = edge.state() {
                found.push((StateId(next), cube));
                continue;
            }
            let fork = &self.graph.forks[edge.fork()];
            for (value, edge) in [(true, fork.high), (false, fork.low)] {
                let literal = (PropositionId::new(fork.variable), value);
                open.push_back((edge, cube.iter().copied().chain([literal]).collect()));
            }
        }
        found
    }

    /// The shortest continuation, of one state at least, after which the formula is satisfied; `None` if it never is.
    pub fn shortest_completion(&self, state: StateId) -> Option<Vec<Cube>> {
        let mut reached: Vec<Option<(StateId, Cube)>> = vec![None; self.size()];
        let mut open = VecDeque::from([state]);
        let mut last = None;
        while last.is_none() {
            let from = open.pop_front()?;
            for (next, cube) in self.successors(from) {
                if reached[next.index()].is_none() {
                    reached[next.index()] = Some((from, cube));
                    open.push_back(next);
                    last = last.or(self.verdict(next).is_satisfied().then_some(next));
                }
            }
        }
        let mut completion = Vec::new();
        let mut at = last?;
        loop {
            let (from, cube) = reached[at.index()].take().expect("the way back was reached");
            completion.push(cube);
            if from == state {
                completion.reverse();
                return Some(completion);
            }
            at = from;
        }
    }

    /// Whether seeing one state twice can make a difference to it, see [`Formula::counts_steps`].
    pub(crate) fn counts_steps(&self) -> bool {
        self.counts_steps
    }

    /// Where a state's diagram begins.
    pub(crate) fn edge(&self, state: StateId) -> Edge {
        self.graph.roots[state.index()]
    }

    /// What an edge leads to: a state, or a proposition with the edges on where it is false and true.
    pub(crate) fn read(&self, edge: Edge) -> Result<StateId, (PropositionId, [Edge; 2])> {
        edge.state().map(StateId).ok_or_else(|| {
            let fork = &self.graph.forks[edge.fork()];
            (PropositionId::new(fork.variable), [fork.low, fork.high])
        })
    }

    /// Whether every continuation that satisfies the formula after `lesser` does so after `greater`, as far as known.
    #[inline]
    pub(crate) fn is_below(&self, lesser: StateId, greater: StateId) -> bool {
        self.inclusion.holds(lesser.index(), greater.index())
    }

    /// The fewest steps to a state in which the formula is satisfied; `None` where there is no way.
    #[inline]
    pub(crate) fn distance(&self, state: StateId) -> Option<usize> {
        self.distances[state.index()]
    }

    /// The propositions that the automaton reads, ascending; others in the formula do not matter to it.
    pub fn reads(&self) -> &[PropositionId] {
        &self.reads
    }
}

/// By state: the fewest steps to a satisfied one, counted backwards.
fn distances(graph: &Graph, verdicts: &[Verdict]) -> Vec<Option<usize>> {
    let mut distances: Vec<Option<usize>> = verdicts.iter().map(|v| v.is_satisfied().then_some(0)).collect();
    let mut origins = vec![Vec::new(); verdicts.len()];
    for state in 0..verdicts.len() {
        graph.successors(state).into_iter().for_each(|next| origins[next].push(state));
    }
    let mut open: VecDeque<usize> = (0..verdicts.len()).filter(|&state| distances[state].is_some()).collect();
    while let Some(next) = open.pop_front() {
        let steps = distances[next].map(|steps| steps + 1);
        for &state in &origins[next] {
            if distances[state].is_none() {
                distances[state] = steps;
                open.push_back(state);
            }
        }
    }
    distances
}

/// In a minimal automaton, what is for good is one state that leads to itself.
fn verdict(graph: &Graph, state: usize) -> Verdict {
    match (graph.accepting[state], graph.roots[state] == Edge::to_state(state)) {
        (true, true) => Verdict::SatisfiedForGood,
        (true, false) => Verdict::CurrentlySatisfied,
        (false, false) => Verdict::CurrentlyViolated,
        (false, true) => Verdict::ViolatedForGood,
    }
}
