//! `surefleet bench vision`: what it costs to look at a picture and to answer questions about it.

mod peer;
mod shipped;
mod stages;

use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result, ensure};
use surefleet_cli::{
    percentile::percentile,
    picture::{Size, test_picture},
    place::Place,
    work::bar,
};
use surefleet_language::VisionLanguageModel;
use surefleet_onnx::{ModelDir, OnnxVisionModel, Provider, Runtime};
use surefleet_site::resident_memory_mb;

use self::{
    peer::{KIND, Peer},
    stages::{STAGES, Times},
};
use crate::measurement::{Column, Detail, FigureTarget, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
A test picture goes through the stages of looking: it is resized and cut (preprocess), the vision encoder looks at its
frames (encode), the decoder reads the picture and a question (prefill), and one token more (decode). With --compare,
transformers on torch does the same with the same model, a tiny random one, in a process of its own, which waits while
this program works: each round runs each stage 5 times here and 5 times there, in turns and in another order each
round, so that noise of the machine hits both. Prompts and greedy answers of both must be the same. Everything is
computed by one thread each.

Besides, the shipped model (models/scene-checker) is shown pictures of the simulated household, a new one each round,
and asked what robots ask after an action: a first question, which waits for the picture to be looked at, and a
further one.

With --json, one object: schema, machine, date, command, rounds, onnxruntime, model, peer (with its version; null:
none),
  resident_mb    of this process in memory after the model was loaded and has looked, which follows on the shipped one
  peer_resident_mb   of the peer's process likewise; null without a peer
results, an array of rows, a stage of a picture each:
  picture        columns x rows
  stage          preprocess, encode, prefill or decode
  frames         that the picture becomes: tiles, and the whole
  tokens         encode: of the picture; prefill, decode: that are read; null for preprocess
  ours_ms, peer_ms    medians over the rounds of a round's median; peer_ms: null without a peer
  ratio          ours to the peer's, the median of the rounds' ratios; null without a peer
and shipped, medians over the rounds:
  model, picture_tokens    its name, and tokens that it reads up to the picture's end
  preprocess_ms, encode_ms, prefill_ms    of looking at a new picture, the question excluded
  first_question_ms    a yes/no question about a new picture, looking included
  further_question_ms  another yes/no question about the same picture
  resident_mb    of this process in memory after all that, with no other model loaded";

/// The options of the vision benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// The model's folder; none: the tiny one of a checkout, src/onnx/tests/models/idefics3.
    #[arg(long, conflicts_with = "compare")]
    model: Option<PathBuf>,
    /// Sizes of pictures, in columns x rows.
    #[arg(long, value_delimiter = ',', default_value = "640x480")]
    pictures: Vec<Size>,
    /// How often each picture goes through each stage, and how many pictures the shipped model is shown.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// A Python to compare with (pip install torch==2.9.1 transformers==5.23.0 onnx==1.23.2 pillow==13.0.0
    /// Jinja2==3.1.6).
    #[arg(long, value_name = "PYTHON")]
    compare: Option<PathBuf>,
}

/// A stage of a picture.
struct StageRow {
    picture: String,
    stage: &'static str,
    frames: usize,
    tokens: Option<usize>,
    ours_ms: f64,
    peer_ms: Option<f64>,
    ratio: Option<f64>,
}

impl Arguments {
    /// Whether processes are started.
    pub fn has_processes(&self) -> bool {
        self.compare.is_some()
    }
}

/// Measures.
///
/// # Errors
/// A model that cannot be loaded, a Python without the peer, or a peer that computes something else.
pub fn run(arguments: &Arguments, place: &Place, interrupted: &AtomicBool) -> Result<Measurement> {
    let runtime = Runtime::from_environment(Provider::Cpu, 1)?;
    let folder = folder(arguments, place)?;
    let mut peer = arguments.compare.as_deref().map(Peer::start).transpose()?;
    let progress = bar((arguments.pictures.len() as u64 + 1) * u64::from(arguments.rounds), "rounds");
    let on_round = || {
        progress.inc(1);
        ensure!(!interrupted.load(Ordering::Relaxed), "interrupted");
        Ok(())
    };
    progress.set_message("scene-checker");
    // First, so that what it needs in memory is its own.
    let shipped = shipped::measure(&place.share.join("models/scene-checker"), &runtime, arguments.rounds, on_round)?;
    let mut model = OnnxVisionModel::load(&folder, "", &runtime)?;
    let mut results = Vec::new();
    for size in &arguments.pictures {
        progress.set_message(size.to_string());
        results.extend(rows(&mut model, *size, arguments.rounds, peer.as_mut(), on_round)?);
    }
    progress.finish_and_clear();
    let slowest = results.iter().filter_map(|row| row.ratio).reduce(f64::max);
    let beside_peer =
        |ratio| FigureTarget::at_most("the slowest stage, beside the peer's", ratio, Unit::Digits(2), 1.0);
    let first = shipped.first_question_ms;
    let question = FigureTarget::at_most("a question about a new picture", first, Unit::Milliseconds(1), 60.0);
    let peer_version = peer.as_ref().map(|peer| peer.version().to_owned());
    let ours = resident_memory_mb(std::process::id());
    let theirs = peer.and_then(|peer| resident_memory_mb(peer.id()));
    Ok(Measurement {
        details: vec![
            Detail::new("rounds", "one thread each, medians over rounds", Unit::Plain, arguments.rounds),
            Detail::new("onnxruntime", "ONNX Runtime", Unit::Plain, runtime.library.version()),
            Detail::new("model", "a tiny random model,", Unit::Plain, model.fingerprint().name),
            Detail::new("peer", "beside", Unit::Plain, peer_version),
            Detail::new("resident_mb", "resident", Unit::Megabytes(0), ours),
            Detail::new("peer_resident_mb", "the peer", Unit::Megabytes(0), theirs),
        ],
        targets: slowest.map(beside_peer).into_iter().chain([question]).collect(),
        ..Measurement::new(
            "Looking at pictures",
            vec![
                Sheet::new("results", "", &results, columns()),
                Sheet::new("shipped", "The shipped model", &[shipped], shipped::columns()).object(),
            ],
        )
    })
}

fn columns() -> Vec<Column<StageRow>> {
    type C = Column<StageRow>;
    vec![
        C::new("picture", "picture", Unit::Plain, |row| row.picture.as_str().into()),
        C::new("stage", "stage", Unit::Plain, |row| row.stage.into()),
        C::new("frames", "frames", Unit::Plain, |row| row.frames.into()),
        C::new("tokens", "tokens", Unit::Plain, |row| row.tokens.into()),
        C::new("ours_ms", "ours", Unit::Milliseconds(3), |row| row.ours_ms.into()),
        C::new("peer_ms", "transformers", Unit::Milliseconds(3), |row| row.peer_ms.into()),
        C::new("ratio", "ratio", Unit::Digits(2), |row| row.ratio.into()),
    ]
}

/// The model's, in which there are graphs that look.
fn folder(arguments: &Arguments, place: &Place) -> Result<PathBuf> {
    let (folder, mend) = match &arguments.model {
        Some(folder) => (folder.clone(), "--model is to be a vision-language model"),
        None => (place.share.join("src/onnx/tests/models").join(KIND), "without --model a checkout is needed"),
    };
    ModelDir::open(&folder, "").and_then(|files| files.vision_encoder().map(|_| ())).context(mend)?;
    Ok(folder)
}

/// A row for each stage of a picture.
fn rows(
    model: &mut OnnxVisionModel,
    size: Size,
    rounds: u16,
    mut peer: Option<&mut Peer>,
    on_round: impl Fn() -> Result<()>,
) -> Result<Vec<StageRow>> {
    let picture = test_picture(size, 0)?;
    let frames = model.preprocess(&picture);
    let features = model.encode(&frames)?;
    let prompt = match peer.as_deref_mut() {
        Some(peer) => {
            let theirs = peer.written(size)?;
            let ours = stages::written(model, &features, theirs.answer.len())?;
            let what = "it does not compute the same";
            ensure!(ours.prompt == theirs.prompt, "the peer makes other tokens of a picture of {size}: {what}");
            ensure!(ours.answer == theirs.answer, "the peer answers otherwise about a picture of {size}: {what}");
            ours.prompt
        }
        None => stages::written(model, &features, 1)?.prompt,
    };
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    // The first round warms up.
    for round in 0..=rounds {
        let mut other = || peer.as_deref_mut().map(|peer| peer.times(size)).transpose();
        let (one, other) = if round % 2 == 0 {
            (stages::times(model, &picture)?, other()?)
        } else {
            let other = other()?;
            (stages::times(model, &picture)?, other)
        };
        if round > 0 {
            ours.push(one);
            theirs.extend(other);
            on_round()?;
        }
    }
    let tokens = [None, Some(features.rows()), Some(prompt.len()), Some(1)];
    let row = |(place, stage): (usize, &'static str)| {
        let (ours_ms, peer_ms, ratio) = compared(&ours, &theirs, place)?;
        let (picture, frames, tokens) = (size.to_string(), frames.count(), tokens[place]);
        Ok(StageRow { picture, stage, frames, tokens, ours_ms, peer_ms, ratio })
    };
    STAGES.into_iter().enumerate().map(row).collect()
}

/// Medians of a stage over the rounds, ours and the peer's, and of the rounds' ratios.
fn compared(ours: &[Times], theirs: &[Times], stage: usize) -> Result<(f64, Option<f64>, Option<f64>)> {
    let of = |rounds: &[Times]| rounds.iter().map(|times| times[stage]).collect::<Vec<f64>>();
    let median = percentile(&of(ours), 50)?;
    if theirs.is_empty() {
        return Ok((median, None, None));
    }
    let ratios: Vec<f64> = of(ours).iter().zip(of(theirs)).map(|(one, other)| one / other).collect();
    Ok((median, Some(percentile(&of(theirs), 50)?), Some(percentile(&ratios, 50)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_within_a_round_before_their_median() {
        let rounds = |times: [f64; 3]| times.map(|ms| [0.0, 0.0, ms, 0.0]);
        // Noise that hits both in one round: it moves the medians, not the ratios.
        let ours = rounds([1.0, 8.0, 3.0]);
        let theirs = rounds([2.0, 16.0, 4.0]);
        assert_eq!(compared(&ours, &theirs, 2).expect("three rounds"), (3.0, Some(4.0), Some(0.5)));
        assert_eq!(compared(&ours, &[], 2).expect("three rounds"), (3.0, None, None));
        assert!(compared(&[], &[], 2).is_err());
    }
}
