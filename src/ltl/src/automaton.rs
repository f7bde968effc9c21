//! Formula to automaton: progression, decision diagrams, minimisation, and the verdict in each state.

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
    /// The number, from 0 on. A formula has the same numbering under every vocabulary, so that numbers can be stored.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The verdict on a formula after the states so far, if every proposition is free from now on.
///
/// A. Bauer, M. Leucker and C. Schallhart, "Comparing LTL semantics for runtime verification", 2010 (RV-LTL), on finite
/// traces as F. M. Maggi et al., "Monitoring business constraints with linear temporal logic", 2011.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The formula is satisfied, whatever follows: stopping is allowed.
    SatisfiedForGood,
    /// Satisfied if the trace ends here, but a continuation could violate it: stopping is allowed.
    CurrentlySatisfied,
    /// Violated if the trace ends here, but a continuation could satisfy it: going on is allowed, stopping is not.
    CurrentlyViolated,
    /// The formula is violated, whatever follows.
    ViolatedForGood,
}

impl Verdict {
    /// Whether a trace that ends here satisfies the formula.
    pub fn is_satisfied(self) -> bool {
        matches!(self, Self::SatisfiedForGood | Self::CurrentlySatisfied)
    }

    /// The verdict on two formulas together, from their separate verdicts. It does not notice that two formulas exclude
    /// each other if each can be satisfied by itself.
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

    /// Whether no continuation can change it.
    pub fn is_final(self) -> bool {
        matches!(self, Self::SatisfiedForGood | Self::ViolatedForGood)
    }
}

/// Truth values of some propositions; the others do not matter.
pub type Cube = Vec<(PropositionId, bool)>;

/// The minimal deterministic automaton of a formula over finite, non-empty traces.
///
/// It reads propositions in a fixed order and only as far as they matter, so many propositions do not mean many
/// letters. Any two of its states differ in some continuation.
#[derive(Debug, Clone)]
pub struct Automaton {
    /// The minimal graph; its variables are numbers of the vocabulary.
    graph: Graph,
    verdicts: Vec<Verdict>,
    inclusion: Inclusion,
    /// By state: the fewest steps to a state in which the formula is satisfied; `None` if there is no way.
    distances: Vec<Option<usize>>,
    /// Ascending.
    reads: Vec<PropositionId>,
    counts_steps: bool,
}

impl Automaton {
    /// Compiles a formula, whose propositions are numbered by `vocabulary`.
    ///
    /// # Errors
    /// [`LtlError::TooLarge`] if the budget does not suffice.
    pub fn compile(formula: &Formula, vocabulary: &mut Vocabulary, budget: &Budget) -> Result<Self, LtlError> {
        let too_large = |Excess { what, limit }| LtlError::TooLarge { formula: formula.to_string(), what, limit };
        Self::within(formula, vocabulary, budget).map_err(too_large)
    }

    /// Compiles a formula of changes, see [`Formula::of_changes`].
    ///
    /// # Errors
    /// [`LtlError::TooLarge`] if the budget does not suffice.
    pub fn compile_of_changes(
        formula: &Formula,
        vocabulary: &mut Vocabulary,
        budget: &Budget,
    ) -> Result<Self, LtlError> {
        // The error shows the original formula: the formula of changes would help no reader.
        let too_large = |Excess { what, limit }| LtlError::TooLarge { formula: formula.to_string(), what, limit };
        Self::within(&formula.of_changes()?, vocabulary, budget).map_err(too_large)
    }

    fn within(formula: &Formula, vocabulary: &mut Vocabulary, budget: &Budget) -> Result<Self, Excess> {
        let (terms, root) = Terms::of(formula);
        let graph = progression::automaton(&terms, root, budget)?;
        let mut graph = graph.minimal();
        // This is done while variables are numbered in the order in which diagrams read them.
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

    /// The state with this number, see [`StateId::index`]; `None` if there is none.
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

    /// The verdict in a state. In the initial state it tells whether the formula can be satisfied or violated at all,
    /// since an empty trace cannot satisfy it.
    #[inline]
    pub fn verdict(&self, state: StateId) -> Verdict {
        self.verdicts[state.index()]
    }

    /// The truth values that decided the target of a step with this valuation.
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

    /// The states that a state leads to, each with the fewest truth values that the diagram needs to lead there.
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

    /// All ways through the diagram of a state: a state that it leads to, and the truth values that lead there. `None` if
    /// there are more than `most`.
    pub fn ways(&self, state: StateId, most: usize) -> Option<Vec<(StateId, Cube)>> {
        let mut found = Vec::new();
        let mut open = vec![(self.graph.roots[state.index()], Cube::new())];
        while let Some((edge, cube)) = open.pop() {
            if found.len() + open.len() >= most {
                return None;
            }
            if let Some(next) = edge.state() {
                found.push((StateId(next), cube));
                continue;
            }
            let fork = &self.graph.forks[edge.fork()];
            for (value, edge) in [(false, fork.low), (true, fork.high)] {
                let literal = (PropositionId::new(fork.variable), value);
                open.push((edge, cube.iter().copied().chain([literal]).collect()));
            }
        }
        Some(found)
    }

    /// The shortest continuation, of at least one state, that satisfies the formula; `None` if there is none.
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

    /// The beginning of a state's diagram.
    pub(crate) fn edge(&self, state: StateId) -> Edge {
        self.graph.roots[state.index()]
    }

    /// The target of an edge: a state, or a proposition with the next edges for false and true.
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

    /// The fewest steps to a state in which the formula is satisfied; `None` if there is no way.
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

/// The verdict of a state. In a minimal automaton, a final verdict belongs to a single state that leads to itself.
fn verdict(graph: &Graph, state: usize) -> Verdict {
    match (graph.accepting[state], graph.roots[state] == Edge::to_state(state)) {
        (true, true) => Verdict::SatisfiedForGood,
        (true, false) => Verdict::CurrentlySatisfied,
        (false, false) => Verdict::CurrentlyViolated,
        (false, true) => Verdict::ViolatedForGood,
    }
}
