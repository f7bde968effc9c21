//! The task without what is undone again: bounds on the steps that are left, and plans that show the way.
//!
//! J. Hoffmann and B. Nebel, "The FF planning system", 2001, for the relaxed plan; B. Bonet and H. Geffner, "Planning as
//! heuristic search", 2001, for its costs. Here a node costs joint steps or decisions, the conditions are whole formulas
//! (an and-or graph), and the states of the automata are facts like others.

mod axes;
mod build;
mod cuts;
mod explore;
mod graph;
mod nodes;
mod plan;

pub(crate) use cuts::Cuts;
pub(crate) use explore::{Explorer, Measure};
pub(crate) use graph::Node;
pub(crate) use plan::{RelaxedPlan, Sketch};

use surefleet_ltl::Automaton;

use crate::{
    agenda::Agenda,
    codes::Code,
    expression::{Condition, Reader},
    problem::Problem,
    setting::Setting,
};
use graph::Graph;

/// The relaxation of a compiled task.
#[derive(Debug)]
pub(crate) struct Relaxation {
    graph: Graph,
    /// All formulas are satisfied.
    goal: Node,
    /// By automaton: its formula is satisfied.
    goals: Vec<Node>,
    /// By node.
    is_goal: Vec<bool>,
    /// By variable and content: the fact's node, [`Node::MAX`] for none.
    facts: Vec<Vec<Node>>,
    /// By automaton and state: the node.
    states: Vec<Vec<Node>>,
    /// By operator: its robot.
    robots: Vec<usize>,
    /// Whether at most one robot acts in a step.
    is_one_at_a_time: bool,
    /// Derived atoms that are hoped to be false, each with the node for that.
    hopes: Vec<(u32, Node)>,
}

impl Relaxation {
    pub fn new(problem: &Problem, agenda: &Agenda, setting: &Setting) -> Self {
        build::Builder::build(problem, agenda, setting)
    }

    /// The number of nodes, a measure of the work for one state.
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// The nodes that are true in a state: the contents of its variables, then the states of its automata.
    pub fn seeds<'a>(&'a self, problem: &'a Problem, state: &'a [Code]) -> impl Iterator<Item = Node> + 'a {
        let (contents, automata) = state.split_at(self.facts.len());
        let facts = self
            .facts
            .iter()
            .zip(contents)
            .filter_map(|(nodes, &code)| nodes.get(usize::from(code)).copied().filter(|&node| node != Node::MAX));
        let mut reader = (!self.hopes.is_empty()).then(|| Reader::new(&problem.atoms, state));
        let mut is_false =
            move |atom| reader.as_mut().is_some_and(|reader| reader.truth(&Condition::Derived(atom)).is_false());
        let hopes = self.hopes.iter().filter(move |(atom, _)| is_false(*atom)).map(|(_, node)| *node);
        facts.chain(hopes).chain(self.states.iter().zip(automata).map(|(nodes, &state)| nodes[usize::from(state)]))
    }

    /// The states of automata that may follow these in one letter, whatever is done in it; only of those automata that
    /// read deeds or steps.
    pub fn possible(&self, agenda: &Agenda, states: &[Code]) -> Vec<Node> {
        let is_read = |automaton: &Automaton| {
            let mut ids = agenda.deeds.values().chain(&agenda.step);
            ids.any(|id| automaton.reads().binary_search(id).is_ok())
        };
        let mut all = Vec::new();
        for ((automaton, nodes), &code) in agenda.automata.iter().zip(&self.states).zip(states) {
            if let Some(state) = automaton.state(usize::from(code)).filter(|_| is_read(automaton)) {
                all.extend(automaton.successors(state).into_iter().map(|(to, _)| nodes[to.index()]));
            }
        }
        all
    }

    /// The node of a fact, if anything hangs on it.
    pub fn fact(&self, var: u32, code: Code) -> Option<Node> {
        self.facts[var as usize].get(usize::from(code)).copied().filter(|&node| node != Node::MAX)
    }
}
