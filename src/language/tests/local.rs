//! Multiple choice by a model in this process, against a model whose every probability can be computed by hand.

use std::sync::Arc;

use surefleet_fleet::{Attempt, Brief, Digest, Facts, MissionId, RobotId, StepIndex, Turn};
use surefleet_language::{
    LabelledOption, LocalScorer, LocalStrategy, ModelFingerprint, OptionScorer, Prompt, Question, ScoreError, Scores,
    TokenModel,
};

/// Bytes as tokens; the logits of the next one are a hash of all that was read.
#[derive(Default)]
struct Hashed {
    passes: usize,
    read: Vec<u32>,
    ignores_the_system: bool,
}

fn logits(tokens: &[u32]) -> Vec<f32> {
    let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.to_le_bytes()).collect();
    let digest = Digest::of([bytes.as_slice()]);
    (0..256).map(|token| f32::from(digest.as_bytes()[token % 32]) / 40.0 + (token % 7) as f32 / 3.0).collect()
}

impl TokenModel for Hashed {
    fn fingerprint(&self) -> ModelFingerprint {
        let nothing = Digest::of([]);
        ModelFingerprint {
            name: "hashed".into(),
            weights: nothing,
            tokenizer: nothing,
            quantisation: "none".into(),
            backend: "test".into(),
            backend_version: "1".into(),
            dtype: "f32".into(),
        }
    }

    fn prompt(&self, prompt: &Prompt) -> Result<Vec<u32>, ScoreError> {
        let whole = prompt.text();
        self.encode(if self.ignores_the_system { &prompt.suffix } else { &whole })
    }

    fn separator(&self) -> &'static str {
        " "
    }

    fn encode(&self, answer: &str) -> Result<Vec<u32>, ScoreError> {
        Ok(answer.bytes().map(u32::from).collect())
    }

    fn next(&mut self, tokens: &[u32]) -> Result<(Vec<f32>, usize), ScoreError> {
        self.passes += 1;
        let limit = tokens.len() - 1;
        let shared = self.read.iter().zip(&tokens[..limit]).take_while(|(a, b)| a == b).count();
        self.read = tokens.to_vec();
        Ok((logits(tokens), tokens.len() - shared))
    }
}

fn question(texts: &[&str]) -> Question {
    let robot = RobotId::new("robot_1").expect("a name");
    let brief = Brief {
        id: MissionId::new([7; 16]),
        text: "whatever".into(),
        constraints: Vec::new(),
        horizon: 4,
        alpha: String::new(),
        team: vec![robot.clone()],
    };
    let turn = Turn {
        brief: Arc::new(brief),
        step: StepIndex::FIRST,
        attempt: Attempt::FIRST,
        order: [robot.clone()].into(),
        decided: Vec::new(),
        history: Vec::new().into(),
        facts: Facts::new(Vec::<String>::new()),
        reorders: 0,
        refusals: Vec::new().into(),
    };
    let prompt = Prompt { prefix: "Rules. ".into(), suffix: "Answer:".into() };
    Question { prompt, options: LabelledOption::in_order(texts), turn, robot }
}

fn asking(strategy: LocalStrategy) -> LocalScorer<Hashed> {
    LocalScorer::new(Hashed::default(), strategy).expect("it sees the whole prompt")
}

fn ask(scorer: &LocalScorer<Hashed>, texts: &[&str]) -> Scores {
    futures::executor::block_on(scorer.score(&question(texts))).expect("scores")
}

/// Log-probability of each token of a continuation, one whole call each.
fn by_hand(continuation: &str) -> Vec<f64> {
    let prompt: Vec<u32> = "Rules. Answer:".bytes().map(u32::from).collect();
    let answer: Vec<u32> = continuation.bytes().map(u32::from).collect();
    let of = |place: usize| {
        let logits = logits(&[&prompt[..], &answer[..place]].concat());
        let total: f64 = logits.iter().map(|logit| f64::from(*logit).exp()).sum();
        f64::from(logits[answer[place] as usize]) - total.ln()
    };
    (0..answer.len()).map(of).collect()
}

fn normalised(sums: &[f64]) -> Vec<f64> {
    let total: f64 = sums.iter().map(|sum| sum.exp()).sum();
    sums.iter().map(|sum| sum - total.ln()).collect()
}

const TEXTS: [&str; 5] = ["go to apple 1", "go to apple 2", "go to the fridge", "grab apple 1", "remain idle"];

fn assert_scores(strategy: LocalStrategy, expected: &[f64]) {
    let scores = ask(&asking(strategy), &TEXTS);
    for (found, expected) in scores.log_probabilities.iter().zip(normalised(expected)) {
        assert!((found - expected).abs() < 1e-9, "{strategy}: {found}, not {expected}");
    }
}

#[test]
fn every_strategy_gives_the_probabilities_that_one_call_an_option_would() {
    let labels: Vec<f64> =
        ["A", "B", "C", "D", "E"].iter().map(|label| by_hand(&format!(" {label}")).iter().sum()).collect();
    assert_scores(LocalStrategy::Labels, &labels);
    let texts: Vec<Vec<f64>> = TEXTS.iter().map(|text| by_hand(&format!(" {text}"))).collect();
    assert_scores(LocalStrategy::TextTotal, &texts.iter().map(|each| each.iter().sum()).collect::<Vec<_>>());
    let means: Vec<f64> = texts.iter().map(|each| each.iter().sum::<f64>() / each.len() as f64).collect();
    assert_scores(LocalStrategy::TextPerToken, &means);
}

#[test]
fn what_options_begin_with_is_read_once() {
    let scorer = asking(LocalStrategy::TextTotal);
    let usage = ask(&scorer, &TEXTS).usage;
    // Bytes that another one follows, of " go to apple ", "the fridge", "rab apple 1", "remain idle", each once.
    let shared: std::collections::BTreeSet<String> =
        TEXTS.iter().flat_map(|text| (0..=text.len()).map(move |end| format!(" {text}")[..end].to_owned())).collect();
    assert_eq!(usage.model_calls, shared.len() as u64);
    let labels = ask(&asking(LocalStrategy::Labels), &TEXTS).usage;
    // " " and then all labels at once.
    assert_eq!(labels.model_calls, 2);
}

#[test]
fn a_second_turn_reads_what_is_new() {
    let scorer = asking(LocalStrategy::Labels);
    let first = ask(&scorer, &TEXTS).usage;
    let second = ask(&scorer, &TEXTS).usage;
    assert_eq!(first.prompt_tokens - first.cached_tokens, "Rules. Answer: ".len() as u64);
    // The last token of a text is read again, for its logits.
    assert_eq!(second.prompt_tokens - second.cached_tokens, 2);
}

#[test]
fn options_that_the_model_cannot_tell_apart_are_refused() {
    let scorer = asking(LocalStrategy::TextTotal);
    let refused = futures::executor::block_on(scorer.score(&question(&["remain idle", "grab apple 1", "remain idle"])));
    assert_eq!(refused, Err(ScoreError::Labels(["A".into(), "C".into()])));
}

#[test]
fn a_model_that_is_not_shown_the_options_cannot_choose() {
    let refused = LocalScorer::new(Hashed { ignores_the_system: true, ..Hashed::default() }, LocalStrategy::Labels);
    assert!(refused.is_err_and(|error| error.to_string().contains("template")));
}

#[test]
fn strategies_are_called_what_they_print() {
    for strategy in [LocalStrategy::Labels, LocalStrategy::TextTotal, LocalStrategy::TextPerToken] {
        assert_eq!(strategy.to_string().parse(), Ok(strategy));
    }
    assert!("letters".parse::<LocalStrategy>().is_err_and(|error| error.to_string().contains("text:per_token")));
}
