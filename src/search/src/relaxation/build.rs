//! From a compiled task to its and-or graph, backwards from what satisfies all formulas.

mod conditions;

use std::collections::{BTreeMap, HashSet};

use rustc_hash::FxHashMap as HashMap;
use surefleet_ltl::Cube;

use super::{
    Relaxation,
    axes::Axes,
    graph::{FREE, Graph, Node, STEP},
    nodes::{ALWAYS, NEVER, Nodes},
};
use crate::{
    agenda::Agenda,
    codes::Code,
    expression::{Condition, Term, Var},
    flat::FlatWrite,
    letters::Meaning,
    possible,
    problem::Problem,
    setting::Setting,
};

/// A write, and what its terms must be for it to change a certain variable.
type Writer<'a> = (u32, Vec<(&'a Term, Code)>);

pub(super) struct Builder<'a> {
    problem: &'a Problem,
    agenda: &'a Agenda,
    nodes: Nodes<'a>,
    /// By derived atom.
    may_be_true: Vec<bool>,
    derived: HashMap<(u32, bool), Node>,
    /// Atoms of circles whose negation is being defined.
    unfinished: HashSet<u32>,
    /// By derived atom: the node of its negation where that may rest on itself.
    hopes: BTreeMap<u32, Node>,
    cases: HashMap<u32, Vec<(Code, Node)>>,
    /// By operator: its needs.
    needs: HashMap<u32, Node>,
    writes: Vec<FlatWrite<'a>>,
    /// By variable: the writes that may change it, each with what its terms must be.
    writers: Vec<Vec<Writer<'a>>>,
}

impl<'a> Builder<'a> {
    pub fn build(problem: &'a Problem, agenda: &'a Agenda, setting: &'a Setting) -> Relaxation {
        let mut writes = Vec::new();
        let mut writers = vec![Vec::new(); problem.atoms.variables.len()];
        for (number, operator) in problem.operators.iter().enumerate() {
            for write in FlatWrite::of(number, operator) {
                for (var, terms) in write.variables(&problem.atoms) {
                    writers[var as usize].push((writes.len() as u32, terms));
                }
                writes.push(write);
            }
        }
        let axes = Axes::new(problem, setting);
        let mut builder = Builder {
            problem,
            agenda,
            nodes: Nodes::new(problem, setting, &axes),
            may_be_true: possible::truths(&problem.atoms, &setting.fixed),
            derived: HashMap::default(),
            unfinished: HashSet::new(),
            hopes: BTreeMap::new(),
            cases: HashMap::default(),
            needs: HashMap::default(),
            writes,
            writers,
        };
        let states: Vec<Vec<Node>> =
            agenda.automata.iter().map(|one| (0..one.size()).map(|_| builder.nodes.other()).collect()).collect();
        let mut goals = Vec::new();
        for (number, automaton) in agenda.automata.iter().enumerate() {
            let accepting = (0..automaton.size())
                .filter(|&state| automaton.state(state).is_some_and(|state| automaton.verdict(state).is_satisfied()));
            let accepting = accepting.map(|state| states[number][state]).collect();
            goals.push(builder.nodes.or(accepting));
            builder.ways(number, &states[number]);
        }
        let goal = builder.nodes.and(goals.clone(), FREE);
        while let Some((var, code)) = builder.nodes.open.pop() {
            builder.effects(var, code);
        }
        builder.finish(goal, goals, states)
    }

    /// The graph of what the goal may hang on.
    fn finish(self, goal: Node, goals: Vec<Node>, states: Vec<Vec<Node>>) -> Relaxation {
        let Self { problem, hopes, nodes: Nodes { children, operators, facts: known, .. }, .. } = self;
        let mut number = vec![Node::MAX; children.len()];
        let mut kept: Vec<Node> = Vec::new();
        let mut open = vec![goal];
        open.extend(goals.iter().chain(states.iter().flatten()).copied());
        while let Some(node) = open.pop() {
            if number[node as usize] == Node::MAX {
                number[node as usize] = kept.len() as Node;
                kept.push(node);
                open.extend(&children[node as usize]);
            }
        }
        let renumbered = |nodes: &[Node]| nodes.iter().map(|&node| number[node as usize]).collect::<Vec<Node>>();
        let mut facts = vec![Vec::new(); problem.atoms.variables.len()];
        for (&(var, code), &node) in &known {
            let of: &mut Vec<Node> = &mut facts[var as usize];
            if of.len() <= usize::from(code) {
                of.resize(usize::from(code) + 1, Node::MAX);
            }
            of[usize::from(code)] = number[node as usize];
        }
        let children = kept.iter().map(|&node| children[node as usize].iter().map(|&child| number[child as usize]));
        let graph = Graph::new(kept.iter().map(|&node| operators[node as usize]).collect(), children);
        let goals = renumbered(&goals);
        let mut is_goal = vec![false; graph.len()];
        goals.iter().for_each(|&goal| is_goal[goal as usize] = true);
        let hopes = hopes.iter().map(|(&atom, &node)| (atom, number[node as usize]));
        Relaxation {
            goal: number[goal as usize],
            goals,
            is_goal,
            facts,
            states: states.iter().map(|states| renumbered(states)).collect(),
            robots: problem.operators.iter().map(|operator| operator.robot).collect(),
            hopes: hopes.filter(|(_, node)| *node != Node::MAX).collect(),
            is_one_at_a_time: problem.is_one_at_a_time,
            graph,
        }
    }

    fn needs(&mut self, operator: u32) -> Node {
        if let Some(&known) = self.needs.get(&operator) {
            return known;
        }
        let needs: &'a [Condition] = &self.problem.operators[operator as usize].needs;
        let parts = needs.iter().map(|need| self.known(need, true)).collect();
        let node = self.nodes.exact_and(parts, FREE);
        self.needs.insert(operator, node);
        node
    }

    /// Adds the effects that bring a fact about.
    fn effects(&mut self, var: Var, code: Code) {
        let fact = self.nodes.facts[&(var, code)];
        for at in 0..self.writers[var as usize].len() {
            let (write, terms) = self.writers[var as usize][at].clone();
            let write = self.writes[write as usize].clone();
            let value = match write.value {
                Term::Constant(of) if *of == code => ALWAYS,
                Term::Constant(_) => continue,
                value => match self.cases(value).into_iter().find(|(of, _)| *of == code) {
                    Some((_, node)) => node,
                    None => continue,
                },
            };
            let mut parts = vec![self.needs(write.operator as u32), value];
            parts.extend(write.when.iter().map(|(condition, wanted)| self.known(condition, *wanted)));
            for (term, code) in terms {
                let case = self.cases(term).into_iter().find(|(of, _)| *of == code);
                parts.push(case.map_or(NEVER, |(_, node)| node));
            }
            let effect = self.nodes.exact_and(parts, write.operator as u32);
            if effect != NEVER && !self.nodes.children[fact as usize].contains(&effect) {
                self.nodes.children[fact as usize].push(effect);
            }
        }
    }

    /// Adds the ways between the states of an automaton.
    fn ways(&mut self, number: usize, states: &[Node]) {
        let problem = self.problem;
        let ways = self.agenda.ways(number);
        // What leads from the initial state has been read at admission, if nothing leads back to it.
        let initial = self.agenda.automata[number].initial();
        let is_left = ways.iter().all(|way| way.to != initial);
        for way in ways {
            if way.from == way.to || (is_left && way.from == initial) {
                continue;
            }
            let mut parts = vec![states[way.from.index()]];
            let mut operator = FREE;
            let cube: &Cube = &way.cube;
            for &(id, is_true) in cube {
                if !is_true {
                    // What must not hold does not hold, or a way around is hoped for.
                    continue;
                }
                match &self.agenda.meanings[id.index()] {
                    Meaning::Affirmed(_) | Meaning::Denied(_) => {
                        let fact = problem.facts.iter().find(|(of, _)| *of == id);
                        let (_, condition) = fact.expect("every fact that is read is compiled");
                        parts.push(self.known(condition, true));
                    }
                    Meaning::Deed(..) => {
                        let deed = (0..).zip(&problem.deeds).find(|(_, deed)| **deed == Some(id));
                        match deed {
                            Some((deed, _)) => {
                                operator = deed;
                                parts.push(self.needs(deed));
                            }
                            None => parts.push(NEVER),
                        }
                    }
                    Meaning::Never => parts.push(NEVER),
                    Meaning::Step if operator == FREE => operator = STEP,
                    Meaning::Step => {}
                }
            }
            let node = self.nodes.exact_and(parts, operator);
            let target = states[way.to.index()];
            if node != NEVER && !self.nodes.children[target as usize].contains(&node) {
                self.nodes.children[target as usize].push(node);
            }
        }
    }
}
