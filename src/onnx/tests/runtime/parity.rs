//! Comparison with transformers in float32: tests/models/*/golden.json, from training/tiny_models.py.

use crate::models::{Golden, decoder, golden};
use surefleet_onnx::{Decoder, KvCache};

/// Absolute tolerance; logits are between -8 and 8.
const TOLERANCE: f32 = 1e-4;

fn assert_close(ours: &[f32], theirs: &[f32], what: &str) {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    let greatest = ours.iter().zip(theirs).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
    assert!(greatest <= TOLERANCE, "{what}: logits differ by {greatest}");
}

/// Runs a check for each decoder, with its expected results.
fn each(mut check: impl FnMut(&str, &mut Decoder, &Golden)) {
    // scripts/smoke-training adds the model that it has just trained.
    let trained = std::env::var("SUREFLEET_PARITY_MODEL").ok();
    let tiny = [("llama", ""), ("llama", "whole"), ("qwen2", "")];
    for (model, variant) in tiny.into_iter().chain(trained.iter().map(|folder| (folder.as_str(), ""))) {
        let mut decoder = decoder(model, variant);
        for case in golden(model) {
            check(&format!("{model} {variant} {:?}", case.text), &mut decoder, &case);
        }
    }
}

#[test]
fn a_prefill_gives_the_logits_of_transformers() {
    each(|what, decoder, case| {
        let logits = decoder.read(&mut KvCache::default(), &case.ids).expect("it runs");
        assert_close(logits.after(0), &case.prefill_first, what);
        assert_close(logits.last(), &case.prefill_last, what);
        let log_probability: f64 = case.ids[1..]
            .iter()
            .enumerate()
            .map(|(place, &id)| {
                let row = logits.after(place);
                let total: f64 = row.iter().map(|value| f64::from(*value).exp()).sum();
                f64::from(row[id as usize]) - total.ln()
            })
            .sum();
        assert!((log_probability - case.log_probability).abs() < 1e-3, "{what}: {log_probability}");
    });
}

#[test]
fn decoding_with_the_cache_gives_the_logits_of_reading_everything_anew() {
    each(|what, decoder, case| {
        let mut cache = KvCache::default();
        let mut logits = decoder.read(&mut cache, &case.ids).expect("it runs");
        for (number, step) in case.steps.iter().enumerate() {
            assert_close(logits.last(), &step.logits, &format!("{what}, step {number}"));
            logits = decoder.read(&mut cache, &[step.token]).expect("it runs");
        }
        assert_eq!(cache.tokens().len(), case.ids.len() + case.steps.len());
    });
}

#[test]
fn a_prefix_that_is_kept_is_not_read_again() {
    each(|what, decoder, case| {
        let mut cache = KvCache::default();
        let other: Vec<u32> = case.ids[..case.ids.len() / 2].iter().copied().chain([7, 9, 11]).collect();
        decoder.read(&mut cache, &other).expect("it runs");
        let before = decoder.usage().tokens;
        let logits = decoder.read_from(&mut cache, &case.ids).expect("it runs");
        assert_close(logits.last(), &case.prefill_last, what);
        let read = decoder.usage().tokens - before;
        assert!(read <= (case.ids.len() - case.ids.len() / 2) as u64, "{what}: {read} tokens were read");
        // All tokens are known: only the last one is read, for its logits.
        let logits = decoder.read_from(&mut cache, &case.ids).expect("it runs");
        assert_eq!(logits.len(), 1);
        assert_close(logits.last(), &case.prefill_last, what);
    });
}

#[test]
fn continuations_of_unequal_length_are_read_in_one_pass_as_each_would_be_alone() {
    each(|what, decoder, case| {
        let mut cache = KvCache::default();
        decoder.read(&mut cache, &case.ids).expect("it runs");
        let continuations: [&[u32]; 4] = [&[5, 6, 7, 8], &[9], &[10, 11], &[5, 6, 7, 9]];
        let passes = decoder.usage().passes;
        let together = decoder.read_each(&cache, &continuations).expect("it runs");
        assert_eq!(decoder.usage().passes, passes + 1, "{what}");
        for (row, continuation) in together.iter().zip(continuations) {
            let mut alone = KvCache::default();
            decoder.read(&mut alone, &case.ids).expect("it runs");
            let alone = decoder.read(&mut alone, continuation).expect("it runs");
            assert_eq!(row.len(), continuation.len());
            for place in 0..row.len() {
                assert_close(row.after(place), alone.after(place), what);
            }
        }
        assert_eq!(cache.tokens(), case.ids, "{what}");
    });
}
