use std::fmt;

use serde::{Deserialize, Serialize};
use surefleet_fleet::Digest;

/// Everything about a scorer that its scores depend on.
///
/// Scorers that differ in any field are different models to a calibration file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScorerIdentity {
    /// How it scores: `simulated`, `grounded`, `choice`, `openai`.
    pub kind: String,
    /// Its name in records and reports, such as `simulated(quality=4, seed=1)`.
    pub id: String,
    /// Hash of the weights; where nobody can read them, of all that is known to select them.
    pub weights: Digest,
    /// Hash of the tokenizer; where nobody can read it, of the weights' hash.
    pub tokenizer: Digest,
    /// Such as `none`, `q4_k_m`, `undeclared`.
    pub quantisation: String,
    /// What runs the model, such as `llama.cpp`.
    pub backend: String,
    /// Its version.
    pub backend_version: String,
    /// Arithmetic, such as `f32`.
    pub dtype: String,
    /// How options share a call: `one call`.
    pub batch_mode: String,
    /// What is scored, such as `log-probability of the option's label`.
    pub score_definition: String,
    /// Softmax temperature the scores are divided by.
    pub temperature: f64,
    /// What the probabilities sum to one over, such as `over S`.
    pub normalisation: String,
    /// How options are named to the model, such as `letters`.
    pub option_labels: String,
}

impl ScorerIdentity {
    /// Whether its scores depend on the prompt's words; simulated scorers have the oracle, grounded ones the mission's meaning and the world.
    pub fn reads_prompts(&self) -> bool {
        !matches!(self.kind.as_str(), "simulated" | "grounded")
    }

    /// A hash of every field.
    pub fn digest(&self) -> Digest {
        let temperature = self.temperature.to_bits().to_le_bytes();
        let words = [
            &self.kind,
            &self.id,
            &self.quantisation,
            &self.backend,
            &self.backend_version,
            &self.dtype,
            &self.batch_mode,
            &self.score_definition,
            &self.normalisation,
            &self.option_labels,
        ];
        let bytes = [self.weights.as_bytes().as_slice(), self.tokenizer.as_bytes(), &temperature];
        Digest::of(words.into_iter().map(|word| word.as_bytes()).chain(bytes))
    }
}

impl fmt::Display for ScorerIdentity {
    /// The name that goes into records.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}
