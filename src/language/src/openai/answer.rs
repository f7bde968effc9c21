use serde_json::Value;

use crate::Usage;

/// A server's answer to a completion or chat completion: the fields that both have.
pub(super) struct Answer {
    /// The model that answered.
    pub model: String,
    /// The choices in the order of their index.
    pub choices: Vec<Value>,
    /// Tokens read and written; zero if the server does not say.
    pub usage: Usage,
}

impl Answer {
    /// Reads an answer's bytes; the error describes the fault in them.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::{LabelledOption, openai::labels};

    #[test]
    fn choices_are_sorted_by_index_and_must_be_whole() {
        let parse = |choices: Value| Answer::parse(json!({"model": "m", "choices": choices}).to_string().as_bytes());
        let sorted = parse(json!([{"index": 1}, {"index": 0, "text": "first"}])).map(|answer| answer.choices);
        assert_eq!(sorted, Ok(vec![json!({"index": 0, "text": "first"}), json!({"index": 1})]));
        for broken in [json!([]), json!([{"index": 0}, {"index": 0}]), json!([{"index": 1}]), json!({})] {
            assert!(parse(broken.clone()).is_err(), "{broken}");
        }
    }

    proptest! {
        #[test]
        fn damaged_answers_give_finite_logits_or_an_error(
            place in 0..1000_usize, bytes in prop::collection::vec(any::<u8>(), 0..4), cut in 0..4_usize
        ) {
            let listed = json!([{"token": "A", "logprob": -0.5}, {"token": "B", "logprob": -1.5}]);
            let choice = json!({"index": 0, "logprobs": {"content": [{"top_logprobs": listed}]}});
            let usage = json!({"prompt_tokens": 7, "completion_tokens": 1});
            let mut text = json!({"model": "m", "choices": [choice], "usage": usage}).to_string().into_bytes();
            let place = place % text.len();
            let end = text.len().min(place + cut);
            text.splice(place..end, bytes);
            let options = LabelledOption::in_order(["go", "wait", "stop"]);
            let logits = Answer::parse(&text)
                .and_then(|answer| labels::listed(&answer, 20))
                .map(|listed| labels::logits(&listed, &options));
            if let Ok(Ok(logits)) = logits {
                prop_assert!(logits.iter().all(|logit| logit.is_finite()), "{logits:?}");
            }
        }
    }
}
