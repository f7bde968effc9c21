//! The parts of a PDDL task, with names as written and nothing resolved.

use std::collections::BTreeSet;

use crate::error::SourcePlace;

/// A domain file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Domain {
    pub name: String,
    /// Each type with its parents.
    pub types: Vec<Typed>,
    pub constants: Vec<Typed>,
    pub predicates: Vec<Signature>,
    pub axioms: Vec<Axiom>,
    pub actions: Vec<Action>,
    /// Parts that were read and dropped, each with the reason.
    pub dropped: Vec<String>,
}

/// A problem file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub name: String,
    pub domain: String,
    pub objects: Vec<Typed>,
    pub facts: Vec<Atom>,
    pub goal: Condition,
    pub dropped: Vec<String>,
}

/// A name with its types: any of them. None: the type of all objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Typed {
    pub at: SourcePlace,
    /// Without the question mark, where it is a variable.
    pub name: String,
    pub types: Vec<String>,
}

/// A predicate with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signature {
    pub at: SourcePlace,
    pub name: String,
    pub arguments: Vec<Typed>,
}

/// A predicate that holds if, and only if, a condition does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Axiom {
    pub head: Signature,
    pub body: Condition,
}

/// An action. One that takes time is told as it is from its start to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Action {
    pub at: SourcePlace,
    pub name: String,
    pub parameters: Vec<Typed>,
    pub precondition: Condition,
    /// The effects at its start, if it takes time; none otherwise.
    pub first: Change,
    pub effect: Change,
    /// The seconds that it takes, where the file gives a number.
    pub takes_s: Option<String>,
}

/// A variable or an object.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    Variable(String),
    Object(String),
}

/// A predicate of terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Atom {
    pub at: SourcePlace,
    pub predicate: String,
    pub arguments: Vec<Term>,
}

/// A condition. The empty conjunction is true and the empty disjunction false.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Condition {
    Holds(Atom),
    Equal(SourcePlace, Term, Term),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Implies(Box<Condition>, Box<Condition>),
    ForAll(Vec<Typed>, Box<Condition>),
    Exists(Vec<Typed>, Box<Condition>),
}

/// An effect. Where one action both adds and deletes an atom, it holds afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    Add(Atom),
    Delete(Atom),
    All(Vec<Change>),
    When(Condition, Box<Change>),
    ForAll(Vec<Typed>, Box<Change>),
}

impl Action {
    /// An action that needs nothing and does nothing.
    pub fn named(at: SourcePlace, name: String) -> Self {
        let (precondition, first, effect) = (Condition::TRUE, Change::NONE, Change::NONE);
        Self { at, name, parameters: Vec::new(), precondition, first, effect, takes_s: None }
    }
}

impl Change {
    pub const NONE: Self = Self::All(Vec::new());
}

impl Term {
    /// The term with another name for each variable.
    pub fn renamed(&self, rename: &dyn Fn(&str) -> String) -> Self {
        match self {
            Self::Variable(name) => Self::Variable(rename(name)),
            Self::Object(_) => self.clone(),
        }
    }
}

impl Condition {
    pub const TRUE: Self = Self::And(Vec::new());
    pub const FALSE: Self = Self::Or(Vec::new());

    /// That two terms are the same object.
    pub fn same(at: SourcePlace, one: Term, other: Term) -> Self {
        match (&one, &other) {
            _ if one == other => Self::TRUE,
            (Term::Object(_), Term::Object(_)) => Self::FALSE,
            _ => Self::Equal(at, one, other),
        }
    }

    /// The negation, without a second `not` before one.
    pub fn negated(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            Self::And(parts) if parts.is_empty() => Self::FALSE,
            Self::Or(parts) if parts.is_empty() => Self::TRUE,
            other => Self::Not(Box::new(other)),
        }
    }

    /// The conjunction, flat, without constants and repetitions.
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Self::And(inner) => inner.into_iter().for_each(|one| add(one, &mut flat)),
                Self::Or(inner) if inner.is_empty() => return Self::FALSE,
                other => add(other, &mut flat),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Self::And(flat) }
    }

    /// The disjunction, flat, without constants and repetitions.
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Self::Or(inner) => inner.into_iter().for_each(|one| add(one, &mut flat)),
                Self::And(inner) if inner.is_empty() => return Self::TRUE,
                other => add(other, &mut flat),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Self::Or(flat) }
    }

    /// The variables that it leaves unbound.
    pub fn free_variables(&self) -> BTreeSet<String> {
        let of_terms = |terms: &[Term]| {
            let name = |term: &Term| match term {
                Term::Variable(name) => Some(name.clone()),
                Term::Object(_) => None,
            };
            terms.iter().filter_map(name).collect()
        };
        match self {
            Self::Holds(atom) => of_terms(&atom.arguments),
            Self::Equal(_, one, other) => of_terms(&[one.clone(), other.clone()]),
            Self::Not(inner) => inner.free_variables(),
            Self::And(parts) | Self::Or(parts) => parts.iter().flat_map(Self::free_variables).collect(),
            Self::Implies(one, other) => &one.free_variables() | &other.free_variables(),
            Self::ForAll(bound, body) | Self::Exists(bound, body) => {
                let is_bound = |name: &String| bound.iter().any(|one| one.name == *name);
                body.free_variables().into_iter().filter(|name| !is_bound(name)).collect()
            }
        }
    }

    /// The condition with another name for each variable that no quantifier in it binds.
    pub fn renamed(&self, rename: &dyn Fn(&str) -> String) -> Self {
        let all = |parts: &[Self]| parts.iter().map(|part| part.renamed(rename)).collect();
        let inside = |bound: &[Typed], body: &Self| {
            let is_bound = |name: &str| bound.iter().any(|variable| variable.name == name);
            Box::new(body.renamed(&|name: &str| if is_bound(name) { name.to_owned() } else { rename(name) }))
        };
        match self {
            Self::Holds(atom) => {
                let arguments = atom.arguments.iter().map(|term| term.renamed(rename)).collect();
                Self::Holds(Atom { arguments, ..atom.clone() })
            }
            Self::Equal(at, one, other) => Self::Equal(*at, one.renamed(rename), other.renamed(rename)),
            Self::Not(inner) => Self::Not(Box::new(inner.renamed(rename))),
            Self::And(parts) => Self::And(all(parts)),
            Self::Or(parts) => Self::Or(all(parts)),
            Self::Implies(one, other) => Self::Implies(Box::new(one.renamed(rename)), Box::new(other.renamed(rename))),
            Self::ForAll(bound, body) => Self::ForAll(bound.clone(), inside(bound, body)),
            Self::Exists(bound, body) => Self::Exists(bound.clone(), inside(bound, body)),
        }
    }
}

fn add(part: Condition, to: &mut Vec<Condition>) {
    if !to.contains(&part) {
        to.push(part);
    }
}
