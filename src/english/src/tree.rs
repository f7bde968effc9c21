//! Conditions on single letters, of which each part may come about at its own time.

use crate::{
    logic::{self, Ltl, all, globally, not},
    meaning::Aspect,
};

/// A condition on single letters, with what is joined kept apart, so that "both" can mean each at its own time.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Tree {
    Leaf(Ltl),
    /// It counts as it is in the first letter.
    Given(Ltl),
    All(Vec<Tree>),
    Any(Vec<Tree>),
    Not(Box<Tree>),
    /// The second, for a thing of which the first holds.
    If(Box<Tree>, Box<Tree>),
}

impl Tree {
    /// The condition in one letter.
    pub fn now(&self) -> Ltl {
        match self {
            Self::Leaf(formula) | Self::Given(formula) => formula.clone(),
            Self::All(parts) => logic::all(parts.iter().map(Self::now)),
            Self::Any(parts) => logic::any(parts.iter().map(Self::now)),
            Self::Not(inner) => logic::not(inner.now()),
            Self::If(limit, inner) => logic::implies(limit.now(), inner.now()),
        }
    }

    /// The condition with something made of each part; alternatives count as one part.
    pub fn each(&self, of: &dyn Fn(Ltl) -> Ltl) -> Ltl {
        match self {
            Self::Any(parts)
                if !self.has_given()
                    && parts.iter().all(|part| part.parts().len() == 1 && !matches!(part, Self::Any(_))) =>
            {
                of(logic::any(parts.iter().map(Self::now)))
            }
            Self::Leaf(formula) => of(formula.clone()),
            Self::Given(formula) => formula.clone(),
            Self::All(parts) => logic::all(parts.iter().map(|part| part.each(of))),
            Self::Any(parts) => logic::any(parts.iter().map(|part| part.each(of))),
            Self::Not(inner) => logic::not(inner.each(of)),
            Self::If(limit, inner) => logic::implies(limit.now(), inner.each(of)),
        }
    }

    /// The parts that must each come about, in its own time if need be.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::All(parts) => parts.iter().flat_map(Self::parts).collect(),
            other => vec![other],
        }
    }

    /// Whether something in it depends on how the mission starts.
    pub fn has_given(&self) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::Given(_) => true,
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::has_given),
            Self::Not(inner) => inner.has_given(),
            Self::If(limit, inner) => limit.has_given() || inner.has_given(),
        }
    }

    /// Whether each part that is to come about fits.
    pub fn may_be(&self, fits: &dyn Fn(&Ltl) -> bool) -> bool {
        match self {
            Self::Leaf(formula) => fits(formula),
            Self::Given(_) | Self::Not(_) => true,
            // Of things that are only meant if they are there at the start, not each need be one that can be moved.
            Self::All(parts) => {
                let is_given = |part: &&Self| matches!(part, Self::If(limit, _) if limit.has_given());
                let (given, others): (Vec<&Self>, Vec<&Self>) = parts.iter().partition(is_given);
                let fits = |part: &&Self| part.may_be(fits);
                others.iter().all(fits) && (given.is_empty() || given.iter().any(fits))
            }
            Self::Any(parts) => parts.is_empty() || parts.iter().any(|part| part.may_be(fits)),
            Self::If(_, inner) => inner.may_be(fits),
        }
    }

    pub fn is_never(&self) -> bool {
        self.now() == Ltl::Constant(false)
    }
}

/// It always holds, each part of a conjunction by itself.
pub(crate) fn always(formula: Ltl) -> Ltl {
    match formula {
        Ltl::And(parts) => all(parts.into_iter().map(globally)),
        other => globally(other),
    }
}

/// It is so in the last letter, each part of a conjunction by itself.
pub(crate) fn at_the_end(tree: &Tree) -> Ltl {
    match tree {
        Tree::Not(inner) if !inner.has_given() => match not(inner.now()) {
            Ltl::Not(inner) => match *inner {
                Ltl::Or(parts) => all(parts.into_iter().map(|part| logic::in_the_end(not(part)))),
                other => logic::in_the_end(not(other)),
            },
            other => logic::in_the_end(other),
        },
        tree => tree.each(&logic::in_the_end),
    }
}

/// The goal, each part in its own time.
pub(crate) fn brought_about(tree: &Tree, aspect: Aspect, within: Option<usize>) -> Ltl {
    let goal = |leaf: Ltl| {
        let lasting = if aspect == Aspect::Bring { globally(leaf) } else { leaf };
        match within {
            None => logic::finally(lasting),
            Some(steps) => logic::within(steps, &lasting),
        }
    };
    tree.each(&goal)
}
