//! The meaning of a formula on a whole trace, by the definition alone.

use std::collections::BTreeSet;

use super::formula::Node;
use crate::{Binary, Formula, Proposition, Unary};

impl Formula {
    /// Whether a finite trace satisfies the formula in its first state; each state is the set of true propositions.
    ///
    /// The recursive definition of LTLf (G. De Giacomo and M. Vardi, "Linear temporal logic and linear dynamic logic on
    /// finite traces", 2013), with the temporal operators by their expansion laws, from the last state backwards. It
    /// shares nothing with automata and sessions, so that it can judge them. An empty trace satisfies no formula.
    pub fn is_satisfied_by(&self, trace: &[BTreeSet<Proposition>]) -> bool {
        self.is_satisfied_where(trace.len(), |name| trace.iter().map(|state| state.contains(name)).collect())
    }

    /// Whether a trace of so many states satisfies the formula, if `holds` tells for a proposition in which states it is
    /// true. The definition is that of [`Formula::is_satisfied_by`].
    pub fn is_satisfied_where(&self, states: usize, mut holds: impl FnMut(&Proposition) -> Vec<bool>) -> bool {
        let mut holds_of = |name: &Proposition| {
            let mut column = holds(name);
            column.resize(states, false);
            column
        };
        // By part, operands first: the states in which it holds.
        let mut holds: Vec<Vec<bool>> = Vec::with_capacity(self.size());
        for node in self.nodes() {
            let of = |part: &u32| holds[*part as usize].as_slice();
            holds.push(match node {
                Node::Constant(value) => vec![*value; states],
                Node::Proposition(name) => holds_of(name),
                Node::Unary(operator, operand) => unary(*operator, of(operand)),
                Node::Binary(operator, left, right) => binary(*operator, of(left), of(right)),
            });
        }
        holds.last().and_then(|whole| whole.first()).copied().unwrap_or(false)
    }
}

fn unary(operator: Unary, operand: &[bool]) -> Vec<bool> {
    backwards(operand.len(), |i, next| {
        let now = operand[i];
        match operator {
            Unary::Not => !now,
            Unary::Next => operand.get(i + 1).is_some_and(|then| *then),
            Unary::WeakNext => operand.get(i + 1).is_none_or(|then| *then),
            Unary::Finally => now || next == Some(true),
            Unary::Globally => now && next != Some(false),
        }
    })
}

fn binary(operator: Binary, left: &[bool], right: &[bool]) -> Vec<bool> {
    backwards(left.len(), |i, next| {
        let f = left[i];
        let g = right[i];
        match operator {
            Binary::And => f && g,
            Binary::Or => f || g,
            Binary::Xor => f != g,
            Binary::Implies => !f || g,
            Binary::Equivalent => f == g,
            Binary::Until => g || (f && next == Some(true)),
            Binary::WeakUntil => g || (f && next != Some(false)),
            Binary::Release => g && (f || next != Some(false)),
            Binary::StrongRelease => g && (f || next == Some(true)),
        }
    })
}

/// By state, computed from the last: `law` gets the place and the value in the state after, `None` in the last.
fn backwards(states: usize, law: impl Fn(usize, Option<bool>) -> bool) -> Vec<bool> {
    let mut holds = vec![false; states];
    let mut next = None;
    for i in (0..states).rev() {
        holds[i] = law(i, next);
        next = Some(holds[i]);
    }
    holds
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A trace as words: one word per state, one letter per proposition, `-` for none.
    fn trace(text: &str) -> Vec<BTreeSet<Proposition>> {
        let name = |c: char| Proposition::new(&c.to_string()).expect("a letter");
        text.split_whitespace().map(|state| state.chars().filter(|c| *c != '-').map(name).collect()).collect()
    }

    #[test]
    fn hand_made_traces_are_judged_as_a_person_judges_them() {
        for (formula, satisfying, violating) in [
            ("G !a", &["-", "b c b"][..], &["a", "b b a"][..]),
            ("!a W b", &["-", "- - -", "b a", "ab", "- b a a"], &["a", "- a b"]),
            ("!a U b", &["b a", "ab", "- b"], &["-", "- -", "a b"]),
            ("G(a -> F b)", &["-", "a b", "ab", "a - b a b"], &["a", "a b a", "b a -"]),
            ("G(a -> X b)", &["-", "a b", "a ab b"], &["a", "a - b", "a ab"]),
            ("G(a -> WX b)", &["a", "a b", "a ab"], &["a -", "a - b"]),
            ("G(a -> WX G !b)", &["a", "b a", "ab a", "ab - a"], &["a b", "a - b", "ab b"]),
            ("G(a -> G !b)", &["a", "b a"], &["ab", "a b", "ab -"]),
            // At most one stretch, at most two.
            ("! F & a U a & ! a U ! a F a", &["-", "a a", "- a a -"], &["a - a", "a a - - a"]),
            (
                "! F & a U a & ! a U ! a F & a U a & ! a U ! a F a",
                &["a - a", "a a - a a -"],
                &["a - a - a", "- a - a - - a"],
            ),
            ("F G a", &["a", "- a", "a - a"], &["-", "a -"]),
            ("b R a", &["a a", "a ab -", "ab"], &["-", "a -", "a b"]),
            ("b M a", &["ab", "a ab -"], &["a a", "a b"]),
            ("a xor X a", &["a", "a -", "- a"], &["-", "a a"]),
            ("G(a <-> b)", &["-", "ab -"], &["a", "ab b"]),
        ] {
            let read = Formula::parse(formula).expect(formula);
            for text in satisfying {
                assert!(read.is_satisfied_by(&trace(text)), "{formula} on {text}");
            }
            for text in violating {
                assert!(!read.is_satisfied_by(&trace(text)), "{formula} on {text}");
            }
        }
    }

    #[test]
    fn no_state_satisfies_nothing() {
        for formula in ["true", "G a", "WX a"] {
            assert!(!Formula::parse(formula).expect(formula).is_satisfied_by(&[]), "{formula}");
        }
    }
}
