use std::time::Duration;

use serde_json::json;
use surefleet_language::{OpenAiSettings, OptionLength, OptionScorer, ScoreError, Scores, ScoringStrategy};
use tokio::{io::AsyncReadExt, net::TcpListener};

use crate::{
    Waits, chat_answer, good_answer, question, scorer,
    server::{self, Reaction, Server},
    settings,
};

const CHAT: ScoringStrategy = ScoringStrategy::ChatLabels { top: 20 };

/// Scores once against the script. Returns the result, the waits, and the number of requests.
async fn score(script: Vec<Reaction>) -> (Result<Scores, ScoreError>, Waits, usize) {
    let server = Server::start(script).await;
    let (scorer, waits) = scorer(settings(&server.base_url), CHAT, None);
    let result = scorer.score(&question()).await;
    (result, waits, server.requests().len())
}

#[tokio::test]
async fn a_call_that_fails_for_now_is_repeated_and_counted() {
    let failures = [
        server::answer("500 Internal Server Error", "", "oops"),
        server::answer("502 Bad Gateway", "", "<html>"),
        server::answer("529 Overloaded", "", ""),
        server::cut_off("{\"model\": \"tiny"),
        server::answer("200 OK", "", "{\"model\": \"tiny"),
        server::answer("200 OK", "", "[]"),
        server::json(&json!({"model": "tiny-1"})),
        server::json(&json!({"model": "tiny-1", "choices": []})),
        server::json(&json!({"model": "tiny-1", "choices": [{"index": 0, "logprobs": null}]})),
        server::json(&json!({"model": "tiny-1", "choices": [{"index": 4}]})),
        server::json(&chat_answer(&[])),
        server::json(&chat_answer(&[("A", 0.9), ("B", 0.9)])),
        server::json(&chat_answer(&[("A", f64::NAN)])),
        Reaction::Send(String::new()),
        Reaction::Send("SMTP ready\r\n".into()),
    ];
    for (place, failure) in failures.into_iter().enumerate() {
        let (result, waits, requests) = score(vec![failure, server::json(&good_answer())]).await;
        let scores = result.unwrap_or_else(|error| panic!("failure {place}: {error}"));
        assert_eq!((scores.best(), scores.usage.model_calls, requests), (0, 2, 2), "failure {place}");
        let waits = waits.seen();
        assert_eq!(waits.len(), 1, "failure {place}");
        let half = Duration::from_millis(250);
        assert!(waits[0] >= half && waits[0] <= 2 * half, "failure {place}: {waits:?}");
    }
}

#[tokio::test]
async fn calls_are_bounded_and_the_last_error_is_told() {
    let broken = || server::answer("500 Internal Server Error", "", "out of memory");
    let (result, waits, requests) = score(vec![broken(), broken(), broken(), broken()]).await;
    let Err(ScoreError::Status { status: 500, message, .. }) = result else {
        panic!("{result:?}");
    };
    assert_eq!((message.as_str(), requests), ("out of memory", 3));
    let waits = waits.seen();
    assert_eq!(waits.len(), 2);
    assert!(waits[1] >= Duration::from_millis(500), "the second wait is not longer: {waits:?}");
}

#[tokio::test]
async fn what_cannot_get_better_is_not_repeated() {
    let unauthorised = r#"{"error": {"message": "unknown model \"tiny-1\""}}"#;
    let (result, waits, requests) = score(vec![server::answer("404 Not Found", "", unauthorised)]).await;
    let Err(ScoreError::Status { status: 404, message, .. }) = result else { panic!("{result:?}") };
    assert_eq!(message, r#"unknown model \"tiny-1\""#);
    assert_eq!((requests, waits.seen().len()), (1, 0));

    let mut other = good_answer();
    other["model"] = json!("tiny-1-turbo");
    let (result, _, requests) = score(vec![server::json(&other)]).await;
    let Err(ScoreError::OtherModel { asked, answered, .. }) = result else { panic!("{result:?}") };
    assert_eq!((asked.as_str(), answered.as_str(), requests), ("tiny-1", "tiny-1-turbo", 1));

    let (result, _, requests) = score(vec![server::json(&chat_answer(&[("The", 0.9)]))]).await;
    assert_eq!(result, Err(ScoreError::NoLabel { listed: 1, seen: vec!["The".into()] }));
    assert_eq!(requests, 1);

    let (result, _, requests) = score(vec![server::answer("302 Found", "Location: http://127.0.0.1:1/\r\n", "")]).await;
    assert!(matches!(result, Err(ScoreError::Status { status: 302, .. })), "{result:?}");
    assert_eq!(requests, 1);
}

#[tokio::test]
async fn retry_after_is_kept_in_seconds_and_as_a_date() {
    let date = "Date: Wed, 21 Oct 2026 07:28:00 GMT\r\nRetry-After: Wed, 21 Oct 2026 07:28:06 GMT\r\n";
    let script = vec![
        server::answer("429 Too Many Requests", "Retry-After: 7\r\n", ""),
        server::answer("503 Service Unavailable", date, ""),
        server::json(&good_answer()),
    ];
    let (result, waits, _) = score(script).await;
    assert_eq!(result.map(|scores| scores.usage.model_calls), Ok(3));
    assert_eq!(waits.seen(), [Duration::from_secs(7), Duration::from_secs(6)]);
}

#[tokio::test]
async fn a_server_that_wants_a_long_rest_is_given_up() {
    let script = vec![server::answer("429 Too Many Requests", "Retry-After: 3600\r\n", "")];
    let (result, waits, requests) = score(script).await;
    let Err(ScoreError::Busy { wait, limit, .. }) = result else { panic!("{result:?}") };
    assert_eq!((wait, limit), (Duration::from_secs(3600), Duration::from_secs(10)));
    assert_eq!((requests, waits.seen().len()), (1, 0));
}

#[tokio::test]
async fn an_oversized_answer_is_not_read_to_its_end() {
    // The server never ends its answer: only a client that stops by itself returns.
    let endless = server::head("200 OK", "", 1 << 40) + &"x".repeat(5000);
    let server = Server::start(vec![Reaction::Hang(endless)]).await;
    let settings = OpenAiSettings { body_limit: 4096, ..settings(&server.base_url) };
    let (scorer, _) = scorer(settings, CHAT, None);
    let result = scorer.score(&question()).await;
    assert!(matches!(result, Err(ScoreError::TooLarge { limit: 4096, .. })), "{result:?}");
}

#[tokio::test(start_paused = true)]
async fn a_silent_server_and_a_stalled_answer_run_into_the_time_out() {
    let stalled = server::head("200 OK", "", 5000) + "{\"model\"";
    let server = Server::start(vec![Reaction::Hang(String::new()), Reaction::Hang(stalled)]).await;
    let settings = OpenAiSettings {
        attempts: 2,
        connect_timeout: Duration::from_secs(40),
        call_timeout: Duration::from_secs(20),
        ..settings(&server.base_url)
    };
    let (scorer, waits) = scorer(settings, CHAT, None);
    let began = tokio::time::Instant::now();
    let result = scorer.score(&question()).await;
    let Err(ScoreError::TimedOut { limit, .. }) = result else { panic!("{result:?}") };
    assert_eq!(limit, Duration::from_secs(20));
    assert_eq!(waits.seen().len(), 1);
    let took = began.elapsed();
    assert!(took >= Duration::from_secs(40) && took < Duration::from_secs(41), "{took:?}");
}

#[tokio::test]
async fn nobody_listening_is_an_error_after_all_calls() {
    let port = {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
        free.local_addr().expect("a bound socket has an address").port()
    };
    let (scorer, waits) = scorer(settings(&format!("http://127.0.0.1:{port}/v1")), CHAT, None);
    let result = scorer.score(&question()).await;
    let Err(ScoreError::Unreachable { host, reason }) = result else { panic!("{result:?}") };
    assert_eq!(host, format!("127.0.0.1:{port}"));
    assert!(reason.contains("refused"), "{reason}");
    assert_eq!(waits.seen().len(), 2);
}

#[tokio::test]
async fn likelihoods_of_another_prompt_are_refused() {
    let echo = |text: &str| json!({"logprobs": {"tokens": [" is:", text], "token_logprobs": [null, -1.0]}});
    for choices in [
        json!([echo(" go"), echo(" grab it")]),
        json!([echo(" go"), echo(" grab it"), echo(" wait.")]),
        json!([echo(" go"), echo(" grab it"), {"logprobs": {"tokens": [" wait"], "token_logprobs": []}}]),
        json!([echo(" go"), echo(" grab it"), {"logprobs": {"tokens": [" wait"], "token_logprobs": [null]}}]),
    ] {
        let answer = json!({"model": "tiny-1", "choices": choices});
        let server = Server::start(vec![server::json(&answer)]).await;
        let strategy = ScoringStrategy::EchoLikelihood(OptionLength::Total);
        let once = OpenAiSettings { attempts: 1, ..settings(&server.base_url) };
        let result = scorer(once, strategy, None).0.score(&question()).await;
        assert!(matches!(result, Err(ScoreError::Answer { .. })), "{choices}: {result:?}");
    }
}

#[tokio::test]
async fn jitter_depends_on_seed_and_robot_only() {
    let waits = async |seed: u64, robot: &str| {
        let server =
            Server::start(vec![server::answer("500 Internal Server Error", "", ""), server::json(&good_answer())])
                .await;
        let settings = OpenAiSettings { seed, ..settings(&server.base_url) };
        let (scorer, waits) = scorer(settings, CHAT, None);
        let robot = surefleet_fleet::RobotId::new(robot).expect("a plain name");
        let question = surefleet_language::Question { robot, ..question() };
        assert!(scorer.score(&question).await.is_ok());
        waits.seen()
    };
    let first = waits(1, "robot_1").await;
    assert_eq!(first, waits(1, "robot_1").await);
    assert_ne!(first, waits(2, "robot_1").await);
    assert_ne!(first, waits(1, "robot_2").await);
}

#[tokio::test]
async fn a_server_behind_https_is_greeted_with_a_handshake() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it listens");
    let greeting = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a client comes");
        let mut head = [0; 2];
        stream.read_exact(&mut head).await.expect("it speaks first");
        head
    });
    let once = OpenAiSettings { attempts: 1, ..settings(&format!("https://{address}/v1")) };
    let result = scorer(once, CHAT, None).0.score(&question()).await;
    assert!(matches!(result, Err(ScoreError::Unreachable { .. })), "{result:?}");
    // RFC 8446, 5.1: the record's type is handshake, and its version begins with 3.
    assert_eq!(greeting.await.expect("it does not panic"), [22, 3]);
}
