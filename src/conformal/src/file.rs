use serde::{Deserialize, Serialize};

use crate::{
    Bound, CalibrationError, ClassKey, Fraction, Golden, HexFloat, Mode, Rank, Sha256, Tested, Threshold, Understood,
};

/// Version of the calibration file's layout that this build reads and writes.
pub const SCHEMA: u32 = 2;

/// A calibration file: the raw scores, and all conditions on a robot under which they are valid.
///
/// Make one with [`CalibrationFile::new`]; a field changed afterwards no longer fits the digest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalibrationFile {
    /// When the file was made, and from which sources.
    pub provenance: Provenance,
    /// The models of the team, one entry each.
    pub models: Vec<ModelIdentity>,
    /// The question to the models.
    pub task: TaskIdentity,
    /// Levels, scores and thresholds.
    pub statistics: Statistics,
    /// The missions that it covers.
    pub scope: Scope,
    /// Prompts to replay before acting alone.
    pub golden: Golden,
    digest: Sha256,
}

/// When a calibration file was made, and from which sources.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Layout of the file, [`SCHEMA`].
    pub schema: u32,
    /// Unix time in seconds.
    pub created_unix_s: u64,
    /// Unix time in seconds from which the file is refused.
    pub expires_unix_s: u64,
    /// Commit of the program that made it.
    pub commit: String,
}

/// A model as it runs: the same weights under another backend or batch mode count as another model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelIdentity {
    /// Name, unique in the file.
    pub id: String,
    /// Hash of the weights; if there are several files, of all of them in name order.
    pub weights_sha256: Sha256,
    /// Hash of the tokenizer file.
    pub tokenizer_sha256: Sha256,
    /// Such as `none`, `int8`, `q4f16`.
    pub quantisation: String,
    /// Such as `onnxruntime-cpu`, `llama.cpp`.
    pub backend: String,
    /// Version of the backend.
    pub backend_version: String,
    /// Such as `f32`, `f16`.
    pub dtype: String,
    /// How options share a batch, such as `one-by-one`, `padded`.
    pub batch_mode: String,
}

/// The question to the models, and how an answer becomes a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskIdentity {
    /// Hash of the prompt template.
    pub prompt_template_sha256: Sha256,
    /// Hash of the action space (skills, their arguments, the objects' vocabulary).
    pub action_space_sha256: Sha256,
    /// Name of the rule that orders S.
    pub canonical_order: String,
    /// Name of the rule that words an option, such as `full-text`, `letters`.
    pub option_labels: String,
    /// Such as `sum of token log-probabilities`.
    pub score_definition: String,
    /// Softmax temperature the scores are divided by.
    pub temperature: f64,
    /// Such as `none`, `per token`, `over S`.
    pub normalisation: String,
}

/// The missions that the calibration covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scope {
    /// Name of the scenario distribution.
    pub scenario_distribution: String,
    /// Hash of its generator: code version and parameters.
    pub generator_sha256: Sha256,
    /// How the robots' order is drawn, such as `fixed`, `shuffled per step`.
    pub order_policy: String,
    /// `W`: the number of new orders that a non-singleton set may ask for before a human is asked.
    pub reorders: u32,
    /// Version of the oracle that decided which decisions are acceptable.
    pub truth_oracle_version: String,
    /// How the simulated operator chose, such as `first acceptable from the top`.
    pub operator_policy: String,
    /// Name of the split the scores come from.
    pub calibration_split: String,
    /// Name of the split that is kept for tests.
    pub test_split: String,
    /// The forms of the missions: a mission of another form is not covered.
    pub forms: MissionForms,
}

/// The forms of the missions of a distribution, as the runs of words in their texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissionForms {
    /// The rule by which a text becomes runs.
    pub rule: String,
    /// The number of missions of each class that the forms were learnt from.
    pub missions: u64,
    /// The most parts of a mission whose words leave something open.
    pub most_open: usize,
    /// Every run, ascending.
    pub runs: Vec<String>,
}

/// How equal scores are treated at the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieRule {
    /// Member when `g >= t`, the only rule this crate has.
    Ge,
}

/// Levels, scores and thresholds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statistics {
    /// The event that is bounded; coverage if the file names none, so that older files keep their digests.
    #[serde(default, skip_serializing_if = "Bound::is_coverage")]
    pub bound: Bound,
    /// Error level the user asked for.
    pub alpha: Fraction,
    /// `alpha / (W + 1)`, at which the ranks were computed.
    pub effective_alpha: Fraction,
    /// The draws that the guarantee averages over.
    pub mode: Mode,
    /// How equal scores are treated.
    pub tie_rule: TieRule,
    /// One entry per Mondrian class; disjoint.
    pub classes: Vec<ClassStatistics>,
}

/// Scores and threshold of a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassStatistics {
    /// The class.
    pub key: ClassKey,
    /// `M`, the number of calibration sequences.
    pub m: usize,
    /// Rank of the threshold among the scores sorted downwards.
    pub k: usize,
    /// Threshold, recomputable from `scores`.
    pub t: Threshold,
    /// The largest share not understood in a mission of `scores`; a mission with a larger share is not covered. None in
    /// a class whose scorer does not say.
    #[serde(deserialize_with = "Option::deserialize")]
    pub most_unexplained: Option<HexFloat>,
    /// The threshold's results on other missions; empty if this was not measured.
    pub tested: Vec<Tested>,
    /// Every sequence score.
    pub scores: Vec<SequenceRecord>,
}

/// Score of a calibration sequence and its origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequenceRecord {
    /// Least threshold above which the sequence loses what is bounded ([`Bound`]); for coverage its
    /// [`SequenceScore`](crate::SequenceScore). `-inf` if its truth was masked out.
    pub score: HexFloat,
    /// Hash of the scenario.
    pub scenario_sha256: Sha256,
    /// Seed the scenario was drawn with, unique in the file.
    pub seed: u64,
    /// How well the scorer understood the mission; none if it does not say.
    #[serde(deserialize_with = "Option::deserialize")]
    pub understood: Option<Understood>,
}

impl Statistics {
    /// Computes ranks and thresholds of `classes` at `alpha / (reorders + 1)`; their scores are those of `bound`.
    ///
    /// A class too small for the level gets an infinite threshold here and is refused by [`CalibrationFile::verify`]:
    /// one can write and read the file, but no robot can act on it.
    ///
    /// # Errors
    /// [`CalibrationError::RecordedScore`] for a score of `+inf`; [`ValueError::FractionSplit`](crate::ValueError) for
    /// an alpha too fine to divide.
    pub fn calibrate(
        bound: Bound,
        alpha: Fraction,
        reorders: u32,
        mode: Mode,
        classes: Vec<(ClassKey, Vec<SequenceRecord>)>,
    ) -> Result<Self, CalibrationError> {
        let effective_alpha = alpha.split_over_orders(reorders)?;
        let classes = classes
            .into_iter()
            .map(|(key, scores)| {
                let (rank, t) = threshold_of(&key, &scores, effective_alpha, mode)?;
                let most_unexplained = most_unexplained(&scores);
                Ok(ClassStatistics { key, m: rank.m(), k: rank.k(), t, most_unexplained, tested: Vec::new(), scores })
            })
            .collect::<Result<_, CalibrationError>>()?;
        Ok(Self { bound, alpha, effective_alpha, mode, tie_rule: TieRule::Ge, classes })
    }
}

/// The largest share that was not understood in one of these missions.
pub(crate) fn most_unexplained(records: &[SequenceRecord]) -> Option<HexFloat> {
    let unexplained = records.iter().filter_map(|record| record.understood).map(Understood::unexplained);
    unexplained.reduce(f64::max).map(|most| HexFloat::new(most).expect("probabilities are numbers"))
}

/// Rank and threshold of a class, from its raw scores.
pub(crate) fn threshold_of(
    key: &ClassKey,
    records: &[SequenceRecord],
    alpha: Fraction,
    mode: Mode,
) -> Result<(Rank, Threshold), CalibrationError> {
    if let Some(record) = records.iter().find(|record| record.score.get() == f64::INFINITY) {
        return Err(CalibrationError::RecordedScore {
            class: key.clone(),
            seed: record.seed,
            value: record.score.to_string(),
        });
    }
    let scores: Vec<f64> = records.iter().map(|record| record.score.get()).collect();
    Threshold::calibrate(&scores, alpha, mode)
}

impl CalibrationFile {
    /// Puts the parts together under a digest of their content.
    pub fn new(
        provenance: Provenance,
        models: Vec<ModelIdentity>,
        task: TaskIdentity,
        statistics: Statistics,
        scope: Scope,
        golden: Golden,
    ) -> Self {
        let mut file =
            Self { provenance, models, task, statistics, scope, golden, digest: Sha256::from_bytes([0; 32]) };
        file.digest = file.content_digest();
        file
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// [`CalibrationError::Schema`] for another layout, [`CalibrationError::Json`] for anything missing, unknown or
    /// malformed. What was read is not yet verified.
    pub fn from_json(text: &str) -> Result<Self, CalibrationError> {
        let refusal = |error: serde_json::Error| CalibrationError::Json { detail: error.to_string() };
        let probe: SchemaProbe = serde_json::from_str(text).map_err(refusal)?;
        if probe.provenance.schema != SCHEMA {
            return Err(CalibrationError::Schema { found: probe.provenance.schema, supported: SCHEMA });
        }
        serde_json::from_str(text).map_err(refusal)
    }

    /// Text of the file, indented.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("string keys and infallible fields always serialise")
    }

    /// Digest recorded in the file.
    pub fn digest(&self) -> Sha256 {
        self.digest
    }

    /// Hash of everything but the digest: shows edits and damage. It is no signature.
    pub(crate) fn content_digest(&self) -> Sha256 {
        let content = (&self.provenance, &self.models, &self.task, &self.statistics, &self.scope, &self.golden);
        Sha256::of(serde_json::to_vec(&content).expect("string keys and infallible fields always serialise"))
    }
}

/// Reads the schema of any layout, so that a newer file is refused as newer, not as malformed.
#[derive(Deserialize)]
struct SchemaProbe {
    provenance: ProvenanceProbe,
}

#[derive(Deserialize)]
struct ProvenanceProbe {
    schema: u32,
}
