use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ValueError;

/// The robots of a team, as classes tell teams apart: by number, and by kind where the fleet's robots are of several kinds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Team {
    size: usize,
    kinds: Option<Kinds>,
}

impl Team {
    /// A team of a fleet whose robots are all of one kind.
    pub fn of_size(size: usize) -> Self {
        Self { size, kinds: None }
    }

    /// A team of these kinds.
    pub fn of_kinds(kinds: Kinds) -> Self {
        Self { size: kinds.robots(), kinds: Some(kinds) }
    }

    /// Robots in the team.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Their kinds; `None` if all robots of the fleet are of one kind.
    pub fn kinds(&self) -> Option<&Kinds> {
        self.kinds.as_ref()
    }
}

impl From<usize> for Team {
    fn from(size: usize) -> Self {
        Self::of_size(size)
    }
}

impl From<&Team> for Team {
    fn from(team: &Team) -> Self {
        team.clone()
    }
}

impl fmt::Display for Team {
    /// Prints the kinds, or else the number of robots.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kinds {
            Some(kinds) => kinds.fmt(f),
            None => write!(f, "{}", self.size),
        }
    }
}

/// The kinds of a team's robots; written, in JSON too, as `arm x2, dog, drone`: by name, with the numbers above one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Kinds(Arc<BTreeMap<String, usize>>);

impl Kinds {
    /// The kinds of these robots, in any order.
    ///
    /// # Errors
    /// [`ValueError::Kinds`] for no robots, or a name that is not of small letters, digits and underscores.
    pub fn of<'a>(robots: impl IntoIterator<Item = &'a str>) -> Result<Self, ValueError> {
        let mut counts = BTreeMap::new();
        for kind in robots {
            *counts.entry(kind.to_owned()).or_insert(0) += 1;
        }
        let kinds = Self(Arc::new(counts));
        let is_name = |name: &String| {
            name.starts_with(|c: char| c.is_ascii_lowercase())
                && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        };
        let (are_names, text) = (kinds.0.keys().all(is_name), kinds.to_string());
        if are_names && !kinds.0.is_empty() { Ok(kinds) } else { Err(ValueError::Kinds(text)) }
    }

    /// Each kind and its number of robots, by name.
    pub fn counts(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(kind, count)| (kind.as_str(), *count))
    }

    /// The number of robots.
    pub fn robots(&self) -> usize {
        self.0.values().sum()
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (kind, count)) in self.counts().enumerate() {
            let gap = if place == 0 { "" } else { ", " };
            match count {
                1 => write!(f, "{gap}{kind}")?,
                count => write!(f, "{gap}{kind} x{count}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Kinds {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ValueError::Kinds(text.to_owned());
        let mut robots = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (kind, count) = match part.split_once(' ') {
                None => (part, 1),
                Some((kind, count)) => {
                    let count = count.trim().strip_prefix('x').and_then(|count| count.parse().ok());
                    (kind, count.filter(|count| (1..=MOST).contains(count)).ok_or_else(wrong)?)
                }
            };
            robots.extend(std::iter::repeat_n(kind, count));
        }
        Self::of(robots)
    }
}

/// More robots of a kind than any team has.
const MOST: usize = 1000;

impl TryFrom<String> for Kinds {
    type Error = ValueError;

    /// Takes only the text that the kinds print, so that equal teams are written equally.
    fn try_from(text: String) -> Result<Self, Self::Error> {
        let kinds: Self = text.parse()?;
        if kinds.to_string() == text { Ok(kinds) } else { Err(ValueError::Kinds(text)) }
    }
}

impl From<Kinds> for String {
    fn from(kinds: Kinds) -> Self {
        kinds.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_is_written_by_kind_whatever_the_order_of_its_robots() {
        let kinds = Kinds::of(["drone", "arm", "dog", "arm"]).expect("names");
        assert_eq!(kinds.to_string(), "arm x2, dog, drone");
        assert_eq!(" dog,arm x2 , drone".parse(), Ok(kinds.clone()));
        assert_eq!(serde_json::from_str::<Kinds>("\"arm x2, dog, drone\"").ok(), Some(kinds.clone()));
        assert_eq!((Team::of_kinds(kinds).size(), Team::of_size(4).to_string()), (4, "4".to_owned()));
    }

    #[test]
    fn what_names_no_team_is_refused_and_a_file_has_one_way_to_write_it() {
        for text in ["", "arm x0", "arm xx", "arm 2", "Arm", "arm,,dog"] {
            assert!(text.parse::<Kinds>().is_err(), "{text}");
        }
        for text in ["dog, arm", "arm x1", "arm,dog", "arm, arm"] {
            assert!(serde_json::from_str::<Kinds>(&format!("{text:?}")).is_err(), "{text}");
        }
    }
}
