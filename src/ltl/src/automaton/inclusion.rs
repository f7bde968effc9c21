//! The states of an automaton that accept everything that others accept.

use std::collections::HashSet;

use super::graph::{Edge, Graph};

/// The most states. For larger automata, finding the relation costs more time than it saves.
const MOST_STATES: usize = 32;

/// A preorder on states: a continuation accepted after a lesser state is also accepted after a greater one.
#[derive(Debug, Clone)]
pub(crate) struct Inclusion {
    size: usize,
    /// By lesser and greater; empty if only equal states are known to be in order.
    pairs: Vec<bool>,
}

impl Inclusion {
    /// The greatest simulation, which in a deterministic automaton is inclusion of languages.
    pub fn of(graph: &Graph) -> Self {
        let size = graph.roots.len();
        if size > MOST_STATES {
            return Self { size, pairs: Vec::new() };
        }
        let accepts = |pair: usize| !graph.accepting[pair / size] || graph.accepting[pair % size];
        let mut inclusion = Self { size, pairs: (0..size * size).map(accepts).collect() };
        loop {
            let fails = |&pair: &usize| {
                let roots = (graph.roots[pair / size], graph.roots[pair % size]);
                inclusion.pairs[pair] && !inclusion.follows(graph, roots)
            };
            let failing: Vec<usize> = (0..size * size).filter(fails).collect();
            if failing.is_empty() {
                return inclusion;
            }
            failing.into_iter().for_each(|pair| inclusion.pairs[pair] = false);
        }
    }

    /// Whether `greater` accepts everything that `lesser` accepts, as far as known.
    #[inline]
    pub fn holds(&self, lesser: usize, greater: usize) -> bool {
        lesser == greater || self.pairs.get(lesser * self.size + greater).is_some_and(|&holds| holds)
    }

    /// Whether every valuation leads both edges to states in order.
    fn follows(&self, graph: &Graph, edges: (Edge, Edge)) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![edges];
        while let Some((one, other)) = open.pop() {
            if one == other || !seen.insert((one, other)) {
                continue;
            }
            if let (Some(lesser), Some(greater)) = (one.state(), other.state()) {
                if !self.holds(lesser as usize, greater as usize) {
                    return false;
                }
                continue;
            }
            let variable = |edge: Edge| edge.state().map_or_else(|| graph.forks[edge.fork()].variable, |_| u32::MAX);
            let first = variable(one).min(variable(other));
            let branches = |edge: Edge| {
                if variable(edge) != first {
                    return [edge; 2];
                }
                let fork = &graph.forks[edge.fork()];
                [fork.low, fork.high]
            };
            open.extend(branches(one).into_iter().zip(branches(other)));
        }
        true
    }
}
