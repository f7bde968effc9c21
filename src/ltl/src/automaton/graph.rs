//! Deterministic automata whose states share decision diagrams, and their minimisation.

use std::collections::{HashMap, HashSet};

/// The target for a valuation: a fork that reads one more proposition, or a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Edge(u32);

const STATE: u32 = 1 << 31;

impl Edge {
    pub fn to_state(number: usize) -> Self {
        Self(u32::try_from(number).ok().filter(|number| number & STATE == 0).expect("fewer than 2^31 states") | STATE)
    }

    fn to_fork(number: usize) -> Self {
        Self(u32::try_from(number).ok().filter(|number| number & STATE == 0).expect("fewer than 2^31 forks"))
    }

    /// The state, if the edge leads to one.
    #[inline]
    pub fn state(self) -> Option<u32> {
        (self.0 & STATE != 0).then_some(self.0 & !STATE)
    }

    /// The fork, if the edge leads to one.
    #[inline]
    pub fn fork(self) -> usize {
        self.0 as usize
    }
}

/// Reads a proposition: `high` where it is true, `low` where it is false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Fork {
    pub variable: u32,
    pub low: Edge,
    pub high: Edge,
}

/// An automaton; a fork stands after the forks that it leads to.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    pub initial: usize,
    pub forks: Vec<Fork>,
    /// By state: the beginning of its diagram.
    pub roots: Vec<Edge>,
    /// By state: whether the trace may end there.
    pub accepting: Vec<bool>,
}

impl Graph {
    pub fn new(accepting: Vec<bool>) -> Self {
        Self { initial: 0, forks: Vec::new(), roots: Vec::new(), accepting }
    }

    /// Adds a fork, which must be new.
    pub fn add(&mut self, fork: Fork) -> Edge {
        self.forks.push(fork);
        Edge::to_fork(self.forks.len() - 1)
    }

    /// The states that a state leads to.
    pub fn successors(&self, state: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut open = vec![self.roots[state]];
        while let Some(edge) = open.pop() {
            if !seen.insert(edge) {
                continue;
            }
            match edge.state() {
                Some(next) => found.push(next as usize),
                None => open.extend([self.forks[edge.fork()].high, self.forks[edge.fork()].low]),
            }
        }
        found
    }

    /// The automaton with the fewest states for the same non-empty traces, numbered in order of discovery from state 0.
    ///
    /// E. F. Moore's partition refinement, 1956, on diagrams: two states of a class stay together while their diagrams,
    /// with classes in place of states, are the same. Acceptance of the empty trace does not matter: if the initial
    /// state differs from another only in that, the two are merged.
    pub fn minimal(&self) -> Self {
        let mut classes: Vec<usize> = self.accepting.iter().map(|&accepts| usize::from(accepts)).collect();
        let mut count = 0;
        loop {
            let (roots, _) = self.quotient(&classes);
            let mut known = HashMap::new();
            for (class, root) in classes.iter_mut().zip(roots) {
                let next = known.len();
                *class = *known.entry((*class, root)).or_insert(next);
            }
            if known.len() == count {
                break;
            }
            count = known.len();
        }
        self.merged(&classes)
    }

    /// The diagrams with classes in place of states: the beginning of each state's diagram, and the forks.
    fn quotient(&self, classes: &[usize]) -> (Vec<Edge>, Vec<Fork>) {
        let mut forks = Vec::new();
        let mut known: HashMap<Fork, Edge> = HashMap::new();
        let mut edges: Vec<Edge> = Vec::with_capacity(self.forks.len());
        let follow = |edges: &[Edge], edge: Edge| match edge.state() {
            Some(state) => Edge::to_state(classes[state as usize]),
            None => edges[edge.fork()],
        };
        for fork in &self.forks {
            let low = follow(&edges, fork.low);
            let high = follow(&edges, fork.high);
            let edge = if low == high {
                low
            } else {
                let fork = Fork { variable: fork.variable, low, high };
                *known.entry(fork).or_insert_with(|| {
                    forks.push(fork);
                    Edge::to_fork(forks.len() - 1)
                })
            };
            edges.push(edge);
        }
        (self.roots.iter().map(|&root| follow(&edges, root)).collect(), forks)
    }

    /// The graph with one state per class.
    fn merged(&self, classes: &[usize]) -> Self {
        let (roots, forks) = self.quotient(classes);
        let count = classes.iter().max().map_or(0, |last| last + 1);
        let mut merged =
            Self { initial: classes[self.initial], forks, roots: vec![Edge(0); count], accepting: vec![false; count] };
        for (state, &class) in classes.iter().enumerate() {
            merged.roots[class] = roots[state];
            merged.accepting[class] = self.accepting[state];
        }
        let alike =
            (0..count).find(|&other| other != merged.initial && merged.roots[other] == merged.roots[merged.initial]);
        if let Some(alike) = alike
            && (0..count).all(|state| !merged.successors(state).contains(&merged.initial))
        {
            merged.initial = alike;
        }
        merged.renumbered()
    }

    /// The same graph, with states in order of discovery from the initial one; unreachable states are dropped.
    fn renumbered(&self) -> Self {
        let mut order = vec![self.initial];
        let mut numbers = vec![None; self.roots.len()];
        numbers[self.initial] = Some(0);
        let mut done = 0;
        while done < order.len() {
            for next in self.successors(order[done]) {
                if numbers[next].is_none() {
                    numbers[next] = Some(order.len());
                    order.push(next);
                }
            }
            done += 1;
        }
        let renumber = |edge: Edge| match edge.state() {
            Some(state) => Edge::to_state(numbers[state as usize].expect("nothing leads to a state that is dropped")),
            None => edge,
        };
        let renumbered = |fork: &Fork| Fork { low: renumber(fork.low), high: renumber(fork.high), ..*fork };
        Self {
            initial: 0,
            forks: self.forks.iter().map(renumbered).collect(),
            roots: order.iter().map(|&state| renumber(self.roots[state])).collect(),
            accepting: order.iter().map(|&state| self.accepting[state]).collect(),
        }
    }
}
