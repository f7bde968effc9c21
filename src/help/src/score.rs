use serde::{Deserialize, Serialize};

/// An option's score for display: a log-probability; NaN if the scorer gave none.
///
/// Equality compares bits, so NaN equals itself. A finite score is written as a number. Other scores are written as
/// "nan", "inf" or "-inf", because JSON has no numbers for them.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Score(f64);

impl Score {
    /// Makes a score from a log-probability, -inf or NaN.
    pub const fn new(score: f64) -> Self {
        Self(score)
    }

    /// The number.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Default for Score {
    /// The score of an option without one: NaN.
    fn default() -> Self {
        Self(f64::NAN)
    }
}

impl PartialEq for Score {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Score {}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Finite(f64),
    Other(Word),
}

#[derive(Serialize, Deserialize)]
enum Word {
    #[serde(rename = "nan")]
    Nan,
    #[serde(rename = "inf")]
    Infinite,
    #[serde(rename = "-inf")]
    NegativeInfinite,
}

impl From<Score> for Written {
    fn from(Score(score): Score) -> Self {
        match score {
            finite if finite.is_finite() => Self::Finite(finite),
            nan if nan.is_nan() => Self::Other(Word::Nan),
            infinite if infinite > 0.0 => Self::Other(Word::Infinite),
            _ => Self::Other(Word::NegativeInfinite),
        }
    }
}

impl From<Written> for Score {
    fn from(written: Written) -> Self {
        Self(match written {
            Written::Finite(score) => score,
            Written::Other(Word::Nan) => f64::NAN,
            Written::Other(Word::Infinite) => f64::INFINITY,
            Written::Other(Word::NegativeInfinite) => f64::NEG_INFINITY,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_survives_json() {
        for score in [-0.1, -1e-300, 0.0, f64::NAN, f64::NEG_INFINITY, f64::INFINITY] {
            let json = serde_json::to_string(&Score::new(score)).expect("a score has a JSON form");
            assert_eq!(serde_json::from_str::<Score>(&json).expect(&json), Score::new(score), "{json}");
        }
    }
}
