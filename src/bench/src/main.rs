//! `surefleet bench`: measurements that docs/figures.md quotes.

#[macro_use]
extern crate surefleet_cli;

mod boxnet;
mod circumstances;
mod clock;
mod constraints;
mod coverage;
mod decisions;
mod decode;
mod english;
mod failure_detection;
mod fleet;
mod help;
mod ltl;
mod mapping;
mod measurement;
mod mm_eqa;
mod output;
mod outside;
mod planners;
mod probes;
mod python;
mod reach;
mod ring;
mod safety;
mod scoring;
mod sentences;
mod size;
mod strangers;
mod vision;

use std::{
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
};

use anyhow::Result;
use clap::{Parser, Subcommand};
use help::{Panel, run_bare_desk, run_panel};
use ltl::run_bare_service;
use measurement::Measurement;
use output::OutputChoice;
use ring::run_bare;
use surefleet_cli::{
    place::Place,
    program::{self, Signals},
};
use surefleet_live::apart::{Results, isolate};

/// Measure.
#[derive(Parser)]
#[command(name = "surefleet bench", bin_name = "surefleet bench", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    output: OutputChoice,
}

#[derive(Subcommand)]
enum Command {
    #[command(flatten)]
    Measure(Bench),
    /// One process of the bare ring that `ring` compares with.
    #[command(hide = true)]
    BareRing {
        /// Its place in the ring, from 0.
        place: usize,
        /// How many there are.
        robots: usize,
        /// How many more processes listen.
        listeners: usize,
        /// How often the message goes round.
        rounds: u32,
        /// How many services each offers beside it.
        services: usize,
    },
    /// One panel of `help`.
    #[command(hide = true)]
    Panel(Panel),
    /// The help desk that `help` compares with.
    #[command(hide = true)]
    BareDesk,
    /// The service that `ltl --service` compares with.
    #[command(hide = true)]
    BareService,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    ExitCode::from(program::run(|place, signals| perform(arguments, place, signals).map(|()| 0)))
}

fn perform(Arguments { command, output }: Arguments, place: &Place, signals: &Signals) -> Result<()> {
    match command {
        Command::Measure(bench) => {
            // A fleet must be ended with the benchmark; the others have nothing to end and stop at once.
            let interrupted = if bench.has_processes() { signals.heed()? } else { signals.ignored() };
            if bench.speaks_ros() {
                isolate(place)?;
            }
            let mut results = Results::keep_stdout()?;
            output.show(&run(&bench, place, &interrupted)?, &mut results)
        }
        Command::BareRing { place, robots, listeners, rounds, services } => {
            run_bare(place, robots, listeners, rounds, services)
        }
        Command::Panel(panel) => run_panel(&panel),
        Command::BareDesk => run_bare_desk(&signals.heed()?),
        Command::BareService => run_bare_service(),
    }
}

/// The benchmark to run.
#[derive(Subcommand)]
enum Bench {
    /// Plans for arms that share a table, by search and by language models, beside the figures of BoxNet's planners.
    Boxnet(boxnet::Arguments),
    /// The safety monitor's readings of constraints in other people's words: exact, weaker, stronger, refused.
    Constraints(constraints::Arguments),
    /// Coverage, success, help and set sizes, beside no help and the simple set at equal success.
    Coverage(coverage::Arguments),
    /// Time per token that a model writes, beside transformers and onnxruntime-genai in the same run.
    Decode(decode::Arguments),
    /// How well a fleet's scorer decides without ever asking, and at what cost.
    Decisions(decisions::Arguments),
    /// KnowLoop's Tables II and III: what a fleet's eyes see of actions that go wrong, and what looking is worth to
    /// missions.
    FailureDetection(failure_detection::Arguments),
    /// Time to ask, see, claim and answer at a help desk with many open requests, over real DDS.
    Help(help::Arguments),
    /// Time to compile constraints and to check a robot's next steps under them.
    Ltl(ltl::Arguments),
    /// Depth pictures fused in a second, beside numpy in the same run; time of frontiers, paths and a team's turns.
    Mapping(mapping::Arguments),
    /// Robots that explore houses and answer questions, by CommCP's methods: success over time. Sight and relevance are simulated, unless --sight names a model.
    MmEqa(mm_eqa::Arguments),
    /// Benchmarks that others made: their sentences as the product reads them, and its plans for them.
    Outside(outside::Arguments),
    /// Section V of S-ATLAS: accuracy, help, calls and tokens of planners, by team size.
    Planners(planners::Arguments),
    /// Joint steps of arms checked in a second, plans found, answers rewarded, beside the paper's A* in Python in the same run.
    Reach(reach::Arguments),
    /// Time per hop of the ring over real DDS, beside a bare one in the same run.
    Ring(ring::Arguments),
    /// The cost of scoring a decision's options: tokens, passes and time, by how the model is asked.
    Scoring(scoring::Arguments),
    /// Success and safety of simulated agents under 1 to 10 constraints in words, with and without a gate.
    Safety(safety::Arguments),
    /// The readings of sentences about any site, compared with what was meant: right, asked, refused, misread.
    Sentences(english::Arguments),
    /// Time of a decision and of the monitor's check at large sites, by robots and items.
    Size(size::Arguments),
    /// The results of a calibrated fleet alone with missions in other people's words: right, asked, refused, wrong and
    /// not asked.
    Strangers(strangers::Arguments),
    /// Time per stage of looking at a picture, beside transformers in the same run; time per question of the shipped
    /// model.
    Vision(vision::Arguments),
}

impl Bench {
    /// Whether it starts processes, which must be ended with it.
    fn has_processes(&self) -> bool {
        match self {
            Self::Help(_) | Self::Ring(_) => true,
            Self::Decode(arguments) => arguments.has_processes(),
            Self::Ltl(arguments) => arguments.has_processes(),
            Self::Mapping(arguments) => arguments.has_processes(),
            Self::Reach(arguments) => arguments.has_processes(),
            Self::Vision(arguments) => arguments.has_processes(),
            Self::Boxnet(_)
            | Self::Constraints(_)
            | Self::Coverage(_)
            | Self::Decisions(_)
            | Self::FailureDetection(_)
            | Self::MmEqa(_)
            | Self::Outside(_)
            | Self::Planners(_)
            | Self::Safety(_)
            | Self::Scoring(_)
            | Self::Sentences(_)
            | Self::Size(_)
            | Self::Strangers(_) => false,
        }
    }

    /// Whether this process takes part in ROS.
    fn speaks_ros(&self) -> bool {
        match self {
            Self::Help(_) => true,
            Self::Ring(arguments) => arguments.is_of_one_team(),
            Self::Ltl(arguments) => arguments.has_processes(),
            _ => false,
        }
    }
}

/// Measures.
///
/// # Errors
/// Bad arguments, or a measurement that cannot be made.
fn run(bench: &Bench, place: &Place, interrupted: &Arc<AtomicBool>) -> Result<Measurement> {
    match bench {
        Bench::Boxnet(arguments) => boxnet::run(arguments, place, interrupted),
        Bench::Constraints(arguments) => constraints::run(arguments, place),
        Bench::Coverage(arguments) => coverage::run(arguments, place),
        Bench::Decode(arguments) => decode::run(arguments, place, interrupted),
        Bench::Decisions(arguments) => decisions::run(arguments, place),
        Bench::FailureDetection(arguments) => failure_detection::run(arguments, place),
        Bench::Help(arguments) => help::run(arguments, place, interrupted),
        Bench::Ltl(arguments) => ltl::run(arguments, place, interrupted),
        Bench::Mapping(arguments) => mapping::run(arguments, interrupted),
        Bench::MmEqa(arguments) => mm_eqa::run(arguments),
        Bench::Outside(arguments) => outside::run(arguments, place),
        Bench::Planners(arguments) => planners::run(arguments, place),
        Bench::Reach(arguments) => reach::run(arguments, interrupted),
        Bench::Ring(arguments) => ring::run(arguments, place, interrupted),
        Bench::Scoring(arguments) => scoring::run(arguments, place),
        Bench::Safety(arguments) => safety::run(arguments),
        Bench::Sentences(arguments) => english::run(arguments, place),
        Bench::Size(arguments) => size::run(arguments),
        Bench::Strangers(arguments) => strangers::run(arguments, place),
        Bench::Vision(arguments) => vision::run(arguments, place, interrupted),
    }
}
