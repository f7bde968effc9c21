//! `surefleet bench`: measurements that docs/figures.md quotes.

mod circumstances;
mod constraints;
mod coverage;
mod decisions;
mod decode;
mod failure_detection;
mod fleet;
mod help;
mod ltl;
mod parser;
mod planners;
mod python;
mod ring;
mod safety;
mod scoring;
mod sentences;
mod strangers;
mod vision;

use std::sync::{Arc, atomic::AtomicBool};

use anyhow::{Context, Result};
pub use circumstances::{Circumstances, Report};
pub use help::{Panel, run_bare_desk, run_panel};
pub use ltl::run_bare_service;
pub use ring::run_bare;
pub use surefleet_site::{peak_memory_mb, resident_memory_mb};
pub use vision::{Size, test_picture};

use crate::place::Place;

/// What to measure.
#[derive(clap::Subcommand)]
pub enum Bench {
    /// What the safety monitor makes of constraints in other people's words: exact, weaker, stronger, refused.
    Constraints(constraints::Arguments),
    /// Coverage, success, help and set sizes, beside no help and the simple set at equal success.
    Coverage(coverage::Arguments),
    /// Time per token that a model writes, beside transformers and onnxruntime-genai in the same run.
    Decode(decode::Arguments),
    /// How well a fleet's scorer decides without ever asking, and at what cost.
    Decisions(decisions::Arguments),
    /// KnowLoop's Tables II and III: what a fleet's eyes see of actions that go wrong, and what looking is worth to missions.
    FailureDetection(failure_detection::Arguments),
    /// Time to ask, see, claim and answer at a help desk with many open requests, over real DDS.
    Help(help::Arguments),
    /// Time to compile constraints and to check a robot's next steps under them.
    Ltl(ltl::Arguments),
    /// How well and how fast a fleet's own model parses missions.
    Parser(parser::Arguments),
    /// Section V of S-ATLAS: accuracy, help, calls and tokens of planners, by team size.
    Planners(planners::Arguments),
    /// Time per hop of the ring over real DDS, beside a bare one in the same run.
    Ring(ring::Arguments),
    /// What it costs to score a decision's options: tokens, passes and time, by how the model is asked.
    Scoring(scoring::Arguments),
    /// Success and safety of simulated agents under 1 to 10 constraints in words, with and without a gate.
    Safety(safety::Arguments),
    /// What a calibrated fleet does alone with missions in other people's words: right, asked, refused, wrong and not asked.
    Strangers(strangers::Arguments),
    /// Time per stage of looking at a picture, beside transformers in the same run; time per question of the shipped model.
    Vision(vision::Arguments),
}

impl Bench {
    /// Whether it starts processes, which must be ended with it.
    pub fn has_processes(&self) -> bool {
        match self {
            Self::Help(_) | Self::Ring(_) => true,
            Self::Decode(arguments) => arguments.has_processes(),
            Self::Ltl(arguments) => arguments.has_processes(),
            Self::Vision(arguments) => arguments.has_processes(),
            Self::Constraints(_)
            | Self::Coverage(_)
            | Self::Decisions(_)
            | Self::FailureDetection(_)
            | Self::Parser(_)
            | Self::Planners(_)
            | Self::Safety(_)
            | Self::Scoring(_)
            | Self::Strangers(_) => false,
        }
    }
}

/// Measures.
///
/// # Errors
/// Bad arguments, or a measurement that cannot be made.
pub fn run(bench: &Bench, place: &Place, interrupted: &Arc<AtomicBool>) -> Result<()> {
    match bench {
        Bench::Constraints(arguments) => constraints::run(arguments, place),
        Bench::Coverage(arguments) => coverage::run(arguments, place),
        Bench::Decode(arguments) => decode::run(arguments, place, interrupted),
        Bench::Decisions(arguments) => decisions::run(arguments, place),
        Bench::FailureDetection(arguments) => failure_detection::run(arguments, place),
        Bench::Help(arguments) => help::run(arguments, place, interrupted),
        Bench::Ltl(arguments) => ltl::run(arguments, place, interrupted),
        Bench::Parser(arguments) => parser::run(arguments, place),
        Bench::Planners(arguments) => planners::run(arguments, place),
        Bench::Ring(arguments) => ring::run(arguments, place, interrupted),
        Bench::Scoring(arguments) => scoring::run(arguments, place),
        Bench::Safety(arguments) => safety::run(arguments),
        Bench::Strangers(arguments) => strangers::run(arguments, place),
        Bench::Vision(arguments) => vision::run(arguments, place, interrupted),
    }
}

/// Prints what was measured: one JSON document, or for people.
fn show<R: serde::Serialize>(report: &R, is_json: bool, print: impl Fn(&R)) -> Result<()> {
    if is_json {
        println!("{}", serde_json::to_string_pretty(report)?);
    } else {
        print(report);
    }
    Ok(())
}

/// The value below which so many percent of them lie.
pub fn percentile(values: &[f64], percent: usize) -> Result<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(index).copied().context("nothing was measured")
}
