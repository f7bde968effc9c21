//! Meanings drawn from a model that only writes, against a given script.

use std::sync::Mutex;

use futures::executor::block_on;
use surefleet_fleet::Digest;
use surefleet_grounded::{Hypotheses, MissionGrammar, MissionParser, SampledParser};
use surefleet_language::{LanguageModel, ModelFingerprint, Prompt, Sampling, ScoreError, Text, TextRequest, Usage};
use surefleet_mission::Transport;

/// Writes the answers of the script in turn, by seed; keeps the seeds that it was asked with.
struct Scripted {
    answers: Vec<Result<Text, ScoreError>>,
    seeds: Mutex<Vec<u64>>,
}

impl LanguageModel for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    async fn write(&self, request: &TextRequest) -> Result<Text, ScoreError> {
        request.check()?;
        let Sampling::Drawn { seed, .. } = request.sampling else { return Err(ScoreError::NoOptions) };
        self.seeds.lock().expect("no panic").push(seed);
        self.answers[seed as usize % self.answers.len()].clone()
    }
}

fn text(text: &str) -> Result<Text, ScoreError> {
    let usage = Usage { model_calls: 1, completion_tokens: 5, ..Usage::default() };
    Ok(Text { text: text.into(), is_whole: true, usage })
}

fn parser(answers: Vec<Result<Text, ScoreError>>, samples: u32) -> Result<SampledParser<Scripted>, ScoreError> {
    let fingerprint = ModelFingerprint {
        name: "scripted".into(),
        weights: Digest::of([]),
        tokenizer: Digest::of([]),
        quantisation: "none".into(),
        backend: "test".into(),
        backend_version: "1".into(),
        dtype: "none".into(),
    };
    SampledParser::new(Scripted { answers, seeds: Mutex::default() }, fingerprint, samples)
}

fn found(answers: Vec<Result<Text, ScoreError>>, samples: u32) -> Result<(Vec<(String, f64)>, Hypotheses), ScoreError> {
    let grammar = MissionGrammar::new(&Transport::household().world(2));
    let prompt = Prompt { prefix: "".into(), suffix: "whatever".into() };
    let hypotheses = block_on(parser(answers, samples)?.parse(&grammar, &prompt))?;
    let written = hypotheses.meanings.iter().map(|(meaning, p)| (meaning.to_string(), *p)).collect();
    Ok((written, hypotheses))
}

#[test]
fn a_meaning_is_as_likely_as_often_as_it_was_written_and_what_is_no_mission_stays_unexplained() {
    let (sink, shelf) = ("F G located ( apple_1 , sink ) .", "F G located ( apple_1 , shelf ) .");
    let cut_off = text(shelf).map(|text| Text { is_whole: false, ..text });
    let answers = vec![
        text(shelf),
        text(sink),
        text(" F G located(apple_1,sink).\n"),
        text("Sure! F G located(apple_1, sink) ."),
        cut_off,
    ];
    let (written, hypotheses) = found(answers, 10).expect("it answers");
    // Ten answers: two shelves, four sinks, two that chat, two cut off; one share in eleven is for the unseen.
    assert_eq!(
        written,
        [("F G located(apple_1, sink)".to_owned(), 4.0 / 11.0), ("F G located(apple_1, shelf)".to_owned(), 2.0 / 11.0)]
    );
    assert!((hypotheses.unexplained - 5.0 / 11.0).abs() < 1e-12, "{}", hypotheses.unexplained);
    assert_eq!((hypotheses.usage.model_calls, hypotheses.usage.completion_tokens), (10, 50));
}

#[test]
fn each_answer_is_drawn_with_a_seed_of_its_own() {
    let parser = parser(vec![text("F G located ( apple_1 , sink ) .")], 9).expect("a number of answers");
    let domain = Transport::household();
    let prompt = Prompt { prefix: "".into(), suffix: "whatever".into() };
    for _ in 0..2 {
        let found = block_on(parser.parse(&MissionGrammar::new(&domain.world(2)), &prompt)).expect("it answers");
        assert_eq!(found.meanings[0].1, 0.9);
    }
    assert!(parser.method().starts_with("9 answers drawn at temperature 1"), "{}", parser.method());
}

#[test]
fn one_answer_that_does_not_come_leaves_none() {
    let gone = ScoreError::Unreachable { host: "h:1".into(), reason: "refused".into() };
    assert_eq!(
        found(vec![text("F G located ( apple_1 , sink ) ."), Err(gone.clone())], 16).expect_err("one is missing"),
        gone
    );
}

#[test]
fn a_number_of_answers_that_makes_no_sense_is_refused() {
    for samples in [0, 257] {
        let refused = parser(Vec::new(), samples).map(|_| ()).expect_err("it is refused").to_string();
        assert!(refused.starts_with(&format!("samples is {samples}: draw 1 to 256")), "{refused}");
    }
}
