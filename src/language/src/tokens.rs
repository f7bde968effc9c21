use surefleet_fleet::Digest;

use crate::{Prompt, ScoreError, ScorerIdentity};

/// A language model that runs in this process and is asked for one token at a time.
///
/// It remembers what it has read: a text that begins like the one before costs only what is new. It may remember several
/// texts side by side, see [`turn_to`](Self::turn_to).
pub trait TokenModel {
    /// What its answers depend on.
    fn fingerprint(&self) -> ModelFingerprint;

    /// The tokens of a prompt, as the model was trained to see one, up to where the answer begins: the prompt's prefix is the
    /// system's message, its suffix the user's.
    ///
    /// # Errors
    /// [`ScoreError::Model`] for a text that the model has no tokens for, or that names its control tokens.
    fn prompt(&self, prompt: &Prompt) -> Result<Vec<u32>, ScoreError>;

    /// What stands between a prompt and its answer: a blank behind plain text, nothing behind the template of a conversation.
    fn separator(&self) -> &'static str;

    /// The tokens of a piece of an answer.
    ///
    /// # Errors
    /// As [`prompt`](Self::prompt).
    fn encode(&self, answer: &str) -> Result<Vec<u32>, ScoreError>;

    /// Turns to one of the texts that it remembers side by side; it begins at text 0.
    ///
    /// Nothing but time depends on it: a model that remembers one text alone reads more.
    fn turn_to(&mut self, _text: usize) {}

    /// Logits, `[vocabulary]`, of the token that follows these; and how many of them were read anew.
    ///
    /// # Errors
    /// [`ScoreError::Model`] where there are no tokens, too many, or none of the model's, and where it does not run.
    fn next(&mut self, tokens: &[u32]) -> Result<(Vec<f32>, usize), ScoreError>;
}

impl ModelFingerprint {
    /// A scorer with this model, whose log-probabilities are taken as they are and normalised over S; what its scores depend on
    /// besides is for the caller to say.
    pub fn scorer(self, kind: &str, id: String) -> ScorerIdentity {
        ScorerIdentity {
            kind: kind.into(),
            id,
            weights: self.weights,
            tokenizer: self.tokenizer,
            quantisation: self.quantisation,
            backend: self.backend,
            backend_version: self.backend_version,
            dtype: self.dtype,
            batch_mode: String::new(),
            score_definition: String::new(),
            temperature: 1.0,
            normalisation: "over S".into(),
            option_labels: "none".into(),
        }
    }
}

/// What the answers of a model depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFingerprint {
    /// The name of its folder.
    pub name: String,
    /// Hash of its graphs' files.
    pub weights: Digest,
    /// Hash of its tokenizer's file and of its template for conversations.
    pub tokenizer: Digest,
    /// The variant of the graphs, such as `q4`; `none`.
    pub quantisation: String,
    /// What runs it, such as `onnxruntime, cpu`.
    pub backend: String,
    /// Its version.
    pub backend_version: String,
    /// Arithmetic, such as `f32`.
    pub dtype: String,
}
