use std::{fmt, time::Duration};

use serde_json::Value;
use surefleet_fleet::Digest;

use super::{
    answer::Answer,
    key::ApiKey,
    retry::{Again, Delay, Failure, tokio_delay},
    settings::{OpenAiSettings, ScoringStrategy},
    transport::Transport,
};
use crate::{ScoreError, ScorerIdentity, Usage};

/// One server and its model. The client sends requests, checks which model answered, and repeats failed calls.
pub(super) struct Client {
    settings: OpenAiSettings,
    transport: Transport,
    delay: Delay,
}

/// The reason why an answer cannot be used.
pub(super) enum Unread {
    /// The answer does not follow the interface; another attempt may.
    ForNow(String),
    /// Another attempt would not help.
    ForGood(ScoreError),
}

impl From<String> for Unread {
    fn from(reason: String) -> Self {
        Self::ForNow(reason)
    }
}

impl Client {
    pub fn new(settings: OpenAiSettings, key: Option<ApiKey>) -> Result<Self, ScoreError> {
        let transport = Transport::new(&settings, key)?;
        Ok(Self { settings, transport, delay: tokio_delay() })
    }

    pub fn with_delay(self, delay: Delay) -> Self {
        Self { delay, ..self }
    }

    /// The model's name in requests.
    pub fn model(&self) -> &str {
        &self.settings.model
    }

    pub fn identity(&self, strategy: ScoringStrategy) -> ScorerIdentity {
        self.settings.identity(strategy)
    }

    /// Sends `body` to the end point `path` until `read` accepts an answer, a limited number of times. The jitter of
    /// the waits depends on `subject` and on the seed in the settings.
    pub async fn ask<T>(
        &self,
        path: &str,
        body: &Value,
        subject: Digest,
        read: impl Fn(&Answer) -> Result<T, Unread>,
    ) -> Result<(T, Usage), ScoreError> {
        let seed = Digest::of([self.settings.seed.to_le_bytes().as_slice(), subject.as_bytes()]).seed();
        let mut waits = self.settings.waits(seed);
        let mut usage = Usage::default();
        loop {
            usage.model_calls += 1;
            let failure = match self.call(path, body, &read).await {
                Ok((read, cost)) => {
                    usage += cost;
                    return Ok((read, usage));
                }
                Err(failure) => failure,
            };
            let wait: Duration = waits.after(failure, self.transport.host())?;
            tracing::warn!(calls = usage.model_calls, ?wait, "the model gave no usable answer, asking again");
            (self.delay)(wait).await;
        }
    }

    /// One call: the result of `read`, and the cost that the server reports.
    async fn call<T>(
        &self,
        path: &str,
        body: &Value,
        read: impl Fn(&Answer) -> Result<T, Unread>,
    ) -> Result<(T, Usage), Failure> {
        let bytes = self.transport.post(path, body).await?;
        let host = self.transport.host();
        let failure = |unread: Unread| match unread {
            Unread::ForNow(reason) => {
                Failure { error: ScoreError::Answer { host: host.to_owned(), reason }, again: Again::AfterBackoff }
            }
            Unread::ForGood(error) => Failure { error, again: Again::Never },
        };
        let answer = Answer::parse(&bytes).map_err(|reason| failure(reason.into()))?;
        let asked = self.settings.answering_name();
        if answer.model != asked {
            let (host, asked, answered) = (host.to_owned(), asked.to_owned(), answer.model);
            return Err(failure(Unread::ForGood(ScoreError::OtherModel { host, asked, answered })));
        }
        Ok((read(&answer).map_err(failure)?, answer.usage))
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("settings", &self.settings).finish_non_exhaustive()
    }
}
