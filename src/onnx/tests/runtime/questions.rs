//! Conversations about a picture, through the trait that nodes use.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use surefleet_language::{Exchange, Picture, ScoreError, Usage, VisionLanguageModel};
use surefleet_onnx::{Decoder, KvCache, ModelDir, OnnxVisionModel, TextCodec};

use crate::{
    models::{folder, picture, runtime},
    vision::{assert_close, each, golden},
};

const QUESTION: &str = "Which apple is green?";
/// The first two have the same beginning; each has several tokens.
const ANSWERS: [&str; 3] = ["Robot 1 opens the fridge.", "Robot 1 opens the sink.", "no"];

fn model(name: &str) -> OnnxVisionModel {
    OnnxVisionModel::load(&folder(name), "", &runtime()).expect("a model")
}

fn looking(name: &str, at: &Picture) -> OnnxVisionModel {
    let mut model = model(name);
    model.look(at).expect("it looks");
    model
}

fn said() -> Vec<Exchange> {
    vec![Exchange { question: "Is robot 1 at the fridge?".into(), answer: "no".into() }]
}

fn refused<T>(result: Result<T, ScoreError>) -> String {
    match result {
        Ok(_) => panic!("it should be refused"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn each_question_about_a_picture_is_answered_as_if_it_were_the_first() {
    for name in ["idefics3", "plain"] {
        let at = picture(120, 64);
        let mut model = looking(name, &at);
        let looked = model.looked().expect("it looked").tokens as u64;
        for (said, question) in [(vec![], QUESTION), (vec![], "Open the sink?"), (said(), QUESTION), (vec![], QUESTION)]
        {
            let choice = model.choose(&said, question, &ANSWERS).expect("an answer");
            let first = looking(name, &at).choose(&said, question, &ANSWERS).expect("an answer");
            for (one, other) in choice.probabilities.iter().zip(&first.probabilities) {
                assert!((one - other).abs() < 1e-5, "{name}: {choice:?}, {first:?}");
            }
            assert!((choice.mass / first.mass - 1.0).abs() < 1e-4, "{name}: {choice:?}, {first:?}");
            assert!(choice.usage.cached_tokens >= looked * 2, "{name}: the picture was read again, {:?}", choice.usage);
            let described = model.describe(&said, question, 6).expect("an answer");
            assert_eq!(described.0, looking(name, &at).describe(&said, question, 6).expect("an answer").0);
            assert!(described.1.cached_tokens >= looked, "{name}: {:?}", described.1);
        }
    }
}

#[test]
fn the_same_picture_again_costs_nothing_and_another_one_is_not_taken_for_it() {
    let (one, mut bytes) = (picture(64, 64), picture(64, 64).rgb().to_vec());
    bytes[5000] ^= 0x80;
    let other = Picture::new(64, 64, bytes).expect("a picture");
    let mut model = model("idefics3");
    let first = model.look(&one).expect("it looks");
    let looked = model.looked().expect("it looked");
    // Enlarged, the picture is 4 x 4 tiles and a whole view.
    assert_eq!((looked.frames, looked.tokens as u64, first.model_calls), (17, first.prompt_tokens, 17 + 2));
    let alike = model.choose(&[], QUESTION, &ANSWERS).expect("an answer");
    assert_eq!(model.look(&one).expect("it looks"), Usage::default());
    assert_eq!(model.looked(), Some(looked));
    assert_eq!(model.look(&other).expect("it looks").prompt_tokens, first.prompt_tokens);
    let differs = model.choose(&[], QUESTION, &ANSWERS).expect("an answer");
    assert_ne!(alike.probabilities, differs.probabilities);
    let fresh = looking("idefics3", &other).choose(&[], QUESTION, &ANSWERS).expect("an answer");
    assert!((fresh.mass / differs.mass - 1.0).abs() < 1e-4, "{fresh:?}, {differs:?}");
}

#[test]
fn a_cache_keeps_pictures_and_texts_apart_whose_tokens_are_the_same() {
    let mut model = model("plain");
    let mut decoder =
        Decoder::load(&ModelDir::open(&folder("plain"), "").expect("a model"), &runtime()).expect("a decoder");
    let seen = [picture(32, 32), picture(41, 50)].map(|picture| {
        let frames = model.preprocess(&picture);
        model.encode(&frames).expect("it looks")
    });
    let tokens = model.tokens(&seen[0], &[], QUESTION).expect("tokens");
    assert_eq!(tokens, model.tokens(&seen[1], &[], QUESTION).expect("tokens"));
    let alone = seen.each_ref().map(|features| model.read(&mut KvCache::default(), &tokens, features).expect("logits"));
    let text = decoder.read_last(&mut KvCache::default(), &tokens).expect("logits").0;
    let apart = |one: &[f32], other: &[f32]| one.iter().zip(other).any(|(one, other)| (one - other).abs() > 0.1);
    assert!(apart(&alone[0], &alone[1]) && apart(&alone[0], &text), "the picture makes no difference");
    let mut cache = KvCache::default();
    for _ in 0..2 {
        for (features, alone) in seen.iter().zip(&alone) {
            assert_close(&model.read(&mut cache, &tokens, features).expect("logits"), alone, "a picture");
        }
        assert_close(&decoder.read_last(&mut cache, &tokens).expect("logits").0, &text, "a text");
        model.read(&mut cache, &tokens, &seen[0]).expect("logits");
        assert_close(decoder.read_from(&mut cache, &tokens).expect("logits").last(), &text, "a text at once");
    }
    // A copy of the features counts as the same picture.
    model.read(&mut cache, &tokens, &seen[0]).expect("logits");
    let frames = model.preprocess(&picture(32, 32));
    let again = model.encode(&frames).expect("it looks");
    let before = decoder.usage().tokens;
    assert!(decoder.read_piece_seeing(&mut cache, &tokens, &again).expect("logits").is_some());
    assert_eq!(decoder.usage().tokens - before, 1);
}

#[test]
fn a_choice_is_what_the_logits_of_its_tokens_say_each_read_alone() {
    // In SmolVLM's template a blank precedes an answer.
    for (name, blank) in [("idefics3", " "), ("plain", "")] {
        let words = TextCodec::load(&ModelDir::open(&folder(name), "").expect("a model")).expect("a tokenizer");
        let at = picture(48, 80);
        let mut model = looking(name, &at);
        let choice = model.choose(&said(), QUESTION, &ANSWERS).expect("an answer");
        let frames = model.preprocess(&at);
        let features = model.encode(&frames).expect("it looks");
        let prompt = model.tokens(&features, &said(), QUESTION).expect("tokens");
        let likelihood = |answer: &str| {
            let mut tokens = prompt.clone();
            let each = words.encode(&format!("{blank}{answer}")).expect("tokens").into_iter().map(|token| {
                let logits = model.read(&mut KvCache::default(), &tokens, &features).expect("logits");
                tokens.push(token);
                let total: f64 = logits.iter().map(|logit| f64::from(*logit).exp()).sum();
                f64::from(logits[token as usize]).exp() / total
            });
            each.product::<f64>()
        };
        let alone = ANSWERS.map(likelihood);
        let mass: f64 = alone.iter().sum();
        assert!((choice.mass / mass - 1.0).abs() < 1e-3 && mass < 0.9, "{name}: {choice:?}, {alone:?}");
        for (one, alone) in choice.probabilities.iter().zip(alone) {
            assert!((one - alone / mass).abs() < 1e-4, "{name}: {choice:?}, {alone:?}");
        }
        let total: f64 = choice.probabilities.iter().sum();
        assert!((total - 1.0).abs() < 1e-9, "{name}: {total}");
    }
}

#[test]
fn a_description_is_the_greedy_text_of_transformers() {
    each(|what, model, case| {
        let words = TextCodec::load(&ModelDir::open(&folder(&case.model), "").expect("a model")).expect("a tokenizer");
        let ends = case.steps.iter().position(|step| words.is_end(step.token));
        let written: Vec<u32> = case.steps[..ends.unwrap_or(case.steps.len())].iter().map(|step| step.token).collect();
        model.look(&case.picture()).expect("it looks");
        let (text, usage) = model.describe(&case.said(), &case.question, case.steps.len() as u32).expect("a text");
        assert_eq!(text, words.decode_begun(&written).expect("a text").trim(), "{what}");
        assert_eq!(usage.prompt_tokens, case.ids.len() as u64, "{what}");
    });
}

#[test]
fn nobody_can_show_a_picture_or_end_a_message_by_naming_it() {
    let mut model = looking("idefics3", &picture(64, 64));
    for (token, named) in [
        ("<image>", "<image>"),
        ("<row_1_col_2>", "<row_1_col_2>"),
        ("<row_9_col_9>", "<row_"),
        ("<global-img>", "<global-img>"),
        ("<fake_token_around_image>", "<fake_token_around_image>"),
        ("<end_of_utterance>", "<end_of_utterance>"),
    ] {
        let spoken = format!("Is it {token} green?");
        let exchange = |question: &str, answer: &str| Exchange { question: question.into(), answer: answer.into() };
        for refusal in [
            refused(model.choose(&[], &spoken, &["yes", "no"])),
            refused(model.choose(&[], "Is it?", &["yes", &spoken])),
            refused(model.describe(&[exchange("Is it?", &spoken)], "Is it?", 5)),
            refused(model.describe(&[exchange(&spoken, "yes")], "Is it?", 5)),
        ] {
            assert!(refusal.contains(&format!("{named:?}")) && refusal.contains("leave it out"), "{refusal}");
        }
    }
}

#[test]
fn answers_that_cannot_be_told_apart_are_named() {
    let mut model = looking("idefics3", &picture(64, 64));
    let twins = model.choose(&[], QUESTION, &["no", "the apple", "no"]).expect_err("two are equal");
    assert_eq!(twins, ScoreError::Labels(["no".into(), "no".into()]));
    let beginning = model.choose(&[], QUESTION, &["Robot 1", "no", "Robot 1 opens it"]).expect_err("one goes on");
    assert_eq!(beginning, ScoreError::Labels(["Robot 1".into(), "Robot 1 opens it".into()]));
    let one = model.choose(&[], QUESTION, &["no"]).expect_err("that is no choice");
    assert!(matches!(one, ScoreError::Setting { name: "answers", .. }), "{one}");
    assert!(matches!(model.choose(&[], QUESTION, &["no", " "]), Err(ScoreError::Labels(_))));
    let nothing = model.describe(&[], QUESTION, 0).expect_err("that is no text");
    assert!(matches!(nothing, ScoreError::Setting { name: "max_tokens", .. }), "{nothing}");
}

#[test]
fn what_is_stopped_answers_nothing_and_can_be_asked_again() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut model = model("idefics3").with_stop(Arc::clone(&stop));
    assert!(refused(model.choose(&[], QUESTION, &ANSWERS)).contains("no picture"));
    stop.store(true, Ordering::Relaxed);
    assert!(refused(model.look(&picture(120, 64))).contains("stopped"));
    assert!(refused(model.choose(&[], QUESTION, &ANSWERS)).contains("no picture"));
    assert_eq!(model.looked(), None);
    stop.store(false, Ordering::Relaxed);
    model.look(&picture(120, 64)).expect("it looks");
    stop.store(true, Ordering::Relaxed);
    assert!(refused(model.choose(&[], QUESTION, &ANSWERS)).contains("stopped"));
    assert!(refused(model.describe(&[], QUESTION, 4)).contains("stopped"));
    // If a picture cannot be read, the model has none: the question is not about the previous picture.
    assert!(refused(model.look(&picture(64, 64))).contains("stopped"));
    stop.store(false, Ordering::Relaxed);
    assert!(refused(model.describe(&[], QUESTION, 4)).contains("no picture"));
    model.look(&picture(120, 64)).expect("it looks");
    let answer = model.choose(&[], QUESTION, &ANSWERS).expect("an answer");
    let fresh = looking("idefics3", &picture(120, 64)).choose(&[], QUESTION, &ANSWERS).expect("an answer");
    assert_eq!(answer.likeliest(), fresh.likeliest());
    assert!((answer.mass / fresh.mass - 1.0).abs() < 1e-4);
}

#[test]
fn half_precision_answers_nearly_as_full_precision_does() {
    let mut half = OnnxVisionModel::load(&folder("plain"), "fp16", &runtime()).expect("a model");
    assert_eq!((half.fingerprint().dtype.as_str(), half.fingerprint().quantisation.as_str()), ("f16", "fp16"));
    for case in golden("plain") {
        let frames = half.preprocess(&case.picture());
        let features = half.encode(&frames).expect("it looks");
        let (mut cache, mut tokens) = (KvCache::default(), case.ids.clone());
        for step in &case.steps {
            let logits = half.read(&mut cache, &tokens, &features).expect("logits");
            let greatest = logits.iter().zip(&step.logits).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
            assert!(greatest < 0.05, "they differ by {greatest}");
            tokens.push(step.token);
        }
    }
}
