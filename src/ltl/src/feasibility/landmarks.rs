//! Landmarks: what every plan has in common, and in which order. Often that is a plan, or shows that there is none.
//!
//! A landmark is what must come true in every plan to satisfy all constraints. Each constraint says by itself what
//! needs what else, and what must come first (J. Hoffmann, J. Porteous and L. Sebastia, "Ordered landmarks in
//! planning", 2004). Where two that exclude one another would have to hold at one time, there is no plan. Otherwise the
//! landmarks in order are tried; what constraints leave open is left to a search.

mod linearization;
mod orders;

use std::sync::Arc;

use self::{linearization::Linearization, orders::Landmarks};
use super::{
    problem::{DeadEnd, Problem},
    product::Scope,
};
use crate::Valuation;

/// What follows from the landmarks.
#[derive(Debug)]
pub(crate) enum Deduction {
    /// A plan.
    Plan(Vec<Valuation>),
    /// There is none.
    DeadEnd(Arc<DeadEnd>),
    /// Nothing, or too much to look at.
    Inconclusive,
}

impl Problem<'_> {
    /// What follows from the landmarks of a scope's constraints.
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
