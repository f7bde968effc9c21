use std::sync::Arc;

use serde_json::{Value, json};
use surefleet_fleet::Brief;
use surefleet_language::{LabelOrders, LabelledOption, OptionLength, OptionScorer, ScoreError, ScoringStrategy, Usage};

use crate::{
    assert_probabilities, chat_answer, good_answer, question, scorer,
    server::{self, Server},
    settings,
};

const CHAT: ScoringStrategy = ScoringStrategy::ChatLabels { top: 4 };

#[tokio::test]
async fn chat_labels_are_scored_from_the_likeliest_first_tokens() {
    // " A" also means A. "x" and the unlisted C share the rest of the mass.
    let answer = chat_answer(&[("A", 0.5), ("B", 0.25), (" A", 0.125), ("x", 0.0625)]);
    let server = Server::start(vec![server::json(&answer)]).await;
    let (scorer, _) = scorer(settings(&server.base_url), CHAT, None);
    let scores = scorer.score(&question()).await.expect("a good answer");

    let total = 0.625 + 0.25 + 0.0625;
    assert_probabilities(&scores.log_probabilities, &[0.625 / total, 0.25 / total, 0.0625 / total]);
    let usage = Usage { model_calls: 1, prompt_tokens: 812, completion_tokens: 1, cached_tokens: 768 };
    assert_eq!(scores.usage, usage);

    let request = &server.requests()[0];
    assert!(request.head.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{}", request.head);
    assert_eq!(request.body["model"], "tiny-1");
    assert_eq!(request.body["max_tokens"], 1);
    assert_eq!((&request.body["logprobs"], &request.body["top_logprobs"]), (&json!(true), &json!(4)));
    assert_eq!(request.body["messages"][0], json!({"role": "system", "content": "The rules.\n"}));
    assert_eq!(request.body["messages"][1], json!({"role": "user", "content": "The decision is:"}));
}

/// The server prefers label A, whichever option it stands for.
#[tokio::test]
async fn labels_in_several_orders_are_asked_for_in_as_many_calls() {
    let server = Server::start((0..3).map(|_| server::json(&good_answer())).collect()).await;
    let (scorer, _) = scorer(settings(&server.base_url), CHAT, None);
    let preamble = |_: &Brief, options: &[LabelledOption]| -> Arc<str> {
        options.iter().map(|option| format!("{}={};", option.label, option.text)).collect::<String>().into()
    };
    let orders = LabelOrders::new(3, Box::new(preamble)).expect("a number of orders");
    let scores = scorer.in_orders(orders).expect("labels").score(&question()).await.expect("scores");
    let question = question();
    let mut expected = [0.0; 3];
    for (order, request) in server.requests().iter().enumerate() {
        let dealt = LabelledOption::relabelled(&question.options, order);
        for (sum, option) in expected.iter_mut().zip(dealt.iter()) {
            *sum += match &*option.label {
                "A" => 0.6,
                "B" => 0.3,
                _ => 0.1,
            } / 3.0;
        }
        let prefix = if order == 0 { question.prompt.prefix.clone() } else { preamble(&question.turn.brief, &dealt) };
        assert!(request.body["messages"][0]["content"].as_str().expect("text").contains(&*prefix), "order {order}");
    }
    assert_eq!((server.requests().len(), scores.usage.model_calls, scores.usage.prompt_tokens), (3, 3, 3 * 812));
    assert_probabilities(&scores.log_probabilities, &expected);
}

#[tokio::test]
async fn completion_labels_ignore_the_drawn_token_beyond_the_likeliest() {
    // Servers list one extra token if the drawn one is not among the requested number: here C was drawn.
    let listed = json!({" B": 0.5_f64.ln(), " A": 0.25_f64.ln(), "C": 0.01_f64.ln()});
    let answer = json!({
        "model": "tiny-1",
        "choices": [{"index": 0, "text": "C", "logprobs": {"top_logprobs": [listed]}}],
    });
    let server = Server::start(vec![server::json(&answer)]).await;
    let strategy = ScoringStrategy::CompletionLabels { top: 2 };
    let (scorer, _) = scorer(settings(&server.base_url), strategy, None);
    let scores = scorer.score(&question()).await.expect("a good answer");

    assert_probabilities(&scores.log_probabilities, &[0.25, 0.5, 0.25]);
    let request = &server.requests()[0];
    assert!(request.head.starts_with("POST /v1/completions HTTP/1.1\r\n"), "{}", request.head);
    assert_eq!(request.body["prompt"], "The rules.\nThe decision is:");
    assert_eq!((&request.body["logprobs"], &request.body["max_tokens"]), (&json!(2), &json!(1)));
}

#[tokio::test]
async fn echoed_prompts_give_each_options_likelihood() {
    let echo = |index: u64, tokens: &[&str], logs: &[f64]| -> Value {
        let tokens: Vec<_> = ["The rules.\nThe", " decision", " is:"].iter().chain(tokens).collect();
        let logs: Vec<_> =
            [json!(null), json!(-7.0), json!(-2.0)].into_iter().chain(logs.iter().map(|log| json!(log))).collect();
        json!({"index": index, "text": "", "logprobs": {"tokens": tokens, "token_logprobs": logs}})
    };
    // The choices may come in any order.
    let choices = [echo(2, &[" wait"], &[-2.0]), echo(0, &[" go"], &[-1.0]), echo(1, &[" grab", " it"], &[-1.5, -0.5])];
    let answer = json!({"model": "tiny-1", "choices": choices, "usage": {"prompt_tokens": 90}});
    let (one, two): (f64, f64) = ((-1.0_f64).exp(), (-2.0_f64).exp());
    let total = [one, two, two];
    let per_token = [one, one, two];
    for (length, masses) in [(OptionLength::Total, total), (OptionLength::PerToken, per_token)] {
        let server = Server::start(vec![server::json(&answer)]).await;
        let (scorer, _) = scorer(settings(&server.base_url), ScoringStrategy::EchoLikelihood(length), None);
        let scores = scorer.score(&question()).await.expect("a good answer");
        let sum: f64 = masses.iter().sum();
        assert_probabilities(&scores.log_probabilities, &masses.map(|mass| mass / sum));
        assert_eq!(scores.usage.prompt_tokens, 90);
        let body = &server.requests()[0].body;
        assert_eq!(body["prompt"][1], "The rules.\nThe decision is: grab it");
        assert_eq!((&body["echo"], &body["max_tokens"]), (&json!(true), &json!(0)));
    }
}

#[tokio::test]
async fn vllm_prompt_log_probabilities_give_each_options_likelihood() {
    let choice = |index: u64, tail: &[(&str, f64)]| -> Value {
        let entry = |text: &str, log: f64| json!({"17": {"logprob": log, "rank": 1, "decoded_token": text}});
        let tokens: Vec<Value> = [json!(null), entry(" is:", -3.0)]
            .into_iter()
            .chain(tail.iter().map(|(text, log)| entry(text, *log)))
            .collect();
        json!({"index": index, "text": "x", "logprobs": null, "prompt_logprobs": tokens})
    };
    let choices = [
        choice(0, &[(" go", -1.0)]),
        choice(1, &[(" gr", -1.0), ("ab", -0.5), (" it", -0.5)]),
        choice(2, &[(" wait", -1.0)]),
    ];
    let answer = json!({"model": "tiny-1", "choices": choices});
    let server = Server::start(vec![server::json(&answer)]).await;
    let strategy = ScoringStrategy::VllmLikelihood(OptionLength::Total);
    let (scorer, _) = scorer(settings(&server.base_url), strategy, None);
    let scores = scorer.score(&question()).await.expect("a good answer");
    let (one, two): (f64, f64) = ((-1.0_f64).exp(), (-2.0_f64).exp());
    let sum = one + two + one;
    assert_probabilities(&scores.log_probabilities, &[one / sum, two / sum, one / sum]);
    assert_eq!(server.requests()[0].body["prompt_logprobs"], 0);
}

#[tokio::test]
async fn labels_that_share_a_first_token_are_refused_before_any_call() {
    let server = Server::start(Vec::new()).await;
    let (scorer, _) = scorer(settings(&server.base_url), CHAT, None);
    let mut question = question();
    for (label, other) in [("AB", "A"), ("C", "C"), (" x", " x"), ("", "")] {
        let mut options = crate::question().options.to_vec();
        options[1].label = label.into();
        question.options = options.into();
        let Err(ScoreError::Labels(named)) = scorer.score(&question).await else {
            panic!("label {label:?} was accepted");
        };
        assert!(named.contains(&label.to_owned()) && named.contains(&other.to_owned()), "{named:?}");
    }
    question.options = [].into();
    assert_eq!(scorer.score(&question).await, Err(ScoreError::NoOptions));
    assert!(server.requests().is_empty());
}

#[test]
fn identity_tells_strategies_and_models_apart_but_not_addresses() {
    let here = "http://127.0.0.1:8080/v1";
    let identity = |url: &str, strategy| scorer(settings(url), strategy, None).0.identity();
    let one = identity(here, CHAT);
    assert_eq!(one, identity("http://127.0.0.1:9090/v1", CHAT));
    assert_eq!(one.to_string(), "openai(model=tiny-1, strategy=chat_labels:4)");
    assert_ne!(one.digest(), identity(here, ScoringStrategy::ChatLabels { top: 5 }).digest());
    let other = surefleet_language::OpenAiSettings { model: "tiny-2".into(), ..settings(here) };
    assert_ne!(one.weights, scorer(other, CHAT, None).0.identity().weights);
}

#[test]
fn strategies_read_what_they_write() {
    let strategies = [
        CHAT,
        ScoringStrategy::CompletionLabels { top: 50 },
        ScoringStrategy::EchoLikelihood(OptionLength::PerToken),
        ScoringStrategy::VllmLikelihood(OptionLength::Total),
    ];
    for strategy in strategies {
        assert_eq!(strategy.to_string().parse(), Ok(strategy));
    }
    for wrong in ["chat_labels", "chat_labels:0", "chat_labels:300", "echo_likelihood:5", "best:1"] {
        let refused = wrong.parse::<ScoringStrategy>();
        assert!(matches!(refused, Err(ScoreError::Setting { name: "strategy", .. })), "{wrong}");
    }
}
