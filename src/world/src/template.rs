use crate::formula::Term;

/// A text with terms in it: "{1} is closed".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(pub Vec<Piece>);

/// A part of a [`Template`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Words as they are.
    Words(String),
    /// The phrase of an object: "the fridge".
    Term(Term),
    /// The phrase after its preposition: "in the fridge".
    OnTerm(Term),
}
