//! Language models: what scores options ([`OptionScorer`]), what writes text ([`LanguageModel`]), both behind an
//! OpenAI-compatible server ([`OpenAiScorer`], [`OpenAiModel`]), and models in this process ([`TokenModel`], and [`VisionLanguageModel`],
//! which looks at pictures).
//!
//! Invariant: scores are one finite log-probability an option, in the options' order, whose probabilities sum
//! to one. A scorer that cannot give them gives a [`ScoreError`], never a guess; the robot then asks a person. A text is
//! what the model wrote, and says if it was cut off.
//!
//! It does not word prompts, choose options, form prediction sets, judge what a text says, or decide. It keeps no state
//! between calls.
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

pub use error::ScoreError;
pub use identity::ScorerIdentity;
pub use local::{LocalScorer, LocalStrategy, log_sum_exp};
pub use model::{Sampling, Text, TextRequest};
pub use openai::{ApiKey, Declared, Delay, OpenAiModel, OpenAiScorer, OpenAiSettings, OptionLength, Strategy};
pub use orders::{LabelOrders, Preamble};
pub use question::{LabelledOption, Prompt, Question};
pub use scores::{Scores, Understanding, Usage};
pub use tokens::{ModelFingerprint, TokenModel};
pub use vision::{Choice, Exchange, Picture, VisionLanguageModel};

/// What gives every option of a decision a score.
///
/// The same question must get the same scores from scorers of equal identity, within the tolerance that the
/// calibration file declares: thresholds are carried from one to the other.
pub trait OptionScorer {
    /// What the scores depend on besides the question; it goes into the calibration file and into each record.
    fn identity(&self) -> ScorerIdentity;

    /// Scores every option of the question.
    ///
    /// # Errors
    /// [`ScoreError`] where no honest score can be given; nothing may be decided from it.
    fn score(&self, question: &Question) -> impl Future<Output = Result<Scores, ScoreError>> + Send;
}

/// What continues a prompt with text.
pub trait LanguageModel {
    /// Its name, for records and people.
    fn name(&self) -> &str;

    /// Writes the answer to a prompt.
    ///
    /// # Errors
    /// [`ScoreError`] where there is none, or none that can be trusted to be the model's.
    fn write(&self, request: &TextRequest) -> impl Future<Output = Result<Text, ScoreError>> + Send;
}
