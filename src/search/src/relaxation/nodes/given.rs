//! What conditions come to where others hold.

use super::{ALWAYS, MOST_DEEP, MOST_GIVEN, NEVER, Nodes, Shape};
use crate::{
    codes::{CodeSet, NONE},
    expression::Var,
    relaxation::{
        axes::Excluded,
        graph::{FREE, Node},
    },
};

impl Nodes<'_> {
    /// The parts, with one literal for each variable, and nothing in the others that the facts among them settle. `None`:
    /// they contradict one another.
    pub(super) fn simplified(&mut self, mut parts: Vec<Node>) -> Option<Vec<Node>> {
        loop {
            // What parts need is needed directly, so that what they say of one variable comes together.
            if parts.iter().any(|&part| matches!(self.shapes[part as usize], Shape::All)) {
                let flat = parts.iter().flat_map(|&part| match self.shapes[part as usize] {
                    Shape::All => self.children[part as usize].clone(),
                    _ => vec![part],
                });
                parts = flat.collect();
            }
            parts.sort_unstable();
            parts.dedup();
            parts.retain(|&part| part != ALWAYS);
            if parts.contains(&NEVER) {
                return None;
            }
            parts = self.joined(parts);
            let is_literal = |part: &Node| matches!(self.shapes[*part as usize], Shape::Literal(..));
            let literals: Vec<Node> = parts.iter().copied().filter(is_literal).collect();
            let mut is_changed = false;
            for literal in literals {
                for part in parts.iter_mut().filter(|part| **part != literal) {
                    if self.is_exhausted() {
                        return Some(parts);
                    }
                    let given = self.given(*part, literal, true);
                    is_changed |= given != *part;
                    *part = given;
                }
            }
            if !is_changed {
                return Some(parts);
            }
        }
    }

    /// Whether it would be too much to make things simpler.
    pub(super) fn is_exhausted(&self) -> bool {
        self.operators.len() > self.limit || self.effort > self.most_effort
    }

    /// Forgets what conditions come to, once that is much: memory counts for more than the time to find it out again.
    pub(super) fn forget(&mut self) {
        if self.given.len() > MOST_GIVEN {
            self.given.clear();
        }
    }

    fn joined(&mut self, parts: Vec<Node>) -> Vec<Node> {
        let mut by_var: Vec<(Var, CodeSet, Node)> = Vec::new();
        let mut joined = Vec::new();
        for part in parts {
            let Shape::Literal(var, set) = &self.shapes[part as usize] else {
                joined.push(part);
                continue;
            };
            match by_var.iter_mut().find(|(of, ..)| of == var) {
                None => by_var.push((*var, set.clone(), part)),
                Some((_, known, node)) => {
                    *known = known.intersection(set);
                    *node = Node::MAX;
                }
            }
        }
        for (var, set, part) in by_var {
            joined.push(if part == Node::MAX { self.literal(var, set) } else { part });
        }
        joined.sort_unstable();
        joined
    }

    /// What is left to ask for where a literal is true. Through circles only once: `is_outside` says that it may go into
    /// one.
    pub(super) fn given(&mut self, node: Node, literal: Node, is_outside: bool) -> Node {
        if node == ALWAYS || node == NEVER {
            return node;
        }
        self.effort += 1;
        if matches!(self.shapes[node as usize], Shape::Literal(..)) {
            return self.literal_given(node, literal);
        }
        if self.undefined > 0 || self.is_exhausted() || self.depth > MOST_DEEP {
            // What the node says is not certain yet, or it would be too much.
            return node;
        }
        let is_outside = is_outside && !self.is_inside;
        let (axes, own) = (self.axes(node, is_outside), self.axes(literal, true));
        if own.iter().all(|axis| axes.binary_search(axis).is_err()) {
            return node;
        }
        if let Some(&known) = self.given.get(&(node, literal, is_outside)) {
            return known;
        }
        // Where circles lead back to it, it stays as it is.
        self.given.insert((node, literal, is_outside), node);
        self.depth += 1;
        let children = self.children[node as usize].clone();
        let result = match self.shapes[node as usize] {
            Shape::Circle if is_outside => {
                self.is_inside = true;
                let given = children.first().map_or(node, |&child| self.given(child, literal, false));
                self.is_inside = false;
                given
            }
            Shape::Hope if is_outside => self.given(children[0], literal, true),
            Shape::All | Shape::Any => {
                let given: Vec<Node> = children.iter().map(|&child| self.given(child, literal, is_outside)).collect();
                match self.shapes[node as usize] {
                    _ if given == children => node,
                    Shape::All => self.and(given, FREE),
                    _ => self.or(given),
                }
            }
            _ => node,
        };
        self.depth -= 1;
        self.given.insert((node, literal, is_outside), result);
        result
    }

    fn literal_given(&mut self, node: Node, literal: Node) -> Node {
        let (Shape::Literal(var, set), Shape::Literal(of, given)) =
            (&self.shapes[node as usize], &self.shapes[literal as usize])
        else {
            return node;
        };
        if var == of {
            if given.is_within(set) {
                return ALWAYS;
            }
            let both = set.intersection(given);
            return if both == *set { node } else { self.literal(*var, both) };
        }
        let excluded = given.single().and_then(|code| self.axes.excluded((*of, code), *var));
        let domain = &self.problem.atoms.domains[*var as usize];
        let (can, must) = match excluded {
            None => return node,
            Some(Excluded::AllObjects) => (set.contains(NONE), set.contains(NONE)),
            Some(Excluded::One(code)) => {
                (set.iter().any(|one| one != code), domain.iter().all(|one| one == code || set.contains(one)))
            }
        };
        match (can, must) {
            (false, _) => NEVER,
            (true, true) => ALWAYS,
            (true, false) => node,
        }
    }
}
