//! Language models: interfaces for scoring options ([`OptionScorer`]) and writing text ([`LanguageModel`]),
//! implementations of both behind an OpenAI-compatible server ([`OpenAiScorer`], [`OpenAiModel`]), and interfaces for
//! models in this process ([`TokenModel`], and [`VisionLanguageModel`], which looks at pictures).
//!
//! Invariant: scores are one finite log-probability per option, in the order of the options, and the probabilities sum
//! to one. A scorer that cannot give such scores returns a [`ScoreError`] and never guesses; the robot then asks a
//! person. A text is exactly as the model wrote it, and it states whether it was cut off.
//!
//! It does not word prompts, choose options, form prediction sets, judge the content of a text, or decide. It keeps no
//! state between calls.
//!
//! ```
//! use surefleet_language::{Scores, Usage};
//! let scores = Scores::from_logits(&[2.0, 1.0, -3.0], Usage::default())?;
//! assert_eq!(scores.best(), 0);
//! let total: f64 = scores.log_probabilities.iter().map(|g| g.exp()).sum();
//! assert!((total - 1.0).abs() < 1e-12);
//! assert!(Scores::from_logits(&[f64::NAN], Usage::default()).is_err());
//! # Ok::<(), surefleet_language::ScoreError>(())
//! ```

mod error;
mod identity;
mod local;
mod model;
mod openai;
mod orders;
mod question;
mod scores;
mod tokens;
mod vision;

use surefleet_fleet::{RobotId, Turn};

pub use error::ScoreError;
pub use identity::ScorerIdentity;
pub use local::{LocalScorer, LocalStrategy, log_sum_exp};
pub use model::{Sampling, Text, TextRequest};
pub use openai::{ApiKey, Declared, Delay, OpenAiModel, OpenAiScorer, OpenAiSettings, OptionLength, ScoringStrategy};
pub use orders::{LabelOrders, Preamble};
pub use question::{LabelledOption, Prompt, Question};
pub use scores::{Scores, Understanding, Usage};
pub use tokens::{ModelFingerprint, TokenModel};
pub use vision::{Exchange, MultipleChoice, Picture, VisionLanguageModel};

/// Gives every option of a decision a score.
///
/// Scorers with equal identity must give the same scores for the same question, within the tolerance of the calibration
/// file, because thresholds of one are used for the other.
pub trait OptionScorer {
    /// The properties that the scores depend on besides the question, for the calibration file and each record.
    fn identity(&self) -> ScorerIdentity;

    /// Does ahead what a robot's questions about a mission will need, once its first turn is heard; nothing by default. It
    /// changes no scores.
    fn prepare(&self, turn: &Turn, robot: &RobotId) {
        let _ = (turn, robot);
    }

    /// Scores every option of the question.
    ///
    /// # Errors
    /// [`ScoreError`] if it cannot compute a valid score. Nothing may be decided from it.
    fn score(&self, question: &Question) -> impl Future<Output = Result<Scores, ScoreError>> + Send;
}

/// Continues a prompt with text.
pub trait LanguageModel {
    /// The model's name, for records and people.
    fn name(&self) -> &str;

    /// Writes the answer to a prompt.
    ///
    /// # Errors
    /// [`ScoreError`] if there is no answer, or if it may come from another model.
    fn write(&self, request: &TextRequest) -> impl Future<Output = Result<Text, ScoreError>> + Send;
}
