//! Multiple choice by a model in this process. The test model's probabilities can be computed by hand.

use std::{collections::BTreeMap, sync::Arc};

use surefleet_fleet::{Brief, Digest, Facts, MissionId, RobotId, Turn};
use surefleet_language::{
    LabelOrders, LabelledOption, LocalScorer, LocalStrategy, ModelFingerprint, OptionScorer, Prompt, Question,
    ScoreError, Scores, TokenModel,
};

/// A model with bytes as tokens. The logits of the next token are a hash of all tokens so far.
#[derive(Default)]
struct Hashed {
    passes: usize,
    text: usize,
    read: BTreeMap<usize, Vec<u32>>,
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

    fn turn_to(&mut self, text: usize) {
        self.text = text;
    }

    fn next(&mut self, tokens: &[u32]) -> Result<(Vec<f32>, usize), ScoreError> {
        self.passes += 1;
        let limit = tokens.len() - 1;
        let read = self.read.entry(self.text).or_default();
        let shared = read.iter().zip(&tokens[..limit]).take_while(|(a, b)| a == b).count();
        *read = tokens.to_vec();
        Ok((logits(tokens), tokens.len() - shared))
    }
}

fn question(texts: &[&str]) -> Question {
    let robot = RobotId::new("robot_1").expect("a name");
    let brief = Brief::new(MissionId::new([7; 16]), "whatever", 4, vec![robot.clone()]);
    let turn = Turn::first(Arc::new(brief), Facts::new(Vec::<String>::new()));
    let prompt = Prompt { prefix: "Rules. ".into(), suffix: "Answer:".into() };
    Question { prompt, options: LabelledOption::in_order(texts), turn, robot }
}

fn asking(strategy: LocalStrategy) -> LocalScorer<Hashed> {
    LocalScorer::new(Hashed::default(), strategy).expect("it sees the whole prompt")
}

fn ask(scorer: &LocalScorer<Hashed>, texts: &[&str]) -> Scores {
    futures::executor::block_on(scorer.score(&question(texts))).expect("scores")
}

/// Log-probability of each token of a continuation, computed with one whole call for each.
fn by_hand(continuation: &str) -> Vec<f64> {
    behind("Rules. Answer:", continuation)
}

fn behind(prompt: &str, continuation: &str) -> Vec<f64> {
    let prompt: Vec<u32> = prompt.bytes().map(u32::from).collect();
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
    // Each shared beginning is read once: prefixes of " go to apple ", "the fridge", "rab apple 1", "remain idle".
    let shared: std::collections::BTreeSet<String> =
        TEXTS.iter().flat_map(|text| (0..=text.len()).map(move |end| format!(" {text}")[..end].to_owned())).collect();
    assert_eq!(usage.model_calls, shared.len() as u64);
    let labels = ask(&asking(LocalStrategy::Labels), &TEXTS).usage;
    // First " ", then all labels at once.
    assert_eq!(labels.model_calls, 2);
}

#[test]
fn a_second_turn_reads_what_is_new() {
    let scorer = asking(LocalStrategy::Labels);
    let first = ask(&scorer, &TEXTS).usage;
    let second = ask(&scorer, &TEXTS).usage;
    assert_eq!(first.prompt_tokens - first.cached_tokens, "Rules. Answer: ".len() as u64);
    // The last token of a text is read again for its logits.
    assert_eq!(second.prompt_tokens - second.cached_tokens, 2);
}

/// The prompt prefix of the other orders: each label with its option.
fn preamble(_: &Brief, options: &[LabelledOption]) -> Arc<str> {
    options.iter().map(|option| format!("{}={} ", option.label, option.text)).collect::<String>().into()
}

fn dealt(orders: usize) -> LabelOrders {
    LabelOrders::new(orders, Box::new(preamble)).expect("a number of orders")
}

fn in_orders(orders: usize) -> LocalScorer<Hashed> {
    asking(LocalStrategy::Labels).in_orders(dealt(orders)).expect("labels")
}

#[test]
fn orders_count_by_their_mean_probability_each_behind_its_own_prompt() {
    let options = LabelledOption::in_order(TEXTS);
    let mut means = [0.0; 5];
    for order in 0..4 {
        let shown = LabelledOption::relabelled(&options, order);
        let prefix = if order == 0 { "Rules. ".into() } else { preamble(&question(&TEXTS).turn.brief, &shown) };
        let label = |option: &LabelledOption| -> f64 {
            behind(&format!("{prefix}Answer:"), &format!(" {}", option.label)).iter().sum()
        };
        let scores = normalised(&shown.iter().map(label).collect::<Vec<_>>());
        means.iter_mut().zip(scores).for_each(|(mean, score)| *mean += score.exp() / 4.0);
    }
    let scores = ask(&in_orders(4), &TEXTS);
    for (found, mean) in scores.log_probabilities.iter().zip(means) {
        assert!((found - mean.ln()).abs() < 1e-9, "{found}, not {}", mean.ln());
    }
    // First " ", then all labels at once, in each order.
    assert_eq!(scores.usage.model_calls, 8);
    assert_eq!(ask(&in_orders(1), &TEXTS), ask(&asking(LocalStrategy::Labels), &TEXTS));
}

#[test]
fn a_second_turn_reads_what_is_new_in_every_order() {
    let scorer = in_orders(4);
    ask(&scorer, &TEXTS);
    let second = ask(&scorer, &TEXTS).usage;
    assert_eq!(second.prompt_tokens - second.cached_tokens, 4 * 2);
}

/// Ignores the prompt and prefers A, like models with a preference for a label.
struct LikesA;

impl TokenModel for LikesA {
    fn fingerprint(&self) -> ModelFingerprint {
        Hashed::default().fingerprint()
    }

    fn prompt(&self, prompt: &Prompt) -> Result<Vec<u32>, ScoreError> {
        Hashed::default().prompt(prompt)
    }

    fn separator(&self) -> &'static str {
        ""
    }

    fn encode(&self, answer: &str) -> Result<Vec<u32>, ScoreError> {
        Hashed::default().encode(answer)
    }

    fn next(&mut self, tokens: &[u32]) -> Result<(Vec<f32>, usize), ScoreError> {
        Ok(((0..256).map(|token| if token == u32::from(b'A') { 5.0 } else { 0.0 }).collect(), tokens.len()))
    }
}

#[test]
fn what_a_model_likes_about_a_label_evens_out_and_cancels_where_each_option_had_it() {
    let spread = |orders| {
        let scorer = LocalScorer::new(LikesA, LocalStrategy::Labels).expect("it sees the whole prompt");
        let scorer = scorer.in_orders(dealt(orders)).expect("labels");
        let scores = futures::executor::block_on(scorer.score(&question(&TEXTS))).expect("scores");
        let chances = scores.log_probabilities.iter().map(|score| score.exp());
        chances.clone().fold(0.0, f64::max) - chances.fold(1.0, f64::min)
    };
    let alone = spread(1);
    assert!(alone > 0.9);
    for orders in 2..5 {
        assert!((spread(orders) - alone / orders as f64).abs() < 1e-9, "{orders}: {}", spread(orders));
    }
    assert!(spread(5) < 1e-9 && spread(10) < 1e-9, "{} {}", spread(5), spread(10));
}

#[test]
fn orders_keep_every_option_and_label_and_differ() {
    let options = LabelledOption::in_order(vec!["option"; 37]);
    let labels = |order| -> Vec<Arc<str>> {
        LabelledOption::relabelled(&options, order).iter().map(|option| option.label.clone()).collect()
    };
    let sorted = |mut labels: Vec<Arc<str>>| {
        labels.sort_unstable();
        labels
    };
    let seen: std::collections::BTreeSet<_> = (0..37).map(labels).collect();
    assert_eq!(seen.len(), 37);
    assert!(seen.into_iter().all(|order| sorted(order) == sorted(labels(0))));
    assert!(LabelledOption::relabelled(&options, 0)[..] == options[..]);
    assert!(LabelledOption::relabelled(&[], 3).is_empty());
}

/// A calibration names only the number of orders. Different orders would change every prompt without notice.
#[test]
fn orders_are_dealt_as_ever() {
    let options = LabelledOption::in_order(TEXTS);
    let labels =
        |order| -> String { LabelledOption::relabelled(&options, order).iter().map(|option| &*option.label).collect() };
    assert_eq!(
        [0, 1, 2, 3, 4, 5].map(labels),
        ["ABCDE", "EABCD", "BCDEA", "CDEAB", "DEABC", "ABCDE"].map(String::from)
    );
}

#[test]
fn orders_that_mean_nothing_are_refused() {
    for orders in [0, 65] {
        let refused = LabelOrders::new(orders, Box::new(preamble));
        assert!(refused.is_err_and(|error| error.to_string().contains(&format!("label_orders is {orders}"))));
    }
    let refused = asking(LocalStrategy::TextTotal).in_orders(dealt(2));
    assert!(refused.is_err_and(|error| error.to_string().contains("label_orders is 2")));
    let two = in_orders(2).identity();
    assert_ne!(two, asking(LocalStrategy::Labels).identity(), "a calibration is for one number of orders");
    assert_eq!(in_orders(1).identity(), asking(LocalStrategy::Labels).identity());
    assert!(asking(LocalStrategy::TextTotal).in_orders(dealt(1)).is_ok());
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
