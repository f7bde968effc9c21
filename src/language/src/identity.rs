use std::fmt;

use serde::{Deserialize, Serialize};
use surefleet_fleet::Digest;

/// All properties of a scorer that its scores depend on.
///
/// For a calibration file, scorers that differ in any field are different models.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScorerIdentity {
    /// The kind of scorer: `simulated`, `grounded`, `choice`, `openai`.
    pub kind: String,
    /// Its name in records and reports, such as `simulated(quality=4, seed=1)`.
    pub id: String,
    /// Hash of the weights. If nobody can read them, hash of all known settings that select them.
    pub weights: Digest,
    /// Hash of the tokenizer. If nobody can read it, the hash in `weights`.
    pub tokenizer: Digest,
    /// Quantisation of the weights, such as `none`, `q4_k_m`, `undeclared`.
    pub quantisation: String,
    /// The software that runs the model, such as `llama.cpp`.
    pub backend: String,
    /// Version of the backend.
    pub backend_version: String,
    /// Arithmetic, such as `f32`.
    pub dtype: String,
    /// How options share calls: `one call`.
    pub batch_mode: String,
    /// Definition of the score, such as `log-probability of the option's label`.
    pub score_definition: String,
    /// Softmax temperature: the scores are divided by it.
    pub temperature: f64,
    /// The set over which the probabilities sum to one, such as `over S`.
    pub normalisation: String,
    /// The labels that the model sees for the options, such as `letters`.
    pub option_labels: String,
}

impl ScorerIdentity {
    /// Whether scores depend on the prompt's words. Simulated and grounded scorers do not read the prompt.
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
    /// Writes the name that records contain.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}
