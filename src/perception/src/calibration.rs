use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use surefleet_conformal::{CalibrationError, Golden, GoldenReplay, ModelIdentity, Sha256};
use surefleet_language::ModelFingerprint;

use crate::{
    ActionEvidence, ActionOutcome, Criterion, Levels, Limits, PerceptionError, QuestionWording, Strategy, Uncertainty,
    score_definition, template_digest,
};

/// Layout of a detector's calibration that this build reads and writes.
pub const DETECTOR_SCHEMA: &str = "surefleet-detector-calibration/1";

/// A detector's calibration: every raw score, and the setup that the scores are valid for.
///
/// Make one with [`DetectorCalibration::new`]. A field changed afterwards no longer fits the digest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DetectorCalibration {
    /// [`DETECTOR_SCHEMA`].
    pub schema: String,
    /// Date and origin of the file.
    pub origin: Origin,
    /// The calibrated detector. It is compared with the running one.
    pub detector: Detector,
    /// Levels, limits and scores.
    pub statistics: DetectorStatistics,
    /// The model's answers about [painted pictures](crate::golden_prompts).
    pub golden: Golden,
    digest: Sha256,
}

/// Date and origin of a detector's calibration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Unix time in seconds.
    pub created_unix_s: u64,
    /// Unix time in seconds from which the file is refused.
    pub expires_unix_s: u64,
    /// Commit of the program that made it.
    pub commit: String,
    /// First and last seed of the scenes; no test may draw from them.
    pub seeds: [u64; 2],
}

/// A detector as it runs. The same model with other wording or other pictures is another detector.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detector {
    /// The model that looks. The hash of its tokenizer also covers the settings of its picture preprocessing.
    pub model: ModelIdentity,
    /// How the model is asked.
    pub strategy: Strategy,
    /// The wording of the questions.
    pub wording: QuestionWording,
    /// Hash of this wording.
    pub prompt_template_sha256: Sha256,
    /// How the model's doubt is measured.
    pub uncertainty: Uncertainty,
    /// How the model's answers become scores.
    pub score_definition: String,
    /// Least probability mass on the offered answers. Below it the model's word never counts.
    pub least_mass: f64,
    /// Source of the pictures: the name of a camera and its mount, or of a renderer.
    pub picture_source: String,
    /// Columns and rows of the pictures.
    pub picture_size: [usize; 2],
    /// Name of the distribution of scenes and actions.
    pub distribution: String,
    /// Hash of the generator of the scenes: code version and parameters.
    pub generator_sha256: Sha256,
}

/// Levels, limits and scores of a detector.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DetectorStatistics {
    /// The error levels that are guaranteed.
    pub levels: Levels,
    /// The limits that the checks give at these levels.
    pub limits: Limits,
    /// All checks, one per scene, since checks of one scene are not independent.
    pub checks: Vec<CalibrationCheck>,
}

/// A check with a known truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalibrationCheck {
    /// Whether the action did what it should.
    pub truth: ActionOutcome,
    /// The model's evidence.
    pub evidence: ActionEvidence,
    /// Hash of the scene: world, action and picture.
    pub scene_sha256: Sha256,
    /// Seed the scene was drawn with.
    pub seed: u64,
}

impl Detector {
    /// A detector with this model and settings. The template hash and the score definition come from this build.
    pub fn new(
        model: &ModelFingerprint,
        (strategy, uncertainty, wording): (Strategy, Uncertainty, QuestionWording),
        least_mass: f64,
        (picture_source, picture_size): (&str, [usize; 2]),
        (distribution, generator_sha256): (&str, Sha256),
    ) -> Self {
        let sha256 = |digest: surefleet_fleet::Digest| Sha256::from_bytes(*digest.as_bytes());
        let model = ModelIdentity {
            id: model.name.clone(),
            weights_sha256: sha256(model.weights),
            tokenizer_sha256: sha256(model.tokenizer),
            quantisation: model.quantisation.clone(),
            backend: model.backend.clone(),
            backend_version: model.backend_version.clone(),
            dtype: model.dtype.clone(),
            batch_mode: "one question at a time".to_owned(),
        };
        Self {
            model,
            strategy,
            wording,
            prompt_template_sha256: sha256(template_digest(wording)),
            uncertainty,
            score_definition: score_definition(uncertainty).to_owned(),
            least_mass,
            picture_source: picture_source.to_owned(),
            picture_size,
            distribution: distribution.to_owned(),
            generator_sha256,
        }
    }
}

impl DetectorStatistics {
    /// Computes the limits that these checks give.
    ///
    /// Too few checks give limits that [`DetectorCalibration::verify`] refuses. Such a file can be written and
    /// inspected, but robots cannot act on it.
    ///
    /// # Errors
    /// Like [`Levels::calibrate`].
    pub fn calibrate(levels: Levels, checks: Vec<CalibrationCheck>) -> Result<Self, CalibrationError> {
        let limits = limits_of(levels, &checks)?;
        Ok(Self { levels, limits, checks })
    }
}

fn limits_of(levels: Levels, checks: &[CalibrationCheck]) -> Result<Limits, CalibrationError> {
    let known: Vec<(ActionOutcome, ActionEvidence)> =
        checks.iter().map(|check| (check.truth, check.evidence)).collect();
    levels.calibrate(&known)
}

impl DetectorCalibration {
    /// Puts the parts together and adds a digest of their content.
    pub fn new(origin: Origin, detector: Detector, statistics: DetectorStatistics, golden: Golden) -> Self {
        let schema = DETECTOR_SCHEMA.to_owned();
        let mut file = Self { schema, origin, detector, statistics, golden, digest: Sha256::from_bytes([0; 32]) };
        file.digest = file.content_digest();
        file
    }

    /// Reads the text of a file. The result is not verified yet.
    ///
    /// # Errors
    /// [`PerceptionError::Schema`] for another layout, [`PerceptionError::Json`] for missing, unknown or bad fields.
    pub fn from_json(text: &str) -> Result<Self, PerceptionError> {
        let refusal = |error: serde_json::Error| PerceptionError::Json(error.to_string());
        let SchemaProbe { schema } = serde_json::from_str(text).map_err(refusal)?;
        if schema != DETECTOR_SCHEMA {
            return Err(PerceptionError::Schema { found: schema, supported: DETECTOR_SCHEMA });
        }
        serde_json::from_str(text).map_err(refusal)
    }

    /// Text of the file, indented.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("string keys and infallible fields always serialise")
    }

    /// Digest recorded in the file. Records of judgements made with the file refer to it.
    pub fn digest(&self) -> Sha256 {
        self.digest
    }

    /// Checks the file against the running detector at `now_unix_s` (Unix time in seconds) and returns the criterion.
    ///
    /// `replays`: the running model's answers about the [painted pictures](crate::golden_prompts).
    ///
    /// # Errors
    /// The first check that fails. Pass the error on to [`Judge::new`](crate::Judge::new): the detector is then off,
    /// and a person is asked about every action.
    pub fn verify(
        &self,
        running: &Detector,
        now_unix_s: u64,
        replays: &[GoldenReplay],
    ) -> Result<Criterion, PerceptionError> {
        let Origin { created_unix_s: from, expires_unix_s: until, .. } = self.origin;
        if !(from..until).contains(&now_unix_s) {
            return Err(PerceptionError::Date { from, until, now: now_unix_s });
        }
        same("detector", &json(&self.detector), &json(running))?;
        self.check_statistics()?;
        if self.content_digest() != self.digest {
            return Err(PerceptionError::Changed);
        }
        self.golden.verify(replays)?;
        Ok(Criterion {
            strategy: running.strategy,
            uncertainty: running.uncertainty,
            rule: self.statistics.limits.rule(),
            least_mass: running.least_mass,
            expires_unix_s: Some(until),
        })
    }

    fn check_statistics(&self) -> Result<(), PerceptionError> {
        let DetectorStatistics { levels, limits, checks } = &self.statistics;
        let [first, last] = self.origin.seeds;
        let (mut seeds, mut scenes) = (HashSet::new(), HashSet::new());
        for check in checks {
            if !(first..=last).contains(&check.seed) {
                return Err(PerceptionError::ForeignScene(check.seed));
            }
            if !seeds.insert(check.seed) || !scenes.insert(check.scene_sha256) {
                return Err(PerceptionError::SameScene(check.seed));
            }
        }
        // Compared as text: thresholds are hex floats there, so equal text means equal bits.
        let (recorded, recomputed) = (json(limits).to_string(), json(&limits_of(*levels, checks)?).to_string());
        if recorded != recomputed {
            return Err(PerceptionError::Limits { recorded, recomputed });
        }
        limits.shortage().map_or(Ok(()), |shortage| Err(PerceptionError::Shortage(shortage)))
    }

    /// Hash of everything but the digest. It shows edits and damage, but it is not a signature.
    fn content_digest(&self) -> Sha256 {
        let content = (&self.schema, &self.origin, &self.detector, &self.statistics, &self.golden);
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
fn same(path: &str, calibrated: &Value, running: &Value) -> Result<(), PerceptionError> {
    match (calibrated, running) {
        (Value::Object(fields), Value::Object(others)) => fields.iter().try_for_each(|(name, field)| {
            same(&format!("{path}.{name}"), field, others.get(name).unwrap_or(&Value::Null))
        }),
        _ if calibrated == running => Ok(()),
        _ => Err(PerceptionError::Mismatch {
            field: path.to_owned(),
            calibrated: calibrated.to_string(),
            running: running.to_string(),
        }),
    }
}
