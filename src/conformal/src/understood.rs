use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{HexFloat, ValueError};

/// Least probability of the likeliest meaning at which a scorer counts as sure of a mission.
pub const SURE_FROM: f64 = 0.9;

/// The largest share of a mission that may stay not understood. Above it, the known meanings are the smaller part of
/// the text's possible meanings, and no class covers such missions.
pub const MOST_UNEXPLAINED: f64 = 0.5;

/// How well a scorer understood a mission, before any of its actions; in JSON as hex floats.
///
/// It depends on the mission alone, never on a decision. Only then may missions be sorted by it into classes, with one
/// calibration per class.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Understood {
    top: f64,
    unexplained: f64,
}

impl Understood {
    /// Takes the probability of the likeliest meaning and that of everything not understood.
    ///
    /// # Errors
    /// [`ValueError::Understood`] for a probability that is not from 0 to 1.
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

    /// Probability of all possible meanings that were not understood.
    pub fn unexplained(self) -> f64 {
        self.unexplained
    }

    /// Whether both probabilities differ by at most `tolerance`.
    pub fn is_near(self, other: Self, tolerance: f64) -> bool {
        (self.top - other.top).abs() <= tolerance && (self.unexplained - other.unexplained).abs() <= tolerance
    }

    /// Whether more than [`MOST_UNEXPLAINED`] of the mission was not understood.
    pub fn is_lost(self) -> bool {
        self.unexplained > MOST_UNEXPLAINED
    }
}

/// How sure a scorer was of a mission before any action: the part of a class that the mission's words decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// The likeliest meaning has at least probability [`SURE_FROM`].
    Sure,
    /// The likeliest meaning has less.
    Unsure,
    /// The scorer does not say.
    Any,
}

impl Certainty {
    /// The certainty of a mission with this report of a scorer.
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
