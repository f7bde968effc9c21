//! A clause: which robot does what to which thing, or which state a thing is in.

use std::ops::Range;

use super::{
    Sense,
    condition::{Condition, Who},
    manner::{Manner, Mark},
    robots::Said,
};

/// The kind of event or state that a clause tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// A state: "be at", "hold".
    State,
    /// An action that brings a state about: "go to", "pick up".
    Rise,
    /// An action that ends a state: "leave", "put down". The clause's condition is that the state does not hold.
    Fall,
}

/// One clause.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    /// The condition without the clause's negation.
    pub condition: Condition,
    pub manner: Manner,
    pub deed: Deed,
    pub sense: Sense,
    /// Whether its things or robots are joined by "and".
    pub is_list: bool,
    /// The way it refers to robots; `None`: it names none.
    pub said: Option<Said>,
    /// The robots that it names itself.
    pub whos: Vec<Who>,
    /// Whether it names a robot that acts, although the world state does not tell which robot did.
    pub actor: bool,
    /// Its place in the statement, in words.
    pub span: Range<usize>,
}

impl Clause {
    pub fn is_negative(&self) -> bool {
        self.manner.is_negative()
    }

    pub fn is_state(&self) -> bool {
        self.deed == Deed::State
    }

    /// Drops "both" where it means no more than "and", in a statement of fact: "both drawers are shut".
    pub fn both_are_so(&mut self) {
        if !self.is_negative() && self.is_state() && self.condition.is_all {
            self.manner.remove(Mark::Both);
        }
    }

    /// Its condition, with its "not" applied.
    pub fn folded(&self) -> Condition {
        if self.is_negative() { self.condition.negated() } else { self.condition.clone() }
    }
}

/// Advice on how to deny something of all robots.
pub(super) const NONE_OR_NOT_ALL: &str = "say \"no robot may\" or \"all robots must never\" for none of them; to rule \
                                          out all at once, say \"not all robots may ... at the same time\"";

/// Advice on how to deny something of two robots or things.
pub(super) const NEITHER_OR_NOT_BOTH: &str =
    "say \"neither ... nor\" for none of them, or \"both ... at the same time\" to rule out both at once";
