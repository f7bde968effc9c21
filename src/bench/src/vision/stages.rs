use std::time::Instant;

use anyhow::{Context, Result};
use serde::Deserialize;
use surefleet_cli::percentile::percentile;
use surefleet_language::{Picture, Sampling};
use surefleet_onnx::{Features, KvCache, OnnxError, OnnxVisionModel, Sampler};

/// The stages in their order.
pub const STAGES: [&str; 4] = ["preprocess", "encode", "prefill", "decode"];

/// Milliseconds of each stage.
pub type Times = [f64; STAGES.len()];

/// How often a round runs each stage, after one run that nobody times.
pub const CALLS: usize = 5;

/// The question about each picture; the same as `QUESTION` of training/tiny_vision_models.py.
pub const QUESTION: &str = "Which apple is green?";

/// Tokens of a prompt with a picture and the question, and the likeliest ones that follow.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Written {
    pub prompt: Vec<u32>,
    pub answer: Vec<u32>,
}

/// Runs each stage, on what the stage before it gave.
///
/// # Errors
/// A model that does not run.
pub fn times(model: &mut OnnxVisionModel, picture: &Picture) -> Result<Times> {
    let (preprocess, frames) = timed(|| Ok(model.preprocess(picture)))?;
    let (encode, features) = timed(|| model.encode(&frames))?;
    let mut tokens = model.tokens(&features, &[], QUESTION)?;
    // Each run has a memory of its own, from which one of the last stage goes on.
    let mut read = Vec::new();
    let (prefill, logits) = timed(|| {
        let mut cache = KvCache::default();
        let logits = model.read(&mut cache, &tokens, &features)?;
        read.push(cache);
        Ok(logits)
    })?;
    tokens.push(likeliest(&logits)?);
    let (decode, _) = timed(|| {
        let mut cache = read.pop().expect("every stage runs as often");
        model.read(&mut cache, &tokens, &features)
    })?;
    Ok([preprocess, encode, prefill, decode])
}

/// Reads the question about a picture's features and writes `count` tokens, even if one of them ends the answer.
///
/// # Errors
/// A model that does not run.
pub fn written(model: &mut OnnxVisionModel, features: &Features, count: usize) -> Result<Written> {
    let prompt = model.tokens(features, &[], QUESTION)?;
    let mut cache = KvCache::default();
    let mut tokens = prompt.clone();
    for _ in 0..count {
        let logits = model.read(&mut cache, &tokens, features)?;
        tokens.push(likeliest(&logits)?);
    }
    Ok(Written { answer: tokens.split_off(prompt.len()), prompt })
}

fn likeliest(logits: &[f32]) -> Result<u32, OnnxError> {
    Sampler::new(Sampling::Greedy).choose(logits)
}

/// Median of the runs in milliseconds, and what the last one gave.
fn timed<T>(mut run: impl FnMut() -> Result<T, OnnxError>) -> Result<(f64, T)> {
    let mut times = Vec::new();
    let mut last = None;
    for call in 0..=CALLS {
        let began = Instant::now();
        let result = run()?;
        if call > 0 {
            times.push(began.elapsed().as_secs_f64() * 1e3);
        }
        last = Some(result);
    }
    Ok((percentile(&times, 50)?, last.context("nothing ran")?))
}
