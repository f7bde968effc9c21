//! What every way has in common, and in which order: often that is a way, or shows that there is none.
//!
//! A landmark is what must come true on every way to satisfy all constraints; who needs what else, and what must come first,
//! each constraint says by itself (J. Hoffmann, J. Porteous and L. Sebastia, "Ordered landmarks in planning", 2004). Where
//! two that exclude one another would have to hold at one time, there is no way. Otherwise the landmarks in order are
//! tried; what constraints leave open is left to a search.

mod orders;
mod timetable;

use std::sync::Arc;

use self::{orders::Landmarks, timetable::Timetable};
use super::{
    plan::Scope,
    problem::{DeadEnd, Now},
};
use crate::Valuation;

/// What landmarks tell.
#[derive(Debug)]
pub(crate) enum Told {
    /// A way.
    Way(Vec<Valuation>),
    /// That there is none.
    Nothing(Arc<DeadEnd>),
    /// Nothing.
    Little,
}

impl Now<'_> {
    /// What landmarks tell of the constraints of a scope.
    pub fn landmarks(&self, scope: &Scope, must_stay: bool) -> Told {
        let mut landmarks = Landmarks::new(self.plan);
        match landmarks.find(self, scope) {
            Err(causes) => Told::Nothing(Arc::new(DeadEnd::at(self, causes))),
            Ok(false) => Told::Little,
            Ok(true) => Timetable::new(self, scope, &landmarks, must_stay).way().map_or(Told::Little, Told::Way),
        }
    }
}
