//! Resolved terms, needs and effects: the parts of a [`State`](crate::State) that a skill reads and changes.

use crate::objects::{ItemId, PlaceId, Target};

/// The value of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    Nothing,
    Robot(usize),
    Item(ItemId),
    Place(PlaceId),
}

impl From<Target> for Value {
    fn from(target: Target) -> Self {
        match target {
            Target::Item(item) => Self::Item(item),
            Target::Place(place) => Self::Place(place),
        }
    }
}

/// A term whose names are resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Term {
    Robot,
    Parameter,
    Constant(Value),
    PlaceOf(Box<Term>),
    SpotOf(Box<Term>),
    HeldBy(Box<Term>),
    HolderOf(Box<Term>),
}

/// A predicate applied to terms; the robot of `at` and `holding` is always the acting one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Predicate {
    At(Term),
    HoldingAny,
    Holding(Term),
    Located(Term, Term),
    Open(Term),
    Placed(Term),
}

/// A literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition {
    pub negated: bool,
    pub predicate: Predicate,
}

/// A text with resolved terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Phrase(pub Vec<PhrasePiece>);

/// A part of a [`Phrase`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PhrasePiece {
    Words(String),
    Term { term: Term, with_preposition: bool },
}

/// A precondition: any of the literals, and the words to say when none holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Need {
    pub any: Vec<Condition>,
    pub otherwise: Phrase,
}

/// A change of the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    At(Term),
    Holding(Term),
    Located(Term, Term),
    Open(Term),
}
