use std::collections::HashSet;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use surefleet_conformal::{Golden, GoldenReplay, Sha256};

use crate::{AskedModel, CalibrationFileError, ExplorationError};

/// Statistics that a calibration file holds: levels, raw scores, and the limits that follow from both.
pub trait CalibratedStatistics: Serialize + DeserializeOwned {
    /// Layout of the file that this build reads and writes.
    const SCHEMA: &'static str;
    /// The limits that the levels give on the raw scores.
    type Limits: Serialize;
    /// The use of a verified file: a criterion, a check.
    type Verdict;

    /// The recorded limits.
    fn recorded(&self) -> &Self::Limits;

    /// The limits, computed again.
    ///
    /// # Errors
    /// The reason why the scores give none.
    fn recomputed(&self) -> Result<Self::Limits, ExplorationError>;

    /// Hash and seed of each scene.
    fn scenes(&self) -> impl Iterator<Item = (Sha256, u64)>;

    /// Makes that use of statistics that were checked; `digest` is that of the file.
    ///
    /// # Errors
    /// As [`Self::recomputed`].
    fn verdict(&self, digest: Sha256) -> Result<Self::Verdict, ExplorationError>;
}

/// A calibration file of exploring robots: every raw score, and the setup that the scores are valid for.
///
/// Make one with [`ExplorationCalibration::new`]. A field changed afterwards no longer fits the digest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "S: DeserializeOwned"))]
pub struct ExplorationCalibration<S> {
    /// [`CalibratedStatistics::SCHEMA`].
    pub schema: String,
    /// Date and origin of the file.
    pub origin: CalibrationOrigin,
    /// The calibrated model and its task. They are compared with the running ones.
    pub asked: AskedModel,
    /// Levels, limits and scores.
    pub statistics: S,
    /// The model's answers to prompts that the running one must repeat.
    pub golden: Golden,
    digest: Sha256,
}

/// Date and origin of a calibration of exploring robots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalibrationOrigin {
    /// Unix time in seconds.
    pub created_unix_s: u64,
    /// Unix time in seconds from which the file is refused.
    pub expires_unix_s: u64,
    /// Commit of the program that made it.
    pub commit: String,
    /// First and last seed of the scenes; no test may draw from them.
    pub seeds: [u64; 2],
}

impl<S: CalibratedStatistics> ExplorationCalibration<S> {
    /// Puts the parts together and adds a digest of their content.
    pub fn new(origin: CalibrationOrigin, asked: AskedModel, statistics: S, golden: Golden) -> Self {
        let schema = S::SCHEMA.to_owned();
        let mut file = Self { schema, origin, asked, statistics, golden, digest: Sha256::from_bytes([0; 32]) };
        file.digest = file.content_digest();
        file
    }

    /// Reads the text of a file. The result is not verified yet.
    ///
    /// # Errors
    /// [`CalibrationFileError::Schema`] for another layout, [`CalibrationFileError::Json`] for missing, unknown or bad fields.
    pub fn from_json(text: &str) -> Result<Self, CalibrationFileError> {
        let refusal = |error: serde_json::Error| CalibrationFileError::Json(error.to_string());
        let SchemaProbe { schema } = serde_json::from_str(text).map_err(refusal)?;
        if schema != S::SCHEMA {
            return Err(CalibrationFileError::Schema { found: schema, supported: S::SCHEMA });
        }
        serde_json::from_str(text).map_err(refusal)
    }

    /// Text of the file, indented.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("string keys and infallible fields always serialise")
    }

    /// Digest recorded in the file. Answers that passed its threshold bear it.
    pub fn digest(&self) -> Sha256 {
        self.digest
    }

    /// Checks the file against what runs at `now_unix_s` (Unix time in seconds), and returns what it is used as.
    ///
    /// `replays`: the running model's answers to the golden prompts.
    ///
    /// # Errors
    /// The first check that fails.
    pub fn verify(
        &self,
        running: &AskedModel,
        now_unix_s: u64,
        replays: &[GoldenReplay],
    ) -> Result<S::Verdict, ExplorationError> {
        let CalibrationOrigin { created_unix_s: from, expires_unix_s: until, .. } = self.origin;
        if !(from..until).contains(&now_unix_s) {
            return Err(CalibrationFileError::Date { from, until, now: now_unix_s }.into());
        }
        same("asked", &json(&self.asked), &json(running))?;
        self.check_scenes()?;
        // Compared as text: thresholds are hex floats there, so equal text means equal bits.
        let (recorded, recomputed) =
            (json(self.statistics.recorded()).to_string(), json(&self.statistics.recomputed()?).to_string());
        if recorded != recomputed {
            return Err(CalibrationFileError::Limits { recorded, recomputed }.into());
        }
        if self.content_digest() != self.digest {
            return Err(CalibrationFileError::Changed.into());
        }
        self.golden.verify(replays)?;
        self.statistics.verdict(self.digest)
    }

    fn check_scenes(&self) -> Result<(), CalibrationFileError> {
        let [first, last] = self.origin.seeds;
        let (mut seeds, mut scenes) = (HashSet::new(), HashSet::new());
        for (scene, seed) in self.statistics.scenes() {
            if !(first..=last).contains(&seed) {
                return Err(CalibrationFileError::ForeignScene(seed));
            }
            if !seeds.insert(seed) || !scenes.insert(scene) {
                return Err(CalibrationFileError::SameScene(seed));
            }
        }
        Ok(())
    }

    /// Hash of everything but the digest. It shows edits and damage, but it is not a signature.
    fn content_digest(&self) -> Sha256 {
        let content = (&self.schema, &self.origin, &self.asked, &self.statistics, &self.golden);
        Sha256::of(serde_json::to_vec(&content).expect("string keys and infallible fields always serialise"))
    }
}

/// Reads the schema of any layout, so that a newer file is reported as newer and not as malformed.
#[derive(Deserialize)]
struct SchemaProbe {
    schema: String,
}

fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("string keys and infallible fields always serialise")
}

/// Compares leaf by leaf: no field is forgotten, and the error names the field that differs.
fn same(path: &str, calibrated: &Value, running: &Value) -> Result<(), CalibrationFileError> {
    match (calibrated, running) {
        (Value::Object(fields), Value::Object(others)) => fields.iter().try_for_each(|(name, field)| {
            same(&format!("{path}.{name}"), field, others.get(name).unwrap_or(&Value::Null))
        }),
        _ if calibrated == running => Ok(()),
        _ => Err(CalibrationFileError::Mismatch {
            field: path.to_owned(),
            calibrated: calibrated.to_string(),
            running: running.to_string(),
        }),
    }
}
