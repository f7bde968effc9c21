//! Landmarks: common parts of every plan, and their order. Often they give a plan, or show that there is none.
//!
//! A landmark is a literal that must come true in every plan to satisfy all constraints. Each constraint by itself
//! tells what its literals need, and in which order they must come (J. Hoffmann, J. Porteous and L. Sebastia, "Ordered
//! landmarks in planning", 2004). If two literals that exclude one another would have to hold at the same time, there
//! is no plan. Otherwise the landmarks are tried in order. A search settles everything that the constraints leave open.

mod linearization;
mod orders;

use std::sync::Arc;

use self::{linearization::Linearization, orders::Landmarks};
use super::{
    problem::{DeadEnd, Problem},
    product::Scope,
};
use crate::Valuation;

/// The conclusion from the landmarks.
#[derive(Debug)]
pub(crate) enum Deduction {
    /// A plan.
    Plan(Vec<Valuation>),
    /// There is no plan.
    DeadEnd(Arc<DeadEnd>),
    /// No conclusion, or too much work.
    Inconclusive,
}

impl Problem<'_> {
    /// Draws the conclusion from the landmarks of a scope's constraints.
    pub fn landmarks(&self, scope: &Scope, must_stay: bool) -> Deduction {
        let mut landmarks = Landmarks::new(self.product);
        match landmarks.find(self, scope) {
            Err(causes) => Deduction::DeadEnd(Arc::new(DeadEnd::at(self, causes))),
            Ok(false) => Deduction::Inconclusive,
            Ok(true) => Linearization::new(self, scope, &landmarks, must_stay)
                .plan()
                .map_or(Deduction::Inconclusive, Deduction::Plan),
        }
    }
}
