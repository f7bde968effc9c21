//! What a clause asks for by itself, before it is put together with others.

use crate::{
    logic::Ltl,
    meaning::{Aspect, Clause, Mark},
    sense::{self, NEVER, vague},
    tree::Tree,
};

/// What a clause asks for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Duty {
    /// None of these may ever be.
    Forbid { parts: Vec<Ltl>, aspect: Aspect },
    /// It must always be so.
    Keep(Tree),
    /// It must be brought about.
    Do {
        tree: Tree,
        aspect: Aspect,
        within: Option<usize>,
        is_next: bool,
        /// What a named robot is to achieve by it, beside doing it.
        outcome: Option<Tree>,
        /// Whether no other robot could achieve that: then it does not matter how it comes about.
        is_sole: bool,
    },
    /// It must be so in the end.
    End(Tree),
    /// It must be so at some time.
    Sometime { tree: Tree, within: Option<usize> },
    /// It must be so at the moment of which another clause tells.
    Then(Tree),
    /// It is allowed, as far as another clause says.
    Allow { parts: Vec<Ltl>, aspect: Aspect },
    /// A formula of its own: how often.
    Whole { formula: Ltl, is_goal: bool },
}

/// The alternatives of a condition: none of them may be.
pub(crate) fn spread(tree: &Tree) -> Vec<Ltl> {
    match tree.now() {
        Ltl::Or(parts) => parts,
        other => vec![other],
    }
}

/// The conditions, unless none of them can ever be.
pub(crate) fn possible(clause: &Clause, parts: Vec<Ltl>) -> sense::Result<Vec<Ltl>> {
    match parts.as_slice() {
        [Ltl::Constant(false)] => vague(clause.at, clause.end, NEVER),
        _ => Ok(parts),
    }
}

/// The number of steps that the clause gives.
pub(crate) fn within(clause: &Clause) -> Option<usize> {
    clause.marks.iter().find_map(|(mark, _)| if let Mark::Within(steps) = mark { Some(*steps) } else { None })
}
