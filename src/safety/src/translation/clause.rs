//! A clause: who does what to which thing, or in which state a thing is.

use std::ops::Range;

use super::{
    Sense,
    condition::{Condition, Who},
    manner::{Manner, Mark},
    robots::Said,
};

/// What a clause tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// A state: "be at", "hold".
    State,
    /// An act that brings a state about: "go to", "pick up".
    Rise,
    /// An act that ends one: "leave", "put down". The clause's condition is that the state does not hold.
    Fall,
}

/// One clause.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    /// As if nothing negated it.
    pub condition: Condition,
    pub manner: Manner,
    pub deed: Deed,
    pub sense: Sense,
    /// Whether its things or robots are joined by "and".
    pub is_list: bool,
    /// How it speaks of robots; `None`: it names none.
    pub said: Option<Said>,
    /// The robots, where it names them itself.
    pub whos: Vec<Who>,
    /// The robot that acts, where the world state does not tell who did.
    pub actor: bool,
    /// Where it stands, in words.
    pub span: Range<usize>,
}

impl Clause {
    pub fn is_negative(&self) -> bool {
        self.manner.is_negative()
    }

    pub fn is_state(&self) -> bool {
        self.deed == Deed::State
    }

    /// "Both" says no more than "and" of what is so: "both drawers are shut".
    pub fn both_are_so(&mut self) {
        if !self.is_negative() && self.is_state() && self.condition.is_all {
            self.manner.remove(Mark::Both);
        }
    }

    /// What it says holds, with its "not".
    pub fn folded(&self) -> Condition {
        if self.is_negative() { self.condition.negated() } else { self.condition.clone() }
    }
}

/// How to deny something of all robots.
pub(super) const NONE_OR_NOT_ALL: &str = "say \"no robot may\" or \"all robots must never\" for none of them; to rule \
                                          out all at once, say \"not all robots may ... at the same time\"";

/// How to deny something of two.
pub(super) const NEITHER_OR_NOT_BOTH: &str =
    "say \"neither ... nor\" for none of them, or \"both ... at the same time\" to rule out both at once";
