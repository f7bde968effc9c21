//! Scores in JSON: hexadecimal floats, because JSON has no -inf and decimal digits invite rounding.

use serde::{Deserialize, Deserializer, Serializer, de::Error as _, ser::Error as _};
use surefleet_conformal::HexFloat;

pub(crate) fn serialize<S: Serializer>(scores: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    let scores: Result<Vec<HexFloat>, _> = scores.iter().copied().map(HexFloat::new).collect();
    serializer.collect_seq(scores.map_err(S::Error::custom)?)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    let scores = Vec::<String>::deserialize(deserializer)?;
    let exact = scores.iter().map(|text| text.parse::<HexFloat>().map(HexFloat::get));
    exact.collect::<Result<_, _>>().map_err(D::Error::custom)
}
