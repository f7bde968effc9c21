//! `surefleet bench decisions`: how well a fleet's scorer decides when nobody is asked.

use std::{collections::BTreeMap, time::Instant};

use anyhow::{Context, Result};
use futures::executor::block_on;
use surefleet_calibration::Walk;
use surefleet_cli::{
    fleet::Fleet, percentile::percentile, place::Place, scenarios::best_allowed, teacher::Lesson, work::bar,
};
use surefleet_fleet::Decision;
use surefleet_language::OptionScorer;
use surefleet_mission::{Action, Scenario, TeamClass, Transport, Wording};

use crate::measurement::{Cell, Column, Detail, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
Every mission is walked twice: along a teacher's way, and as the scorer decides, which takes the best option that the
safety monitor allows and never asks. The second ends at the first decision after which the mission cannot be finished
in time.

With --json, one object: schema, machine, date, command, scorer, seed, and results, an array of rows:
  robots, wording    robots in the team; sentence forms: training, held-out (those that the shipped models never saw)
  missions           that were walked
  success            share of them that the scorer achieves by itself
  acceptable         share of the decisions on the teacher's way whose best allowed option is acceptable
  like_teacher       share of them in which it is the teacher's
  tokens_median      tokens that a model read for a decision, those that were kept left out
  decision_ms_median, decision_ms_p99    time to score a decision
  failures           by what was decided where a mission was lost: how many missions";

/// The options of the decisions benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets: its domain and scorer count.
    #[arg(long, default_value = "household-choice")]
    fleet: String,
    /// Missions per class and wording.
    #[arg(long, default_value_t = 100)]
    missions: u64,
    /// The first seed; the shipped model was trained on those from 3000000000.
    #[arg(long, default_value_t = 5_000_000_000)]
    seed: u64,
    /// Sentence forms: some of training, held-out.
    #[arg(long, value_delimiter = ',', default_value = "training,held-out")]
    wordings: Vec<String>,
}

/// Missions of a class in one wording.
struct DecisionRow {
    robots: usize,
    wording: &'static str,
    missions: u64,
    success: f64,
    acceptable: f64,
    like_teacher: f64,
    tokens_median: f64,
    decision_ms_median: f64,
    decision_ms_p99: f64,
    failures: BTreeMap<&'static str, u32>,
}

/// Decides.
///
/// # Errors
/// A fleet file with a mistake, an unknown wording, or a scorer that fails.
pub fn run(arguments: &Arguments, place: &Place) -> Result<Measurement> {
    // A model behind HTTP has its connections driven here.
    let runtime = tokio::runtime::Runtime::new().context("cannot start a thread for the scorer's connections")?;
    let _inside = runtime.enter();
    let fleet = Fleet::read(&arguments.fleet, &place.share)?;
    let wordings = arguments.wordings.iter().map(|name| match name.as_str() {
        "training" => Ok(("training", Wording::Training)),
        "held-out" => Ok(("held-out", Wording::HeldOut)),
        other => anyhow::bail!("--wordings {other}: they are training and held-out"),
    });
    let wordings: Vec<(&str, Wording)> = wordings.collect::<Result<_>>()?;
    let progress = bar(arguments.missions * (wordings.len() * TeamClass::ALL.len()) as u64, "missions");
    let mut results = Vec::new();
    let distribution = fleet.deliveries()?;
    for (name, wording) in wordings {
        for class in TeamClass::ALL {
            let mut seen = Seen::default();
            for seed in arguments.seed..arguments.seed + arguments.missions {
                let mut scenario = distribution.sample(class, seed);
                scenario.text = scenario.mission.words_among(distribution.domain(), seed, wording);
                seen.follow_teacher(&fleet, &scenario)?;
                seen.decide_alone(&fleet, &scenario)?;
                progress.inc(1);
            }
            results.push(seen.row(class, name, arguments.missions)?);
        }
    }
    progress.finish_and_clear();
    let scorer = fleet.scorer.identity().id;
    let title = format!("Decisions with nobody asked: {}", arguments.fleet);
    Ok(Measurement {
        details: vec![
            Detail::new("scorer", "scorer", Unit::Plain, scorer),
            Detail::new("seed", "seeds from", Unit::Plain, arguments.seed),
        ],
        ..Measurement::new(title, vec![Sheet::new("results", "", &results, columns())])
    })
}

fn columns() -> Vec<Column<DecisionRow>> {
    type C = Column<DecisionRow>;
    vec![
        C::new("robots", "robots", Unit::Plain, |row| row.robots.into()),
        C::new("wording", "sentence forms", Unit::Plain, |row| row.wording.into()),
        C::new("missions", "missions", Unit::Plain, |row| row.missions.into()),
        C::new("success", "achieved", Unit::Digits(2), |row| row.success.into()),
        C::new("acceptable", "acceptable on a teacher's way", Unit::Digits(4), |row| row.acceptable.into()),
        C::new("like_teacher", "like the teacher's", Unit::Digits(3), |row| row.like_teacher.into()),
        C::new("tokens_median", "tokens read", Unit::Digits(0), |row| row.tokens_median.into()),
        C::new("decision_ms_median", "decision: median", Unit::Milliseconds(1), |row| row.decision_ms_median.into()),
        C::new("decision_ms_p99", "p99", Unit::Milliseconds(1), |row| row.decision_ms_p99.into()),
        C::new("failures", "missions lost by", Unit::Plain, |row| {
            Cell::Counts(row.failures.iter().map(|(kind, count)| ((*kind).to_owned(), u64::from(*count))).collect())
        }),
    ]
}

#[derive(Default)]
struct Seen {
    achieved: u32,
    acceptable: u32,
    like_teacher: u32,
    tokens: Vec<f64>,
    ms: Vec<f64>,
    failures: BTreeMap<&'static str, u32>,
}

impl Seen {
    fn follow_teacher(&mut self, fleet: &Fleet, scenario: &Scenario) -> Result<()> {
        let distribution = fleet.deliveries()?;
        let domain = distribution.domain();
        let mut walk = Walk::new(distribution, scenario)?;
        while walk.turn().is_some() {
            let lesson = Lesson::on(&walk, domain, &scenario.mission)?;
            let choice = self.choose(fleet, &walk)?;
            self.acceptable += u32::from(lesson.acceptable.contains(&choice.index()));
            self.like_teacher += u32::from(choice == lesson.answer);
            walk.decide(lesson.answer)?;
        }
        Ok(())
    }

    fn decide_alone(&mut self, fleet: &Fleet, scenario: &Scenario) -> Result<()> {
        let distribution = fleet.deliveries()?;
        let domain = distribution.domain();
        let mut walk = Walk::new(distribution, scenario)?;
        while walk.turn().is_some() {
            let question = walk.question();
            let scores = block_on(fleet.scorer.score(&question))?.log_probabilities;
            let choice = best_allowed(&scores, &walk.allowed()).context("a robot may always stay")?;
            if !walk.judgement().acceptable[choice] {
                *self.failures.entry(kind(domain, Decision::new(choice as u16))).or_default() += 1;
                return Ok(());
            }
            walk.decide(Decision::new(choice as u16))?;
        }
        self.achieved += u32::from(walk.is_achieved());
        Ok(())
    }

    fn choose(&mut self, fleet: &Fleet, walk: &Walk<'_>) -> Result<Decision> {
        let question = walk.question();
        let began = Instant::now();
        let scores = block_on(fleet.scorer.score(&question))?;
        self.ms.push(began.elapsed().as_secs_f64() * 1e3);
        self.tokens.push((scores.usage.prompt_tokens - scores.usage.cached_tokens) as f64);
        let choice = best_allowed(&scores.log_probabilities, &walk.allowed()).context("a robot may always stay")?;
        Ok(Decision::new(choice as u16))
    }

    fn row(self, class: TeamClass, wording: &'static str, missions: u64) -> Result<DecisionRow> {
        let decisions = self.ms.len() as f64;
        Ok(DecisionRow {
            robots: class.team_size(),
            wording,
            missions,
            success: f64::from(self.achieved) / missions as f64,
            acceptable: f64::from(self.acceptable) / decisions,
            like_teacher: f64::from(self.like_teacher) / decisions,
            tokens_median: percentile(&self.tokens, 50)?,
            decision_ms_median: percentile(&self.ms, 50)?,
            decision_ms_p99: percentile(&self.ms, 99)?,
            failures: self.failures,
        })
    }
}

fn kind(domain: &Transport, decision: Decision) -> &'static str {
    match domain.options().action(decision) {
        Action::Reach(_) => "go_to",
        Action::Take(_) => "grab",
        Action::Leave(_) => "put_down",
        Action::Open(_) => "open",
        Action::Idle => "idle",
    }
}
