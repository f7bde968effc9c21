//! The states of continuations, and their violations: candidates of a turn often begin alike.

use super::{check::Violation, trace::Trace};
use crate::{Valuation, feasibility::Product};

/// The beginning of a continuation, and its result.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    /// The number of the walk that is one state shorter; `None` for a walk without states.
    before: Option<usize>,
    length: usize,
    pub after: Trace,
    pub touched: Vec<usize>,
    /// Ordered by place.
    pub violations: Vec<Violation>,
    /// The first place that the axioms do not allow.
    pub impossible: Option<usize>,
}

/// The walks of a turn, without the last state of each continuation: a whole continuation rarely begins another.
#[derive(Debug, Default)]
pub(crate) struct Walks(Vec<Walk>);

impl Walk {
    /// The walk before the first state of a continuation.
    pub fn begin(after: Trace, touched: Vec<usize>) -> Self {
        Self { before: None, length: 0, after, touched, violations: Vec::new(), impossible: None }
    }

    /// Goes on by one state.
    fn go_on(&mut self, product: &Product, valuation: &Valuation) {
        let at = self.length;
        let violations = &mut self.violations;
        let is_possible = self.after.advance(product, valuation, &mut self.touched, &mut |constraint, state| {
            if violations.iter().all(|known| known.constraint != constraint) {
                let reasons = product.automata[constraint].reasons(state, valuation);
                violations.push(Violation { constraint, at, reasons });
            }
        });
        violations.sort_by_key(|violation| (violation.at, violation.constraint));
        self.impossible = self.impossible.or((!is_possible).then_some(at));
        self.length = at + 1;
    }
}

impl Walks {
    /// The walk along a path.
    pub fn along(&mut self, product: &Product, path: &[Valuation], begin: &dyn Fn() -> Walk) -> Walk {
        let Some((last, first)) = path.split_last() else { return begin() };
        let mut number = None;
        for valuation in first {
            let known = self.position(number, valuation);
            number = known.or_else(|| {
                let walk = self.longer(product, number, valuation, begin);
                self.0.push(walk);
                Some(self.0.len() - 1)
            });
        }
        match self.position(number, last) {
            Some(known) => self.0[known].clone(),
            None => self.longer(product, number, last, begin),
        }
    }

    fn position(&self, before: Option<usize>, valuation: &Valuation) -> Option<usize> {
        self.0.iter().position(|walk| walk.before == before && walk.after.valuation.as_ref() == Some(valuation))
    }

    /// The walk that is one state longer.
    fn longer(
        &self,
        product: &Product,
        before: Option<usize>,
        valuation: &Valuation,
        begin: &dyn Fn() -> Walk,
    ) -> Walk {
        let mut walk = before.map_or_else(begin, |number| self.0[number].clone());
        walk.go_on(product, valuation);
        walk.before = before;
        walk
    }
}
