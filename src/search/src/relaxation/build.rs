//! From a compiled task to its and-or graph, backwards from what satisfies all formulas.

use std::collections::{HashMap, HashSet};

use surefleet_ltl::Cube;

use super::{
    Relaxation,
    graph::{FREE, Graph, Node, STEP},
};
use crate::{
    agenda::Agenda,
    codes::{self, Code, CodeSet, NONE, TRUE},
    expression::{Condition, Definition, Entries, Term, Var},
    flat::FlatWrite,
    letters::Meaning,
    problem::Problem,
};

/// A write, and what its terms must be for it to change a certain variable.
type Writer<'a> = (u32, Vec<(&'a Term, Code)>);

pub(super) struct Builder<'a> {
    problem: &'a Problem,
    agenda: &'a Agenda,
    operators: Vec<Option<u32>>,
    children: Vec<Vec<Node>>,
    ands: HashMap<(u32, Vec<Node>), Node>,
    ors: HashMap<Vec<Node>, Node>,
    /// Or-nodes that are complete: neither facts nor states of automata nor definitions.
    is_choice: HashSet<Node>,
    facts: HashMap<(Var, Code), Node>,
    /// Of an or-node that is a set of one variable's facts: the variable and the set.
    literals: HashMap<Node, (Var, CodeSet)>,
    sets: HashMap<(Var, CodeSet), Node>,
    derived: HashMap<(u32, bool), Node>,
    cases: HashMap<u32, Vec<(Code, Node)>>,
    /// By operator: its needs.
    needs: HashMap<u32, Node>,
    writes: Vec<FlatWrite<'a>>,
    /// By variable: the writes that may change it, each with what its terms must be.
    writers: Vec<Vec<Writer<'a>>>,
    /// Facts whose effects are still to be added.
    open: Vec<(Var, Code)>,
    /// Nodes where a fact is given.
    given: HashMap<(Node, Var, Code), Node>,
}

/// Always true.
const ALWAYS: Node = 0;
/// Never true.
const NEVER: Node = 1;

impl<'a> Builder<'a> {
    pub fn build(problem: &'a Problem, agenda: &'a Agenda) -> Relaxation {
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
        let mut builder = Self {
            problem,
            agenda,
            operators: vec![Some(FREE), None],
            children: vec![Vec::new(), Vec::new()],
            ands: HashMap::new(),
            ors: HashMap::new(),
            is_choice: HashSet::new(),
            facts: HashMap::new(),
            literals: HashMap::new(),
            sets: HashMap::new(),
            derived: HashMap::new(),
            cases: HashMap::new(),
            needs: HashMap::new(),
            writes,
            writers,
            open: Vec::new(),
            given: HashMap::new(),
        };
        let states: Vec<Vec<Node>> =
            agenda.automata.iter().map(|one| (0..one.size()).map(|_| builder.new_or()).collect()).collect();
        let mut goals = Vec::new();
        for (number, automaton) in agenda.automata.iter().enumerate() {
            let accepting = (0..automaton.size())
                .filter(|&state| automaton.state(state).is_some_and(|state| automaton.verdict(state).is_satisfied()));
            let accepting = accepting.map(|state| states[number][state]).collect();
            goals.push(builder.or(accepting));
            builder.ways(number, &states[number]);
        }
        let goal = builder.and(goals.clone(), FREE);
        while let Some((var, code)) = builder.open.pop() {
            builder.effects(var, code);
        }
        builder.finish(goal, goals, states)
    }

    fn finish(self, goal: Node, goals: Vec<Node>, states: Vec<Vec<Node>>) -> Relaxation {
        let mut facts = vec![Vec::new(); self.problem.atoms.variables.len()];
        for (&(var, code), &node) in &self.facts {
            let of: &mut Vec<Node> = &mut facts[var as usize];
            if of.len() <= usize::from(code) {
                of.resize(usize::from(code) + 1, Node::MAX);
            }
            of[usize::from(code)] = node;
        }
        let robots = self.problem.operators.iter().map(|operator| operator.robot).collect();
        let graph = Graph::new(self.operators, &self.children);
        let mut is_goal = vec![false; graph.len()];
        goals.iter().for_each(|&goal| is_goal[goal as usize] = true);
        Relaxation { graph, goal, goals, is_goal, facts, states, robots }
    }

    fn new_or(&mut self) -> Node {
        self.operators.push(None);
        self.children.push(Vec::new());
        (self.operators.len() - 1) as Node
    }

    fn and(&mut self, mut parts: Vec<Node>, operator: u32) -> Node {
        // What parts need is needed directly, so that what they say of one variable comes together.
        if parts.iter().any(|&part| self.is_free_and(part)) {
            let flat = parts.iter().flat_map(|&part| match self.is_free_and(part) {
                true => self.children[part as usize].clone(),
                false => vec![part],
            });
            parts = flat.collect();
        }
        parts.sort_unstable();
        parts.dedup();
        if parts.contains(&NEVER) {
            return NEVER;
        }
        parts = self.joined(parts);
        let facts: Vec<(Var, Code)> = parts.iter().filter_map(|&part| self.only(part)).collect();
        for (var, code) in facts {
            for part in &mut parts {
                if self.only(*part).is_none() {
                    *part = self.given(*part, var, code);
                }
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&part| part != ALWAYS);
        if parts.contains(&NEVER) {
            return NEVER;
        }
        if operator == FREE {
            match parts.as_slice() {
                [] => return ALWAYS,
                [one] => return *one,
                _ => {}
            }
        }
        if let Some(&known) = self.ands.get(&(operator, parts.clone())) {
            return known;
        }
        let node = self.new_or();
        self.operators[node as usize] = Some(operator);
        self.children[node as usize].clone_from(&parts);
        self.ands.insert((operator, parts), node);
        node
    }

    /// The variable and its content, if the node is a fact.
    fn only(&self, node: Node) -> Option<(Var, Code)> {
        let (var, set) = self.literals.get(&node)?;
        let mut codes = set.iter();
        Some((*var, codes.next()?)).filter(|_| codes.next().is_none())
    }

    /// What is left to ask for where a variable has this content: without it, one choice could need that the variable is
    /// this, and its companion that it is that.
    fn given(&mut self, node: Node, var: Var, code: Code) -> Node {
        if let Some((of, set)) = self.literals.get(&node) {
            return match (*of == var, set.contains(code)) {
                (false, _) => node,
                (true, true) => ALWAYS,
                (true, false) => NEVER,
            };
        }
        let is_and = self.is_free_and(node);
        if node == ALWAYS || node == NEVER || !(is_and || self.is_choice.contains(&node)) {
            return node;
        }
        if let Some(&known) = self.given.get(&(node, var, code)) {
            return known;
        }
        let children = self.children[node as usize].clone();
        let given: Vec<Node> = children.iter().map(|&child| self.given(child, var, code)).collect();
        let result = match (given == children, is_and) {
            (true, _) => node,
            (false, true) => self.and(given, FREE),
            (false, false) => self.or(given),
        };
        self.given.insert((node, var, code), result);
        result
    }

    fn is_free_and(&self, node: Node) -> bool {
        self.operators[node as usize] == Some(FREE)
    }

    /// The parts, with one literal for each variable.
    fn joined(&mut self, parts: Vec<Node>) -> Vec<Node> {
        let mut by_var: Vec<(Var, CodeSet, Node)> = Vec::new();
        let mut joined = Vec::new();
        let mut is_changed = false;
        for part in parts {
            let Some((var, set)) = self.literals.get(&part) else {
                joined.push(part);
                continue;
            };
            match by_var.iter_mut().find(|(of, ..)| of == var) {
                None => by_var.push((*var, set.clone(), part)),
                Some((_, known, _)) => {
                    *known = known.intersection(set);
                    is_changed = true;
                }
            }
        }
        for (var, set, part) in by_var {
            joined.push(if is_changed { self.literal(var, set) } else { part });
        }
        joined.sort_unstable();
        joined
    }

    fn or(&mut self, mut parts: Vec<Node>) -> Node {
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&part| part != NEVER);
        if parts.contains(&ALWAYS) {
            return ALWAYS;
        }
        match parts.as_slice() {
            [] => return NEVER,
            [one] => return *one,
            _ => {}
        }
        let first = self.literals.get(&parts[0]).map(|(var, _)| *var);
        let sets = parts.iter().map(|part| self.literals.get(part).filter(|(var, _)| Some(*var) == first));
        if let (Some(var), Some(sets)) = (first, sets.collect::<Option<Vec<_>>>()) {
            let set = sets.into_iter().fold(CodeSet::default(), |all, (_, set)| all.union(set));
            return self.literal(var, set);
        }
        if let Some(&known) = self.ors.get(&parts) {
            return known;
        }
        let node = self.new_or();
        self.children[node as usize].clone_from(&parts);
        self.ors.insert(parts, node);
        self.is_choice.insert(node);
        node
    }

    fn fact(&mut self, var: Var, code: Code) -> Node {
        if let Some(&known) = self.facts.get(&(var, code)) {
            return known;
        }
        let node = self.new_or();
        self.facts.insert((var, code), node);
        self.literals.insert(node, (var, [code].into_iter().collect()));
        self.open.push((var, code));
        node
    }

    /// The variable is in this set.
    fn literal(&mut self, var: Var, set: CodeSet) -> Node {
        let codes: Vec<Code> = set.iter().collect();
        match codes.as_slice() {
            [] => return NEVER,
            [one] => return self.fact(var, *one),
            _ => {}
        }
        if let Some(&known) = self.sets.get(&(var, set.clone())) {
            return known;
        }
        let node = self.new_or();
        let children = codes.into_iter().map(|code| self.fact(var, code)).collect();
        self.children[node as usize] = children;
        self.literals.insert(node, (var, set.clone()));
        self.sets.insert((var, set), node);
        node
    }

    /// The condition is known to be true, or to be false.
    fn known(&mut self, condition: &'a Condition, wanted: bool) -> Node {
        match condition {
            Condition::Constant(truth) => {
                let fits = if wanted { truth.is_true() } else { truth.is_false() };
                if fits { ALWAYS } else { NEVER }
            }
            Condition::Is(var, code) => {
                if wanted {
                    return self.fact(*var, *code);
                }
                let domain = std::sync::Arc::clone(&self.problem.atoms.domains[*var as usize]);
                self.literal(*var, domain.iter().filter(|one| one != code).collect())
            }
            Condition::Equal(left, right) => {
                let lefts = self.cases(left);
                let rights: HashMap<Code, Node> = self.cases(right).into_iter().collect();
                let mut ways = Vec::new();
                for (code, node) in lefts {
                    if wanted {
                        if let Some(&other) = rights.get(&code) {
                            ways.push(self.and(vec![node, other], FREE));
                        }
                    } else {
                        let others = rights.iter().filter(|(other, _)| **other != code).map(|(_, node)| *node);
                        let others = others.collect();
                        let other = self.or(others);
                        ways.push(self.and(vec![node, other], FREE));
                    }
                }
                self.or(ways)
            }
            Condition::IsIn(term, set) => {
                let cases = self.cases(term).into_iter().filter(|(code, _)| set.contains(*code) == wanted);
                let cases = cases.map(|(_, node)| node).collect();
                self.or(cases)
            }
            Condition::Holds(predicate, arguments) => {
                let code = if wanted { TRUE } else { NONE };
                let cases = self.open_cases(*predicate, arguments).into_iter().filter(|(of, _)| *of == code);
                let cases = cases.map(|(_, node)| node).collect();
                self.or(cases)
            }
            Condition::Derived(atom) => self.derived(*atom, wanted),
            Condition::Not(inner) => self.known(inner, !wanted),
            Condition::And(parts) => self.several(parts, wanted, wanted),
            Condition::Or(parts) => self.several(parts, wanted, !wanted),
        }
    }

    fn several(&mut self, parts: &'a [Condition], wanted: bool, needs_all: bool) -> Node {
        let parts = parts.iter().map(|part| self.known(part, wanted)).collect();
        if needs_all { self.and(parts, FREE) } else { self.or(parts) }
    }

    fn derived(&mut self, atom: u32, wanted: bool) -> Node {
        if let Some(&known) = self.derived.get(&(atom, wanted)) {
            return known;
        }
        let (definition, circle) = &self.problem.atoms.derived[atom as usize];
        let Definition::Formula(formula) = definition else { return NEVER };
        if circle.is_none() {
            let node = self.known(formula, wanted);
            self.derived.insert((atom, wanted), node);
            return node;
        }
        // In a circle, that something is false may rest on itself: hope for that.
        if !wanted {
            self.derived.insert((atom, false), ALWAYS);
            let node = self.known(formula, false);
            self.derived.insert((atom, false), node);
            return node;
        }
        let node = self.new_or();
        self.derived.insert((atom, wanted), node);
        let definition = self.known(formula, true);
        self.children[node as usize] = vec![definition];
        node
    }

    /// What a term can be, each with the node for it.
    fn cases(&mut self, term: &'a Term) -> Vec<(Code, Node)> {
        match term {
            Term::Constant(code) => vec![(*code, ALWAYS)],
            Term::Variable(var) => self.content(*var),
            Term::Value(predicate, arguments) => self.open_cases(*predicate, arguments),
            Term::Derived(atom) => self.derived_cases(*atom),
        }
    }

    fn content(&mut self, var: Var) -> Vec<(Code, Node)> {
        let domain = std::sync::Arc::clone(&self.problem.atoms.domains[var as usize]);
        domain.iter().map(|code| (code, self.fact(var, code))).collect()
    }

    fn derived_cases(&mut self, atom: u32) -> Vec<(Code, Node)> {
        if let Some(known) = self.cases.get(&atom) {
            return known.clone();
        }
        let Definition::Cases(cases) = &self.problem.atoms.derived[atom as usize].0 else { return Vec::new() };
        let mut found: Vec<(Code, Node)> = Vec::new();
        // The earlier cases do not apply.
        let mut before = ALWAYS;
        for (when, value) in cases {
            let applies = self.known(when, true);
            for (code, node) in self.cases(value) {
                found.push((code, self.and(vec![before, applies, node], FREE)));
            }
            let denied = self.known(when, false);
            before = self.and(vec![before, denied], FREE);
        }
        found.push((NONE, before));
        let found = self.merged(found);
        self.cases.insert(atom, found.clone());
        found
    }

    /// The contents of a predicate's atom whose arguments depend on the state.
    fn open_cases(&mut self, predicate: usize, arguments: &'a [Term]) -> Vec<(Code, Node)> {
        let mut choices: Vec<(Vec<usize>, Vec<Node>)> = vec![(Vec::new(), Vec::new())];
        let mut found: Vec<(Code, Node)> = Vec::new();
        for argument in arguments {
            let cases = self.cases(argument);
            let mut longer = Vec::new();
            for (objects, nodes) in choices {
                for &(code, node) in &cases {
                    let mut nodes = nodes.clone();
                    nodes.push(node);
                    match codes::index(code) {
                        None => found.push((NONE, self.and(nodes, FREE))),
                        Some(object) => {
                            let mut objects = objects.clone();
                            objects.push(object);
                            longer.push((objects, nodes));
                        }
                    }
                }
            }
            choices = longer;
        }
        for (objects, nodes) in choices {
            let table = &self.problem.atoms.tables[predicate];
            let Some(place) = table.place(&objects) else {
                found.push((NONE, self.and(nodes, FREE)));
                continue;
            };
            let content = table.content[place];
            let contents = match (table.entries, table.is_functional) {
                (Entries::Stored, _) => self.content(content),
                (Entries::Fixed, _) => vec![(content as Code, ALWAYS)],
                (Entries::Derived, true) => self.derived_cases(content),
                (Entries::Derived, false) => {
                    vec![(TRUE, self.derived(content, true)), (NONE, self.derived(content, false))]
                }
            };
            for (code, node) in contents {
                let nodes = nodes.iter().copied().chain([node]).collect();
                found.push((code, self.and(nodes, FREE)));
            }
        }
        self.merged(found)
    }

    fn merged(&mut self, found: Vec<(Code, Node)>) -> Vec<(Code, Node)> {
        let mut by_code: std::collections::BTreeMap<Code, Vec<Node>> = std::collections::BTreeMap::new();
        for (code, node) in found {
            by_code.entry(code).or_default().push(node);
        }
        let merged = by_code.into_iter().map(|(code, nodes)| (code, self.or(nodes)));
        merged.filter(|(_, node)| *node != NEVER).collect()
    }

    fn needs(&mut self, operator: u32) -> Node {
        if let Some(&known) = self.needs.get(&operator) {
            return known;
        }
        let needs: &'a [Condition] = &self.problem.operators[operator as usize].needs;
        let parts = needs.iter().map(|need| self.known(need, true)).collect();
        let node = self.and(parts, FREE);
        self.needs.insert(operator, node);
        node
    }

    /// Adds the effects that bring a fact about.
    fn effects(&mut self, var: Var, code: Code) {
        let fact = self.facts[&(var, code)];
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
            let effect = self.and(parts, write.operator as u32);
            if effect != NEVER && !self.children[fact as usize].contains(&effect) {
                self.children[fact as usize].push(effect);
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
            let node = self.and(parts, operator);
            let target = states[way.to.index()];
            if node != NEVER && !self.children[target as usize].contains(&node) {
                self.children[target as usize].push(node);
            }
        }
    }
}
