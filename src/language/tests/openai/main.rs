//! The OpenAI-compatible scorer and model with a real HTTP server on loopback: answers and failures.

mod failures;
mod keys;
mod server;
mod strategies;
mod texts;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use serde_json::{Value, json};
use surefleet_fleet::{Brief, Facts, MissionId, RobotId, Turn};
use surefleet_language::{
    ApiKey, Delay, LabelledOption, OpenAiScorer, OpenAiSettings, Prompt, Question, ScoringStrategy,
};

/// Records the waits that a scorer asks for, without waiting.
#[derive(Clone, Default)]
struct Waits(Arc<Mutex<Vec<Duration>>>);

impl Waits {
    /// Records a wait and returns at once.
    fn delay(&self) -> Delay {
        let noted = self.0.clone();
        Arc::new(move |wait| {
            noted.lock().unwrap_or_else(PoisonError::into_inner).push(wait);
            Box::pin(std::future::ready(()))
        })
    }

    fn seen(&self) -> Vec<Duration> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn settings(base_url: &str) -> OpenAiSettings {
    OpenAiSettings { attempts: 3, ..OpenAiSettings::new(base_url, "tiny-1") }
}

fn scorer(settings: OpenAiSettings, strategy: ScoringStrategy, key: Option<&str>) -> (OpenAiScorer, Waits) {
    let key = key.map(|key| ApiKey::new(key).expect("a plain key"));
    let waits = Waits::default();
    let scorer = OpenAiScorer::new(settings, strategy, key).expect("usable settings").with_delay(waits.delay());
    (scorer, waits)
}

fn question() -> Question {
    let robot = RobotId::new("robot_1").expect("a plain name");
    let brief = Brief::new(MissionId::new([7; 16]), "bring the apple to the sink", 5, vec![robot.clone()]);
    let turn = Turn::first(Arc::new(brief), Facts::default());
    let prompt = Prompt { prefix: "The rules.\n".into(), suffix: "The decision is:".into() };
    Question { prompt, options: LabelledOption::in_order(["go", "grab it", "wait"]), turn, robot }
}

/// A chat answer that lists these tokens.
fn chat_answer(listed: &[(&str, f64)]) -> Value {
    let listed: Vec<Value> =
        listed.iter().map(|(token, probability)| json!({"token": token, "logprob": probability.ln()})).collect();
    json!({
        "object": "chat.completion",
        "model": "tiny-1",
        "choices": [{
            "index": 0,
            "message": {"role": "assistant", "content": "A"},
            "logprobs": {"content": [{"token": "A", "logprob": -0.1, "top_logprobs": listed}]},
            "finish_reason": "length",
        }],
        "usage": {
            "prompt_tokens": 812,
            "completion_tokens": 1,
            "prompt_tokens_details": {"cached_tokens": 768},
        },
    })
}

fn good_answer() -> Value {
    chat_answer(&[("A", 0.6), ("B", 0.3), ("C", 0.1)])
}

fn assert_probabilities(log_probabilities: &[f64], expected: &[f64]) {
    assert_eq!(log_probabilities.len(), expected.len());
    for (score, expected) in log_probabilities.iter().zip(expected) {
        assert!((score.exp() - expected).abs() < 1e-9, "{} instead of {expected}", score.exp());
    }
}
