//! The simulator's settings of a fleet file: how its world begins and runs, and who answers questions in it.

use std::collections::BTreeMap;

use serde::Deserialize;
use surefleet_english::{Vocabulary, read, read_binding};

use crate::error::SiteError;

/// The simulated world's parameters.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SimulatorChoice {
    /// How the world may be at the start: a name, for `config/starts/<start>.yaml`, or a path ending in `.yaml`, relative
    /// to the fleet file. None: as a house of deliveries is found in the morning.
    pub start: Option<String>,
    /// The mission of `surefleet demo`. None: that of the start.
    pub mission: Option<String>,
    /// Seed of the start and of the skills' durations.
    pub seed: u64,
    /// How long a skill takes that takes five seconds in the domain, in milliseconds; others in proportion.
    pub skill_ms: u64,
    /// Probability that a skill fails, 0 to 1.
    pub failure_rate: f64,
    /// Probability that a skill goes wrong without its robot noticing, 0 to 1.
    pub mishap_rate: f64,
    /// Pictures per second of each robot's camera; 0: no cameras. Default: 10 if the fleet has perception.
    pub camera_hz: Option<f64>,
    /// A simulated operator that answers help requests; none: people answer them.
    pub operator: Option<OperatorChoice>,
}

/// The simulated operator's parameters.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperatorChoice {
    /// Probability of a wrong answer, 0 to 1.
    pub error_rate: f64,
    /// Time that it takes to answer, in milliseconds.
    pub delay_ms: u64,
    /// Seed of its errors.
    #[serde(default)]
    pub seed: u64,
    /// The meanings of missions that leave something open, or that only a language model reads, in words that can be read.
    #[serde(default)]
    pub means: BTreeMap<String, String>,
}

impl OperatorChoice {
    /// The formulas that each of the texts means, with what its own words forbid.
    ///
    /// # Errors
    /// [`SiteError::Refused`] with the text whose meaning cannot be read.
    pub fn meanings(&self, vocabulary: &Vocabulary) -> Result<BTreeMap<String, Vec<String>>, SiteError> {
        let formulas = |(text, meaning): (&String, &String)| {
            let refused = |why: String| SiteError::Refused(format!("simulator.operator.means, {text:?}: {why}"));
            let meant = read(meaning, vocabulary).map_err(|error| refused(error.to_string()))?;
            let forbidden = read_binding(text, vocabulary).map_err(|error| refused(error.to_string()))?;
            let mut all: Vec<String> = meant.statements.iter().map(|asked| asked.formula.to_string()).collect();
            let lacking = forbidden.iter().map(|asked| asked.formula.to_string()).filter(|one| !all.contains(one));
            all.extend(lacking.collect::<Vec<_>>());
            Ok((text.clone(), all))
        };
        self.means.iter().map(formulas).collect()
    }
}

impl Default for SimulatorChoice {
    fn default() -> Self {
        Self {
            start: None,
            mission: None,
            seed: 1,
            skill_ms: 200,
            failure_rate: 0.0,
            mishap_rate: 0.0,
            camera_hz: None,
            operator: None,
        }
    }
}
