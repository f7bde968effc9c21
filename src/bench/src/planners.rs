//! `surefleet bench planners`: Section V of S-ATLAS with this fleet's scorer in the place of its language model.

mod dialogue;
mod page;

use anyhow::{Context, Result, ensure};
use surefleet_calibration::{Episode, Split, survey};
use surefleet_cli::{fleet::Fleet, place::Place, work::Work};
use surefleet_conformal::{Fraction, Interval, Mode, exact_interval};
use surefleet_language::{LanguageModel, OptionScorer, Usage};
use surefleet_mission::TeamClass;
use surefleet_site::Writer;

use self::dialogue::{Dialogue, Plan, PlanEnd, plan};
use crate::{
    coverage::{Protocol, coverage_rows, no_help},
    measurement::{Cell, Column, Detail, Illustration, Measurement, Sheet, Unit},
};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
Each class of missions is planned by surefleet without help and, as in the paper, with a person's help at error levels
of 10 % and 5 %, calibrated on 30 missions and redrawn 50 times; and, where the fleet's scorer is a model that can be
asked for text, by CMAS (one model writes the whole team's step) and DMAS (the robots write in turn, in rounds, until
nobody changes its mind).

With --json, one object: schema, machine, date, command, scenario_distribution, and results, an array of rows:
  planner            surefleet, cmas, dmas or centralised (scores every joint decision)
  scorer             what scored the options, or wrote
  is_simulated       no language model ran
  robots             in the team
  help               null: nobody is asked; else 1 - alpha
  missions           that were planned; with help: in each redraw
  accuracy           share of them that are achieved; null: not feasible
  wrong_unasked_per_mission    surefleet, and centralised where it is feasible: share of the missions in which a robot did
                     something wrong and nobody was asked; wrong_unasked_per_mission_95: exact (Clopper-Pearson)
                     interval, each mission counted once
  horizon_mean       steps of those that are; null with help
  help_per_step      share of the robots' decisions in which a person was asked; help_per_mission: decisions
  calls_per_step     runs of the model, or calls of its server, in a joint step
  joint_options      centralised: decisions of the whole team that it would have to score in a step
  tokens_per_step    that the model read anew or wrote in a joint step
  unreadable, refused, unfinished    cmas, dmas: missions that failed since a text named no action, since an action
                     could not be done or was against the rules, and since the horizon was reached or all became idle
  paper_accuracy, paper_horizon    what the paper reports, with GPT-3.5 and 28 options: another model's, on other
                                   missions; help: over all its classes together";

/// The options of the planners benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// Fleet files, or names of some in config/fleets: their scorers count, and their domain, which must be one.
    #[arg(long, value_delimiter = ',', default_value = "household-choice")]
    fleets: Vec<String>,
    /// Missions of each class for surefleet.
    #[arg(long, default_value_t = 110)]
    scenarios: u32,
    /// Missions of each class for CMAS and DMAS.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    dialogues: u32,
    /// Rounds of a dialogue at most.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Classes by team size.
    #[arg(long, value_delimiter = ',', default_value = "1,3,10,15")]
    classes: Vec<String>,
    /// Threads; none: one a core, or one for `scorer: choice`, whose model remembers one mission.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Missions of a team size by one planner.
#[derive(Debug, Clone, Default)]
struct PlannerRow {
    planner: &'static str,
    scorer: String,
    is_simulated: bool,
    robots: usize,
    help: Option<f64>,
    missions: usize,
    accuracy: Option<f64>,
    /// With its exact 95 % interval.
    wrong_unasked: Option<(f64, [f64; 2])>,
    horizon_mean: Option<f64>,
    help_per_step: Option<f64>,
    help_per_mission: Option<f64>,
    calls_per_step: Option<f64>,
    joint_options: Option<f64>,
    tokens_per_step: Option<f64>,
    unreadable: Option<usize>,
    refused: Option<usize>,
    unfinished: Option<usize>,
    paper_accuracy: Option<f64>,
    paper_horizon: Option<f64>,
}

/// S-ATLAS, Section V-A: by team size, accuracy of its planner, of CMAS and of DMAS, and their average horizons.
const PAPER: [(usize, [(f64, f64); 3]); 4] = [
    (1, [(0.925, 12.0), (0.372, 13.0), (0.372, 13.0)]),
    (3, [(0.833, 7.0), (0.309, 7.0), (0.273, 7.0)]),
    (10, [(0.95, 4.0), (0.60, 4.0), (0.05, 4.0)]),
    (15, [(0.875, 4.0), (0.25, 4.0), (0.0, 4.0)]),
];

/// Section V-B: by error level, accuracy with help.
const PAPER_HELP: [(f64, f64); 2] = [(0.1, 0.9459), (0.05, 0.9657)];

/// Section V-B: missions that calibrate, and redraws.
const CALIBRATION: usize = 30;
const REDRAWS: u32 = 50;

/// Plans.
///
/// # Errors
/// Bad arguments, a fleet file with a mistake, a scorer or a model that fails.
pub fn run(arguments: &Arguments, place: &Place) -> Result<Measurement> {
    ensure!(
        arguments.scenarios as usize > CALIBRATION,
        "--scenarios {}: {CALIBRATION} of them calibrate; give more",
        arguments.scenarios
    );
    let classes: Vec<TeamClass> =
        arguments.classes.iter().map(|class| class_named(class)).collect::<Result<_>>().context("--classes")?;
    let mut results = Vec::new();
    let mut distribution_id = String::new();
    for name in &arguments.fleets {
        let fleet = Fleet::read(name, &place.share)?;
        fleet.deliveries()?;
        let writer = Writer::of_scorer(&fleet.file)?;
        let work = Work::new(arguments.threads, &fleet.scorer)?;
        for &class in &classes {
            results.extend(choosing(&fleet, class, arguments.scenarios, &work)?);
            if let Some(writer) = &writer {
                results.extend(writing(&fleet, class, writer, arguments, &work)?);
            }
        }
        let id = fleet.missions.id();
        ensure!(
            distribution_id.is_empty() || distribution_id == id,
            "--fleets: {name} has other missions than the fleets before it; measure it by itself"
        );
        distribution_id = id;
    }
    results.sort_by_key(|row| row.robots);
    let note = "Paper: S-ATLAS, with GPT-3.5 on missions of its own; its accuracies with help are means over them all.";
    let illustration = Illustration { style: page::STYLE, lead: page::lead(&results), body: page::plots(&results) };
    Ok(Measurement {
        details: vec![Detail::raw("scenario_distribution", distribution_id)],
        notes: vec![note.to_owned()],
        illustration: Some(illustration),
        ..Measurement::new("Planners beside those of the paper", vec![Sheet::new("results", "", &results, columns())])
    })
}

/// The paper's class whose teams have so many robots.
fn class_named(robots: &str) -> Result<TeamClass> {
    let known = TeamClass::ALL.into_iter().find(|class| class.team_size().to_string() == robots.trim());
    known.with_context(|| format!("{robots:?} is not one of 1, 3, 10, 15 (robots in the team)"))
}

fn columns() -> Vec<Column<PlannerRow>> {
    type C = Column<PlannerRow>;
    vec![
        C::new("robots", "robots", Unit::Plain, |row| row.robots.into()),
        C::new("planner", "planner", Unit::Plain, |row| row.planner.into()),
        C::new("scorer", "scored or written by", Unit::Plain, |row| row.scorer.as_str().into()),
        C::new("is_simulated", "no model", Unit::Plain, |row| row.is_simulated.into()),
        C::new("help", "help", Unit::Digits(2), |row| row.help.into()).or("none"),
        C::new("missions", "missions", Unit::Plain, |row| row.missions.into()),
        C::new("accuracy", "accuracy", Unit::Digits(3), |row| row.accuracy.into()).or("not feasible"),
        C::new("paper_accuracy", "the paper's", Unit::Digits(3), |row| row.paper_accuracy.into()),
        C::new("wrong_unasked_per_mission", "wrong, nobody asked (95 %)", Unit::Digits(4), |row| {
            row.wrong_unasked.map_or(Cell::Absent, |(share, interval)| Cell::Within(share, interval))
        }),
        C::new("horizon_mean", "steps", Unit::Digits(1), |row| row.horizon_mean.into()),
        C::raw("paper_horizon", |row| row.paper_horizon.into()),
        C::new("help_per_step", "asked a step", Unit::Digits(4), |row| row.help_per_step.into()),
        C::new("help_per_mission", "asked a mission", Unit::Digits(2), |row| row.help_per_mission.into()),
        C::new("calls_per_step", "calls a joint step", Unit::Digits(1), |row| row.calls_per_step.into()),
        C::new("joint_options", "joint options", Unit::Large, |row| row.joint_options.into()),
        C::new("tokens_per_step", "tokens a joint step", Unit::Digits(0), |row| row.tokens_per_step.into()),
        C::new("unreadable", "unreadable", Unit::Plain, |row| row.unreadable.into()),
        C::new("refused", "refused", Unit::Plain, |row| row.refused.into()),
        C::new("unfinished", "unfinished", Unit::Plain, |row| row.unfinished.into()),
    ]
}

/// The paper's figures for a team and the planner at this index in [`PAPER`].
fn paper(class: TeamClass, planner: usize) -> (Option<f64>, Option<f64>) {
    let row = PAPER.iter().find(|(robots, _)| *robots == class.team_size());
    row.map(|(_, planners)| planners[planner]).unzip()
}

/// Surefleet, without help and with it, and what scoring joint decisions would take.
fn choosing(fleet: &Fleet, class: TeamClass, scenarios: u32, work: &Work) -> Result<Vec<PlannerRow>> {
    let identity = fleet.scorer.identity();
    let pool = work.with("choosing", |workers| {
        survey(fleet.missions.as_ref(), None, &fleet.scorer, class.team_size(), Split::Test, 0..scenarios, workers)
    })?;
    let (paper_accuracy, paper_horizon) = paper(class, 0);
    let is_alone = |episode: &&Episode| no_help(episode).succeeded;
    let alone: Vec<&Episode> = pool.iter().filter(is_alone).collect();
    let wrong = pool.iter().filter(|episode| no_help(episode).wrong_unasked).count();
    let Interval { low, high } = exact_interval(wrong, pool.len(), 0.95)?;
    let mut usage = Usage::default();
    pool.iter().for_each(|episode| usage += episode.usage);
    let steps: u32 = pool.iter().map(|episode| episode.steps).sum();
    let without = PlannerRow {
        planner: "surefleet",
        scorer: identity.id.clone(),
        is_simulated: identity.kind == "simulated",
        robots: class.team_size(),
        missions: pool.len(),
        accuracy: Some(alone.len() as f64 / pool.len() as f64),
        wrong_unasked: Some((wrong as f64 / pool.len() as f64, [low, high])),
        horizon_mean: mean(alone.iter().map(|episode| episode.steps)),
        calls_per_step: Some(usage.model_calls as f64 / f64::from(steps)),
        tokens_per_step: Some(tokens(usage) / f64::from(steps)),
        paper_accuracy,
        paper_horizon,
        ..PlannerRow::default()
    };
    let protocol = Protocol {
        redraws: REDRAWS,
        calibration: CALIBRATION,
        alphas: vec![Fraction::new(1, 10)?, Fraction::new(1, 20)?],
        modes: vec![Mode::Marginal],
        seed: 1,
    };
    let helped = coverage_rows(&class.team_size().into(), &pool, &identity.id, &protocol)?;
    let helped =
        helped.into_iter().filter(|row| row.method == "surefleet" && row.words == "all").map(|row| PlannerRow {
            help: Some(1.0 - row.alpha),
            accuracy: Some(row.success),
            wrong_unasked: Some((row.wrong_unasked_per_mission, row.wrong_unasked_per_mission_95)),
            missions: pool.len() - CALIBRATION,
            // Which missions are achieved changes from redraw to redraw.
            horizon_mean: None,
            help_per_step: Some(row.help_per_step),
            help_per_mission: Some(row.help_per_mission),
            paper_accuracy: PAPER_HELP.iter().find(|(alpha, _)| *alpha == row.alpha).map(|(_, accuracy)| *accuracy),
            paper_horizon: None,
            ..without.clone()
        });
    let helped: Vec<PlannerRow> = helped.collect();
    let options = fleet.missions.options().0 as f64;
    // With one robot a joint decision is a decision.
    let is_feasible = class.team_size() == 1;
    let centralised = PlannerRow {
        planner: "centralised",
        missions: if is_feasible { without.missions } else { 0 },
        accuracy: without.accuracy.filter(|_| is_feasible),
        wrong_unasked: without.wrong_unasked.filter(|_| is_feasible),
        horizon_mean: without.horizon_mean.filter(|_| is_feasible),
        tokens_per_step: without.tokens_per_step.filter(|_| is_feasible),
        calls_per_step: without.calls_per_step.filter(|_| is_feasible),
        joint_options: Some(options.powi(class.team_size() as i32)),
        paper_accuracy: None,
        paper_horizon: None,
        ..without.clone()
    };
    Ok([without].into_iter().chain(helped).chain([centralised]).collect())
}

/// CMAS and DMAS.
fn writing(
    fleet: &Fleet,
    class: TeamClass,
    writer: &Writer,
    arguments: &Arguments,
    work: &Work,
) -> Result<Vec<PlannerRow>> {
    let distribution = fleet.deliveries()?;
    let planners = [("cmas", Dialogue::Central, 1), ("dmas", Dialogue::Rounds(arguments.rounds), 2)];
    let row = |(planner, dialogue, of_paper)| -> Result<PlannerRow> {
        let plans: Vec<Plan> = work.with("writing", |workers| {
            (workers.on_more)(arguments.dialogues.into());
            (0..arguments.dialogues)
                .map(|index| {
                    let scenario = distribution.sample(class, Split::Test.seed(class, index));
                    let planned = workers.runtime.block_on(plan(distribution, &scenario, writer, dialogue));
                    (workers.on_episode)();
                    planned.with_context(|| format!("{planner}, mission {index} of {} robots", class.team_size()))
                })
                .collect::<Result<_>>()
        })?;
        let count = |end: PlanEnd| plans.iter().filter(|plan| plan.end == end).count();
        let mut usage = Usage::default();
        plans.iter().for_each(|plan| usage += plan.usage);
        // The step that failed was written too.
        let steps: u32 = plans.iter().map(|plan| plan.steps + u32::from(plan.end.is_within_a_step())).sum();
        let achieved = plans.iter().filter(|plan| plan.end == PlanEnd::Achieved);
        let (paper_accuracy, paper_horizon) = paper(class, of_paper);
        Ok(PlannerRow {
            planner,
            scorer: writer.name().to_owned(),
            robots: class.team_size(),
            missions: plans.len(),
            accuracy: Some(count(PlanEnd::Achieved) as f64 / plans.len().max(1) as f64),
            horizon_mean: mean(achieved.map(|plan| plan.steps)),
            calls_per_step: Some(usage.model_calls as f64 / f64::from(steps.max(1))),
            tokens_per_step: Some(tokens(usage) / f64::from(steps.max(1))),
            unreadable: Some(count(PlanEnd::Unreadable)),
            refused: Some(count(PlanEnd::Refused)),
            unfinished: Some(count(PlanEnd::Unfinished)),
            paper_accuracy,
            paper_horizon,
            ..PlannerRow::default()
        })
    };
    planners.into_iter().map(row).collect()
}

fn mean(steps: impl Iterator<Item = u32>) -> Option<f64> {
    let steps: Vec<u32> = steps.collect();
    (!steps.is_empty()).then(|| f64::from(steps.iter().sum::<u32>()) / steps.len() as f64)
}

/// Tokens read anew or written.
fn tokens(usage: Usage) -> f64 {
    (usage.prompt_tokens - usage.cached_tokens + usage.completion_tokens) as f64
}
