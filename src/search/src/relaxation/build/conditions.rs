//! The nodes of conditions and terms.

use rustc_hash::FxHashMap as HashMap;

use super::Builder;
use crate::{
    codes::{self, Code, NONE, TRUE},
    expression::{Condition, Definition, Entries, Term, Var},
    relaxation::{
        graph::{FREE, Node},
        nodes::{ALWAYS, NEVER},
    },
};

impl<'a> Builder<'a> {
    /// The condition is known to be true, or to be false.
    pub(super) fn known(&mut self, condition: &'a Condition, wanted: bool) -> Node {
        match condition {
            Condition::Constant(truth) => {
                let fits = if wanted { truth.is_true() } else { truth.is_false() };
                if fits { ALWAYS } else { NEVER }
            }
            Condition::Is(var, code) => {
                if wanted {
                    return self.nodes.fact(*var, *code);
                }
                self.nodes.not(*var, *code)
            }
            Condition::Equal(left, right) => {
                let lefts = self.cases(left);
                let rights: HashMap<Code, Node> = self.cases(right).into_iter().collect();
                let mut ways = Vec::new();
                for (code, node) in lefts {
                    if wanted {
                        if let Some(&other) = rights.get(&code) {
                            ways.push(self.nodes.and(vec![node, other], FREE));
                        }
                    } else {
                        let others = rights.iter().filter(|(other, _)| **other != code).map(|(_, node)| *node);
                        let others = others.collect();
                        let other = self.nodes.or(others);
                        ways.push(self.nodes.and(vec![node, other], FREE));
                    }
                }
                self.nodes.or(ways)
            }
            Condition::IsIn(term, set) => {
                let cases = self.cases(term).into_iter().filter(|(code, _)| set.contains(*code) == wanted);
                let cases = cases.map(|(_, node)| node).collect();
                self.nodes.or(cases)
            }
            Condition::Holds(predicate, arguments) => {
                let code = if wanted { TRUE } else { NONE };
                let cases = self.open_cases(*predicate, arguments).into_iter().filter(|(of, _)| *of == code);
                let cases = cases.map(|(_, node)| node).collect();
                self.nodes.or(cases)
            }
            Condition::Derived(atom) => self.derived(*atom, wanted),
            Condition::Not(inner) => self.known(inner, !wanted),
            Condition::And(parts) => self.several(parts, wanted, wanted),
            Condition::Or(parts) => self.several(parts, wanted, !wanted),
        }
    }

    fn several(&mut self, parts: &'a [Condition], wanted: bool, needs_all: bool) -> Node {
        let parts = parts.iter().map(|part| self.known(part, wanted)).collect();
        if needs_all { self.nodes.and(parts, FREE) } else { self.nodes.or(parts) }
    }

    fn derived(&mut self, atom: u32, wanted: bool) -> Node {
        if !wanted && self.unfinished.contains(&atom) {
            return self.hope(atom);
        }
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
        if !self.may_be_true[atom as usize] {
            return if wanted { NEVER } else { ALWAYS };
        }
        let node = self.nodes.circle();
        self.derived.insert((atom, wanted), node);
        if !wanted {
            self.unfinished.insert(atom);
        }
        let definition = self.known(formula, wanted);
        self.nodes.define(node, definition);
        self.unfinished.remove(&atom);
        if definition == ALWAYS || definition == NEVER {
            self.derived.insert((atom, wanted), definition);
            return definition;
        }
        node
    }

    /// In a circle, that an atom is false may rest on itself: hope for that where it comes around again.
    fn hope(&mut self, atom: u32) -> Node {
        if let Some(&known) = self.hopes.get(&atom) {
            return known;
        }
        let node = self.nodes.hope(self.derived[&(atom, false)]);
        self.hopes.insert(atom, node);
        node
    }

    /// What a term can be, each with the node for it.
    pub(super) fn cases(&mut self, term: &'a Term) -> Vec<(Code, Node)> {
        match term {
            Term::Constant(code) => vec![(*code, ALWAYS)],
            Term::Variable(var) => self.content(*var),
            Term::Value(predicate, arguments) => self.open_cases(*predicate, arguments),
            Term::Derived(atom) => self.derived_cases(*atom),
        }
    }

    fn content(&mut self, var: Var) -> Vec<(Code, Node)> {
        let domain = std::sync::Arc::clone(&self.problem.atoms.domains[var as usize]);
        domain.iter().map(|code| (code, self.nodes.fact(var, code))).collect()
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
                found.push((code, self.nodes.and(vec![before, applies, node], FREE)));
            }
            let denied = self.known(when, false);
            before = self.nodes.and(vec![before, denied], FREE);
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
                        None => found.push((NONE, self.nodes.and(nodes, FREE))),
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
                found.push((NONE, self.nodes.and(nodes, FREE)));
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
                found.push((code, self.nodes.and(nodes, FREE)));
            }
        }
        self.merged(found)
    }

    fn merged(&mut self, found: Vec<(Code, Node)>) -> Vec<(Code, Node)> {
        let mut by_code: std::collections::BTreeMap<Code, Vec<Node>> = std::collections::BTreeMap::new();
        for (code, node) in found {
            by_code.entry(code).or_default().push(node);
        }
        let merged = by_code.into_iter().map(|(code, nodes)| (code, self.nodes.or(nodes)));
        merged.filter(|(_, node)| *node != NEVER).collect()
    }
}
