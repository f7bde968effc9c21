//! Reduced ordered binary decision diagrams, with one operation: if-then-else.
//!
//! R. E. Bryant, "Graph-based algorithms for Boolean function manipulation", 1986.

use std::collections::HashMap;

use crate::error::Excess;

/// A function in [`Diagrams`]; equal functions have equal references, and operands have smaller ones.
pub(crate) type Ref = u32;

pub(crate) const FALSE: Ref = 0;
pub(crate) const TRUE: Ref = 1;

/// Reads a variable: `high` where it is true, `low` where it is false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Branch {
    pub variable: u32,
    pub low: Ref,
    pub high: Ref,
}

/// Functions of variables 0, 1, ..., read in this order.
pub(crate) struct Diagrams {
    branches: Vec<Branch>,
    known: HashMap<Branch, Ref>,
    computed: HashMap<(Ref, Ref, Ref), Ref>,
    limit: usize,
    operations: usize,
}

impl Diagrams {
    /// Starts with only the constants; at most `limit` operations may follow.
    pub fn new(limit: usize) -> Self {
        // The constants are read after all variables.
        let constant = |value| Branch { variable: u32::MAX, low: value, high: value };
        Self {
            branches: vec![constant(FALSE), constant(TRUE)],
            known: HashMap::new(),
            computed: HashMap::new(),
            limit,
            operations: 0,
        }
    }

    /// The first branch of a function; its variable is `u32::MAX` for a constant.
    pub fn branch(&self, f: Ref) -> Branch {
        self.branches[f as usize]
    }

    pub fn variable(&mut self, variable: u32) -> Ref {
        self.make(variable, FALSE, TRUE)
    }

    pub fn not(&mut self, f: Ref) -> Result<Ref, Excess> {
        self.if_then_else(f, FALSE, TRUE)
    }

    pub fn and(&mut self, f: Ref, g: Ref) -> Result<Ref, Excess> {
        self.if_then_else(f, g, FALSE)
    }

    pub fn or(&mut self, f: Ref, g: Ref) -> Result<Ref, Excess> {
        self.if_then_else(f, TRUE, g)
    }

    pub fn if_then_else(&mut self, f: Ref, g: Ref, h: Ref) -> Result<Ref, Excess> {
        match (f, g, h) {
            (TRUE, ..) => return Ok(g),
            (FALSE, ..) => return Ok(h),
            (_, TRUE, FALSE) => return Ok(f),
            _ if g == h => return Ok(g),
            _ => {}
        }
        if let Some(&known) = self.computed.get(&(f, g, h)) {
            return Ok(known);
        }
        if self.operations == self.limit {
            return Err(Excess { what: "operations", limit: self.limit });
        }
        self.operations += 1;
        let parts = [self.branch(f), self.branch(g), self.branch(h)];
        let variable = parts.iter().map(|part| part.variable).min().expect("three parts");
        let low = |i: usize, whole: Ref| if parts[i].variable == variable { parts[i].low } else { whole };
        let high = |i: usize, whole: Ref| if parts[i].variable == variable { parts[i].high } else { whole };
        let lows = (low(0, f), low(1, g), low(2, h));
        let highs = (high(0, f), high(1, g), high(2, h));
        let low = self.if_then_else(lows.0, lows.1, lows.2)?;
        let high = self.if_then_else(highs.0, highs.1, highs.2)?;
        let result = self.make(variable, low, high);
        self.computed.insert((f, g, h), result);
        Ok(result)
    }

    fn make(&mut self, variable: u32, low: Ref, high: Ref) -> Ref {
        if low == high {
            return low;
        }
        let branch = Branch { variable, low, high };
        *self.known.entry(branch).or_insert_with(|| {
            self.branches.push(branch);
            Ref::try_from(self.branches.len() - 1).expect("2^32 branches do not fit memory")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_functions_are_equal_references_and_evaluate_as_their_truth_tables() {
        // All 256 functions of three variables by their truth tables, built in two ways.
        let mut diagrams = Diagrams::new(usize::MAX);
        let variables: Vec<Ref> = (0..3).map(|v| diagrams.variable(v)).collect();
        for table in 0..256_u32 {
            let mut sum = FALSE;
            let mut product = TRUE;
            for row in 0..8_u32 {
                let mut minterm = TRUE;
                let mut maxterm = FALSE;
                for (v, &variable) in variables.iter().enumerate() {
                    let is_true = row >> v & 1 == 1;
                    let negation = diagrams.not(variable).expect("no limit");
                    minterm = diagrams.and(minterm, if is_true { variable } else { negation }).expect("no limit");
                    maxterm = diagrams.or(maxterm, if is_true { negation } else { variable }).expect("no limit");
                }
                if table >> row & 1 == 1 {
                    sum = diagrams.or(sum, minterm).expect("no limit");
                } else {
                    product = diagrams.and(product, maxterm).expect("no limit");
                }
            }
            assert_eq!(sum, product, "{table:08b}");
            for row in 0..8_u32 {
                let mut at = sum;
                while at > TRUE {
                    let branch = diagrams.branch(at);
                    at = if row >> branch.variable & 1 == 1 { branch.high } else { branch.low };
                }
                assert_eq!(at, table >> row & 1, "{table:08b} in row {row}");
            }
        }
    }

    #[test]
    fn operations_beyond_the_budget_are_refused() {
        let mut diagrams = Diagrams::new(1);
        let a = diagrams.variable(0);
        let b = diagrams.variable(1);
        let c = diagrams.variable(2);
        let both = diagrams.and(a, b).expect("one operation is allowed");
        assert_eq!(diagrams.and(both, c), Err(Excess { what: "operations", limit: 1 }));
        assert_eq!(diagrams.and(a, b), Ok(both), "what is known costs nothing");
    }
}
