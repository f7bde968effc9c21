//! Conjunctions by cases, so that their parts do not hold each in a case of its own.

use std::collections::BTreeMap;

use super::{ALWAYS, EFFORT_OF_ONE, MOST_EFFORT, MOST_OF_ONE, MOST_SPLITS, NEVER, Nodes, Shape};
use crate::relaxation::{
    axes::Axis,
    graph::{FREE, Node},
};

impl Nodes<'_> {
    /// The same, as precise as is worth the while: what several parts hang on is told apart by cases.
    pub fn exact_and(&mut self, parts: Vec<Node>, operator: u32) -> Node {
        let outer = self.limit;
        self.limit = outer.min(self.operators.len() + MOST_OF_ONE);
        if self.splits == 0 {
            self.forget();
            self.most_effort = MOST_EFFORT.min(self.effort + 10 * EFFORT_OF_ONE);
        }
        let node = match self.simplified(parts) {
            None => NEVER,
            Some(parts) => match self.by_cases(&parts) {
                Some(cases) => self.plain_and(vec![cases], operator),
                None => self.plain_and(parts, operator),
            },
        };
        self.limit = outer;
        node
    }

    /// A conjunction by the cases of an axis that several of its parts hang on: without that, one part could hold in one
    /// case, and another in another.
    fn by_cases(&mut self, parts: &[Node]) -> Option<Node> {
        if parts.len() < 2 || self.splits == MOST_SPLITS || self.is_exhausted() {
            return None;
        }
        let axis = self.shared_axis(parts)?;
        self.splits += 1;
        let mut cases: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
        for (var, code) in self.axes.facts(axis).to_vec() {
            let node = self.fact(var, code);
            if node == NEVER {
                continue;
            }
            if node == ALWAYS {
                // A fixed fact, which the parts know of.
                self.splits -= 1;
                return None;
            }
            let mut rest = Vec::with_capacity(parts.len());
            for &part in parts {
                rest.push(self.given(part, node, true));
                if rest.last() == Some(&NEVER) {
                    break;
                }
            }
            if self.is_exhausted() {
                self.splits -= 1;
                return None;
            }
            if rest.last() != Some(&NEVER) {
                let rest = self.exact_and(rest, FREE);
                if rest != NEVER {
                    cases.entry(rest).or_default().push(node);
                }
            }
        }
        let cases = cases.into_iter().map(|(rest, facts)| {
            let facts = self.or(facts);
            let mut both = vec![facts, rest];
            both.sort_unstable();
            both.retain(|&part| part != ALWAYS);
            self.plain_and(both, FREE)
        });
        let cases = cases.collect();
        self.splits -= 1;
        Some(self.or(cases))
    }

    /// The axis that most parts say something about, at least two of them and not as literals only.
    fn shared_axis(&mut self, parts: &[Node]) -> Option<Axis> {
        let mut counts: BTreeMap<Axis, (u32, bool)> = BTreeMap::new();
        for &part in parts {
            let is_literal = matches!(self.shapes[part as usize], Shape::Literal(..));
            for &axis in self.axes(part, true).iter() {
                let (count, is_mixed) = counts.entry(axis).or_default();
                *count += 1;
                *is_mixed |= !is_literal;
            }
        }
        let shared = counts.into_iter().filter(|(_, (count, is_mixed))| *count >= 2 && *is_mixed);
        shared
            .max_by_key(|(axis, (count, _))| (*count, std::cmp::Reverse(self.axes.facts(*axis).len())))
            .map(|(axis, _)| axis)
    }
}
