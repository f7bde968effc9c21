//! `surefleet bench scoring`: what it costs to score the options of a decision, by how the model is asked.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use anyhow::{Context, Result, ensure};
use surefleet_calibration::Walk;
use surefleet_cli::{percentile::percentile, place::Place, work::bar};
use surefleet_language::{
    LabelledOption, LocalScorer, LocalStrategy, ModelFingerprint, OptionScorer, Prompt, Question, ScoreError,
    TokenModel,
};
use surefleet_mission::{Distribution, TeamClass, Transport};
use surefleet_onnx::{OnnxModel, Provider, Runtime};

use crate::measurement::{Column, Detail, FigureTarget, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
Missions of one robot in the household are walked along the oracle's plan. The model's answers are not looked at: a
model that was trained for something else costs the same.

With --json, one object: schema, machine, date, command, model, options, and results, an array of rows, medians over the
missions:
  strategy              prefill (the prompt's static part, once a mission), label (each option's label), continuation
                        (its whole text, as a trie), per-option (the paper's protocol: a call of its own for each
                        option, with nothing kept)
  step                  of the mission; 0 for prefill
  tokens_per_decision   tokens that the model read anew
  passes_per_decision   runs of the model, at least; a long text is read in pieces
  ms_per_decision
  decisions             that were measured";

/// The options of the scoring benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// The model's folder; none: the shipped models/decision-maker.
    #[arg(long)]
    model: Option<PathBuf>,
    /// Missions to walk.
    #[arg(long, default_value_t = 5)]
    missions: u64,
}

/// Decisions of one step by one way to ask.
struct CostRow {
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

/// Measures.
///
/// # Errors
/// A model that cannot be loaded, or whose positions do not suffice for the prompts.
pub fn run(arguments: &Arguments, place: &Place) -> Result<Measurement> {
    let folder = arguments.model.clone().unwrap_or_else(|| place.share.join("models/decision-maker"));
    let distribution = Distribution::household(Arc::new(Transport::household()))?;
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
        Ok(CostRow {
            strategy,
            step,
            tokens_per_decision: median(0)?,
            passes_per_decision: median(1)?,
            ms_per_decision: median(2)?,
            decisions: costs.len(),
        })
    };
    let results = costs.into_iter().map(row).collect::<Result<Vec<CostRow>>>()?;
    Ok(Measurement {
        details: vec![
            Detail::new("model", "one thread, model", Unit::Plain, apart.fingerprint().name),
            Detail::new("options", "options", Unit::Plain, distribution.domain().options().len()),
        ],
        targets: targets(&results),
        ..Measurement::new("Cost of scoring the options", vec![Sheet::new("results", "", &results, columns())])
    })
}

fn columns() -> Vec<Column<CostRow>> {
    type C = Column<CostRow>;
    vec![
        C::new("strategy", "how the model is asked", Unit::Plain, |row| row.strategy.into()),
        C::new("step", "step", Unit::Plain, |row| row.step.into()),
        C::new("tokens_per_decision", "tokens read", Unit::Digits(0), |row| row.tokens_per_decision.into()),
        C::new("passes_per_decision", "runs", Unit::Digits(0), |row| row.passes_per_decision.into()),
        C::new("ms_per_decision", "time", Unit::Milliseconds(1), |row| row.ms_per_decision.into()),
        C::new("decisions", "decisions", Unit::Plain, |row| row.decisions.into()),
    ]
}

/// Labels beside a call for each option, and a late step beside the first.
fn targets(results: &[CostRow]) -> Vec<FigureTarget> {
    let of = |strategy: &str, step: u32| results.iter().find(|row| row.strategy == strategy && row.step == step);
    let last = results.iter().filter(|row| row.strategy == "per-option").map(|row| row.step).max().unwrap_or(1);
    let (Some(label), Some(apart), Some(late)) = (of("label", 1), of("per-option", 1), of("label", last)) else {
        return Vec::new();
    };
    let fewer = apart.tokens_per_decision / label.tokens_per_decision;
    let faster = apart.ms_per_decision / label.ms_per_decision;
    let growth = late.ms_per_decision / label.ms_per_decision;
    vec![
        FigureTarget::at_least("labels, times fewer tokens than a call for each option", fewer, Unit::Digits(0), 20.0),
        FigureTarget::at_least("labels, times faster than a call for each option", faster, Unit::Digits(0), 10.0),
        FigureTarget::at_most(format!("labels, step {last} beside step 1"), growth, Unit::Digits(2), 1.3),
    ]
}

fn load(folder: &Path) -> Result<OneMessage> {
    Ok(OneMessage(OnnxModel::load(folder, "", &Runtime::from_environment(Provider::Cpu, 1)?)?))
}

/// A model that gets the whole prompt as the user's message. The template of a model that was trained for something
/// else may leave out the system's message.
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

/// One mission along the oracle's plan, every decision scored; beside the first strategy also as the paper does it, at
/// the first step and at the last.
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

/// The options with labels that are single tokens of this model and differ: the tokenizer of the shipped one takes "A"
/// for "a".
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
    let mut read = 0;
    let mut calls = 0;
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
