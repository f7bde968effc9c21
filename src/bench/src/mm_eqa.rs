//! `surefleet bench mm-eqa`: robots explore houses together and answer questions about them.

mod assumptions;
mod calibration;
mod episode;
mod ground;
mod measures;
mod method;
mod models;
mod plot;
mod robot;
mod rows;
mod scene;
mod simulated_relevance;
mod simulated_sight;
#[cfg(test)]
mod tests;
mod wheels;

use anyhow::{Result, ensure};
use surefleet_cli::work::bar;
use surefleet_conformal::Fraction;

use self::{
    assumptions::Assumptions,
    calibration::{Levels, RELEVANCE_HOUSES},
    measures::SceneEnds,
    method::{Method, Rules},
    robot::{Models, PIXELS, Talk},
    rows::{CurveRow, GainRow, MethodRow, curve_columns, gain_columns, method_columns},
    scene::{QUESTIONS, Scene},
    simulated_relevance::SimulatedRelevance,
    simulated_sight::SimulatedSight,
};
use crate::measurement::{Detail, Illustration, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
Robots explore a house of the test split and answer three questions each, as in Section V of CommCP. SIGHT AND RELEVANCE ARE
SIMULATED: no model runs. A simulated sight lists objects, answers questions and values places by the truth of each pixel, and
a simulated relevance judges pairs of words by the catalogue of the houses, too surely. All numbers of both are assumptions
(src/bench/src/mm_eqa/assumptions.rs). So the figures compare methods; they do not tell how well a model would do.

A robot drives at 1 m/s and turns a quarter turn in a second, with the drift of wheels and a gyroscope. It takes a picture of
64 x 64 pixels each second in which it moves, fuses it into its own map, and thinks about where to go after every second picture. A
message takes one second, in which its sender stands still and looks at nothing. T_max is 60 s and 2.5 s for each square metre.
Models take no time, as in the paper. Houses of sizes 1, 2 and 3 come in turn. All methods have the same scenes.

Messages are calibrated on 20 houses, answers on one question in each of --answer-houses others. Everything that was chosen by hand was
chosen on houses of seeds from 4000. Test houses have seeds from 1000, those of the calibrations from 2000 and from 3000.

A question counts as answered right from when its right answer was settled that stands at the end. An open question counts as not
right. NTC is the time until all robots have all answers, as a share of T_max; SR is the share of right answers.

With --json, one object: schema, machine, date, command, robots, calibration_houses, answer_houses, answer_threshold, pixels,
results, an array of rows, one for each method and size of houses (all, 1, 2, 3):
  method, paper_method      names here and in the paper
  scenes         of that size
  sr_40, sr_80, sr          success rate by 0.4 and 0.8 of T_max and at its end, each with a 95 % interval over scenes (sr_95)
  paper_sr_40, paper_sr_80, paper_seconds    the paper's numbers, where it gives them: of its houses, models and time limits
  wrong          share of questions with a wrong answer
  ntc, seconds   time until all robots are done
  messages, findings, answers, bytes    of an episode; bytes of messages in words
  driven_m       metres of all robots
gains, an array of rows: ours minus another method in the same scenes, with 95 % intervals; a negative ntc is time saved
curves, an array of rows: sr by each twentieth of T_max (ntc)";

/// The options of the exploration benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// Scenes.
    #[arg(long, default_value_t = 70, value_parser = clap::value_parser!(u64).range(1..=900))]
    scenes: u64,
    /// Robots of a team.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3))]
    robots: u8,
    /// Messages a second.
    #[arg(long, default_value_t = 1.0)]
    message_rate: f64,
    /// Houses that answers are calibrated on.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=900))]
    answer_houses: u64,
    /// Greatest share of wrong answers to the calibrated questions.
    #[arg(long, default_value = "1/5")]
    epsilon: Fraction,
    /// Seed of the first house: 1000 for figures; from 4000 for whoever chooses a number by hand.
    #[arg(long, default_value_t = TEST_SEEDS, value_parser = clap::value_parser!(u64).range(1000..=9000))]
    first_seed: u64,
    /// Methods beside ours and no-cp; none given: all.
    #[arg(long, value_enum, value_delimiter = ',')]
    methods: Vec<Method>,
}

/// The first seed of the houses of tests.
const TEST_SEEDS: u64 = 1000;

/// Measures.
///
/// # Errors
/// Too few houses for a calibration, or a rate that is none.
pub fn run(arguments: &Arguments) -> Result<Measurement> {
    let rate = arguments.message_rate;
    ensure!((0.1..=100.0).contains(&rate), "{rate} messages a second cannot be said: give 0.1 to 100");
    let assumed = Assumptions::DEFAULT;
    let (sight, judge) = (SimulatedSight::new(assumed), SimulatedRelevance::new(assumed));
    let models = Models { sight: &sight, judge: &judge };
    let levels =
        Levels { relevance: Levels::relevance(), answers: arguments.epsilon, answer_houses: arguments.answer_houses };
    let methods: Vec<Method> = Method::ALL.into_iter().filter(|method| arguments.has(*method)).collect();
    let progress = bar(arguments.answer_houses, "houses");
    progress.set_message("calibrating");
    let rules = calibration::calibrate(&levels, models, || progress.inc(1))?;
    progress.finish_and_clear();
    let progress = bar(arguments.scenes * methods.len() as u64, "episodes");
    progress.set_message("exploring");
    let mut scenes = Vec::new();
    for seed in arguments.first_seed..arguments.first_seed + arguments.scenes {
        let scene = Scene::draw(seed, arguments.robots.into(), QUESTIONS)?;
        scenes.push(explore(&scene, &methods, rate, &rules, models, || progress.inc(1))?);
    }
    progress.finish_and_clear();
    measurement(arguments, &scenes, &methods, &rules)
}

impl Arguments {
    fn has(&self, method: Method) -> bool {
        let is_needed = matches!(method, Method::Ours | Method::NoCp);
        is_needed || self.methods.is_empty() || self.methods.contains(&method)
    }
}

/// All methods in one scene.
fn explore(
    scene: &Scene,
    methods: &[Method],
    rate: f64,
    rules: &Rules,
    models: Models<'_>,
    on_episode: impl Fn(),
) -> Result<SceneEnds> {
    let mut found = SceneEnds { size: scene.house.size(), ends: Vec::new() };
    for &method in methods {
        let findings = |method| found.of(method).map_or(0.0, |end: &episode::EpisodeEnd| end.said.findings as f64);
        let kept = match method {
            // As many findings as ours, if its robots find as much as those without calibration.
            Method::Control => (findings(Method::Ours) / findings(Method::NoCp).max(1.0)).min(1.0),
            _ => 1.0,
        };
        let end = episode::run(scene, method, Talk { per_second: rate, kept }, rules, models)?;
        found.ends.push((method, end));
        on_episode();
    }
    Ok(found)
}

fn measurement(arguments: &Arguments, scenes: &[SceneEnds], methods: &[Method], rules: &Rules) -> Result<Measurement> {
    let curves = CurveRow::all(scenes, methods)?;
    let illustration = Illustration { style: plot::STYLE, lead: plot::lead(), body: plot::plot(&curves, methods) };
    let title = match arguments.robots {
        2 => "Exploring houses to answer questions (simulated sight and relevance)".to_owned(),
        robots => format!("Exploring houses to answer questions, {robots} robots (simulated sight and relevance)"),
    };
    let results = MethodRow::all(scenes, methods)?;
    Ok(Measurement {
        details: vec![
            Detail::new("robots", "robots", Unit::Plain, u64::from(arguments.robots)),
            Detail::new("message_rate", "messages a second", Unit::Plain, arguments.message_rate),
            Detail::new("calibration_houses", "houses that messages are calibrated on", Unit::Plain, RELEVANCE_HOUSES),
            Detail::new("answer_houses", "answers", Unit::Plain, arguments.answer_houses),
            Detail::new("answer_threshold", "answers count above", Unit::Digits(3), rules.check.above()),
            Detail::new("pixels", "pixels on each side of a picture", Unit::Plain, PIXELS),
        ],
        notes: vec![
            "Sight and relevance are simulated: no model ran. The columns of the paper are of its houses, models and time limits.".to_owned(),
        ],
        illustration: Some(illustration),
        ..Measurement::new(
            title,
            vec![
                Sheet::new("results", "Methods", &results, method_columns()),
                Sheet::new("gains", "Ours minus others in the same scenes", &GainRow::all(scenes, methods)?, gain_columns()),
                Sheet::new("curves", "Success over time", &curves, curve_columns()).raw(),
            ],
        )
    })
}
