//! `surefleet bench parser`: how well and how fast a fleet's model parses missions.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use futures::executor::block_on;
use surefleet_calibration::Walk;
use surefleet_cli::{fleet::Fleet, percentile::percentile, place::Place, work::bar};
use surefleet_grounded::{GroundedScorer, MissionParser};
use surefleet_language::OptionScorer;
use surefleet_ltl::Formula;
use surefleet_mission::{Mission, Scenario, TeamClass, Wording};
use surefleet_site::Scorer;

use crate::measurement::{Column, Detail, FigureTarget, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
With --json, one object: schema, machine, date, command, scorer, seed, and results, an array of rows:
  robots, wording    robots in the team; sentence forms: training, held-out (those that the shipped model never saw);
                     vague: missions that leave something open, in all forms
  missions           that were parsed
  exact              share of them whose likeliest meaning is the right one (of a vague one: what its writer had in
                     mind)
  within             share of them whose right meaning is among those that were found
  probability_p05    5th percentile of the right meaning's probability
  parse_ms_median, parse_ms_p99     time to find the meanings, once a mission
  decision_ms_median, decision_ms_p99    time to score a decision after that: the first one of each mission
  passes_median      runs of the model per mission
  tokens_median      tokens that these runs read, those that were kept from earlier runs left out";

/// The options of the parser benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets, whose scorer is grounded.
    #[arg(long, default_value = "household-grounded")]
    fleet: String,
    /// Missions per class and wording.
    #[arg(long, default_value_t = 250)]
    missions: u64,
    /// The first seed; models are trained on those from 1000000000.
    #[arg(long, default_value_t = 2_000_000_000)]
    seed: u64,
}

/// Missions of a class in one wording.
struct ParserRow {
    robots: usize,
    wording: &'static str,
    missions: u64,
    exact: f64,
    within: f64,
    probability_p05: f64,
    parse_ms_median: f64,
    parse_ms_p99: f64,
    decision_ms_median: f64,
    decision_ms_p99: f64,
    passes_median: f64,
    tokens_median: f64,
}

/// Parses.
///
/// # Errors
/// A fleet without such a scorer, or a model that does not answer.
pub fn run(arguments: &Arguments, place: &Place) -> Result<Measurement> {
    // A model behind HTTP has its connections driven here.
    let runtime = tokio::runtime::Runtime::new().context("cannot start a thread for the scorer's connections")?;
    let _inside = runtime.enter();
    let fleet = Fleet::read(&arguments.fleet, &place.share)?;
    let results = match &fleet.scorer {
        Scorer::Grounded(scorer) => rows(arguments, &fleet, scorer),
        Scorer::GroundedOpenai(scorer) => rows(arguments, &fleet, scorer),
        _ => bail!("{}: its scorer is not grounded, so no model parses missions", arguments.fleet),
    }?;
    Ok(Measurement {
        details: vec![
            Detail::new("scorer", "one thread, scorer", Unit::Plain, fleet.scorer.identity().id),
            Detail::new("seed", "seeds from", Unit::Plain, arguments.seed),
        ],
        targets: targets(&results),
        ..Measurement::new("The mission parser", vec![Sheet::new("results", "", &results, columns())])
    })
}

fn columns() -> Vec<Column<ParserRow>> {
    type C = Column<ParserRow>;
    vec![
        C::new("robots", "robots", Unit::Plain, |row| row.robots.into()),
        C::new("wording", "sentence forms", Unit::Plain, |row| row.wording.into()),
        C::new("missions", "missions", Unit::Plain, |row| row.missions.into()),
        C::new("exact", "exact", Unit::Digits(3), |row| row.exact.into()),
        C::new("within", "right meaning among those found", Unit::Digits(3), |row| row.within.into()),
        C::new("probability_p05", "5th percentile of its probability", Unit::Digits(3), |row| {
            row.probability_p05.into()
        }),
        C::new("parse_ms_median", "parse: median", Unit::Milliseconds(0), |row| row.parse_ms_median.into()),
        C::new("parse_ms_p99", "p99", Unit::Milliseconds(0), |row| row.parse_ms_p99.into()),
        C::new("decision_ms_median", "decision: median", Unit::Milliseconds(2), |row| row.decision_ms_median.into()),
        C::new("decision_ms_p99", "p99", Unit::Milliseconds(2), |row| row.decision_ms_p99.into()),
        C::new("passes_median", "runs of the model", Unit::Digits(0), |row| row.passes_median.into()),
        C::new("tokens_median", "tokens read", Unit::Digits(0), |row| row.tokens_median.into()),
    ]
}

/// On sentence forms that the shipped model never saw; time on all.
fn targets(results: &[ParserRow]) -> Vec<FigureTarget> {
    let held_out: Vec<&ParserRow> = results.iter().filter(|row| row.wording == HELD_OUT).collect();
    let missions: u64 = held_out.iter().map(|row| row.missions).sum();
    let mean = |share: fn(&ParserRow) -> f64| {
        held_out.iter().map(|row| share(row) * row.missions as f64).sum::<f64>() / missions.max(1) as f64
    };
    let slowest = results.iter().map(|row| row.decision_ms_p99).fold(0.0, f64::max);
    vec![
        FigureTarget::at_least("held-out forms parsed exactly", mean(|row| row.exact), Unit::Percent(1), 0.99),
        FigureTarget::at_least("the right meaning among those found", mean(|row| row.within), Unit::Percent(1), 0.999),
        FigureTarget::at_most("a decision, 99th percentile", slowest, Unit::Milliseconds(1), 15.0),
    ]
}

const HELD_OUT: &str = "held-out";

fn rows<P: MissionParser + Sync>(
    arguments: &Arguments,
    fleet: &Fleet,
    scorer: &GroundedScorer<P>,
) -> Result<Vec<ParserRow>> {
    let clear = fleet.deliveries()?.clear();
    let wordings = [
        ("training", Wording::Training, clear.clone()),
        (HELD_OUT, Wording::HeldOut, clear.clone()),
        ("vague", Wording::All, clear.with_vague(1.0)?),
    ];
    let progress = bar(arguments.missions * wordings.len() as u64 * TeamClass::ALL.len() as u64, "missions");
    let mut results = Vec::new();
    for (name, wording, distribution) in wordings {
        for class in TeamClass::ALL {
            let mut seen = Seen::default();
            for seed in arguments.seed..arguments.seed + arguments.missions {
                let mut scenario = distribution.sample(class, seed);
                scenario.text = scenario.words_among(distribution.domain(), seed, wording);
                seen.look(fleet, scorer, &scenario)?;
                progress.inc(1);
            }
            results.push(seen.row(class, name)?);
        }
    }
    progress.finish_and_clear();
    Ok(results)
}

/// The results in one class.
#[derive(Default)]
struct Seen {
    exact: u64,
    within: u64,
    probabilities: Vec<f64>,
    parse_ms: Vec<f64>,
    decision_ms: Vec<f64>,
    passes: Vec<f64>,
    tokens: Vec<f64>,
}

impl Seen {
    fn look<P: MissionParser + Sync>(
        &mut self,
        fleet: &Fleet,
        scorer: &GroundedScorer<P>,
        scenario: &Scenario,
    ) -> Result<()> {
        let (hypotheses, parse_ms) = timed(|| block_on(scorer.parse(&scenario.text, scenario.team.len())))?;
        let (team, domain) = (&scenario.team, fleet.deliveries()?.domain());
        let meant = Mission::of_formulas(&scenario.mission.formulas(domain, team), domain, team);
        let means = |(meaning, _): &(Formula, f64)| meant.is_some() && scorer.mission(meaning, team.len()) == meant;
        let right = hypotheses.meanings.iter().position(means);
        self.exact += u64::from(right == Some(0));
        self.within += u64::from(right.is_some());
        self.probabilities.push(right.map_or(0.0, |place| hypotheses.meanings[place].1));
        self.parse_ms.push(parse_ms);
        self.passes.push(hypotheses.usage.model_calls as f64);
        self.tokens.push((hypotheses.usage.prompt_tokens - hypotheses.usage.cached_tokens) as f64);
        let question = Walk::new(fleet.deliveries()?, scenario)?.question();
        let ask = || block_on(scorer.score(&question));
        ask()?;
        self.decision_ms.push(timed(ask)?.1);
        Ok(())
    }

    fn row(&self, class: TeamClass, wording: &'static str) -> Result<ParserRow> {
        let missions = self.parse_ms.len() as u64;
        let share = |count: u64| count as f64 / missions as f64;
        Ok(ParserRow {
            robots: class.team_size(),
            wording,
            missions,
            exact: share(self.exact),
            within: share(self.within),
            probability_p05: percentile(&self.probabilities, 5)?,
            parse_ms_median: percentile(&self.parse_ms, 50)?,
            parse_ms_p99: percentile(&self.parse_ms, 99)?,
            decision_ms_median: percentile(&self.decision_ms, 50)?,
            decision_ms_p99: percentile(&self.decision_ms, 99)?,
            passes_median: percentile(&self.passes, 50)?,
            tokens_median: percentile(&self.tokens, 50)?,
        })
    }
}

fn timed<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<(T, f64), E> {
    let began = Instant::now();
    Ok((work()?, began.elapsed().as_secs_f64() * 1e3))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_shipped_model_understands_sentence_forms_that_it_never_saw() {
        let share = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let fleet = Fleet::read("household-grounded", &share).expect("the demo's fleet");
        let Scorer::Grounded(scorer) = &fleet.scorer else { panic!("the demo's scorer is grounded") };
        let mut seen = Seen::default();
        let distribution = fleet.deliveries().expect("it is the household's");
        for class in TeamClass::ALL {
            for seed in 0..10 {
                let mut scenario = distribution.sample(class, 4_000_000_000 + seed);
                let domain = distribution.domain();
                scenario.text = scenario.mission.words_among(domain, seed, Wording::HeldOut);
                seen.look(&fleet, scorer.as_ref(), &scenario).expect("the model answers");
            }
        }
        assert!(seen.exact >= 37 && seen.within >= 38, "of 40: {} exact, {} within", seen.exact, seen.within);
    }

    #[test]
    fn words_that_leave_something_open_have_several_meanings() {
        let share = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let fleet = Fleet::read("household-grounded", &share).expect("the demo's fleet");
        let Scorer::Grounded(scorer) = &fleet.scorer else { panic!("the demo's scorer is grounded") };
        for vague in
            ["Put the fruit away.", "Tidy up the kettle.", "Move the bread somewhere else.", "Put it on the table."]
        {
            let found = block_on(scorer.parse(vague, 3)).expect("the model answers");
            let likeliest = found.meanings.first().map_or(0.0, |(_, probability)| *probability);
            assert!(likeliest < 0.8, "{vague} {likeliest}: {:?}", found.meanings);
        }
    }
}
