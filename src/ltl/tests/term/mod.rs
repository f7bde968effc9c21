//! Random formulas as trees.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{Binary, Formula, Proposition, Unary};

/// A formula as a tree.
#[derive(Debug, Clone)]
pub enum Term {
    Constant(bool),
    Proposition(usize),
    Unary(Unary, Box<Term>),
    Binary(Binary, Box<Term>, Box<Term>),
}

impl Term {
    pub fn name(proposition: usize) -> &'static str {
        ["a", "b", "c", "d"][proposition]
    }

    /// A random formula of about this many operators.
    pub fn draw(rng: &mut ChaCha8Rng, propositions: usize, size: usize) -> Self {
        if size == 0 {
            return match rng.random_range(0..20) {
                0 => Self::Constant(rng.random_range(0..2) == 0),
                _ => Self::Proposition(rng.random_range(0..propositions)),
            };
        }
        if rng.random_range(0..5) < 2 {
            let operator = Unary::ALL[rng.random_range(0..Unary::ALL.len())];
            return Self::Unary(operator, Box::new(Self::draw(rng, propositions, size - 1)));
        }
        let operator = Binary::ALL[rng.random_range(0..Binary::ALL.len())];
        let left = rng.random_range(0..size);
        let right = size - 1 - left;
        let left = Self::draw(rng, propositions, left);
        let right = Self::draw(rng, propositions, right);
        Self::Binary(operator, Box::new(left), Box::new(right))
    }

    pub fn formula(&self) -> Formula {
        match self {
            Self::Constant(value) => Formula::constant(*value),
            Self::Proposition(p) => Formula::proposition(Proposition::new(Self::name(*p)).expect("a name")),
            Self::Unary(operator, operand) => Formula::unary(*operator, &operand.formula()),
            Self::Binary(operator, left, right) => Formula::binary(*operator, &left.formula(), &right.formula()),
        }
    }
}
