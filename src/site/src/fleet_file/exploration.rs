//! How a fleet explores, as its file says it.

use std::path::PathBuf;

use serde::Deserialize;

use super::ModelChoice;

/// What robots look for, where, and by which words of the domain that is told.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplorationChoice {
    /// The vision-language model of each robot that sees; none: a simulated sight in `simulator.house`.
    #[serde(default, deserialize_with = "super::begun")]
    pub eyes: Option<ModelChoice>,
    /// What judges which sightings are relevant to the searches of others; none: robots send no findings.
    #[serde(default, deserialize_with = "super::begun")]
    pub relevance: Option<RelevanceChoice>,
    /// The parts of the site that robots are sent to.
    pub areas: AreasChoice,
    /// The type of what missions may ask for. An explorer looks for what the name of such an object says.
    pub sought: String,
    /// The skill that looks around in an area; its parameter is the area.
    pub skill: String,
    /// The predicates that the robots' maps tell.
    pub facts: SearchFacts,
    /// When a thing of a robot's map counts as found.
    pub counts_as_found: FoundRule,
    /// An answer of a robot counts if it is more confident than that, above 0 and below 1.
    pub answers_above: f64,
    /// The most messages of each robot in a second.
    pub messages_per_s: u32,
}

/// What decides which sightings robots tell one another: a language model that judges pairs of a seen and a sought thing, and its
/// calibration.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelevanceChoice {
    /// The model.
    pub judge: ModelChoice,
    /// A file of `surefleet calibrate-relevance` ([`FleetFile::full`](super::FleetFile::full)). Without one the robots send no findings.
    #[serde(default)]
    pub calibration: Option<PathBuf>,
}

/// Squares of one size, row by row from the south-west.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreasChoice {
    /// The type of the areas; its objects, in the order of the domain, are the squares.
    #[serde(rename = "type")]
    pub kind: String,
    /// The south-west corner of the first one in the frame `map`, in metres.
    pub origin_m: [f64; 2],
    /// The side of a square in metres.
    pub side_m: f64,
    /// The number of squares of a row.
    pub columns: usize,
}

/// When a thing of a robot's map counts as found. A robot that saw something sought and is less sure goes there and looks again.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundRule {
    /// The robot has seen it so often in one place, 1 to 1,000.
    pub sightings: u32,
    /// So sure is the robot that it is there, above 0 and at most 0.99: sightings raise it, views of the place without the thing lower it.
    pub confidence: f64,
}

/// Names of predicates.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchFacts {
    /// The area that a robot is in: of a robot, with an area as its value.
    pub at: String,
    /// The area where a thing was seen last: of a thing, with an area as its value.
    pub seen_in: String,
    /// That a thing is found.
    pub found: String,
    /// That nothing is left to see in an area, as far as the robots know.
    pub spent: String,
}

impl FoundRule {
    /// Whether a thing that was seen so often, and that a robot is so sure of, counts.
    pub fn holds(&self, sightings: u64, confidence: f64) -> bool {
        sightings >= u64::from(self.sightings) && confidence >= self.confidence
    }
}

impl ExplorationChoice {
    /// Checks what can be checked without the domain.
    pub(super) fn check(&self) -> Result<(), String> {
        let AreasChoice { origin_m, side_m, columns, .. } = &self.areas;
        if !((0.5..=100.0).contains(side_m) && origin_m.iter().all(|metres| metres.is_finite())) {
            return Err(format!(
                "exploration.areas: squares of {side_m} m at {origin_m:?}: give 0.5 to 100 m, and a place"
            ));
        }
        if !(1..=1000).contains(columns) {
            return Err(format!("exploration.areas.columns: {columns} is not between 1 and 1000"));
        }
        let FoundRule { sightings, confidence } = self.counts_as_found;
        if !((1..=1000).contains(&sightings) && confidence > 0.0 && confidence <= 0.99) {
            return Err(format!(
                "exploration.counts_as_found: {sightings} sightings and a confidence of {confidence}: give 1 to 1000, and above 0 and at most 0.99"
            ));
        }
        if !(self.answers_above > 0.0 && self.answers_above < 1.0) {
            return Err(format!("exploration.answers_above: {} is not above 0 and below 1", self.answers_above));
        }
        if !(1..=1000).contains(&self.messages_per_s) {
            return Err(format!("exploration.messages_per_s: {} is not between 1 and 1000", self.messages_per_s));
        }
        Ok(())
    }
}
