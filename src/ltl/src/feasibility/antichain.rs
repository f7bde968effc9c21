//! The states of a search that are worth continuing from.

use std::collections::{HashMap, HashSet};

use super::product::{Product, Scope};
use crate::{StateId, Valuation};

/// The seen states of the product that allow the most continuations: by positions, none below another.
///
/// A state that is below another in every automaton allows nothing that the other does not. Often, an additional visit
/// forbids nothing, so that few states remain although the product has many.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Antichains {
    tops: HashMap<Vec<usize>, Vec<(usize, Vec<StateId>)>>,
    /// The numbers of nodes that were found below later ones.
    pub subsumed: HashSet<usize>,
}

impl Antichains {
    /// Adds a node, unless it is below a known one; returns whether it did, and the number of comparisons.
    pub fn insert(
        &mut self,
        product: &Product,
        scope: &Scope,
        node: usize,
        states: &[StateId],
        valuation: &Valuation,
    ) -> (bool, usize) {
        let is_below = |lesser: &[StateId], greater: &[StateId]| is_below(product, scope, lesser, greater);
        let tops = self.tops.entry(positions(product, scope, valuation)).or_default();
        if let Some(place) = tops.iter().position(|(_, known)| is_below(states, known)) {
            return (false, place);
        }
        let compared = 2 * tops.len();
        tops.retain(|(number, known)| {
            let is_top = !is_below(known, states);
            if !is_top {
                self.subsumed.insert(*number);
            }
            is_top
        });
        tops.push((node, states.to_vec()));
        (true, compared)
    }

    /// Whether a state is below a known one.
    pub fn cover(&self, product: &Product, scope: &Scope, states: &[StateId], valuation: &Valuation) -> bool {
        let tops = self.tops.get(&positions(product, scope, valuation));
        tops.is_some_and(|tops| tops.iter().any(|(_, known)| is_below(product, scope, states, known)))
    }
}

fn is_below(product: &Product, scope: &Scope, lesser: &[StateId], greater: &[StateId]) -> bool {
    let mut pairs = lesser.iter().zip(greater).zip(&scope.constraints);
    pairs.all(|((&lesser, &greater), &constraint)| product.automata[constraint].is_below(lesser, greater))
}

/// The part of a valuation that bears on later steps.
pub(crate) fn positions(product: &Product, scope: &Scope, valuation: &Valuation) -> Vec<usize> {
    let position = |&group: &usize| {
        let exclusion = &product.world.exclusions[group];
        (scope.has_moves && exclusion.next.is_some()).then(|| exclusion.place(valuation).map_or(0, |place| place + 1))
    };
    let kept = scope.kept.iter().map(|&id| usize::from(valuation.holds(id)));
    scope.groups.iter().filter_map(position).chain(kept).collect()
}
