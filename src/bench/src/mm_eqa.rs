//! `surefleet bench mm-eqa`: robots explore houses together and answer questions about them.

mod calibration;
mod coverage;
mod episode;
mod measures;
mod method;
mod plot;
mod robot;
mod rows;
mod scene;
mod sight;
mod snapshot;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use surefleet_cli::work::bar;
use surefleet_conformal::Fraction;
use surefleet_onnx::Provider;
use surefleet_simulator::{Assumptions, RelevanceJudge, SimulatedRelevance, SimulatedSight, ViewReader};
use surefleet_site::ModelJudge;

use self::{
    calibration::{ANSWER_SEEDS, Levels, RELEVANCE_HOUSES, RELEVANCE_SEEDS},
    coverage::{CoverageRow, coverage_columns},
    episode::EpisodeEnd,
    measures::{SceneEnds, end_of},
    method::{Method, Rules},
    robot::{Models, Said, Talk},
    rows::{CurveRow, GainRow, MethodRow, Round, curve_columns, gain_columns, method_columns},
    scene::{QUESTIONS, Scene, size_of},
    sight::ModelSight,
    snapshot::Snapshot,
};
use crate::measurement::{Detail, Illustration, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
Robots explore a house of the test split and answer three questions each, as in Section V of CommCP. With --sight, a vision-language model
lists objects, answers questions and values places by pictures of 128 x 128 pixels. With --judge, a language model reasons about pairs
of words and names letters, in all four turns of the options. WITHOUT THEM, SIGHT AND RELEVANCE ARE SIMULATED AND NO MODEL RUNS: the
sight reads the truth of each pixel, of pictures of 64 x 64 pixels, and relevance follows from the catalogue of the houses, too surely.
All numbers of both are assumptions (src/simulator/src/assumptions.rs). Such figures compare methods; they do not tell how well a
model would do.

A robot drives at 1 m/s and turns a quarter turn in a second. Its wheels drift, and every 10 s it is localised again, up to 3 cm and
0.6 degrees. It takes a picture each second in which it moves, fuses it into its own map, and thinks about where to
go after every second picture. A message takes one second, or what --message-rates says, in which its sender stands still and looks at
nothing. T_max is 30 s and 1.25 s for each square metre, so that ours has about the paper's success at NTC 0.4. Models take no time, as
in the paper. Houses of sizes 1 (below 150 m2), 2 and 3 (250 m2 and more) come in turn. All methods have the same
scenes, and in each the same --visits: a scene counts with the mean of its visits, since chance decides much of a single one. Of two places a robot prefers the one with the
greater value * exp(-distance / 10 m), the distance being the straight line from where it set out, unlike the paper, where distance does not count.

Messages are calibrated on 20 houses, answers on one question in each of --answer-houses others (0: not at all; they count above 0.5). Everything that was chosen by hand was
chosen on houses of seeds from 4000 to 4159. Test houses have seeds from 1000, those of the calibrations from 2000, 3000 and 20000, those
of the coverage from 10000.

A question counts as answered right from when its right answer was settled that stands at the end. An open question counts as not
right. NTC is the time until all robots have all answers, as a share of T_max; SR is the share of right answers.

With --json, one object: schema, machine, date, command, calibration_houses, answer_houses, answer_threshold, visits,
pixels, results, an array of rows, one for each team, rate of messages, method and size of houses (all, 1, 2, 3):
  robots, message_rate
  method, paper_method      names here and in the paper
  scenes         of that size
  sr_40, sr_80, sr          success rate by 0.4 and 0.8 of T_max and at its end, each with a 95 % interval over scenes (sr_95)
  paper_sr_40, paper_sr_80, paper_seconds    the paper's numbers, where it gives them: of its houses, models and time limits
  sr_mean        mean of the success rate over all times up to T_max
  wrong          share of questions with a wrong answer
  ntc, seconds   time until all robots are done
  euclidean_efficiency      metres of the straight ways from the starts past the answers that are right, for a metre driven; answers that
                            come by message make it greater. The paper defines none; this is ours
  frontier_efficiency       seconds of plain-frontiers for a second of the method, in the same scenes; also ours
  messages, findings, answers, bytes    of an episode; bytes of messages in words
  driven_m       metres of all robots
gains, an array of rows: ours minus another method in the same scenes, with 95 % intervals; a negative ntc is time saved
curves, an array of rows: sr by each fortieth of T_max (ntc)
coverage, an array of rows, one for each letter and kind of guarantee:
  mode, letter, level       marginal: on average over calibrations; pac: for this one, with probability 0.95
  houses, k      calibration houses with a true item, and the rank of the threshold
  fresh, covered            fresh houses with a true item, and the share of which the threshold keeps every one
  law, law_95, is_within    what exchangeable scores without ties give: the mean, and the interval for one calibration
  redrawn        mean of covered when the fresh houses are split anew into calibration and test, 2,000 times
  untied, tolerance         the same with ties broken at random, which is to be the law's mean, and 4 standard errors of it
  tied           share of houses whose score another one has: pairs of words are few, and ties only add to what is kept
  said, misled   with the bound on false items: the share of true items that is said, and of houses with a false item said";

/// The options of the exploration benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// Scenes.
    #[arg(long, default_value_t = 70, value_parser = clap::value_parser!(u64).range(1..=900))]
    scenes: u64,
    /// Visits to each scene, from other starts, with other errors of the wheels and other passing errors of the simulated sight (what it lastingly
    /// takes for something else stays). A scene counts with the mean of its visits.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=100))]
    visits: u64,
    /// Robots of the teams.
    #[arg(long, value_delimiter = ',', default_value = "2,3", value_parser = clap::value_parser!(u8).range(2..=3))]
    teams: Vec<u8>,
    /// Messages a second at which ours is measured with two robots; all methods are measured at one a second.
    #[arg(long, value_delimiter = ',', default_value = "0.25,0.5,1,2,4")]
    message_rates: Vec<f64>,
    /// Houses that answers are calibrated on. 0: answers count above 0.5, as with fixed-threshold, and nothing is promised of them.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=900))]
    answer_houses: u64,
    /// Greatest share of wrong answers to the calibrated questions.
    #[arg(long, default_value = "1/5")]
    epsilon: Fraction,
    /// Fresh houses for the coverage of what is said.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(200..=9000))]
    coverage_houses: u64,
    /// Seed of the first house: 1000 for figures; from 4000 for whoever chooses a number by hand.
    #[arg(long, default_value_t = TEST_SEEDS, value_parser = clap::value_parser!(u64).range(1000..=9000))]
    first_seed: u64,
    /// A folder with a vision-language model that sees, such as models/house-viewer; none: the simulated sight.
    #[arg(long)]
    sight: Option<PathBuf>,
    /// A folder with a language model that judges relevance, such as models/relevance-judge; none: the simulated one.
    #[arg(long)]
    judge: Option<PathBuf>,
    /// Methods beside ours and no-cp; none given: all.
    #[arg(long, value_enum, value_delimiter = ',')]
    methods: Vec<Method>,
}

/// Pixels of a picture on each side, for the simulated sight and for a model.
const PIXELS: usize = 64;
const MODEL_PIXELS: usize = 128;
/// The first seed of the houses of tests.
const TEST_SEEDS: u64 = 1000;
/// The methods that teams of three are measured with: those of the paper's Figure 3e.
const THREE: [Method; 4] = [Method::Ours, Method::NoCp, Method::Independent, Method::PlainFrontiers];
/// The second of an episode that is shown as a picture.
const SHOWN_S: u32 = 60;

/// Measures.
///
/// # Errors
/// Too few houses for a calibration, or a rate that is none.
pub fn run(arguments: &Arguments) -> Result<Measurement> {
    if let Some(rate) = arguments.message_rates.iter().find(|rate| !(0.1..=100.0).contains(*rate)) {
        ensure!(false, "{rate} messages a second cannot be said: give 0.1 to 100");
    }
    let tested = arguments.first_seed..arguments.first_seed + arguments.scenes;
    for (first, count) in [(RELEVANCE_SEEDS, RELEVANCE_HOUSES), (ANSWER_SEEDS, arguments.answer_houses)] {
        let is_apart = count == 0 || tested.end <= first || first + count <= tested.start;
        ensure!(
            is_apart,
            "houses {tested:?} are tested, and those from {first} to {} calibrate: take another --first-seed",
            first + count - 1
        );
    }
    let is_the_same = arguments.answer_houses == 0 && arguments.methods.contains(&Method::FixedThreshold);
    ensure!(!is_the_same, "with --answer-houses 0, ours has the threshold of fixed-threshold: leave that method out");
    let assumed = Assumptions::DEFAULT;
    let model = arguments.sight.as_deref().map(|folder| {
        ModelSight::load(folder).with_context(|| format!("--sight {}: no vision-language model", folder.display()))
    });
    let (simulated, model) = (SimulatedSight::new(assumed), model.transpose()?);
    let judge = arguments.judge.as_deref().map(|folder| {
        ModelJudge::load(folder, "", Provider::Cpu)
            .with_context(|| format!("--judge {}: no language model", folder.display()))
    });
    let (simulated_judge, judge) = (SimulatedRelevance::new(assumed), judge.transpose()?);
    let judge: &dyn RelevanceJudge = judge.as_ref().map_or(&simulated_judge, |judge| judge);
    let asked = model.as_ref().map_or_else(|| sight::simulated(&assumed), ModelSight::asked);
    let sight: &dyn ViewReader = model.as_ref().map_or(&simulated, |model| model);
    let (pixels, is_coloured) = (arguments.pixels(), model.is_some());
    let models = Models { sight, judge, asked: &asked, pixels, is_coloured };
    let levels =
        Levels { relevance: Levels::relevance(), answers: arguments.epsilon, answer_houses: arguments.answer_houses };
    let progress = bar(arguments.answer_houses, "houses");
    progress.set_message("calibrating");
    let rules = calibration::calibrate(&levels, models, || progress.inc(1))?;
    progress.finish_and_clear();
    let progress = bar(CoverageRow::houses(arguments.coverage_houses), "houses");
    progress.set_message("covering");
    let coverage = CoverageRow::all(arguments.coverage_houses, judge, || progress.inc(1))?;
    progress.finish_and_clear();

    let plans = arguments.plans();
    let progress =
        bar(plans.iter().map(|plan| arguments.scenes * arguments.visits * plan.2.len() as u64).sum(), "episodes");
    progress.set_message("exploring");
    let mut rounds = Vec::new();
    for (robots, rate, methods) in plans {
        let mut scenes = Vec::new();
        for seed in arguments.first_seed..arguments.first_seed + arguments.scenes {
            let visits = (0..arguments.visits).map(|visit| {
                let scene = Scene::visit(seed, visit, robots, QUESTIONS)?;
                explore(&scene, &methods, rate, &rules, models, || progress.inc(1))
            });
            scenes.push(SceneEnds { size: size_of(seed), visits: visits.collect::<Result<_>>()? });
        }
        rounds.push(Round { robots, rate, methods, scenes });
    }
    progress.finish_and_clear();
    // The first house of size 2 that there is.
    let shown = arguments.first_seed + (4 - arguments.first_seed % 3) % 3;
    let scene = Scene::draw(shown, 2, QUESTIONS)?;
    let snapshot = |method| Snapshot::take(&scene, method, SHOWN_S, &rules, models);
    let snapshots = [Method::Independent, Method::NoCp, Method::Ours].map(snapshot);
    measurement(arguments, &rounds, &coverage, snapshots.into_iter().collect::<Result<_>>()?, &rules)
}

impl Arguments {
    /// What sees and judges, for the head of every table.
    fn models_in_words(&self) -> String {
        match (&self.sight, &self.judge) {
            (None, None) => "sight and relevance simulated".to_owned(),
            (sight, judge) => {
                let by = |folder: &Option<PathBuf>| {
                    folder.as_deref().map_or_else(|| "simulated".to_owned(), |folder| format!("by {}", name_of(folder)))
                };
                format!("sight {}, relevance {}", by(sight), by(judge))
            }
        }
    }

    fn note(&self) -> String {
        format!("{}. The columns of the paper are of its houses, models and time limits.", self.models_in_words())
    }

    fn pixels(&self) -> usize {
        if self.sight.is_some() { MODEL_PIXELS } else { PIXELS }
    }

    fn has(&self, method: Method) -> bool {
        let is_needed = matches!(method, Method::Ours | Method::NoCp);
        // Without a calibration of answers, ours has the threshold that somebody chose.
        let is_ours = method == Method::FixedThreshold && self.answer_houses == 0;
        !is_ours && (is_needed || self.methods.is_empty() || self.methods.contains(&method))
    }

    /// Robots, messages a second, and the methods that are measured with them.
    fn plans(&self) -> Vec<(usize, f64, Vec<Method>)> {
        let chosen = |methods: &[Method]| methods.iter().copied().filter(|&method| self.has(method)).collect();
        let mut plans = Vec::new();
        if self.teams.contains(&2) {
            plans.push((2, 1.0, chosen(&Method::ALL)));
            let others = self.message_rates.iter().filter(|&&rate| rate != 1.0);
            plans.extend(others.map(|&rate| (2, rate, vec![Method::Ours])));
        }
        if self.teams.contains(&3) {
            plans.push((3, 1.0, chosen(&THREE)));
        }
        plans
    }
}

/// The last part of a folder's name.
fn name_of(folder: &Path) -> String {
    folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned()
}

/// All methods in one visit to a scene.
fn explore(
    scene: &Scene,
    methods: &[Method],
    rate: f64,
    rules: &Rules,
    models: Models<'_>,
    on_episode: impl Fn(),
) -> Result<Vec<(Method, EpisodeEnd)>> {
    let mut found = Vec::new();
    for &method in methods {
        let said = |method| end_of(&found, method).map_or_else(Said::default, |end| end.said);
        let (ours, no_cp) = (said(Method::Ours), said(Method::NoCp));
        let kept = match method {
            // As many pairs as ours says, of all that it judges.
            Method::Control => ours.pairs_said as f64 / ours.pairs_asked.max(1) as f64,
            // As many findings as ours, if its robots find as much as those without calibration.
            Method::SampledNoCp => (ours.findings as f64 / no_cp.findings.max(1) as f64).min(1.0),
            _ => 1.0,
        };
        let end = episode::run(scene, method, Talk { per_second: rate, kept }, rules, models)?;
        found.push((method, end));
        on_episode();
    }
    Ok(found)
}

fn measurement(
    arguments: &Arguments,
    rounds: &[Round],
    coverage: &[CoverageRow],
    snapshots: Vec<Snapshot>,
    rules: &Rules,
) -> Result<Measurement> {
    let models = arguments.models_in_words();
    let curves: Vec<Vec<CurveRow>> = rounds.iter().map(CurveRow::all).collect::<Result<_>>()?;
    let curves: Vec<CurveRow> = curves.into_iter().flatten().collect();
    let mut all_gains = Vec::new();
    let mut sheets = Vec::new();
    let mut rates = Vec::new();
    for round in rounds {
        let robots = round.robots;
        let (all, sized): (Vec<MethodRow>, Vec<MethodRow>) =
            MethodRow::all(round)?.into_iter().partition(MethodRow::is_of_all_sizes);
        if round.rate != 1.0 {
            rates.extend(all);
            continue;
        }
        let results = |title: String, rows: &[MethodRow]| Sheet::new("results", title, rows, method_columns());
        sheets.push(results(format!("Methods, {robots} robots, {models}"), &all));
        let gains = GainRow::all(round)?;
        sheets.push(Sheet::new(
            "gains",
            format!("Ours minus others in the same scenes, {robots} robots, {models}"),
            &gains,
            gain_columns(),
        ));
        sheets.push(results(format!("Methods by size of houses, {robots} robots, {models}"), &sized));
        all_gains.extend(gains);
    }
    let title = format!("Ours at other rates of messages, 2 robots, {models}");
    sheets.push(Sheet::new("results", title, &rates, method_columns()));
    let title = format!("Coverage of the sets of letters A and B, {models}");
    sheets.push(Sheet::new("coverage", title, coverage, coverage_columns()));
    sheets.push(Sheet::new("curves", "Success over time", &curves, curve_columns()).raw());
    let body = plot::plots(&curves, &all_gains, &snapshots);
    Ok(Measurement {
        details: vec![
            Detail::new("calibration_houses", "houses that messages are calibrated on", Unit::Plain, RELEVANCE_HOUSES),
            Detail::new("answer_houses", "answers", Unit::Plain, arguments.answer_houses),
            Detail::new("answer_threshold", "answers count above", Unit::Digits(3), rules.check.above()),
            Detail::new("visits", "visits to a scene", Unit::Plain, arguments.visits),
            Detail::new("pixels", "pixels on each side of a picture", Unit::Plain, arguments.pixels()),
        ],
        notes: vec![arguments.note()],
        illustration: Some(Illustration { style: plot::STYLE, lead: plot::lead(&models), body }),
        ..Measurement::new(format!("Exploring houses to answer questions ({models})"), sheets)
    })
}
