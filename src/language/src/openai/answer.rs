use serde_json::Value;

use crate::Usage;

/// A server's answer to a completion of either kind, as far as both are alike.
pub(super) struct Answer {
    /// The model that answered.
    pub model: String,
    /// The choices by index.
    pub choices: Vec<Value>,
    /// Tokens read and written; zero where the server does not say.
    pub usage: Usage,
}

impl Answer {
    /// Reads an answer's bytes; the error says what is wrong with them.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let mut value: Value = serde_json::from_slice(bytes).map_err(|error| format!("not JSON: {error}"))?;
        let model = value["model"].as_str().ok_or("it names no model")?.to_owned();
        let count = |path| value.pointer(path).and_then(Value::as_u64).unwrap_or(0);
        let usage = Usage {
            model_calls: 0,
            prompt_tokens: count("/usage/prompt_tokens"),
            completion_tokens: count("/usage/completion_tokens"),
            cached_tokens: count("/usage/prompt_tokens_details/cached_tokens"),
        };
        let Value::Array(mut choices) = value["choices"].take() else {
            return Err("it has no choices".into());
        };
        choices.sort_by_key(|choice| choice["index"].as_u64());
        let numbered = choices
            .iter()
            .enumerate()
            .all(|(place, choice)| choice["index"].as_u64().is_none_or(|index| index == place as u64));
        if choices.is_empty() || !numbered {
            return Err(format!("its {} choices are not numbered from 0", choices.len()));
        }
        Ok(Self { model, choices, usage })
    }
}
