//! Terms, formulas and effects with resolved names: the parts of a [`State`](crate::State) that a skill reads and changes.

use crate::ids::{ObjectId, PredicateId, TypeId};

/// Something that stands for an object, or for nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    /// No object.
    Nothing,
    /// The object bound to this variable. Variable 0 of a skill is the robot that acts; its parameters follow, and then
    /// the variables of quantifiers, the outermost first.
    Variable(usize),
    /// A named object of the domain.
    Constant(ObjectId),
    /// The value of a functional predicate, stored or derived, for these arguments.
    Value(PredicateId, Vec<Term>),
}

/// A condition on a state. Its truth has three values, as S. C. Kleene's strong logic defines them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Always true or always false.
    Constant(bool),
    /// A predicate that is not functional, stored or derived, holds of these.
    Holds(PredicateId, Vec<Term>),
    /// Both terms stand for the same object, or both for nothing.
    Equal(Term, Term),
    /// The term stands for an object of one of these types.
    IsOf(Term, Vec<TypeId>),
    /// The formula is false.
    Not(Box<Formula>),
    /// All are true.
    And(Vec<Formula>),
    /// One is true.
    Or(Vec<Formula>),
    /// It is true of every object of these types, bound to the next variable.
    ForAll(Vec<TypeId>, Box<Formula>),
    /// It is true of some object of these types, bound to the next variable.
    Exists(Vec<TypeId>, Box<Formula>),
}

/// A change of the state. All effects of a joint step read the state at its start.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Effect {
    /// A plain stored predicate becomes true or false of these.
    Set(PredicateId, Vec<Term>, bool),
    /// A functional stored predicate takes this value.
    Assign(PredicateId, Vec<Term>, Term),
    /// Nobody knows any more whether it holds, or which value it has.
    Forget(PredicateId, Vec<Term>),
    /// The first effects where the formula is true, the second where it is false. Where it is unknown, everything that
    /// either would change becomes unknown.
    If(Formula, Vec<Effect>, Vec<Effect>),
    /// The effects for each object of these types, bound to the next variable.
    Each(Vec<TypeId>, Vec<Effect>),
}
