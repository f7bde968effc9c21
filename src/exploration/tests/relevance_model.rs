//! Pairs put to models that are written here: the process boundary.

#![allow(clippy::unwrap_used, reason = "a failed unwrap in a test is a failed test")]

use std::sync::{
    Mutex,
    atomic::{AtomicBool, Ordering},
};

use futures::executor::block_on;
use surefleet_exploration::{OptionTurns, Relevance, RelevanceModel, SoughtPair};
use surefleet_fleet::Digest;
use surefleet_language::{
    LanguageModel, LocalScorer, LocalStrategy, ModelFingerprint, OptionScorer, Prompt, Question, ScoreError,
    ScorerIdentity, Scores, Text, TextRequest, TokenModel, Usage,
};

fn cost(model_calls: u64, prompt_tokens: u64) -> Usage {
    Usage { model_calls, prompt_tokens, ..Usage::default() }
}

/// Writes one analysis for everything.
#[derive(Debug)]
struct Writer(&'static str);

impl LanguageModel for Writer {
    fn name(&self) -> &str {
        "writer"
    }

    async fn write(&self, request: &TextRequest) -> Result<Text, ScoreError> {
        request.check()?;
        assert!(request.prompt.suffix.contains("red pillow"), "{request:?}");
        Ok(Text { text: self.0.to_owned(), is_whole: true, usage: cost(1, 50) })
    }
}

fn fingerprint() -> ModelFingerprint {
    let digest = Digest::of([b"scorer".as_slice()]);
    ModelFingerprint {
        name: "scorer".into(),
        weights: digest,
        tokenizer: digest,
        quantisation: "none".into(),
        backend: "test".into(),
        backend_version: "1".into(),
        dtype: "f32".into(),
    }
}

/// Prefers the option whose text has a word, and beside that the letter A, wherever it stands.
#[derive(Debug)]
struct Scorer {
    labels: &'static str,
    wanted: &'static str,
    /// Logits that A has on top of what the option deserves.
    for_a: f64,
    asked: Mutex<Vec<String>>,
    fails_first: AtomicBool,
}

impl OptionScorer for &Scorer {
    fn identity(&self) -> ScorerIdentity {
        OptionScorer::identity(*self)
    }

    fn score(&self, question: &Question) -> impl Future<Output = Result<Scores, ScoreError>> + Send {
        OptionScorer::score(*self, question)
    }
}

impl OptionScorer for Scorer {
    fn identity(&self) -> ScorerIdentity {
        ScorerIdentity { option_labels: self.labels.into(), ..fingerprint().scorer("test", "test".into()) }
    }

    fn score(&self, question: &Question) -> impl Future<Output = Result<Scores, ScoreError>> + Send {
        let fails = self.fails_first.swap(false, Ordering::Relaxed);
        self.asked.lock().unwrap().push(question.prompt.text());
        let logit = |label: &str, text: &str| {
            f64::from(u8::from(text.contains(self.wanted))) * 2.0 + f64::from(u8::from(label == "A")) * self.for_a
        };
        let logits: Vec<f64> = question.options.iter().map(|option| logit(&option.label, &option.text)).collect();
        let scores = Scores::from_logits(&logits, cost(1, 80));
        async move { if fails { Err(ScoreError::Model("out of memory".into())) } else { scores } }
    }
}

fn scorer(for_a: f64) -> Scorer {
    let (asked, fails_first) = (Mutex::default(), AtomicBool::new(false));
    Scorer { labels: "letters", wanted: "close to", for_a, asked, fails_first }
}

fn pillow() -> SoughtPair {
    SoughtPair::new("red pillow", "teddy bear")
}

#[test]
fn all_turns_cancel_a_preference_for_a_letter_and_one_turn_does_not() {
    let near = |turns: OptionTurns, for_a: f64| {
        let mut model = RelevanceModel::new(Writer("They share a sofa."), scorer(for_a), turns).unwrap();
        *block_on(model.score(&pillow())).unwrap().probabilities()
    };
    let biased = near(OptionTurns::ALL, 3.0);
    // The three wrong relations share what is left evenly, whichever had the letter A.
    assert!((biased[0] - biased[2]).abs() < 1e-12 && (biased[2] - biased[3]).abs() < 1e-12, "{biased:?}");
    assert!(biased[Relevance::Near.place()] > 0.4 && biased[0] < 0.2, "{biased:?}");
    let once = near(OptionTurns::drawn(1, 0).unwrap(), 3.0);
    let most = once.iter().copied().fold(0.0, f64::max);
    assert!(most > 0.6, "{once:?}");
    assert_ne!(once, biased);
}

#[test]
fn a_pair_is_asked_about_once_and_its_cost_is_counted() {
    let mut model = RelevanceModel::new(Writer("They\nshare   a sofa."), scorer(0.0), OptionTurns::ALL).unwrap();
    let first = block_on(model.score(&pillow())).unwrap();
    assert_eq!(model.usage(), cost(5, 50 + 4 * 80));
    assert_eq!(block_on(model.score(&pillow())).unwrap(), first);
    assert_eq!((model.usage(), model.from_memory()), (cost(5, 370), 1));
    let other = SoughtPair::new("red pillow", "bread");
    block_on(model.score(&other)).unwrap();
    assert_eq!(model.usage().model_calls, 10);
}

#[test]
fn the_letter_is_asked_for_with_the_analysis_in_one_line() {
    let scorer = scorer(0.0);
    let mut model = RelevanceModel::new(Writer("B. They\nshare a sofa."), &scorer, OptionTurns::ALL).unwrap();
    block_on(model.score(&pillow())).unwrap();
    let asked = scorer.asked.lock().unwrap();
    assert_eq!(asked.len(), 4);
    for text in asked.iter() {
        assert!(text.contains("Thoughts: B. They share a sofa.\nA. "), "{text}");
    }
}

#[test]
fn a_failed_pair_is_not_remembered() {
    let scorer = scorer(0.0);
    scorer.fails_first.store(true, Ordering::Relaxed);
    let mut model = RelevanceModel::new(Writer("They share a sofa."), &scorer, OptionTurns::ALL).unwrap();
    let refused = block_on(model.score(&pillow())).unwrap_err().to_string();
    assert!(refused.contains("out of memory"), "{refused}");
    assert!(block_on(model.score(&pillow())).is_ok());
    assert_eq!(model.from_memory(), 0);
    let mut silent = RelevanceModel::new(Writer(" \n"), &scorer, OptionTurns::ALL).unwrap();
    assert!(block_on(silent.score(&pillow())).unwrap_err().to_string().contains("empty analysis"));
}

#[test]
fn a_scorer_that_turns_options_itself_is_refused() {
    let turning = Scorer { labels: "letters, in 4 orders", ..scorer(0.0) };
    let refused = RelevanceModel::new(Writer(""), turning, OptionTurns::ALL).unwrap_err().to_string();
    assert!(refused.contains("letters, in 4 orders") && refused.contains("in one order"), "{refused}");
}

/// Tokens are characters; after any prompt it prefers the letter B.
struct Tokens;

impl TokenModel for Tokens {
    fn fingerprint(&self) -> ModelFingerprint {
        fingerprint()
    }

    fn prompt(&self, prompt: &Prompt) -> Result<Vec<u32>, ScoreError> {
        self.encode(&prompt.text())
    }

    fn separator(&self) -> &'static str {
        ""
    }

    fn encode(&self, answer: &str) -> Result<Vec<u32>, ScoreError> {
        Ok(answer.chars().map(|letter| (letter as u32).min(127)).collect())
    }

    fn next(&mut self, tokens: &[u32]) -> Result<(Vec<f32>, usize), ScoreError> {
        let mut logits = vec![0.0; 128];
        logits['B' as usize] = 3.0;
        Ok((logits, tokens.len()))
    }
}

#[test]
fn a_model_of_tokens_serves_as_scorer_and_its_blind_preference_for_a_letter_is_evened_out() {
    let scorer = LocalScorer::new(Tokens, LocalStrategy::Labels).unwrap();
    let mut model = RelevanceModel::new(Writer("They share a sofa."), scorer, OptionTurns::ALL).unwrap();
    let scores = block_on(model.score(&pillow())).unwrap();
    for probability in scores.probabilities() {
        assert!((probability - 0.25).abs() < 1e-9, "{scores:?}");
    }
    assert_eq!(model.usage().model_calls, 5);
}
