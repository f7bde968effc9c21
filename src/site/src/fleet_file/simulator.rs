//! The simulator's settings of a fleet file: how its world begins and runs, and who answers questions in it.

use std::collections::BTreeMap;

use serde::Deserialize;
use surefleet_english::{Vocabulary, read, read_binding};
use surefleet_houses::{House, HouseSplit, SizeClass};

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
    /// The pose in which each arm begins, where the fleet file has `arms`.
    pub arms_at: Option<String>,
    /// Pictures per second of each robot's camera; 0: no cameras. Default: 10 if the fleet has perception.
    pub camera_hz: Option<f64>,
    /// The house that exploring robots are in; none: the world is what the start says.
    #[serde(deserialize_with = "super::begun")]
    pub house: Option<HouseChoice>,
    /// A simulated operator that answers help requests; none: people answer them.
    #[serde(deserialize_with = "super::begun")]
    pub operator: Option<OperatorChoice>,
}

/// A simulated house of many rooms. It follows from seed and size alone.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseChoice {
    /// The seed of the house, of where robots start, and of the errors of their odometry.
    pub seed: u64,
    /// How large it is.
    pub size: HouseSize,
    /// How many times as fast as 1 m/s the robots drive, 0.1 to 10.
    pub speed: f64,
    /// Pictures of each robot in a second, 0.1 to 30.
    pub camera_hz: f64,
}

/// The sizes of houses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HouseSize {
    /// 3 or 4 rooms.
    Small,
    /// 5 to 7 rooms.
    Medium,
    /// 8 to 12 rooms.
    Large,
}

impl HouseChoice {
    /// The house, of the classes that no model is trained on.
    pub fn house(&self) -> House {
        let size = match self.size {
            HouseSize::Small => SizeClass::Small,
            HouseSize::Medium => SizeClass::Medium,
            HouseSize::Large => SizeClass::Large,
        };
        House::draw(self.seed, size, HouseSplit::Test)
    }

    pub(super) fn check(&self) -> Result<(), String> {
        for (name, value, [least, most]) in
            [("speed", self.speed, [0.1, 10.0]), ("camera_hz", self.camera_hz, [0.1, 30.0])]
        {
            if !(least..=most).contains(&value) {
                return Err(format!("simulator.house.{name}: {value} is not between {least} and {most}"));
            }
        }
        Ok(())
    }
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
            arms_at: None,
            camera_hz: None,
            house: None,
            operator: None,
        }
    }
}
