//! Negations pushed down to the propositions.

use super::formula::{Builder, Node, Part};
use crate::{Binary, Formula, Proposition, Unary};

/// The two readings of a part: as it stands, and its negation.
#[derive(Clone, Copy, Default)]
struct Readings<T> {
    affirmed: T,
    denied: T,
}

impl<T: Copy> Readings<T> {
    fn of(self, is_denied: bool) -> T {
        if is_denied { self.denied } else { self.affirmed }
    }
}

impl Formula {
    /// An equal formula in negation normal form, with `deny(p)` in place of each negated proposition `!p`.
    ///
    /// Where a proposition can be unknown, `deny` gives a proposition of its own that tells that `p` is known to be
    /// false. Then neither is true while nobody knows.
    pub fn with_negations(&self, mut deny: impl FnMut(&Proposition) -> Self) -> Self {
        let nodes = self.nodes();
        let needed = needed(nodes);
        let mut builder = Builder::default();
        let mut parts: Vec<Readings<Part>> = Vec::with_capacity(nodes.len());
        for (node, needed) in nodes.iter().zip(needed) {
            let mut readings = Readings::default();
            if needed.affirmed {
                readings.affirmed = builder.reading(node, false, &parts, &mut deny);
            }
            if needed.denied {
                readings.denied = builder.reading(node, true, &parts, &mut deny);
            }
            parts.push(readings);
        }
        let root = parts[self.root() as usize].affirmed;
        builder.finish().part(root)
    }

    /// Whether it asks for something to be done or to come about: a part of it, outside what must always hold, must hold at some
    /// time.
    pub fn must_come_about(&self) -> bool {
        let normal = self.with_negations(|name| Self::unary(Unary::Not, &Self::proposition(name.clone())));
        let mut open = vec![normal.root()];
        while let Some(part) = open.pop() {
            match &normal.nodes()[part as usize] {
                Node::Unary(Unary::Finally | Unary::Next, _)
                | Node::Binary(Binary::Until | Binary::StrongRelease, ..) => return true,
                Node::Binary(Binary::WeakUntil | Binary::Release, ..) | Node::Unary(..) => {}
                Node::Binary(_, left, right) => open.extend([*left, *right]),
                Node::Constant(_) | Node::Proposition(_) => {}
            }
        }
        false
    }
}

/// By part: which of its readings the whole formula needs.
fn needed(nodes: &[Node]) -> Vec<Readings<bool>> {
    let mut needed = vec![Readings { affirmed: false, denied: false }; nodes.len()];
    if let Some(root) = needed.last_mut() {
        root.affirmed = true;
    }
    for number in (0..nodes.len()).rev() {
        let now = needed[number];
        let mut need = |part: Part, is_turned: bool| {
            let operand = &mut needed[part as usize];
            operand.affirmed |= now.of(is_turned);
            operand.denied |= now.of(!is_turned);
        };
        match nodes[number] {
            Node::Constant(_) | Node::Proposition(_) => {}
            Node::Unary(operator, operand) => need(operand, operator == Unary::Not),
            Node::Binary(Binary::Xor | Binary::Equivalent, left, right) => {
                for part in [left, right] {
                    need(part, false);
                    need(part, true);
                }
            }
            Node::Binary(operator, left, right) => {
                need(left, operator == Binary::Implies);
                need(right, false);
            }
        }
    }
    needed
}

impl Builder {
    /// Adds a reading of a node whose operands were added before.
    fn reading(
        &mut self,
        node: &Node,
        is_denied: bool,
        parts: &[Readings<Part>],
        deny: &mut impl FnMut(&Proposition) -> Formula,
    ) -> Part {
        let of = |part: Part, is_denied: bool| parts[part as usize].of(is_denied);
        match *node {
            Node::Constant(value) => self.add(Node::Constant(value != is_denied)),
            Node::Proposition(ref name) if is_denied => self.copy(&deny(name)),
            Node::Proposition(_) => self.add(node.clone()),
            Node::Unary(Unary::Not, operand) => of(operand, !is_denied),
            Node::Unary(operator, operand) => {
                let operator = if is_denied { dual(operator) } else { operator };
                self.add(Node::Unary(operator, of(operand, is_denied)))
            }
            Node::Binary(operator @ (Binary::Xor | Binary::Equivalent), left, right) => {
                // Both ways to make the two equal, or different.
                let is_equal = (operator == Binary::Equivalent) != is_denied;
                let one = self.add(Node::Binary(Binary::And, of(left, false), of(right, !is_equal)));
                let other = self.add(Node::Binary(Binary::And, of(left, true), of(right, is_equal)));
                self.add(Node::Binary(Binary::Or, one, other))
            }
            Node::Binary(operator, left, right) => {
                let is_left_denied = is_denied != (operator == Binary::Implies);
                let operator = match (operator, is_denied) {
                    (Binary::And, false) | (Binary::Or | Binary::Implies, true) => Binary::And,
                    (Binary::And, true) | (Binary::Or | Binary::Implies, false) => Binary::Or,
                    (Binary::Until, true) => Binary::Release,
                    (Binary::Release, true) => Binary::Until,
                    (Binary::WeakUntil, true) => Binary::StrongRelease,
                    (Binary::StrongRelease, true) => Binary::WeakUntil,
                    (temporal, _) => temporal,
                };
                self.add(Node::Binary(operator, of(left, is_left_denied), of(right, is_denied)))
            }
        }
    }
}

fn dual(operator: Unary) -> Unary {
    match operator {
        Unary::Not => Unary::Not,
        Unary::Next => Unary::WeakNext,
        Unary::WeakNext => Unary::Next,
        Unary::Finally => Unary::Globally,
        Unary::Globally => Unary::Finally,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn proposition(text: &str) -> Proposition {
        Proposition::new(text).expect("a name")
    }

    /// All traces of two propositions with up to three states.
    fn traces() -> Vec<Vec<BTreeSet<Proposition>>> {
        let letter = |bits: u32| {
            let names = ["a", "b"].into_iter().enumerate();
            names.filter(|(place, _)| bits >> place & 1 == 1).map(|(_, name)| proposition(name)).collect()
        };
        let of = |length: u32| {
            (0..1_u32 << (2 * length)).map(move |bits| (0..length).map(|at| letter(bits >> (2 * at) & 3)).collect())
        };
        (1..=3).flat_map(of).collect()
    }

    #[test]
    fn negation_normal_form_means_the_same_and_has_no_negation_but_at_propositions() {
        for text in [
            "!(a U b)",
            "!(a W X b)",
            "!(a R WX b) & !(b M a)",
            "!F G a -> !(a xor X b)",
            "!((a <-> F b) & !(a -> b))",
            "!!a",
            "!(true U !(a & b))",
            "(a xor b) xor !(a -> G b)",
        ] {
            let formula = Formula::parse(text).expect(text);
            let denied = |name: &Proposition| Formula::proposition(proposition(&format!("not {}", name.as_str())));
            let normal = formula.with_negations(denied);
            assert!(normal.nodes().iter().all(|node| !matches!(node, Node::Unary(Unary::Not, _))), "{normal}");
            for trace in traces() {
                let with_denials: Vec<BTreeSet<Proposition>> = trace
                    .iter()
                    .map(|letter| {
                        let missing = ["a", "b"].into_iter().filter(|&name| !letter.contains(&proposition(name)));
                        letter.iter().cloned().chain(missing.map(|name| proposition(&format!("not {name}")))).collect()
                    })
                    .collect();
                assert_eq!(formula.is_satisfied_by(&trace), normal.is_satisfied_by(&with_denials), "{text}: {trace:?}");
            }
        }
    }

    #[test]
    fn what_is_unknown_satisfies_neither_a_proposition_nor_its_denial() {
        let denied = |name: &Proposition| Formula::proposition(proposition(&format!("not {}", name.as_str())));
        let formula = Formula::parse("G(a -> b)").expect("a formula").with_negations(denied);
        assert_eq!(formula.to_string(), "G(\"not a\" | b)");
        assert!(!formula.is_satisfied_by(&[BTreeSet::new()]), "a may hold");
    }

    #[test]
    fn what_must_come_about_is_told_from_what_must_always_hold() {
        for text in ["F a", "F G a", "a -> F b", "a U b", "!G a", "X a", "G a & F b", "!(a W b)", "a M b"] {
            assert!(Formula::parse(text).expect("a formula").must_come_about(), "{text}");
        }
        for text in ["G !a", "!a W b", "G (a -> F b)", "!F a", "a", "WX a", "a R b", "!(a U b)"] {
            assert!(!Formula::parse(text).expect("a formula").must_come_about(), "{text}");
        }
    }
}
