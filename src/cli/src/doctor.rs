//! `surefleet doctor`: checks whether a model's files are complete, what runs the model, and how fast.

mod vision;

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use surefleet_language::{ModelFingerprint, Prompt, TokenModel, log_sum_exp};
use surefleet_onnx::{ModelDir, OnnxModel, Provider, Runtime};
use surefleet_site::{peak_memory_mb, resident_memory_mb};

use self::vision::Vision;

/// Help text: the fields of `--json`.
const FIELDS: &str = "\
A folder with a vision encoder, or whose config.json has an image_token_id, is examined as a vision-language model: it is shown test
pictures and asked whether an action worked, as robots ask it. What it answers about such a picture means nothing; a probability
of both answers below 0.5 would, about a real one, have a person asked.

With --json, one object:
  folder, variant, model_type, graphs, files_mb    what was found
  template           whether the model knows conversations (chat_template.jinja, or chat_template in tokenizer_config.json)
  positions, vocabulary    tokens that it can see; tokens that it knows
  library, library_version, provider, threads, dtype    what runs it; a provider that cannot be used is an error. A
                     part of a graph that a GPU's provider has no code for runs on the processor all the same
  load_s, prompt_tokens, prefill_tokens_s, decode_tokens_s    time to load; a prompt of so many tokens read at once, then so
                     many a second one by one; with pictures, the prompt is a picture and a question
  resident_mb, rss_mb    memory of the process after all that, and at most
  vision             null: it reads text alone; else an object:
    encoder          the graph that looks
    picture          columns and rows of the test pictures
    frames, frame_width, frame_height    what a picture becomes for the encoder
    picture_tokens   that stand for a picture
    looks            pictures; the times are medians over them
    preprocess_ms, encode_ms, prefill_ms    to resize and cut a picture, to encode it, and to read it up to its end
    question, question_ms    what is asked about it, and the time to answer behind a picture that was read
    answers, probabilities, mass    answers to choose from, how likely each is among them, and how likely it says one of
                     them at all, about the last picture";

/// Arguments of `surefleet doctor`.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// The model's folder: config.json, tokenizer.json, and its graphs, there or in onnx/.
    model: PathBuf,
    /// Suffix of the graphs, such as q4, int8 or fp16; none: the graphs without suffix.
    #[arg(long, default_value = "")]
    variant: String,
    /// The provider that computes it: cpu, cuda or tensorrt.
    #[arg(long, default_value = "cpu")]
    provider: Provider,
    /// Threads of one computation; 0: ONNX Runtime chooses.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Findings {
    folder: PathBuf,
    variant: String,
    model_type: String,
    graphs: Vec<PathBuf>,
    files_mb: f64,
    template: bool,
    positions: Option<usize>,
    vocabulary: usize,
    library: PathBuf,
    library_version: String,
    provider: &'static str,
    threads: usize,
    dtype: String,
    load_s: f64,
    prompt_tokens: usize,
    prefill_tokens_s: f64,
    decode_tokens_s: f64,
    resident_mb: Option<f64>,
    rss_mb: Option<f64>,
    vision: Option<Vision>,
}

/// Measurements of a model that ran.
struct Examined {
    fingerprint: ModelFingerprint,
    load_s: f64,
    template: bool,
    speed: Speed,
    vision: Option<Vision>,
}

/// How long decoding is measured.
const DECODING: Duration = Duration::from_secs(2);
/// Most tokens of the prompt.
const PROMPT: usize = 512;

/// Examines the model.
///
/// # Errors
/// A missing or broken part, with its file's name and a remedy.
pub fn run(arguments: &Arguments) -> Result<()> {
    let runtime = Runtime::from_environment(arguments.provider, arguments.threads)?;
    let files = ModelDir::open(&arguments.model, &arguments.variant)?;
    let graphs = files.graph_files()?;
    let bytes = graphs.iter().map(|path| path.metadata().map(|file| file.len()));
    let bytes: u64 = bytes.sum::<std::io::Result<u64>>().context("a graph cannot be read")?;
    // A vision model without its encoder is incomplete, even if it reads text.
    let is_to_look = files.config.image_token_id.is_some() || files.vision_encoder().is_ok();
    let examine = if is_to_look { vision::examine } else { examine };
    let Examined { fingerprint, load_s, template, speed, vision } = examine(&files, &runtime)?;
    let findings = Findings {
        folder: arguments.model.clone(),
        variant: arguments.variant.clone(),
        model_type: files.config.model_type.clone(),
        graphs,
        files_mb: bytes as f64 / 1e6,
        template,
        positions: files.config.positions(),
        vocabulary: speed.vocabulary,
        library: runtime.library.path().to_owned(),
        library_version: fingerprint.backend_version,
        provider: arguments.provider.name(),
        threads: arguments.threads,
        dtype: fingerprint.dtype,
        load_s,
        prompt_tokens: speed.prompt_tokens,
        prefill_tokens_s: speed.prefill_tokens_s,
        decode_tokens_s: speed.decode_tokens_s,
        resident_mb: resident_memory_mb(std::process::id()),
        rss_mb: peak_memory_mb(std::process::id()),
        vision,
    };
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&findings)?);
    } else {
        print(&findings);
    }
    Ok(())
}

/// Examines a model that only reads text.
fn examine(files: &ModelDir, runtime: &Runtime) -> Result<Examined> {
    let began = Instant::now();
    let mut model = OnnxModel::load(files.folder(), files.variant(), runtime)?;
    let load_s = began.elapsed().as_secs_f64();
    let speed = speed(&mut model, files.config.positions())?;
    let template = model.separator().is_empty();
    Ok(Examined { fingerprint: model.fingerprint(), load_s, template, speed, vision: None })
}

struct Speed {
    vocabulary: usize,
    prompt_tokens: usize,
    prefill_tokens_s: f64,
    decode_tokens_s: f64,
}

fn speed(model: &mut OnnxModel, positions: Option<usize>) -> Result<Speed> {
    let words = "Robot 1 goes to the door, opens it and takes the box to the desk. ".repeat(40);
    let mut tokens = model.prompt(&Prompt { prefix: "".into(), suffix: words })?;
    // Half of the context is left for the answer.
    tokens.truncate(positions.map_or(PROMPT, |most| PROMPT.min(most / 2)).max(1));
    // The first run is slower than the others.
    model.next(tokens.get(..1).context("its template or its tokenizer makes no token of a text")?)?;
    model.forget();
    timed(tokens, positions, |tokens| Ok(model.next(tokens)?))
}

/// Reads a prompt, then generates tokens. `next` returns the next token and how many tokens were read for it.
fn timed(
    mut tokens: Vec<u32>,
    positions: Option<usize>,
    mut next: impl FnMut(&[u32]) -> Result<(Vec<f32>, usize)>,
) -> Result<Speed> {
    let began = Instant::now();
    let (mut logits, prompt_tokens) = next(&tokens)?;
    let prefill_tokens_s = prompt_tokens as f64 / began.elapsed().as_secs_f64();
    let began = Instant::now();
    let mut written = 0;
    let room = positions.map_or(usize::MAX, |most| most.saturating_sub(tokens.len()));
    while began.elapsed() < DECODING && written < 256.min(room) {
        log_sum_exp(&logits)?;
        let likeliest = logits.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(token, _)| token);
        tokens.push(likeliest.context("the model knows no token")? as u32);
        match next(&tokens)? {
            (following, 1) => logits = following,
            (_, read) => bail!("{read} tokens were read for one: its cache does not hold"),
        }
        written += 1;
    }
    let decode_tokens_s = written as f64 / began.elapsed().as_secs_f64();
    Ok(Speed { vocabulary: logits.len(), prompt_tokens, prefill_tokens_s, decode_tokens_s })
}

fn print(found: &Findings) {
    let graphs: Vec<String> = found.graphs.iter().map(|path| path.display().to_string()).collect();
    let positions = found.positions.map_or_else(|| "unknown: config.json does not say".into(), |most| most.to_string());
    let template = if found.template {
        "yes"
    } else {
        "no: prompts go in as plain text; chat_template.jinja, or chat_template in tokenizer_config.json, would tell"
    };
    println!("model      {}, {} tokens known, {} seen at most", found.model_type, found.vocabulary, positions);
    println!("graphs     {} ({:.1} MB)", graphs.join(", "), found.files_mb);
    match &found.vision {
        Some(vision) => println!("vision     {}", vision.encoder.display()),
        None => println!("vision     none: it reads text alone"),
    }
    println!("template   {template}");
    println!("runs on    {}, {}, {} ({})", found.provider, found.dtype, found.library.display(), found.library_version);
    println!("loads in   {:.2} s", found.load_s);
    if let Some(vision) = &found.vision {
        vision.print();
    }
    println!("reads      {:.0} tokens/s (a prompt of {})", found.prefill_tokens_s, found.prompt_tokens);
    println!("writes     {:.0} tokens/s", found.decode_tokens_s);
    if let (Some(memory), Some(peak)) = (found.resident_mb, found.rss_mb) {
        println!("memory     {memory:.0} MB, {peak:.0} MB at most");
    }
}
