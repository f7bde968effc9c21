//! Where noun and verb phrases stand in the sentence, and whether they deny.

use crate::meaning::{Det, Np, Vp};

/// Whether the phrase says that there is none: "no robot".
pub(crate) fn is_no(np: &Np) -> bool {
    match np {
        Np::Noun(noun) => noun.det == Det::No,
        Np::List(_, parts) => parts.iter().all(is_no),
        _ => false,
    }
}

/// The tokens of a noun phrase.
pub(crate) fn extent(np: &Np) -> (usize, usize) {
    match np {
        Np::Noun(noun) => (noun.id, noun.end),
        Np::List(_, parts) => {
            let extents = parts.iter().map(extent);
            extents.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or((0, 0))
        }
        Np::Only(inner) => extent(inner),
        Np::Pronoun(pronoun) => (pronoun.at, pronoun.end),
        Np::Bound(id) => (*id, *id + 1),
    }
}

/// The tokens of a verb phrase.
pub(crate) fn span(vp: &Vp) -> (usize, usize) {
    let deeds = vp.deeds();
    let at = deeds.iter().map(|deed| deed.at).min().unwrap_or(0);
    (at, deeds.iter().map(|deed| deed.end).max().unwrap_or(at))
}
