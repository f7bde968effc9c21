use surefleet_fleet::Digest;

use crate::{Prompt, ScoreError, ScorerIdentity};

/// A language model that runs in this process and is asked for one token at a time.
///
/// It remembers the text that it has read: a text with the same beginning costs only the new part. It may remember
/// several texts side by side, see [`turn_to`](Self::turn_to).
pub trait TokenModel {
    /// The properties that its answers depend on.
    fn fingerprint(&self) -> ModelFingerprint;

    /// The tokens of a prompt in the format that the model was trained on, up to where the answer begins. The prompt's
    /// prefix is the system message, its suffix the user message.
    ///
    /// # Errors
    /// [`ScoreError::Model`] for a text that has no tokens in this model, or that contains its control tokens.
    fn prompt(&self, prompt: &Prompt) -> Result<Vec<u32>, ScoreError>;

    /// The text between a prompt and its answer: a blank after plain text, nothing after a chat template.
    fn separator(&self) -> &'static str;

    /// The tokens of a piece of an answer.
    ///
    /// # Errors
    /// Like [`prompt`](Self::prompt).
    fn encode(&self, answer: &str) -> Result<Vec<u32>, ScoreError>;

    /// The tokens that were added to what the tokenizer learnt, with their texts: some may spell several words at once.
    fn phrases(&self) -> Vec<(String, u32)> {
        Vec::new()
    }

    /// Turns to one of the texts that it remembers side by side. The model starts with text 0.
    ///
    /// This affects only the time: a model that remembers a single text has to read more.
    fn turn_to(&mut self, _text: usize) {}

    /// Logits, `[vocabulary]`, of the token after these, and how many of these were newly read.
    ///
    /// # Errors
    /// [`ScoreError::Model`] for no tokens, too many, or tokens outside the vocabulary, and if the model does not run.
    fn next(&mut self, tokens: &[u32]) -> Result<(Vec<f32>, usize), ScoreError>;

    /// The same, and the logits after each of some tokens that are guessed to follow, as many as the model reads at once.
    ///
    /// # Errors
    /// Like [`next`](Self::next).
    fn next_along(&mut self, tokens: &[u32], _guessed: &[u32]) -> Result<(Vec<Vec<f32>>, usize), ScoreError> {
        let (logits, read) = self.next(tokens)?;
        Ok((vec![logits], read))
    }
}

impl ModelFingerprint {
    /// The identity of a scorer with this model. Its log-probabilities are used unscaled and normalised over S. The
    /// caller fills in everything else that the scores depend on.
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

/// The properties of a model that its answers depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFingerprint {
    /// The name of the model's folder.
    pub name: String,
    /// Hash of its graphs' files.
    pub weights: Digest,
    /// Hash of its tokenizer's file and of its template for conversations.
    pub tokenizer: Digest,
    /// The variant of the graphs, such as `q4`, or `none`.
    pub quantisation: String,
    /// The software that runs it, such as `onnxruntime, cpu`.
    pub backend: String,
    /// Version of the backend.
    pub backend_version: String,
    /// Arithmetic, such as `f32`.
    pub dtype: String,
}
