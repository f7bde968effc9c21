//! A condition on one moment: robots, things and their states, joined by "and" or by "or".

/// The robot that acts in an [`Atom`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// Every robot, each for itself: the whole pattern is repeated for each robot.
    Each,
    /// Any robot at all: the atom is true if it is true of at least one robot.
    Some,
    /// One robot, by its place in the team.
    One(usize),
}

/// A proposition before its robot is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Atom {
    pub predicate: usize,
    /// `None` if the proposition names no robot.
    pub who: Option<Who>,
    pub things: Vec<usize>,
}

/// An atom or its negation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Literal {
    pub atom: Atom,
    pub holds: bool,
}

/// A condition on one moment: any of the literals, or all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Condition {
    pub literals: Vec<Literal>,
    /// Whether all of them must hold; false if there is only one.
    pub is_all: bool,
}

impl Condition {
    pub fn one(literal: Literal) -> Self {
        Self { literals: vec![literal], is_all: false }
    }

    pub fn negated(&self) -> Self {
        let negate = |literal: &Literal| Literal { atom: literal.atom.clone(), holds: !literal.holds };
        Self { literals: self.literals.iter().map(negate).collect(), is_all: self.literals.len() > 1 && !self.is_all }
    }

    /// Joins it with another; `None` if that would mix "and" with "or".
    pub fn joined(mut self, other: Self, is_all: bool) -> Option<Self> {
        let fits = |condition: &Self| condition.literals.len() == 1 || condition.is_all == is_all;
        if !fits(&self) || !fits(&other) {
            return None;
        }
        let new = other.literals.into_iter().filter(|literal| !self.literals.contains(literal)).collect::<Vec<_>>();
        self.literals.extend(new);
        let is_all = is_all && self.literals.len() > 1;
        Some(Self { is_all, ..self })
    }

    /// Whether all literals are negative: such a condition reads best as a prohibition.
    pub fn is_prohibition(&self) -> bool {
        self.literals.iter().all(|literal| !literal.holds) && (self.literals.len() == 1 || self.is_all)
    }
}
