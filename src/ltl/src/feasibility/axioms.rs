use crate::Proposition;

/// Propositions of which at most one, or exactly one, is true in any state: a robot's place, a thing's holder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub(crate) members: Vec<Proposition>,
    pub(crate) is_exact: bool,
    pub(crate) moves: Option<Vec<(usize, usize)>>,
}

impl Group {
    /// At most one of the propositions is true.
    pub fn at_most_one(members: impl IntoIterator<Item = Proposition>) -> Self {
        Self { members: members.into_iter().collect(), is_exact: false, moves: None }
    }

    /// Exactly one of the propositions is true.
    pub fn exactly_one(members: impl IntoIterator<Item = Proposition>) -> Self {
        Self { is_exact: true, ..Self::at_most_one(members) }
    }

    /// Whether these of its propositions can be true together.
    pub fn admits(&self, is_true: impl Fn(&Proposition) -> bool) -> bool {
        self.members.iter().filter(|member| is_true(member)).count() <= 1
    }

    /// Restricts how truth passes from one member to another in one step: a map of rooms.
    ///
    /// Pairs are (from, to), by order of the members. Staying is always allowed. If the group allows none to be true,
    /// moving to and from "none" is allowed too.
    #[must_use]
    pub fn with_moves(self, moves: impl IntoIterator<Item = (usize, usize)>) -> Self {
        Self { moves: Some(moves.into_iter().collect()), ..self }
    }
}

/// Knowledge of the world beyond the constraints: the possible states and the possible steps.
///
/// Propositions outside all groups may change freely. "It can still be satisfied" assumes that every proposition
/// cooperates, even an uncontrollable one: it is enough that a person *could* step aside. But the answer names the ones
/// it relies on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Axioms {
    /// Exclusions, which may overlap: a thing is in one place or one hand, a hand holds one thing.
    pub groups: Vec<Group>,
    /// Propositions that never change.
    pub fixed: Vec<Proposition>,
    /// Propositions that no robot makes true or false, such as `person_near(robot_1)`.
    pub uncontrollable: Vec<Proposition>,
    /// Whether a trace has a state for every moment of a watched world, however little changes in it. `X` then speaks
    /// of the next change and not of the next state, see [`Formula::of_changes`](crate::Formula::of_changes).
    pub is_watched: bool,
}
