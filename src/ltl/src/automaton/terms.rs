//! Formulas in the few operators that progression uses, hash-consed and simplified.
//!
//! All rules are sound on finite, non-empty traces; some (`G F f` is `F G f`) are unsound on infinite ones.

use std::{
    collections::HashMap,
    ops::{Index, Not},
};

use crate::{
    Binary, Formula, Proposition, Unary,
    syntax::{Node as Written, Part},
};

/// A term in [`Terms`]: twice the number of its node, plus one if it is that node's negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Term(u32);

impl Term {
    pub const TRUE: Self = Self(0);
    pub const FALSE: Self = Self(1);

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The number of its node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
}

impl Not for Term {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The content of a term or of its negation. `Next` is strong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Core {
    True,
    /// By order of first occurrence in the formula.
    Proposition(u32),
    And(Term, Term),
    Next(Term),
    Until(Term, Term),
}

/// The terms of one formula; operands have smaller numbers.
pub(crate) struct Terms {
    nodes: Vec<Core>,
    known: HashMap<Core, u32>,
    propositions: Vec<Proposition>,
}

impl Index<usize> for Terms {
    type Output = Core;
    fn index(&self, node: usize) -> &Core {
        &self.nodes[node]
    }
}

impl Terms {
    /// Reads a formula; also returns its term.
    pub fn of(formula: &Formula) -> (Self, Term) {
        let mut terms =
            Self { nodes: vec![Core::True], known: HashMap::from([(Core::True, 0)]), propositions: Vec::new() };
        let mut read: Vec<Term> = Vec::with_capacity(formula.size());
        for node in formula.nodes() {
            let at = |part: &Part| read[*part as usize];
            let term = match node {
                Written::Constant(true) => Term::TRUE,
                Written::Constant(false) => Term::FALSE,
                Written::Proposition(name) => {
                    terms.propositions.push(name.clone());
                    let number = u32::try_from(terms.propositions.len() - 1).expect("parts are numbered by u32");
                    terms.add(Core::Proposition(number))
                }
                Written::Unary(operator, operand) => terms.unary(*operator, at(operand)),
                Written::Binary(operator, left, right) => terms.binary(*operator, at(left), at(right)),
            };
            read.push(term);
        }
        let root = *read.last().expect("a formula has a root");
        (terms, root)
    }

    /// The term that is the node, not negated.
    pub fn term(&self, node: usize) -> Term {
        Term(u32::try_from(node).expect("nodes are numbered by u32") << 1)
    }

    /// The propositions by their numbers.
    pub fn propositions(&self) -> &[Proposition] {
        &self.propositions
    }

    fn unary(&mut self, operator: Unary, f: Term) -> Term {
        match operator {
            Unary::Not => !f,
            Unary::Next => self.next(f),
            Unary::WeakNext => !self.next(!f),
            Unary::Finally => self.until(Term::TRUE, f),
            Unary::Globally => !self.until(Term::TRUE, !f),
        }
    }

    fn binary(&mut self, operator: Binary, f: Term, g: Term) -> Term {
        match operator {
            Binary::And => self.and(f, g),
            Binary::Or => self.or(f, g),
            Binary::Implies => self.or(!f, g),
            Binary::Xor => {
                let left = self.and(f, !g);
                let right = self.and(!f, g);
                self.or(left, right)
            }
            Binary::Equivalent => !self.binary(Binary::Xor, f, g),
            Binary::Until => self.until(f, g),
            Binary::WeakUntil => {
                let neither = self.and(!f, !g);
                !self.until(!g, neither)
            }
            Binary::Release => !self.until(!f, !g),
            Binary::StrongRelease => {
                let both = self.and(f, g);
                self.until(g, both)
            }
        }
    }

    fn add(&mut self, node: Core) -> Term {
        let number = *self.known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            u32::try_from(self.nodes.len() - 1).expect("2^32 terms do not fit memory")
        });
        Term(number << 1)
    }

    fn or(&mut self, f: Term, g: Term) -> Term {
        !self.and(!f, !g)
    }

    fn and(&mut self, f: Term, g: Term) -> Term {
        let (f, g) = (f.min(g), f.max(g));
        if f == Term::FALSE || g == Term::FALSE || f == !g {
            return Term::FALSE;
        }
        if f == Term::TRUE || f == g {
            return g;
        }
        for (one, other) in [(f, g), (g, f)] {
            if let Core::And(left, right) = self.nodes[other.node()] {
                let contains = |term: Term| left == term || right == term;
                match other.is_negated() {
                    // f & (f & h), f & (!f & h)
                    false if contains(one) => return other,
                    false if contains(!one) => return Term::FALSE,
                    // f & (f | h), as f & !(!f & !h)
                    true if contains(!one) => return one,
                    _ => {}
                }
            }
        }
        self.add(Core::And(f, g))
    }

    fn next(&mut self, f: Term) -> Term {
        // X true is not true: it is false in the last state.
        if f == Term::FALSE { f } else { self.add(Core::Next(f)) }
    }

    /// The operands, if the term is an until.
    fn as_until(&self, f: Term) -> Option<(Term, Term)> {
        match self.nodes[f.node()] {
            Core::Until(left, right) if !f.is_negated() => Some((left, right)),
            _ => None,
        }
    }

    fn until(&mut self, f: Term, g: Term) -> Term {
        if g == Term::TRUE || g == Term::FALSE || f == Term::FALSE || f == g {
            return g;
        }
        // !g U g
        let f = if f == !g { Term::TRUE } else { f };
        if let Some((left, right)) = self.as_until(g) {
            // f U (f U h), f U F h
            if left == f || left == Term::TRUE {
                return g;
            }
            // F (h U k)
            if f == Term::TRUE {
                return self.until(f, right);
            }
        }
        if f == Term::TRUE && g.is_negated() {
            // F G m, that is F !F k with k = !m: on a finite trace, m in the last state, which is also G F m.
            if let Some((Term::TRUE, k)) = self.as_until(!g) {
                if let Some((Term::TRUE, _)) = self.as_until(!k) {
                    // m itself already speaks of the last state.
                    return g;
                }
                if k.is_negated() {
                    let finally = self.until(Term::TRUE, !k);
                    return !self.until(Term::TRUE, !finally);
                }
            }
        }
        self.add(Core::Until(f, g))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(text: &str) -> Term {
        Terms::of(&Formula::parse(text).expect("a formula")).1
    }

    #[test]
    fn formulas_that_are_equal_by_a_rule_are_one_term() {
        for (left, right) in [
            ("G F a", "F G a"),
            ("F G F a", "G F a"),
            ("G F G a", "F G a"),
            ("F G F G !a", "!(G F a)"),
            ("F F a", "F a"),
            ("F(a U b)", "F b"),
            ("a U (a U b)", "a U b"),
            ("a U F b", "F b"),
            ("!b U b", "F b"),
            ("a U a", "a"),
            ("a & (a | b)", "a"),
            ("a & (a & b)", "b & a"),
            ("a & (!a & b)", "false"),
            ("a R b", "!(!a U !b)"),
            ("WX true", "true"),
        ] {
            assert_eq!(term(&format!("({left}) <-> ({right})")), Term::TRUE, "{left}, {right}");
        }
        for (left, right) in [("X true", "true"), ("WX false", "false"), ("a U b", "b U a"), ("F a", "G F a")] {
            assert_ne!(term(&format!("({left}) <-> ({right})")), Term::TRUE, "{left}, {right}");
        }
    }
}
