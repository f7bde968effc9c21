use serde_json::{Value, json};

use super::{
    answer::Answer,
    client::{Client, Unread},
    key::ApiKey,
    retry::Delay,
    settings::OpenAiSettings,
};
use crate::{LanguageModel, Sampling, ScoreError, Text, TextRequest};

/// Continues prompts with a model behind an OpenAI-compatible server, with one chat per text.
///
/// Calls that may succeed later are repeated a limited number of times. Then the error is returned.
#[derive(Debug)]
pub struct OpenAiModel(Client);

impl OpenAiModel {
    /// Reads the key from the environment variable that the settings name.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for a setting that cannot be used or a variable that is not set.
    pub fn from_environment(settings: OpenAiSettings) -> Result<Self, ScoreError> {
        let key = settings.key()?;
        Self::new(settings, key)
    }

    /// A model with a key, or without one.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for a setting that cannot be used.
    pub fn new(settings: OpenAiSettings, key: Option<ApiKey>) -> Result<Self, ScoreError> {
        Client::new(settings, key).map(Self)
    }

    /// Waits between calls with `delay` instead of the runtime's timer.
    #[must_use]
    pub fn with_delay(self, delay: Delay) -> Self {
        Self(self.0.with_delay(delay))
    }
}

impl LanguageModel for OpenAiModel {
    fn name(&self) -> &str {
        self.0.model()
    }

    async fn write(&self, request: &TextRequest) -> Result<Text, ScoreError> {
        request.check()?;
        let body = chat_request(self.0.model(), request);
        let (mut text, usage) = self.0.ask("chat/completions", &body, request.prompt.digest(), read).await?;
        text.usage = usage;
        Ok(text)
    }
}

/// A chat request with the prompt's shared part as system message.
fn chat_request(model: &str, request: &TextRequest) -> Value {
    let mut body = json!({
        "model": model,
        "messages": [
            {"role": "system", "content": &*request.prompt.prefix},
            {"role": "user", "content": request.prompt.suffix},
        ],
        "max_tokens": request.max_tokens,
        "temperature": 0.0,
    });
    if let Sampling::Drawn { temperature, top_p, seed } = request.sampling {
        body["temperature"] = json!(temperature);
        body["top_p"] = json!(top_p);
        body["seed"] = json!(seed);
    }
    // Some servers refuse an empty list.
    if !request.stop.is_empty() {
        body["stop"] = json!(request.stop);
    }
    body
}

fn read(answer: &Answer) -> Result<Text, Unread> {
    let choice = &answer.choices[0];
    let text = choice.pointer("/message/content").and_then(Value::as_str);
    let text = text.ok_or_else(|| "its message has no text".to_owned())?.to_owned();
    let is_whole = match choice["finish_reason"].as_str() {
        Some("stop") => true,
        Some("length") => false,
        other => return Err(format!("it ended for {other:?}, neither \"stop\" nor \"length\"").into()),
    };
    Ok(Text { text, is_whole, usage: answer.usage })
}
