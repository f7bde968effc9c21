//! `surefleet bench decode`: what a token costs that a model writes.

mod peers;

use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use anyhow::{Result, ensure};
use peers::{PEERS, Peers};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_cli::{percentile::percentile, place::Place, work::bar};
use surefleet_language::Sampling;
use surefleet_onnx::{Decoder, ModelDir, OnnxModel, Provider, Runtime, Sampler};

use crate::measurement::{Column, Detail, FigureTarget, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
A prompt of random tokens is read, and then so many tokens are written, each the likeliest; ends of the text are
passed over. With --compare, random models of 1 and 40 million parameters are made, and written with by this program,
by transformers (torch, its model and cache in a bare loop) and by onnxruntime-genai on the same graph, in turns, each
with as many threads; the tokens of all must be the same. The peers run in a process of their own, which waits while
this program writes.

With --json, one object: schema, machine, date, command, threads, rounds, onnxruntime, and results, an array of rows,
medians over the rounds:
  model          the model's folder, or the size of one that was made
  parameters     null: not known
  runtime        surefleet, transformers or onnxruntime-genai, with its version
  prompt_tokens  of the prompt
  prompt_ms      to read the prompt and choose the first token
  tokens         that were written
  ms_per_token   of each token after the first
  ratio          of ms_per_token to that of the faster peer in the same round; null without peers";

/// The options of the decode benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// The model's folder; none: the shipped models/decision-maker.
    #[arg(long, conflicts_with = "compare")]
    model: Option<PathBuf>,
    /// Tokens of the prompt.
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..))]
    prompt: u16,
    /// Tokens to write.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(2..))]
    tokens: u16,
    /// How often each text is written.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Threads of each runtime.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// A Python to compare with (pip install torch==2.9.1 transformers==5.23.0 onnx==1.23.2 onnxruntime-genai==0.18.0).
    #[arg(long, value_name = "PYTHON")]
    compare: Option<PathBuf>,
}

/// Texts of a model by one runtime.
struct DecodeRow {
    model: String,
    parameters: Option<u64>,
    runtime: String,
    prompt_tokens: usize,
    prompt_ms: f64,
    tokens: usize,
    ms_per_token: f64,
    ratio: Option<f64>,
}

/// A model to write with.
struct Subject {
    name: String,
    folder: PathBuf,
    parameters: Option<u64>,
}

/// One text.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
struct Measured {
    tokens: Vec<u32>,
    prompt_ms: f64,
    ms_per_token: f64,
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
/// A model that cannot be loaded, a Python without the peers, or peers that write something else.
pub fn run(arguments: &Arguments, place: &Place, interrupted: &AtomicBool) -> Result<Measurement> {
    let runtime = Runtime::from_environment(Provider::Cpu, usize::from(arguments.threads))?;
    let mut peers = arguments.compare.as_deref().map(|python| Peers::start(python, arguments.threads)).transpose()?;
    let subjects = match &mut peers {
        Some(peers) => peers.make_models()?,
        None => {
            let shipped = || place.share.join("models/decision-maker");
            let folder = arguments.model.clone().unwrap_or_else(shipped).canonicalize()?;
            let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            vec![Subject { name, folder, parameters: None }]
        }
    };
    let progress = bar(subjects.len() as u64 * u64::from(arguments.rounds), "rounds");
    let mut results = Vec::new();
    for subject in &subjects {
        progress.set_message(subject.name.clone());
        results.extend(rows(arguments, &runtime, subject, peers.as_mut(), || {
            progress.inc(1);
            ensure!(!interrupted.load(Ordering::Relaxed), "interrupted");
            Ok(())
        })?);
    }
    progress.finish_and_clear();
    let ours = results.iter().filter(|row| row.runtime == OURS);
    let target = |row: &DecodeRow| {
        let words = format!("a token with {}, beside the faster peer's", row.model);
        row.ratio.map(|ratio| FigureTarget::at_most(words, ratio, Unit::Digits(2), 1.0))
    };
    let targets: Vec<FigureTarget> = ours.filter_map(target).collect();
    let same = "All write the same tokens. The models are random; training/community_layout.py exports their graph.";
    Ok(Measurement {
        details: vec![
            Detail::new("threads", "threads of each", Unit::Plain, arguments.threads),
            Detail::new("rounds", "medians over rounds", Unit::Plain, arguments.rounds),
            Detail::new("onnxruntime", "ours on ONNX Runtime", Unit::Plain, runtime.library.version()),
        ],
        notes: peers.map(|_| same.to_owned()).into_iter().collect(),
        targets,
        ..Measurement::new("Writing tokens", vec![Sheet::new("results", "", &results, columns())])
    })
}

/// This program among the runtimes.
const OURS: &str = "surefleet";

fn columns() -> Vec<Column<DecodeRow>> {
    type C = Column<DecodeRow>;
    vec![
        C::new("model", "model", Unit::Plain, |row| row.model.as_str().into()),
        C::raw("parameters", |row| row.parameters.into()),
        C::new("runtime", "runtime", Unit::Plain, |row| row.runtime.as_str().into()),
        C::new("prompt_tokens", "tokens of the prompt", Unit::Plain, |row| row.prompt_tokens.into()),
        C::new("prompt_ms", "to the first token", Unit::Milliseconds(1), |row| row.prompt_ms.into()),
        C::new("tokens", "tokens written", Unit::Plain, |row| row.tokens.into()),
        C::new("ms_per_token", "each further token", Unit::Milliseconds(3), |row| row.ms_per_token.into()),
        C::new("ratio", "of the faster peer's", Unit::Digits(2), |row| row.ratio.into()),
    ]
}

fn rows(
    arguments: &Arguments,
    runtime: &Runtime,
    subject: &Subject,
    mut peers: Option<&mut Peers>,
    on_round: impl Fn() -> Result<()>,
) -> Result<Vec<DecodeRow>> {
    let vocabulary = Decoder::load(&ModelDir::open(&subject.folder, "")?, runtime)?.vocabulary();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let prompt: Vec<u32> = (0..arguments.prompt).map(|_| rng.random_range(0..vocabulary as u32)).collect();
    let mut model = OnnxModel::load(&subject.folder, "", runtime)?;
    let mut names = vec![OURS.to_owned()];
    let mut measured: Vec<Vec<Measured>> = vec![Vec::new()];
    if let Some(peers) = &peers {
        names.extend(peers.versions().iter().cloned());
        measured.resize(names.len(), Vec::new());
    }
    // The first round warms up: libraries allocate and choose their kernels.
    for round in 0..=usize::from(arguments.rounds) {
        for place in 0..names.len() {
            // In another order each round.
            let runtime = (place + round) % names.len();
            let one = match peers.as_deref_mut().filter(|_| runtime > 0) {
                Some(peers) => peers.measure(PEERS[runtime - 1], &subject.name, &prompt, arguments.tokens)?,
                None => ours(&mut model, &prompt, arguments.tokens)?,
            };
            if round > 0 {
                measured[runtime].push(one);
            }
        }
        if round > 0 {
            on_round()?;
        }
    }
    for (name, texts) in names.iter().zip(&measured) {
        let is_same = texts.iter().all(|text| text.tokens == measured[0][0].tokens);
        ensure!(is_same, "{name} writes other tokens with the model {}: it does not compute the same", subject.name);
    }
    let median =
        |texts: &[Measured], of: fn(&Measured) -> f64| percentile(&texts.iter().map(of).collect::<Vec<_>>(), 50);
    let mut speeds = Vec::new();
    for texts in &measured {
        speeds.push((median(texts, |text| text.prompt_ms)?, median(texts, |text| text.ms_per_token)?));
    }
    let faster = (1..speeds.len()).min_by(|one, other| speeds[*one].1.total_cmp(&speeds[*other].1));
    let row = |(place, name): (usize, &String)| {
        let ratio = faster.map(|faster| {
            let pairs = measured[place].iter().zip(&measured[faster]);
            percentile(&pairs.map(|(one, other)| one.ms_per_token / other.ms_per_token).collect::<Vec<_>>(), 50)
        });
        Ok(DecodeRow {
            model: subject.name.clone(),
            parameters: subject.parameters,
            runtime: name.clone(),
            prompt_tokens: prompt.len(),
            prompt_ms: speeds[place].0,
            tokens: usize::from(arguments.tokens),
            ms_per_token: speeds[place].1,
            ratio: ratio.transpose()?,
        })
    };
    names.iter().enumerate().map(row).collect()
}

/// A text of ours, with nothing remembered of the one before.
fn ours(model: &mut OnnxModel, prompt: &[u32], count: u16) -> Result<Measured> {
    model.forget();
    let mut sampler = Sampler::new(Sampling::Greedy);
    let mut tokens = prompt.to_vec();
    let began = Instant::now();
    tokens.push(model.choose(&tokens, &mut sampler)?);
    let prompt_ms = began.elapsed().as_secs_f64() * 1e3;
    let began = Instant::now();
    for _ in 1..count {
        tokens.push(model.choose(&tokens, &mut sampler)?);
    }
    let ms_per_token = began.elapsed().as_secs_f64() * 1e3 / f64::from(count - 1);
    Ok(Measured { tokens: tokens.split_off(prompt.len()), prompt_ms, ms_per_token })
}
