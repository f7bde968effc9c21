//! `surefleet bench scoring`: what it costs to score the options of a decision, by how the model is asked.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use surefleet_calibration::Walk;
use surefleet_cli::{percentile::percentile, place::Place, table::Table, work::bar};
use surefleet_language::{
    LabelledOption, LocalScorer, LocalStrategy, ModelFingerprint, OptionScorer, Prompt, Question, ScoreError,
    TokenModel,
};
use surefleet_mission::{Distribution, Domain, TeamClass};
use surefleet_onnx::{OnnxModel, Provider, Runtime};

use crate::circumstances::{Circumstances, show};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
Missions of one robot in the household are walked along the oracle's plan. The model's answers are not looked at: a model that
was trained for something else costs the same.

With --json, one object: schema, machine, date, command, model, options, and results, an array of rows, medians over the
missions:
  strategy              prefill (the prompt's static part, once a mission), label (each option's label), continuation (its whole
                        text, as a trie), per-option (the paper's protocol: a call of its own for each option, with nothing kept)
  step                  of the mission; 0 for prefill
  tokens_per_decision   tokens that the model read anew
  passes_per_decision   runs of the model, at least; a long text is read in pieces
  ms_per_decision
  decisions             that were measured";

/// What to measure.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// The model's folder; none: the shipped one, which was not trained to choose.
    #[arg(long)]
    model: Option<PathBuf>,
    /// Missions to walk.
    #[arg(long, default_value_t = 5)]
    missions: u64,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    circumstances: Circumstances,
    model: String,
    options: usize,
    results: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    strategy: &'static str,
    step: u32,
    tokens_per_decision: f64,
    passes_per_decision: f64,
    ms_per_decision: f64,
    decisions: usize,
}

/// Tokens, passes and milliseconds.
type Cost = [f64; 3];
type Costs = BTreeMap<(&'static str, u32), Vec<Cost>>;

const STRATEGIES: [(&str, LocalStrategy); 2] =
    [("label", LocalStrategy::Labels), ("continuation", LocalStrategy::TextTotal)];

/// Measures and prints.
///
/// # Errors
/// A model that cannot be loaded, or whose positions do not suffice for the prompts.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let folder = arguments.model.clone().unwrap_or_else(|| place.share.join("models/mission-parser"));
    let distribution = Distribution::household(Arc::new(Domain::household()))?;
    let mut costs = Costs::new();
    let mut apart = load(&folder)?;
    let progress = bar(arguments.missions * STRATEGIES.len() as u64, "missions");
    for seed in 0..arguments.missions {
        for (name, strategy) in STRATEGIES {
            walk(&distribution, seed, load(&folder)?, &mut apart, (name, strategy), &mut costs)?;
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    let row = |((strategy, step), costs): ((&'static str, u32), Vec<Cost>)| {
        let median = |of: usize| percentile(&costs.iter().map(|cost| cost[of]).collect::<Vec<_>>(), 50);
        Ok(Row {
            strategy,
            step,
            tokens_per_decision: median(0)?,
            passes_per_decision: median(1)?,
            ms_per_decision: median(2)?,
            decisions: costs.len(),
        })
    };
    let results = costs.into_iter().map(row).collect::<Result<_>>()?;
    let model = apart.fingerprint().name;
    let options = distribution.domain().options().len();
    show(&Report { circumstances: Circumstances::now(), model, options, results }, arguments.json, print)
}

fn load(folder: &Path) -> Result<OneMessage> {
    Ok(OneMessage(OnnxModel::load(folder, "", &Runtime::from_environment(Provider::Cpu, 1)?)?))
}

/// A model that is told all of a prompt as the user's message: the template of one that was trained for something else may
/// leave the system's out.
struct OneMessage(OnnxModel);

impl TokenModel for OneMessage {
    fn fingerprint(&self) -> ModelFingerprint {
        self.0.fingerprint()
    }

    fn prompt(&self, prompt: &Prompt) -> Result<Vec<u32>, ScoreError> {
        self.0.prompt(&Prompt { prefix: "".into(), suffix: prompt.text() })
    }

    fn separator(&self) -> &'static str {
        self.0.separator()
    }

    fn encode(&self, answer: &str) -> Result<Vec<u32>, ScoreError> {
        self.0.encode(answer)
    }

    fn next(&mut self, tokens: &[u32]) -> Result<(Vec<f32>, usize), ScoreError> {
        self.0.next(tokens)
    }
}

/// One mission along the oracle's plan, every decision scored; beside the first strategy also as the paper does it, at the
/// first step and at the last.
fn walk(
    distribution: &Distribution,
    seed: u64,
    mut model: OneMessage,
    apart: &mut OneMessage,
    (name, strategy): (&'static str, LocalStrategy),
    costs: &mut Costs,
) -> Result<()> {
    let scenario = distribution.sample(TeamClass::One, seed);
    let mut walk = Walk::new(distribution, &scenario)?;
    let prefix = Prompt { prefix: Arc::clone(&walk.question().prompt.prefix), suffix: String::new() };
    let tokens = model.prompt(&prefix)?;
    let began = Instant::now();
    let (_, read) = model.next(&tokens)?;
    costs.entry(("prefill", 0)).or_default().push([read as f64, 1.0, began.elapsed().as_secs_f64() * 1e3]);
    let labels = labelled(&model, &walk.question())?;
    let scorer = LocalScorer::new(model, strategy)?;
    let mut last: Option<(u32, Question)> = None;
    while let Some(turn) = walk.turn() {
        let step = turn.step.get();
        let question = Question { options: Arc::clone(&labels), ..walk.question() };
        let began = Instant::now();
        let usage = futures::executor::block_on(scorer.score(&question))?.usage;
        let ms = began.elapsed().as_secs_f64() * 1e3;
        let read = usage.prompt_tokens - usage.cached_tokens;
        costs.entry((name, step)).or_default().push([read as f64, usage.model_calls as f64, ms]);
        if step == 1 && strategy == STRATEGIES[0].1 {
            costs.entry(("per-option", step)).or_default().push(per_option(apart, &question)?);
        }
        last = Some((step, question));
        let decision = walk.judgement().preferred.context("the oracle knows a way on")?;
        walk.decide(decision)?;
    }
    if let Some((step, question)) = last.filter(|(step, _)| *step > 1 && strategy == STRATEGIES[0].1) {
        costs.entry(("per-option", step)).or_default().push(per_option(apart, &question)?);
    }
    Ok(())
}

/// The options with labels that are single tokens of this model and differ: the tokenizer of the shipped one takes "A" for "a".
fn labelled(model: &OneMessage, question: &Question) -> Result<Arc<[LabelledOption]>> {
    let letters = ('A'..='Z').chain('a'..='z').map(String::from);
    let mut known = Vec::new();
    let mut labels = Vec::new();
    for label in letters.chain((1..=30).map(|number| format!("robot_{number}"))) {
        let tokens = model.encode(&format!("{}{label}", model.separator()))?;
        if tokens.len() == 1 && !known.contains(&tokens) {
            known.push(tokens);
            labels.push(label);
        }
    }
    ensure!(labels.len() >= question.options.len(), "the model has single tokens for {} labels only", labels.len());
    let relabelled = question.options.iter().zip(labels);
    Ok(relabelled.map(|(option, label)| LabelledOption { label: label.into(), ..option.clone() }).collect())
}

/// The paper's protocol: for each option the whole prompt is read, and what follows it.
fn per_option(model: &mut OneMessage, question: &Question) -> Result<Cost> {
    let began = Instant::now();
    let (mut read, mut calls) = (0, 0);
    for option in &*question.options {
        let mut tokens = model.prompt(&question.prompt)?;
        let answer = model.encode(&format!("{}{}", model.separator(), option.text))?;
        tokens.extend(answer.iter().take(answer.len().saturating_sub(1)));
        model.0.forget();
        read += model.next(&tokens)?.1;
        calls += 1;
    }
    Ok([read as f64, f64::from(calls), began.elapsed().as_secs_f64() * 1e3])
}

fn print(report: &Report) {
    let mut table = Table::new(&["strategy", "step", "tokens", "passes", "ms", "decisions"]);
    for row in &report.results {
        table.row([
            row.strategy.to_owned(),
            row.step.to_string(),
            format!("{:.0}", row.tokens_per_decision),
            format!("{:.0}", row.passes_per_decision),
            format!("{:.1}", row.ms_per_decision),
            row.decisions.to_string(),
        ]);
    }
    print!("{table}");
    let machine = &report.circumstances.machine.cpu;
    println!("{} options, model {}, one thread, {machine}", report.options, report.model);
}
