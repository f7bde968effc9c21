use serde_json::json;
use surefleet_language::{ApiKey, OpenAiScorer, OpenAiSettings, OptionScorer, ScoreError, ScoringStrategy};

use crate::{
    good_answer, question, scorer,
    server::{self, Server},
    settings,
};

const CHAT: ScoringStrategy = ScoringStrategy::ChatLabels { top: 20 };
const KEY: &str = "sk-q7Zt-93f0c2";

#[tokio::test]
async fn the_key_goes_to_the_server_and_nowhere_else() {
    let server = Server::start(vec![server::json(&good_answer())]).await;
    let (scorer, _) = scorer(settings(&server.base_url), CHAT, Some(KEY));
    assert!(scorer.score(&question()).await.is_ok());
    let head = &server.requests()[0].head;
    let sent = head.lines().find(|line| line.to_ascii_lowercase().starts_with("authorization:"));
    assert!(sent.is_some_and(|line| line.ends_with(&format!("Bearer {KEY}"))), "{sent:?}");

    let shown = format!("{scorer:?} {:?} {:?}", scorer.identity(), ApiKey::new(KEY));
    assert!(shown.contains("[hidden]") && !shown.contains("q7Zt"), "{shown}");
}

#[tokio::test]
async fn a_server_that_repeats_the_key_does_not_bring_it_into_errors() {
    let told = json!({"error": {"message": format!("incorrect key {KEY} given")}}).to_string();
    // The length limit would cut the second message in the middle of the key.
    for body in [told, format!("{}{KEY} is not known", "x".repeat(295))] {
        let server = Server::start(vec![server::answer("401 Unauthorized", "", &body)]).await;
        let (scorer, _) = scorer(settings(&server.base_url), CHAT, Some(KEY));
        let error = scorer.score(&question()).await.expect_err("the server refuses the key");
        assert!(matches!(error, ScoreError::Status { status: 401, .. }), "{error}");
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("sk-"), "{shown}");
    }
}

#[test]
fn a_missing_or_unusable_key_is_named_by_its_variable_only() {
    let with =
        |variable: &str| OpenAiSettings { key_variable: Some(variable.into()), ..settings("http://127.0.0.1:8080/v1") };
    let error = OpenAiScorer::from_environment(with("SUREFLEET_TEST_NO_SUCH_KEY"), CHAT);
    let text = error.expect_err("the variable is not set").to_string();
    assert!(text.contains("SUREFLEET_TEST_NO_SUCH_KEY"), "{text}");
    // Any variable that is set shows that the scorer reads it.
    assert!(OpenAiScorer::from_environment(with("PATH"), CHAT).is_ok());

    for unusable in ["", "  \n", "two\nlines q7Zt"] {
        let text = format!("{:?}", ApiKey::new(unusable).expect_err("not a key"));
        assert!(!text.contains("q7Zt"), "{text}");
    }
}

#[test]
fn addresses_that_would_leak_or_cannot_work_are_refused() {
    let refused = |url: &str| {
        let error = OpenAiScorer::new(settings(url), CHAT, None).expect_err(url);
        assert!(matches!(error, ScoreError::Setting { name: "base_url", .. }), "{error}");
        error.to_string()
    };
    assert!(!refused("http://user:q7Zt@127.0.0.1/v1").contains("q7Zt"));
    assert!(!refused("http://127.0.0.1/v1?key=q7Zt").contains("q7Zt"));
    refused("127.0.0.1:8080");
    refused("ftp://127.0.0.1/v1");
    let no_calls = OpenAiSettings { attempts: 0, ..settings("http://127.0.0.1/v1") };
    let error = OpenAiScorer::new(no_calls, CHAT, None).expect_err("no call is allowed");
    assert!(matches!(error, ScoreError::Setting { name: "attempts", .. }), "{error}");
}
