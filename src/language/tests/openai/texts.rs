use std::time::Duration;

use serde_json::{Value, json};
use surefleet_language::{
    ApiKey, LanguageModel, OpenAiModel, OpenAiSettings, Prompt, Sampling, ScoreError, Text, TextRequest, Usage,
};

use crate::{
    Waits,
    server::{self, Reaction, Server},
    settings,
};

fn request() -> TextRequest {
    let prompt = Prompt { prefix: "Say it in other words.".into(), suffix: "\"mind the step\"".into() };
    TextRequest { prompt, max_tokens: 40, stop: vec!["\n\n".into()], sampling: Sampling::Greedy }
}

fn answer(text: &str, finish_reason: &str) -> Value {
    json!({
        "object": "chat.completion",
        "model": "tiny-1",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish_reason}],
        "usage": {"prompt_tokens": 31, "completion_tokens": 6, "prompt_tokens_details": {"cached_tokens": 16}},
    })
}

fn model(settings: OpenAiSettings, key: Option<&str>) -> (OpenAiModel, Waits) {
    let key = key.map(|key| ApiKey::new(key).expect("a plain key"));
    let waits = Waits::default();
    (OpenAiModel::new(settings, key).expect("usable settings").with_delay(waits.delay()), waits)
}

/// Asks once against the script. Returns the result, the waits, and the number of requests.
async fn write(script: Vec<Reaction>) -> (Result<Text, ScoreError>, Vec<Duration>, usize) {
    let server = Server::start(script).await;
    let (model, waits) = model(settings(&server.base_url), None);
    let result = model.write(&request()).await;
    (result, waits.seen(), server.requests().len())
}

#[tokio::test]
async fn a_text_is_asked_for_without_chance_and_comes_back_as_it_was_written() {
    let server = Server::start(vec![server::json(&answer(" Look at your feet.\n", "stop"))]).await;
    let (model, _) = model(settings(&server.base_url), Some("sk-q7Zt-93f0c2"));
    let text = model.write(&request()).await.expect("a good answer");
    let usage = Usage { model_calls: 1, prompt_tokens: 31, completion_tokens: 6, cached_tokens: 16 };
    assert_eq!(text, Text { text: " Look at your feet.\n".into(), is_whole: true, usage });
    assert_eq!(model.name(), "tiny-1");

    let asked = &server.requests()[0];
    assert!(asked.head.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{}", asked.head);
    let bearer =
        |line: &str| line.to_ascii_lowercase().starts_with("authorization:") && line.ends_with("sk-q7Zt-93f0c2");
    assert!(asked.head.lines().any(bearer), "{}", asked.head);
    let expected = json!({
        "model": "tiny-1",
        "messages": [
            {"role": "system", "content": "Say it in other words."},
            {"role": "user", "content": "\"mind the step\""},
        ],
        "max_tokens": 40,
        "temperature": 0.0,
        "stop": ["\n\n"],
    });
    assert_eq!(asked.body, expected);
    assert!(!format!("{model:?}").contains("q7Zt"), "{model:?}");
}

#[tokio::test]
async fn a_text_that_was_cut_off_says_so() {
    let (text, _, requests) = write(vec![server::json(&answer("Look at your", "length"))]).await;
    let text = text.expect("it is a text");
    assert_eq!((text.text.as_str(), text.is_whole, requests), ("Look at your", false, 1));
}

#[tokio::test]
async fn a_call_that_brings_no_text_is_repeated_and_counted() {
    let no_text =
        json!({"model": "tiny-1", "choices": [{"index": 0, "message": {"content": null}, "finish_reason": "stop"}]});
    let failures = [
        server::answer("503 Service Unavailable", "", "loading"),
        server::json(&no_text),
        server::json(&answer("Look", "content_filter")),
        server::json(&json!({"model": "tiny-1", "choices": [{"index": 0}]})),
        server::cut_off("{\"model\": \"tiny"),
    ];
    for (place, failure) in failures.into_iter().enumerate() {
        let (text, waits, requests) = write(vec![failure, server::json(&answer("Look.", "stop"))]).await;
        let text = text.unwrap_or_else(|error| panic!("failure {place}: {error}"));
        assert_eq!((text.text.as_str(), text.usage.model_calls, requests, waits.len()), ("Look.", 2, 2, 1));
        assert_eq!(text.usage.completion_tokens, 6, "failure {place}");
    }
}

#[tokio::test]
async fn calls_are_bounded_and_another_model_is_not_believed() {
    let broken = || server::answer("500 Internal Server Error", "", "out of memory");
    let (result, waits, requests) = write(vec![broken(), broken(), broken(), broken()]).await;
    assert!(matches!(result, Err(ScoreError::Status { status: 500, .. })), "{result:?}");
    assert_eq!((requests, waits.len()), (3, 2));

    let mut other = answer("Look.", "stop");
    other["model"] = json!("tiny-2");
    let (result, _, requests) = write(vec![server::json(&other)]).await;
    assert!(matches!(result, Err(ScoreError::OtherModel { .. })), "{result:?}");
    assert_eq!(requests, 1);
}

#[tokio::test]
async fn a_request_for_nothing_is_refused_before_any_call() {
    let server = Server::start(Vec::new()).await;
    let (model, _) = model(settings(&server.base_url), None);
    let nothing = TextRequest { max_tokens: 0, ..request() };
    let refused = model.write(&nothing).await;
    assert!(matches!(refused, Err(ScoreError::Setting { name: "max_tokens", .. })), "{refused:?}");
    let at_once = TextRequest { stop: vec![String::new()], ..request() };
    let refused = model.write(&at_once).await;
    assert!(matches!(refused, Err(ScoreError::Setting { name: "stop", .. })), "{refused:?}");
    for (temperature, top_p, name) in [(0.0, 1.0, "temperature"), (f64::NAN, 1.0, "temperature"), (1.0, 1.5, "top_p")] {
        let sampling = Sampling::Drawn { temperature, top_p, seed: 1 };
        let refused = model.write(&TextRequest { sampling, ..request() }).await;
        assert!(matches!(&refused, Err(ScoreError::Setting { name: setting, .. }) if *setting == name), "{refused:?}");
    }
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn a_text_by_chance_is_asked_for_with_its_seed() {
    let server = Server::start(vec![server::json(&answer("Look.", "stop"))]).await;
    let (model, _) = model(settings(&server.base_url), None);
    let sampling = Sampling::Drawn { temperature: 0.5, top_p: 0.25, seed: 7 };
    model.write(&TextRequest { sampling, ..request() }).await.expect("a good answer");
    let body = &server.requests()[0].body;
    assert_eq!((&body["temperature"], &body["top_p"], &body["seed"]), (&json!(0.5), &json!(0.25), &json!(7)));
}

#[tokio::test]
async fn no_stop_is_sent_where_none_is_asked_for() {
    let server = Server::start(vec![server::json(&answer("Look.", "stop"))]).await;
    let (model, _) = model(settings(&server.base_url), None);
    model.write(&TextRequest { stop: vec![], ..request() }).await.expect("a good answer");
    assert_eq!(server.requests()[0].body.get("stop"), None);
}

#[test]
fn a_model_wants_usable_settings_like_a_scorer() {
    let keyed = OpenAiSettings {
        key_variable: Some("SUREFLEET_TEST_NO_SUCH_KEY".into()),
        ..settings("http://127.0.0.1:8080/v1")
    };
    let error = OpenAiModel::from_environment(keyed).expect_err("the variable is not set").to_string();
    assert!(error.contains("SUREFLEET_TEST_NO_SUCH_KEY"), "{error}");
    let nowhere = OpenAiModel::new(settings("127.0.0.1:8080"), None).expect_err("no address");
    assert!(matches!(nowhere, ScoreError::Setting { name: "base_url", .. }), "{nowhere}");
}
