//! `surefleet bench vision`: what it costs to look at a picture and to answer questions about it.

mod peer;
mod shipped;
mod stages;

use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use surefleet_cli::{
    percentile::percentile,
    picture::{Size, test_picture},
    place::Place,
    table::Table,
    work::bar,
};
use surefleet_language::VisionLanguageModel;
use surefleet_onnx::{ModelDir, OnnxVisionModel, Provider, Runtime};
use surefleet_site::resident_memory_mb;

use self::{
    peer::{KIND, Peer},
    shipped::Shipped,
    stages::{STAGES, Times},
};
use crate::circumstances::{Circumstances, show};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
A test picture goes through the stages of looking: it is resized and cut (preprocess), the vision encoder looks at its frames
(encode), the decoder reads the picture and a question (prefill), and one token more (decode). With --compare, transformers on
torch does the same with the same model, a tiny random one, in a process of its own, which waits while this program works: each
round runs each stage 5 times here and 5 times there, in turns and in another order each round, so that noise of the machine
hits both. Prompts and greedy answers of both must be the same. Everything is computed by one thread each.

Besides, the shipped model (models/scene-checker) is shown pictures of the simulated household, a new one each round, and asked
what robots ask after an action: a first question, which waits for the picture to be looked at, and a further one.

With --json, one object: schema, machine, date, command, rounds, onnxruntime, model, peer (with its version; null: none),
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

/// What to measure.
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
    /// A Python to compare with (pip install torch==2.9.1 transformers==5.23.0 onnx==1.23.2 pillow==13.0.0 Jinja2==3.1.6).
    #[arg(long, value_name = "PYTHON")]
    compare: Option<PathBuf>,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    circumstances: Circumstances,
    rounds: u16,
    /// The library that this program runs on; the peer brings its own.
    onnxruntime: String,
    model: String,
    peer: Option<String>,
    resident_mb: Option<f64>,
    peer_resident_mb: Option<f64>,
    results: Vec<Row>,
    shipped: Shipped,
}

#[derive(Debug, PartialEq, Serialize)]
struct Row {
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

/// Measures and prints.
///
/// # Errors
/// A model that cannot be loaded, a Python without the peer, or a peer that computes something else.
pub fn run(arguments: &Arguments, place: &Place, interrupted: &AtomicBool) -> Result<()> {
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
    let report = Report {
        circumstances: Circumstances::now(),
        rounds: arguments.rounds,
        onnxruntime: runtime.library.version(),
        model: model.fingerprint().name,
        peer: peer.as_ref().map(|peer| peer.version().to_owned()),
        resident_mb: resident_memory_mb(std::process::id()),
        peer_resident_mb: peer.as_ref().and_then(|peer| resident_memory_mb(peer.id())),
        results,
        shipped,
    };
    show(&report, arguments.json, print)
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
) -> Result<Vec<Row>> {
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
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
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
        Ok(Row { picture, stage, frames, tokens, ours_ms, peer_ms, ratio })
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

fn print(report: &Report) {
    let mut table = Table::new(&["picture", "stage", "frames", "tokens", "ms", "peer ms", "ratio"]);
    let some = |value: Option<f64>, digits: usize| value.map_or_else(String::new, |value| format!("{value:.digits$}"));
    for row in &report.results {
        table.row([
            row.picture.clone(),
            row.stage.to_owned(),
            row.frames.to_string(),
            row.tokens.map_or_else(String::new, |tokens| tokens.to_string()),
            format!("{:.3}", row.ours_ms),
            some(row.peer_ms, 3),
            some(row.ratio, 2),
        ]);
    }
    print!("{table}");
    let (rounds, machine) = (report.rounds, &report.circumstances.machine.cpu);
    let beside = report.peer.as_ref().map_or_else(String::new, |peer| format!(", beside {peer}"));
    let memory = |resident: Option<f64>| resident.map_or_else(String::new, |mb| format!(", {mb:.0} MB of memory"));
    println!("{}{}{beside}{}", report.model, memory(report.resident_mb), memory(report.peer_resident_mb));
    println!("{}{}", report.shipped, memory(report.shipped.resident_mb));
    println!("medians of {rounds} rounds, one thread each, ONNX Runtime {}, {machine}", report.onnxruntime);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_within_a_round_before_their_median() {
        let rounds = |times: [f64; 3]| times.map(|ms| [0.0, 0.0, ms, 0.0]);
        // Noise that hits both in one round: it moves the medians, not the ratios.
        let (ours, theirs) = (rounds([1.0, 8.0, 3.0]), rounds([2.0, 16.0, 4.0]));
        assert_eq!(compared(&ours, &theirs, 2).expect("three rounds"), (3.0, Some(4.0), Some(0.5)));
        assert_eq!(compared(&ours, &[], 2).expect("three rounds"), (3.0, None, None));
        assert!(compared(&[], &[], 2).is_err());
    }
}
