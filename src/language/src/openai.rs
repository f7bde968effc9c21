//! A scorer and a language model behind an OpenAI-compatible HTTP server (llama.cpp, vLLM, a cloud).

mod answer;
mod client;
mod key;
mod labels;
mod likelihood;
mod retry;
mod settings;
mod text;
mod transport;

use serde_json::Value;
use surefleet_fleet::Digest;

use crate::{LabelOrders, OptionScorer, Question, ScoreError, ScorerIdentity, Scores, Usage};
use answer::Answer;
use client::{Client, Unread};
pub use key::ApiKey;
pub use retry::Delay;
pub use settings::{Declared, OpenAiSettings, OptionLength, ScoringStrategy};
pub use text::OpenAiModel;

/// Scores options with a model behind an OpenAI-compatible server, with one call per question and order of labels.
///
/// Calls that may succeed later are repeated a limited number of times. Then the error is returned.
#[derive(Debug)]
pub struct OpenAiScorer {
    client: Client,
    strategy: ScoringStrategy,
    orders: LabelOrders,
}

impl OpenAiScorer {
    /// Reads the key from the environment variable that the settings name.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for a setting that cannot be used or a variable that is not set.
    pub fn from_environment(settings: OpenAiSettings, strategy: ScoringStrategy) -> Result<Self, ScoreError> {
        let key = settings.key()?;
        Self::new(settings, strategy, key)
    }

    /// A scorer with a key, or without one.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for a setting that cannot be used.
    pub fn new(settings: OpenAiSettings, strategy: ScoringStrategy, key: Option<ApiKey>) -> Result<Self, ScoreError> {
        Ok(Self { client: Client::new(settings, key)?, strategy, orders: LabelOrders::default() })
    }

    /// Asks for labels in these orders of the options, with one call for each.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for more than one order with a strategy that scores texts: texts have no labels.
    pub fn in_orders(self, orders: LabelOrders) -> Result<Self, ScoreError> {
        orders.check(self.strategy.reads_labels())?;
        Ok(Self { orders, ..self })
    }

    /// Waits between calls with `delay` instead of the runtime's timer.
    #[must_use]
    pub fn with_delay(self, delay: Delay) -> Self {
        Self { client: self.client.with_delay(delay), ..self }
    }

    fn request(&self, question: &Question) -> Value {
        let model = self.client.model();
        match self.strategy {
            ScoringStrategy::ChatLabels { top } => labels::chat_request(model, question, top),
            ScoringStrategy::CompletionLabels { top } => labels::completion_request(model, question, top),
            ScoringStrategy::EchoLikelihood(_) => likelihood::echo_request(model, question),
            ScoringStrategy::VllmLikelihood(_) => likelihood::vllm_request(model, question),
        }
    }

    fn logits(&self, question: &Question, answer: &Answer) -> Result<Vec<f64>, Unread> {
        match self.strategy {
            ScoringStrategy::ChatLabels { top } | ScoringStrategy::CompletionLabels { top } => {
                let listed = labels::listed(answer, usize::from(top))?;
                labels::logits(&listed, &question.options).map_err(Unread::ForGood)
            }
            ScoringStrategy::EchoLikelihood(length) => Ok(likelihood::echo_logits(answer, question, length)?),
            ScoringStrategy::VllmLikelihood(length) => Ok(likelihood::vllm_logits(answer, question, length)?),
        }
    }
}

impl OptionScorer for OpenAiScorer {
    fn identity(&self) -> ScorerIdentity {
        self.orders.name(self.client.identity(self.strategy))
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        if question.options.is_empty() {
            return Err(ScoreError::NoOptions);
        }
        if self.strategy.reads_labels() {
            question.check_labels()?;
        }
        let subject = Digest::of([question.turn.content().as_bytes().as_slice(), question.robot.as_str().as_bytes()]);
        let mut usage = Usage::default();
        let mut orders = Vec::with_capacity(self.orders.count());
        for order in 0..self.orders.count() {
            let question = self.orders.shown(question, order);
            let body = self.request(&question);
            let read = |answer: &Answer| self.logits(&question, answer);
            let (logits, cost) = self.client.ask(self.strategy.path(), &body, subject, read).await?;
            usage += cost;
            orders.push(logits);
        }
        LabelOrders::together(&orders, usage)
    }
}
