use std::fmt;

use serde::{Deserialize, Serialize};
use surefleet_fleet::{MissionId, Stamp};
use surefleet_ltl::Verdict;

use crate::Translation;

/// The name of a constraint, valid as long as the monitor's journal lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConstraintId {
    /// A constraint of the whole fleet, by its number, from 1.
    Fleet(u32),
    /// A constraint that came with a mission and holds while it runs, by its place in the brief, from 1.
    Mission(MissionId, u32),
}

impl ConstraintId {
    pub(crate) fn is_of_fleet(self) -> bool {
        matches!(self, Self::Fleet(_))
    }
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

    /// Reads the text that [`Display`](fmt::Display) writes for a constraint of the fleet.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.strip_prefix('c').and_then(|digits| digits.parse().ok());
        number
            .map(Self::Fleet)
            .ok_or_else(|| format!("{text:?} names no constraint of the fleet: write c and its number"))
    }
}

/// The stage of a constraint's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A person asked for it, and nobody has confirmed that it says what was meant: it forbids nothing.
    Proposed,
    /// It is enforced.
    Active,
    /// It is not enforced any more.
    Retired,
    /// It was enforced until an event violated it for good. Nothing moves until a person confirms it anew or retires
    /// it. If it is a mission's own constraint, the mission ends instead.
    Broken,
}

/// A constraint, as reported to people.
#[derive(Debug, Clone, PartialEq)]
pub struct ConstraintReport {
    /// Its name.
    pub id: ConstraintId,
    /// The stage of its life.
    pub stage: Stage,
    /// The person's own words.
    pub words: String,
    /// A language model's rewording, if the grammar read that instead.
    pub reworded: Option<Reworded>,
    /// The enforced formula, in infix syntax.
    pub formula: String,
    /// The formula in plain words.
    pub paraphrase: String,
    /// The verdict on it, while it is active.
    pub verdict: Option<Verdict>,
    /// The person who asked, confirmed or retired last.
    pub by: String,
    /// The time of that.
    pub since: Stamp,
}

/// A language model's rewording of an operator's words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reworded {
    /// The model's name.
    pub model: String,
    /// Its words.
    pub words: String,
}

/// A proposed constraint of the fleet, with all that a person must check before it is enforced.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// Its name.
    pub id: ConstraintId,
    /// The meaning that the words were understood as.
    pub translation: Translation,
    /// The rewording that was understood, if the words are not the operator's.
    pub reworded: Option<Reworded>,
    /// Oddities under the laws of the domain and in the present world, in words.
    pub remarks: Vec<String>,
    /// The constraints that it contradicts now; because of them, confirming it would be refused.
    pub objection: Option<String>,
}

/// The greatest length of a constraint in bytes. A person must understand it to confirm it, and the gate waits while it
/// is checked: the costliest formulas of 4096 bytes took seconds, those of 1024 some tenths.
pub const MOST_CONSTRAINT_BYTES: usize = 1024;
