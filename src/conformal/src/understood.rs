use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{HexFloat, ValueError};

/// Least probability of the likeliest meaning at which a scorer counts as sure of a mission.
pub const SURE_FROM: f64 = 0.9;

/// Most of a mission that may be not understood: where it is more, what was found is the smaller part of what the text may mean, and no
/// class is about such missions.
pub const MOST_UNEXPLAINED: f64 = 0.5;

/// How well a scorer understood a mission, before anything of it was done; in JSON hex floats.
///
/// It depends on the mission alone, never on a decision: only then may missions be sorted by it into classes, and each class be
/// calibrated by itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Understood {
    top: f64,
    unexplained: f64,
}

impl Understood {
    /// With the probability of the likeliest meaning and that of all that was not understood.
    ///
    /// # Errors
    /// [`ValueError::Understood`] for one that is not from 0 to 1.
    pub fn new(top: f64, unexplained: f64) -> Result<Self, ValueError> {
        for (what, value) in [("of the likeliest meaning", top), ("that was not understood", unexplained)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(ValueError::Understood { what, value });
            }
        }
        Ok(Self { top, unexplained })
    }

    /// Probability of the likeliest meaning.
    pub fn top(self) -> f64 {
        self.top
    }

    /// Probability of all that the words may mean and that was not understood.
    pub fn unexplained(self) -> f64 {
        self.unexplained
    }

    /// Whether both probabilities differ by so much at most.
    pub fn is_near(self, other: Self, tolerance: f64) -> bool {
        (self.top - other.top).abs() <= tolerance && (self.unexplained - other.unexplained).abs() <= tolerance
    }

    /// Whether more than [`MOST_UNEXPLAINED`] of it was not understood.
    pub fn is_lost(self) -> bool {
        self.unexplained > MOST_UNEXPLAINED
    }
}

/// How sure a scorer was of a mission before it did anything: the part of a class that the mission's words decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// Its likeliest meaning has at least [`SURE_FROM`].
    Sure,
    /// It has less.
    Unsure,
    /// The scorer does not say.
    Any,
}

impl Certainty {
    /// That of a mission of which a scorer says so.
    pub fn of(understood: Option<Understood>) -> Self {
        match understood {
            Some(understood) if understood.top >= SURE_FROM => Self::Sure,
            Some(_) => Self::Unsure,
            None => Self::Any,
        }
    }

    /// Its name in files and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sure => "sure",
            Self::Unsure => "unsure",
            Self::Any => "any",
        }
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    top: HexFloat,
    unexplained: HexFloat,
}

impl TryFrom<Written> for Understood {
    type Error = ValueError;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        Self::new(written.top.get(), written.unexplained.get())
    }
}

impl From<Understood> for Written {
    fn from(understood: Understood) -> Self {
        let exact = |value| HexFloat::new(value).expect("both were found to be numbers");
        Self { top: exact(understood.top), unexplained: exact(understood.unexplained) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scorer_is_sure_from_nine_tenths_on() {
        let of = |top| Certainty::of(Some(Understood::new(top, 0.0).expect("probabilities")));
        assert_eq!([of(SURE_FROM), of(SURE_FROM.next_down())], [Certainty::Sure, Certainty::Unsure]);
        assert_eq!(Certainty::of(None), Certainty::Any);
    }

    #[test]
    fn a_mission_is_lost_where_more_of_it_was_not_understood_than_was() {
        let of = |unexplained| Understood::new(0.1, unexplained).expect("probabilities").is_lost();
        assert_eq!([of(MOST_UNEXPLAINED), of(MOST_UNEXPLAINED.next_up())], [false, true]);
    }

    #[test]
    fn what_is_no_probability_is_refused_by_name() {
        for (top, unexplained, named) in [(1.5, 0.0, "likeliest meaning is 1.5"), (0.5, f64::NAN, "understood is NaN")]
        {
            let error = Understood::new(top, unexplained).expect_err("no probability").to_string();
            assert!(error.contains(named), "{error}");
        }
        let read: Result<Understood, _> = serde_json::from_str(r#"{"top": "0x1p+1", "unexplained": "0x0p+0"}"#);
        assert!(read.expect_err("no probability").to_string().contains("is 2"));
    }

    #[test]
    fn every_bit_survives_a_file() {
        let understood = Understood::new(0.1 + 0.2, 1.0 / 3.0).expect("probabilities");
        let json = serde_json::to_string(&understood).expect("json");
        assert_eq!(serde_json::from_str::<Understood>(&json).expect("own output"), understood);
    }
}
