//! Formula to deterministic automaton, by progression through one state of the trace at a time.
//!
//! F. Bacchus and F. Kabanza, "Planning for temporally extended goals", 1998, rewrite a formula into a condition on the
//! rest of the trace. Here the rewritings for all valuations are one decision diagram: its upper variables are the
//! propositions, its lower ones the obligations "there is a next state, and f holds in it". A state of the automaton is
//! a function of obligations alone, so that propositionally equal states are one. (A. Duret-Lutz et al., "Engineering
//! an LTLf synthesis tool", 2025, have the same diagrams with formulas in their leaves.)

use std::collections::{BTreeSet, HashMap, hash_map::Entry};

use super::{
    diagram::{Diagrams, FALSE, Ref, TRUE},
    graph::{Edge, Fork, Graph},
    terms::{Core, Term, Terms},
};
use crate::error::Excess;

/// The largest allowed automaton of one formula, and the allowed work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// States before minimisation.
    pub states: usize,
    /// Operations on decision diagrams; a million take about a quarter of a second and 100 MB.
    pub operations: usize,
    /// Work for one attempt to tell whether constraints can be satisfied together: edges of diagrams, or steps that
    /// cost as much. All attempts of a check take about 20 times as much, 0.1 s for 2^15. While a specification is
    /// compiled, 32 times as much is allowed.
    pub work: usize,
}

impl Default for Budget {
    /// 4096 states, a million operations, 2^15 edges.
    fn default() -> Self {
        Self { states: 4096, operations: 1_000_000, work: 1 << 15 }
    }
}

/// The most variables: diagrams are walked recursively, one level per variable.
const MOST_VARIABLES: usize = 2_000;

/// The automaton of a formula, not yet minimal. It accepts non-empty traces only.
pub(crate) fn automaton(terms: &Terms, root: Term, budget: &Budget) -> Result<Graph, Excess> {
    let mut progression = Progression {
        diagrams: Diagrams::new(budget.operations),
        propositions: terms.propositions().len(),
        obligations: Vec::new(),
        numbers: HashMap::new(),
        expansions: Vec::new(),
        progressed: HashMap::from([(FALSE, FALSE), (TRUE, TRUE)]),
    };
    // Before the first state, the whole formula must hold in the next state.
    let initial = progression.obligation(root)?;
    progression.expand(terms, root)?;
    progression.explore(initial, budget)
}

struct Progression {
    diagrams: Diagrams,
    propositions: usize,
    /// By number: the term that must hold in the next state.
    obligations: Vec<Term>,
    numbers: HashMap<Term, usize>,
    /// By node: the function of propositions and obligations that is true exactly when the term is.
    expansions: Vec<Ref>,
    /// By function of obligations: the same function after the next state has come.
    progressed: HashMap<Ref, Ref>,
}

impl Progression {
    /// The variable "there is a next state, and `term` holds in it".
    fn obligation(&mut self, term: Term) -> Result<Ref, Excess> {
        let number = *self.numbers.entry(term).or_insert_with(|| {
            self.obligations.push(term);
            self.obligations.len() - 1
        });
        let excess = Excess { what: "propositions and temporal operators", limit: MOST_VARIABLES };
        let variable = self.propositions + number;
        if variable >= MOST_VARIABLES {
            return Err(excess);
        }
        Ok(self.diagrams.variable(u32::try_from(variable).map_err(|_| excess)?))
    }

    /// Expands all nodes of the term, operands first.
    fn expand(&mut self, terms: &Terms, root: Term) -> Result<(), Excess> {
        let mut is_part = vec![false; root.node() + 1];
        is_part[root.node()] = true;
        for node in (0..is_part.len()).rev() {
            if is_part[node] {
                match terms[node] {
                    Core::True | Core::Proposition(_) => {}
                    Core::Next(f) => is_part[f.node()] = true,
                    Core::And(f, g) | Core::Until(f, g) => {
                        is_part[f.node()] = true;
                        is_part[g.node()] = true;
                    }
                }
            }
        }
        for (node, is_part) in is_part.into_iter().enumerate() {
            let expansion = if is_part { self.expansion(terms, node)? } else { FALSE };
            self.expansions.push(expansion);
        }
        Ok(())
    }

    fn expansion(&mut self, terms: &Terms, node: usize) -> Result<Ref, Excess> {
        match terms[node] {
            Core::True => Ok(TRUE),
            Core::Proposition(number) => Ok(self.diagrams.variable(number)),
            Core::And(f, g) => {
                let f = self.of(f)?;
                let g = self.of(g)?;
                self.diagrams.and(f, g)
            }
            Core::Next(f) => self.obligation(f),
            Core::Until(f, g) => {
                let until = self.obligation(terms.term(node))?;
                let f = self.of(f)?;
                let g = self.of(g)?;
                let on = self.diagrams.and(f, until)?;
                self.diagrams.or(g, on)
            }
        }
    }

    /// The function that is true exactly when the term is.
    fn of(&mut self, term: Term) -> Result<Ref, Excess> {
        let node = self.expansions[term.node()];
        if term.is_negated() { self.diagrams.not(node) } else { Ok(node) }
    }

    /// A function of obligations, rewritten after the next state has come.
    fn progress(&mut self, f: Ref) -> Result<Ref, Excess> {
        if let Some(&known) = self.progressed.get(&f) {
            return Ok(known);
        }
        let branch = self.diagrams.branch(f);
        let low = self.progress(branch.low)?;
        let high = self.progress(branch.high)?;
        let due = self.of(self.obligations[branch.variable as usize - self.propositions])?;
        let result = self.diagrams.if_then_else(due, high, low)?;
        self.progressed.insert(f, result);
        Ok(result)
    }

    /// Whether the trace may end here: without a next state, no obligation is met.
    fn may_end(&self, mut f: Ref) -> bool {
        while f > TRUE {
            f = self.diagrams.branch(f).low;
        }
        f == TRUE
    }

    /// All states that can be reached, and the diagrams between them.
    fn explore(&mut self, initial: Ref, budget: &Budget) -> Result<Graph, Excess> {
        let mut states = vec![initial];
        let mut numbers = HashMap::from([(initial, 0)]);
        let mut roots = Vec::new();
        let mut forks = BTreeSet::new();
        while roots.len() < states.len() {
            let root = self.progress(states[roots.len()])?;
            roots.push(root);
            let mut open = vec![root];
            while let Some(f) = open.pop() {
                let branch = self.diagrams.branch(f);
                if (branch.variable as usize) < self.propositions {
                    if forks.insert(f) {
                        open.extend([branch.high, branch.low]);
                    }
                } else if let Entry::Vacant(new) = numbers.entry(f) {
                    if states.len() == budget.states {
                        return Err(Excess { what: "states", limit: budget.states });
                    }
                    new.insert(states.len());
                    states.push(f);
                }
            }
        }
        let mut graph = Graph::new(states.iter().map(|&state| self.may_end(state)).collect());
        let mut edges: HashMap<Ref, Edge> =
            numbers.into_iter().map(|(f, number)| (f, Edge::to_state(number))).collect();
        // Ascending, so that the targets of a fork are there before it.
        for f in forks {
            let branch = self.diagrams.branch(f);
            let fork = Fork { variable: branch.variable, low: edges[&branch.low], high: edges[&branch.high] };
            edges.insert(f, graph.add(fork));
        }
        graph.roots = roots.iter().map(|root| edges[root]).collect();
        Ok(graph)
    }
}
