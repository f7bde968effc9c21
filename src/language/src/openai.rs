//! A scorer behind an OpenAI-compatible HTTP server (llama.cpp, vLLM, a cloud).

mod answer;
mod key;
mod labels;
mod likelihood;
mod retry;
mod settings;
mod transport;

use std::{fmt, time::Duration};

use serde_json::Value;
use surefleet_fleet::Digest;

use crate::{OptionScorer, Question, ScoreError, ScorerIdentity, Scores, Usage};
use answer::Answer;
pub use key::ApiKey;
pub use retry::Delay;
use retry::{Again, Failure};
pub use settings::{Declared, OpenAiSettings, OptionLength, Strategy};
use transport::Transport;

/// Scores options with a model behind an OpenAI-compatible server, one call a question.
///
/// Calls that may yet succeed are repeated a bounded number of times; then the error is the answer.
pub struct OpenAiScorer {
    settings: OpenAiSettings,
    transport: Transport,
    delay: Delay,
}

impl OpenAiScorer {
    /// Reads the key from the environment variable that the settings name.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for a setting that cannot be used or a variable that is not set.
    pub fn from_environment(settings: OpenAiSettings) -> Result<Self, ScoreError> {
        let key = settings.key_variable.as_deref().map(ApiKey::from_environment).transpose()?;
        Self::new(settings, key)
    }

    /// With a key in hand, or none.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for a setting that cannot be used.
    pub fn new(settings: OpenAiSettings, key: Option<ApiKey>) -> Result<Self, ScoreError> {
        let transport = Transport::new(&settings, key)?;
        Ok(Self { settings, transport, delay: retry::tokio_delay() })
    }

    /// Waits between calls with `delay` instead of the runtime's timer.
    #[must_use]
    pub fn with_delay(self, delay: Delay) -> Self {
        Self { delay, ..self }
    }

    fn request(&self, question: &Question) -> Value {
        match self.settings.strategy {
            Strategy::ChatLabels { top } => labels::chat_request(&self.settings.model, question, top),
            Strategy::CompletionLabels { top } => labels::completion_request(&self.settings.model, question, top),
            Strategy::EchoLikelihood(_) => likelihood::echo_request(&self.settings.model, question),
            Strategy::VllmLikelihood(_) => likelihood::vllm_request(&self.settings.model, question),
        }
    }

    /// One call: the logits and what the server says they cost.
    async fn call(&self, question: &Question, body: &Value) -> Result<(Vec<f64>, Usage), Failure> {
        let bytes = self.transport.post(self.settings.strategy.path(), body).await?;
        let host = self.transport.host();
        let unusable = |reason: String| Failure {
            error: ScoreError::Answer { host: host.to_owned(), reason },
            again: Again::AfterBackoff,
        };
        let answer = Answer::parse(&bytes).map_err(unusable)?;
        let asked = self.settings.answering_name();
        if answer.model != asked {
            let (host, asked, answered) = (host.to_owned(), asked.to_owned(), answer.model);
            let error = ScoreError::OtherModel { host, asked, answered };
            return Err(Failure { error, again: Again::Never });
        }
        let logits = match self.settings.strategy {
            Strategy::ChatLabels { top } | Strategy::CompletionLabels { top } => {
                let listed = labels::listed(&answer, usize::from(top)).map_err(unusable)?;
                labels::logits(&listed, &question.options).map_err(|error| Failure { error, again: Again::Never })?
            }
            Strategy::EchoLikelihood(length) => likelihood::echo_logits(&answer, question, length).map_err(unusable)?,
            Strategy::VllmLikelihood(length) => likelihood::vllm_logits(&answer, question, length).map_err(unusable)?,
        };
        Ok((logits, answer.usage))
    }
}

impl OptionScorer for OpenAiScorer {
    fn identity(&self) -> ScorerIdentity {
        self.settings.identity()
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        if question.options.is_empty() {
            return Err(ScoreError::NoOptions);
        }
        if self.settings.strategy.reads_labels() {
            question.check_labels()?;
        }
        let body = self.request(question);
        let seed = Digest::of([
            self.settings.seed.to_le_bytes().as_slice(),
            question.turn.content().as_bytes(),
            question.robot.as_str().as_bytes(),
        ])
        .seed();
        let mut waits = self.settings.waits(seed);
        let mut usage = Usage::default();
        loop {
            usage.model_calls += 1;
            let failure = match self.call(question, &body).await {
                Ok((logits, cost)) => {
                    usage += cost;
                    return Scores::from_logits(&logits, usage);
                }
                Err(failure) => failure,
            };
            let wait: Duration = waits.after(failure, self.transport.host())?;
            tracing::warn!(calls = usage.model_calls, ?wait, "the model gave no usable answer, asking again");
            (self.delay)(wait).await;
        }
    }
}

impl fmt::Debug for OpenAiScorer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenAiScorer").field("settings", &self.settings).finish_non_exhaustive()
    }
}
