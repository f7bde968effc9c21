//! Formulas that are the same but for writing: compared without automata, so that size does not matter.

use std::collections::HashMap;

use surefleet_ltl::{Binary, Formula, Node, Unary};

/// A truth value, or a choice by one variable; numbered, so that equal functions have equal numbers.
type Bool = usize;
const FALSE: Bool = 0;
const TRUE: Bool = 1;

/// Formulas by number. Boolean parts are decision diagrams over their propositions and temporal parts.
#[derive(Default)]
struct Forms {
    variables: HashMap<String, usize>,
    choices: Vec<(usize, Bool, Bool)>,
    known: HashMap<(usize, Bool, Bool), Bool>,
    joined: HashMap<(Bool, Bool), Bool>,
    denied: HashMap<Bool, Bool>,
}

/// Whether two formulas are the same but for writing; `false` tells nothing.
pub fn are_same(one: &Formula, other: &Formula) -> bool {
    let mut forms = Forms::default();
    forms.whole(one) == forms.whole(other)
}

/// The parts that must all hold, also those within "always" and "in the end".
pub fn split(formula: &Formula) -> Vec<Formula> {
    let nodes = formula.nodes();
    let part = |place: u32| Formula::from_nodes(nodes[..=place as usize].iter().cloned()).expect("operands come first");
    let not = |of: &Formula| Formula::unary(Unary::Not, of);
    let each = |parts: Vec<Formula>, of: &dyn Fn(&Formula) -> Formula| -> Vec<Formula> {
        if parts.len() < 2 { vec![formula.clone()] } else { parts.iter().flat_map(|part| split(&of(part))).collect() }
    };
    match nodes.last() {
        Some(Node::Binary(Binary::And, left, right)) => {
            [*left, *right].iter().flat_map(|at| split(&part(*at))).collect()
        }
        Some(Node::Unary(Unary::Globally, inner)) => {
            each(split(&part(*inner)), &|part| Formula::unary(Unary::Globally, part))
        }
        Some(Node::Unary(Unary::Finally, inner)) => match &nodes[*inner as usize] {
            Node::Unary(Unary::Globally, inner) => each(split(&part(*inner)), &|part| {
                Formula::unary(Unary::Finally, &Formula::unary(Unary::Globally, part))
            }),
            _ => vec![formula.clone()],
        },
        Some(Node::Unary(Unary::Not, inner)) => match &nodes[*inner as usize] {
            Node::Binary(Binary::Or, left, right) => {
                [*left, *right].iter().flat_map(|at| split(&not(&part(*at)))).collect()
            }
            Node::Unary(Unary::Not, inner) => split(&part(*inner)),
            _ => vec![formula.clone()],
        },
        Some(Node::Binary(Binary::Implies, left, right)) => {
            let (when, then) = (part(*left), part(*right));
            let whens = split(&not(&when));
            if whens.len() > 1 {
                whens.iter().flat_map(|when| split(&Formula::binary(Binary::Implies, &not(when), &then))).collect()
            } else {
                each(split(&then), &|then| Formula::binary(Binary::Implies, &when, then))
            }
        }
        Some(Node::Binary(Binary::WeakUntil, left, right)) => {
            let right = part(*right);
            each(split(&part(*left)), &|left| Formula::binary(Binary::WeakUntil, left, &right))
        }
        _ => vec![formula.clone()],
    }
}

impl Forms {
    /// All parts at once: what always holds is one part, and so is what holds in the end, or until the same.
    fn whole(&mut self, formula: &Formula) -> Bool {
        let mut lasting: HashMap<(&str, Bool), Bool> = HashMap::new();
        let mut whole = TRUE;
        for part in split(formula) {
            let nodes = part.nodes();
            let (key, inner) = match &nodes[part.size() - 1] {
                Node::Unary(Unary::Globally, inner) => (("G", TRUE), *inner),
                Node::Unary(Unary::Finally, inner) => match &nodes[*inner as usize] {
                    Node::Unary(Unary::Globally, inner) => (("F G", TRUE), *inner),
                    _ => (("", TRUE), *inner),
                },
                Node::Binary(Binary::WeakUntil, left, right) => (("W", self.of(&part, *right as usize)), *left),
                _ => (("", TRUE), 0),
            };
            if key.0.is_empty() {
                let form = self.of(&part, part.size() - 1);
                whole = self.and(whole, form);
            } else {
                let form = self.of(&part, inner as usize);
                let before = lasting.get(&key).copied().unwrap_or(TRUE);
                lasting.insert(key, self.and(before, form));
            }
        }
        for ((operator, until), form) in lasting {
            let form = self.temporal(&format!("all {operator}"), &[until, form]);
            whole = self.and(whole, form);
        }
        whole
    }

    fn of(&mut self, formula: &Formula, place: usize) -> Bool {
        match &formula.nodes()[place] {
            Node::Constant(value) => usize::from(*value),
            Node::Proposition(name) => self.variable(name.to_string()),
            Node::Unary(Unary::Not, inner) => {
                let inner = self.of(formula, *inner as usize);
                self.not(inner)
            }
            // What always holds never fails, what may come is not always absent.
            Node::Unary(Unary::Globally, inner) => {
                let inner = self.of(formula, *inner as usize);
                let inner = self.not(inner);
                let finally = self.temporal("F", &[inner]);
                self.not(finally)
            }
            Node::Unary(Unary::WeakNext, inner) => {
                let inner = self.of(formula, *inner as usize);
                let inner = self.not(inner);
                let next = self.temporal("X", &[inner]);
                self.not(next)
            }
            Node::Unary(operator, inner) => {
                let inner = self.of(formula, *inner as usize);
                self.temporal(operator.symbol(), &[inner])
            }
            Node::Binary(operator, left, right) => {
                let (left, right) = (self.of(formula, *left as usize), self.of(formula, *right as usize));
                match operator {
                    Binary::And => self.and(left, right),
                    Binary::Or => self.or(left, right),
                    Binary::Implies => {
                        let left = self.not(left);
                        self.or(left, right)
                    }
                    Binary::Equivalent | Binary::Xor => {
                        let (no_left, no_right) = (self.not(left), self.not(right));
                        let (one, other) = (self.or(no_left, right), self.or(left, no_right));
                        let same = self.and(one, other);
                        if *operator == Binary::Xor { self.not(same) } else { same }
                    }
                    other => self.temporal(other.symbol(), &[left, right]),
                }
            }
        }
    }

    fn temporal(&mut self, operator: &str, operands: &[Bool]) -> Bool {
        match (operator, operands) {
            ("F", [value @ (FALSE | TRUE)]) | (_, [_, value @ TRUE])
                if operator == "F" || operator.starts_with("all") =>
            {
                *value
            }
            _ => self.variable(format!("{operator} {operands:?}")),
        }
    }

    fn variable(&mut self, name: String) -> Bool {
        let next = self.variables.len();
        let variable = *self.variables.entry(name).or_insert(next);
        self.choice(variable, TRUE, FALSE)
    }

    fn choice(&mut self, variable: usize, then: Bool, otherwise: Bool) -> Bool {
        if then == otherwise {
            return then;
        }
        let next = self.choices.len() + 2;
        let choice = *self.known.entry((variable, then, otherwise)).or_insert(next);
        if choice == next {
            self.choices.push((variable, then, otherwise));
        }
        choice
    }

    fn not(&mut self, of: Bool) -> Bool {
        if of <= TRUE {
            return TRUE - of;
        }
        if let Some(known) = self.denied.get(&of) {
            return *known;
        }
        let (variable, then, otherwise) = self.choices[of - 2];
        let (then, otherwise) = (self.not(then), self.not(otherwise));
        let denied = self.choice(variable, then, otherwise);
        self.denied.insert(of, denied);
        denied
    }

    fn or(&mut self, one: Bool, other: Bool) -> Bool {
        let (one, other) = (self.not(one), self.not(other));
        let neither = self.and(one, other);
        self.not(neither)
    }

    fn and(&mut self, one: Bool, other: Bool) -> Bool {
        match (one, other) {
            (FALSE, _) | (_, FALSE) => return FALSE,
            (TRUE, other) => return other,
            (one, TRUE) => return one,
            (one, other) if one == other => return one,
            _ => {}
        }
        let key = (one.min(other), one.max(other));
        if let Some(known) = self.joined.get(&key) {
            return *known;
        }
        let (first, second) = (self.choices[one - 2], self.choices[other - 2]);
        let variable = first.0.min(second.0);
        let side = |choice: (usize, Bool, Bool), whole: Bool| {
            if choice.0 == variable { (choice.1, choice.2) } else { (whole, whole) }
        };
        let ((then_1, else_1), (then_2, else_2)) = (side(first, one), side(second, other));
        let (then, otherwise) = (self.and(then_1, then_2), self.and(else_1, else_2));
        let joined = self.choice(variable, then, otherwise);
        self.joined.insert(key, joined);
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(one: &str, other: &str) -> bool {
        are_same(&Formula::parse(one).expect("a formula"), &Formula::parse(other).expect("a formula"))
    }

    #[test]
    fn writing_makes_no_difference() {
        assert!(same("G(a | b -> c)", "G !(b & !c) & G(a -> c)"));
        assert!(same("!(a | b) W c", "(!b W c) & (!a W c)"));
        assert!(same("F G(a & b)", "F G b & F G a"));
        assert!(same("(a & F G b) | (c & F G d)", "(c | a) & (F G d | a) & (c | F G b) & (F G d | F G b)"));
        assert!(same("(a & b) | (a & c)", "a & (b | c)"));
        assert!(same("G(a & (b | c) -> d) & x", "x & G(a & b -> d) & G(a & c -> d)"));
        assert!(!same("F(a & b)", "F a & F b"));
        assert!(!same("a U b", "a W b"));
    }
}
