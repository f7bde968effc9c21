mod baselines;
mod dump;
mod rows;
mod shipped;
mod totals;

use std::{path::PathBuf, time::Instant};

use anyhow::{Context, Result, bail};
pub use baselines::no_help;
pub use rows::{Protocol, coverage_rows};
use surefleet_calibration::{Split, forms_of, survey};
use surefleet_cli::{calibrate::teams, fleet::Fleet, place::Place, work::Work};
use surefleet_conformal::{Calibration, Fraction, Mode};
use surefleet_language::OptionScorer;

use self::{
    dump::Dump,
    rows::{CoverageRow, columns},
    shipped::shipped_rows,
};
use crate::measurement::{Detail, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
A pool of missions per class is walked once; each redraw splits it anew into M missions that calibrate and the rest
that is tested. The missions are others than those of `surefleet calibrate`: where the fleet's own calibration file
fits, it is tested on all of them.

With --json, one object: schema, machine, date, command, scorer, scorer_is_simulated, scenario_distribution, seconds,
and results, an array of rows:
  method             surefleet, no-help (the best allowed option), random-allowed (any allowed option, each as likely)
                     or simple-set (the most likely options up to a mass); shipped: surefleet by the fleet's own
                     calibration file, at its level and the smaller ones of those asked for; its golden prompts, which
                     planners score at their start, are not scored here
  class, alpha, mode robots in the team, or their kinds where the fleet has several; error level; marginal or pac
  words              all; sure or unsure: those missions of which the scorer says so before it acts, each calibrated
                     by itself; clear, vague: those whose words leave nothing or something open, where the missions
                     of the fleet are of both sorts; nothing is promised of these
  missions           in the pool; calibration_missions (M; of sure and of unsure ones each, at most half of them) of
                     them calibrate in each of redraws splits (shipped: M other ones of the file, redraws is 1, and
                     all are tested)
  coverage           share of the tested missions all of whose sets hold a right decision
  success            share of them achieved, with an operator who answers rightly
  help_per_step      share of the robots' decisions in which a person was asked, up to a mission's first wrong one;
                     help_per_step_95: bootstrap interval by mission;
                     help_per_step_unmasked: what it would be without the safety monitor's word on what is allowed
  help_per_mission   such decisions a mission; help_empty: share of them in which the set left nothing to offer, so
                     that all options were (shipped: a mission that is not covered has no sets)
  set_size_mean      options in a prediction set
  wrong_unasked_per_mission      share of the missions in which a robot did something wrong and nobody was asked,
                                 before anybody else erred; wrong_unasked_per_mission_95: exact (Clopper-Pearson)
                                 interval, each mission counted once
  wrong_unasked_per_step         share of the decisions that were made alone and wrong
  not_covered                    shipped: share of the missions that the calibration does not cover, so that all
                                 decisions are asked about
  success_operator_errs_2pct     expected success where 2 % (_5pct: 5 %) of the operator's answers are wrong
  scorer             what scored the options
Rows of surefleet and shipped whose missions are all of one calibration class add the check of their coverage (shipped:
if the file bounds coverage), in the exact law of random splits, BetaBinomial(n, k, M + 1 - k):
  rank, coverage_expected, tolerance, within_tolerance    k; k / (M + 1); 4 standard errors of the mean over redraws
  coverage_sd, coverage_sd_expected                       over redraws (shipped: of one, 0, and expected over files)
  redraws_at_level, redraws_at_level_expected             share of the redraws that cover at least 1 - alpha
With --dump, a JSON object a line, one a decision, in the order in which they are made: along the history that follows
the most likely right decision, which is the one that coverage is about.
  class              robots in the team, or their kinds; options, the size of S
  seed, scenario_sha256                                   of the mission, as in a calibration file
  vague_parts        parts of it whose words leave something open
  understood         what the scorer says of the mission: top, unexplained; null: it does not say
  uncovered          why no calibration covers the mission, by its words; null: nothing speaks against it
  mission_score      least, over its decisions, of the score of the most likely right option: what a calibration file
                     that bounds coverage would hold
  decision, of       number of the decision in its mission, from 1, and how many it has
  order, scores      all options of S by falling score, as indices, and their scores: hex floats (Python:
                     float.fromhex) of log-probabilities
  kinds              of each of these: right, wrong (allowed, but not right) or refused (by the safety monitor)
  truth              index in S of the most likely right option; null: the monitor refuses all of them
  sets               by the fleet's own calibration, for its level and the smaller ones of those asked for: alpha,
                     threshold (hex float; null: the mission is not covered, or the set excludes nothing, so it is all
                     of S) and set, the first so many of order

Rows of simple-set add simple_set_miss, the mass left outside: chosen in hindsight, on the same missions, so that
success equals that of surefleet, interpolated between neighbouring levels.";

/// The options of the coverage benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets: its domain and scorer count.
    #[arg(long, default_value = "household-demo")]
    fleet: String,
    /// Missions of each class in the pool.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    scenarios: u32,
    /// Random splits of the pool.
    #[arg(long, default_value_t = 200)]
    redraws: u32,
    /// M: missions that calibrate in each split; none: 300, or half of the pool where that is less.
    #[arg(long)]
    calibration: Option<usize>,
    /// Classes by team, as those of `surefleet calibrate`. Default: all that missions are drawn for.
    #[arg(long, value_delimiter = ';')]
    classes: Vec<String>,
    /// Error levels.
    #[arg(long, value_delimiter = ',', default_value = "1/20,1/50")]
    alphas: Vec<Fraction>,
    /// Probability that a PAC calibration does not cover.
    #[arg(long, default_value = "1/20")]
    delta: Fraction,
    /// Seed of the missions that are drawn, of the splits and of the baseline's draws: each seed from 1 to 4096 has its
    /// own missions.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4096))]
    seed: u32,
    /// Write every decision of every mission to this file, as JSON lines for auditors; the fields stand below.
    #[arg(long)]
    dump: Option<PathBuf>,
    /// Threads; none: one a core, or one for `scorer: choice`, whose model remembers one mission.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Kind of guarantee, by what it averages over: marginal, pac.
    #[arg(long, value_delimiter = ',', default_value = "marginal,pac")]
    modes: Vec<String>,
}

/// Measures.
///
/// # Errors
/// Bad arguments, a fleet file with a mistake, or a scorer that fails.
pub fn run(arguments: &Arguments, place: &Place) -> Result<Measurement> {
    let begin = Instant::now();
    let fleet = Fleet::read(&arguments.fleet, &place.share)?;
    let missions = fleet.missions.as_ref();
    let teams = teams(&arguments.classes, missions).context("--classes")?;
    let protocol = Protocol {
        redraws: arguments.redraws,
        calibration: arguments.calibration.unwrap_or(300.min(arguments.scenarios as usize / 2)),
        alphas: arguments.alphas.clone(),
        modes: modes(arguments)?,
        seed: arguments.seed.into(),
    };
    protocol.check(arguments.scenarios as usize).context("--scenarios, --redraws or --calibration")?;
    let identity = fleet.scorer.identity();
    let work = Work::new(arguments.threads, &fleet.scorer)?;
    let calibration = fleet.calibration();
    // The mission forms that the fleet's own calibration covers. Without a calibration it covers
    // none, and a calibration that the fleet could have is measured on all missions.
    let forms = calibration.as_ref().ok().map(forms_of);
    let mut dump = arguments.dump.as_deref().map(Dump::create).transpose()?;
    let mut results = Vec::new();
    for team in &teams {
        let pool = work.with("walking missions", |workers| {
            let numbers = Split::numbers(arguments.seed, arguments.scenarios);
            survey(missions, forms.as_ref(), &fleet.scorer, team, Split::Test, numbers, workers)
        })?;
        results.extend(coverage_rows(team, &pool, &identity.id, &protocol)?);
        let (options, _) = missions.options();
        let levels = calibration.as_ref().map_or_else(|_| Vec::new(), |calibration| levels(arguments, calibration));
        let by = calibration.as_ref().ok().map(|calibration| (calibration, levels.as_slice()));
        if let Some(dump) = &mut dump {
            dump.write(team, options, &pool, by)?;
        }
        let Ok(calibration) = &calibration else { continue };
        for alpha in levels {
            match shipped_rows(team, &pool, &identity.id, calibration, (alpha, options), protocol.seed) {
                Ok(rows) => results.extend(rows),
                Err(reason) => tracing::warn!("no row of the fleet's own calibration at {alpha}: {reason}"),
            }
        }
    }
    drop(work);
    if let Some(dump) = dump {
        dump.finish()?;
    }
    warn(&results);
    if let Err(reason) = calibration {
        tracing::warn!("no row of the fleet's own calibration: {reason}");
    }
    let is_simulated = identity.kind == "simulated";
    let toy = "A simulated scorer: no language model ran.".to_owned();
    Ok(Measurement {
        details: vec![
            Detail::new("scorer", "scorer", Unit::Plain, identity.id),
            Detail::raw("scorer_is_simulated", is_simulated),
            Detail::raw("scenario_distribution", missions.id()),
            Detail::new("seconds", "measured in", Unit::Seconds(0), begin.elapsed().as_secs_f64()),
        ],
        notes: is_simulated.then_some(toy).into_iter().collect(),
        ..Measurement::new(
            format!("Coverage and help: {}", arguments.fleet),
            vec![Sheet::new("results", "", &results, columns())],
        )
    })
}

fn modes(arguments: &Arguments) -> Result<Vec<Mode>> {
    let modes = arguments.modes.iter().map(|name| match name.as_str() {
        "marginal" => Ok(Mode::Marginal),
        "pac" => Ok(Mode::Pac { delta: arguments.delta }),
        other => bail!("--modes {other}: they are marginal and pac"),
    });
    modes.collect()
}

/// The error levels at which the fleet's own calibration is tested.
fn levels(arguments: &Arguments, calibration: &Calibration) -> Vec<Fraction> {
    let smaller = arguments.alphas.iter().filter(|alpha| **alpha < calibration.alpha());
    [calibration.alpha()].iter().chain(smaller).copied().collect()
}

fn warn(results: &[CoverageRow]) {
    for row in results {
        if let Some(check) = row.check.filter(|check| !check.within_tolerance) {
            tracing::warn!(
                "{}, team {}, alpha {}, {}: coverage {:.4} is not {:.4} +- {:.4}; the rank rule or the split is wrong, \
                 or the missions are not like those that calibrated",
                row.method,
                row.class,
                row.alpha,
                row.mode,
                row.coverage,
                check.coverage_expected,
                check.tolerance
            );
        }
    }
}
