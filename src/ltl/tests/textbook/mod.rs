//! The meaning of formulas by definition; nothing here is shared with the crate.

use surefleet_ltl::{Binary, Unary};

use crate::term::Term;

/// The temporal operators as tables: by length of the trace and by the sets of positions at which operands hold.
pub struct Textbook {
    /// By length, then by operator, then by `left * 2^length + right` (0 for left of unary ones).
    tables: Vec<[Vec<u8>; 8]>,
}

impl Textbook {
    /// Builds the tables for traces up to this length.
    pub fn new(longest: usize) -> Self {
        Self { tables: (0..=longest).map(tables).collect() }
    }

    /// Whether a trace of letters (bit p: proposition p) satisfies the formula in its first state.
    pub fn holds(&self, term: &Term, trace: &[usize]) -> bool {
        self.positions(term, trace) & 1 == 1
    }

    /// The positions at which the formula holds, as bits.
    fn positions(&self, term: &Term, trace: &[usize]) -> usize {
        let n = trace.len();
        let all = (1 << n) - 1;
        match term {
            Term::Constant(value) => all * usize::from(*value),
            Term::Proposition(p) => (0..n).filter(|&i| trace[i] >> p & 1 == 1).map(|i| 1 << i).sum(),
            Term::Unary(operator, operand) => {
                let f = self.positions(operand, trace);
                let table = match operator {
                    Unary::Not => return all & !f,
                    Unary::Next => 0,
                    Unary::WeakNext => 1,
                    Unary::Finally => 2,
                    Unary::Globally => 3,
                };
                usize::from(self.tables[n][table][f])
            }
            Term::Binary(operator, left, right) => {
                let f = self.positions(left, trace);
                let g = self.positions(right, trace);
                let table = match operator {
                    Binary::And => return f & g,
                    Binary::Or => return f | g,
                    Binary::Xor => return f ^ g,
                    Binary::Implies => return all & !f | g,
                    Binary::Equivalent => return all & !(f ^ g),
                    Binary::Until => 4,
                    Binary::WeakUntil => 5,
                    Binary::Release => 6,
                    Binary::StrongRelease => 7,
                };
                usize::from(self.tables[n][table][f << n | g])
            }
        }
    }
}

fn tables(n: usize) -> [Vec<u8>; 8] {
    type Holds<'a> = &'a dyn Fn(usize) -> bool;
    let unary = |holds: &dyn Fn(usize, Holds) -> bool| -> Vec<u8> {
        (0..1_usize << n).map(|f| (0..n).filter(|&i| holds(i, &|k| f >> k & 1 == 1)).map(|i| 1 << i).sum()).collect()
    };
    let binary = |holds: &dyn Fn(usize, Holds, Holds) -> bool| -> Vec<u8> {
        (0..1_usize << (2 * n))
            .map(|both| {
                let f = both >> n;
                let g = both & ((1 << n) - 1);
                let at = |i: &usize| holds(*i, &|k| f >> k & 1 == 1, &|k| g >> k & 1 == 1);
                (0..n).filter(at).map(|i| 1_u8 << i).sum()
            })
            .collect()
    };
    [
        unary(&|i, f| i + 1 < n && f(i + 1)),
        unary(&|i, f| i + 1 == n || f(i + 1)),
        unary(&|i, f| (i..n).any(f)),
        unary(&|i, f| (i..n).all(f)),
        binary(&|i, f, g| (i..n).any(|k| g(k) && (i..k).all(f))),
        binary(&|i, f, g| (i..n).any(|k| g(k) && (i..k).all(f)) || (i..n).all(f)),
        binary(&|i, f, g| (i..n).all(|k| g(k) || (i..k).any(f))),
        binary(&|i, f, g| (i..n).any(|k| f(k) && (i..=k).all(g))),
    ]
}
