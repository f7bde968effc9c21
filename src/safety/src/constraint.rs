use std::fmt;

use serde::{Deserialize, Serialize};
use surefleet_fleet::{MissionId, Stamp};
use surefleet_ltl::Verdict;

use crate::Translation;

/// The name of a constraint, for as long as the monitor's journal lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConstraintId {
    /// One that holds for the whole fleet, by its number, from 1.
    Fleet(u32),
    /// One that came with a mission and holds while it runs, by its place in the brief, from 1.
    Mission(MissionId, u32),
}

impl fmt::Display for ConstraintId {
    /// `c3`, or the mission and the place: `0f3c...9a/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fleet(number) => write!(f, "c{number}"),
            Self::Mission(mission, place) => write!(f, "{mission}/{place}"),
        }
    }
}

impl std::str::FromStr for ConstraintId {
    type Err = String;

    /// Reads what [`Display`](fmt::Display) writes of a constraint of the fleet.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.strip_prefix('c').and_then(|digits| digits.parse().ok());
        number
            .map(Self::Fleet)
            .ok_or_else(|| format!("{text:?} names no constraint of the fleet: write c and its number"))
    }
}

/// Where a constraint is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Somebody asked for it, and nobody has confirmed that it says what was meant: it forbids nothing.
    Proposed,
    /// It is enforced.
    Active,
    /// It is not enforced any more.
    Retired,
    /// It was enforced until something happened that violates it for good; until a person confirms it anew or retires
    /// it, nothing moves. A mission whose own constraint that happens to ends.
    Broken,
}

/// A constraint, for people.
#[derive(Debug, Clone, PartialEq)]
pub struct ConstraintReport {
    /// Its name.
    pub id: ConstraintId,
    /// Where it is in its life.
    pub stage: Stage,
    /// As a person put it.
    pub words: String,
    /// The words that a language model found for it, where the grammar read those instead.
    pub reworded: Option<Reworded>,
    /// What is enforced, in infix syntax.
    pub formula: String,
    /// The formula in plain words.
    pub paraphrase: String,
    /// Where it stands, while it is active.
    pub verdict: Option<Verdict>,
    /// Who asked, confirmed or retired last.
    pub by: String,
    /// When that was.
    pub since: Stamp,
}

/// A language model's words for what an operator wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reworded {
    /// The model's name.
    pub model: String,
    /// Its words.
    pub words: String,
}

/// A constraint of the fleet that somebody asks for: what must be confirmed before it is enforced.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// Its name.
    pub id: ConstraintId,
    /// What the words were understood as.
    pub translation: Translation,
    /// Whose words were understood, where they are not the operator's.
    pub reworded: Option<Reworded>,
    /// What is odd about it under the laws of the domain and in the present world, in words.
    pub remarks: Vec<String>,
    /// What speaks against it now, which confirming would refuse: constraints that it contradicts.
    pub objection: Option<String>,
}

/// So many bytes of a constraint are read. A person who confirms it has to understand it, and the gate waits while it
/// is looked at: the costliest formulas of 4096 bytes took seconds, those of 1024 some tenths.
pub const MOST_CONSTRAINT_BYTES: usize = 1024;
