//! `surefleet bench failure-detection`: what a fleet's eyes see of actions that go wrong, and what that is worth (KnowLoop, Section IV).

mod page;
mod plot;
mod round;
mod rounds;
mod rows;
mod scenes;

use std::{path::PathBuf, time::Instant};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use surefleet_calibration::{DetectionScenes, PICTURE_EDGE};
use surefleet_cli::{calibrate_detector::read_fleet, place::Place, work::bar};
use surefleet_perception::{Criterion, DetectorCalibration};

use self::{
    rounds::{CurvePoint, loop_rows},
    rows::{DetectorRow, GuaranteeRow, Row, detector_rows, guarantee_rows, print_rows},
    scenes::{Conditions, Looker, Seen, look_at_scenes},
};
use crate::circumstances::{Circumstances, show};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
With --json, one object: schema, machine, date, command, model, pictures (where they come from: they are simulated), seconds, and
results, an array of rows of two sorts. Rows of the detector alone (the paper's Table II), on trials half of which went wrong:
  method             the model
  pictures           held-out houses, unseen textures, or unseen light
  strategy           ssc, sra or nap: how it was asked
  uncertainty        token_probability, entropy or self_explained
  checks             trials
  accuracy, balanced_accuracy    share of right answers; balanced: the mean of the shares of actions that worked and that did not
  selective_auc      mean accuracy when the most unsure ones are left out one by one
  calibration_auc_roc    how well the uncertainty tells wrong answers from right ones (Ren et al.); null where none is wrong
  calibration_area   area under accuracy by greatest allowed uncertainty (KnowLoop), 0 where nothing is kept
  generation_rate    share of the trials where the model named a confidence; null for the other uncertainties
  paper_accuracy, paper_selective_auc, paper_calibration_area, paper_generation_rate    the paper's own, by LLaVA on 142 photographs
Rows of the loop (the paper's Table III), on missions of two items whose actions go wrong at failure_rate; once a failure is noticed, where the
things are that it was about is known:
  method             open-loop: never looks; trusted: always believes the detector; help: asks a person above the paper's 0.6, here of
                     the entropy over the greatest there can be (the paper names no base); help-conformal: asks by the calibration file
  failure_rate, missions, actions    actions: of all missions
  success            share of the missions after which everything is where it was to be
  detection_accuracy share of right verdicts without a person; null where there is none
  human_rate         share of the checks that a person was asked about; null where nobody looks
  missed_failures, false_alarms    share of the checks of actions that failed, and that worked, whose verdict was wrong with nobody asked
  person_errs        how often a person who is asked says the wrong thing
  paper_success, paper_detection_accuracy, paper_human_rate    the paper's own, of its two tasks: another robot in another world
guarantee: rows on fresh trials under the calibration file, truth (failed, worked), level, checks, wrong_unasked (taken for the
other and nobody asked), rate, rate_upper (one-sided, 97.5 %), asked.
curve: rows of the loop by threshold of entropy: tau, success, detection_accuracy, human_rate.";

/// What to measure.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets, whose perception looks at the simulator's pictures.
    #[arg(long, default_value = "household-watch")]
    fleet: String,
    /// Trials in each sort of pictures for the detector alone.
    #[arg(long, default_value_t = 600)]
    scenes: u32,
    /// Fresh trials under the calibration file.
    #[arg(long, default_value_t = 5000)]
    checks: u32,
    /// Missions of each method.
    #[arg(long, default_value_t = 200)]
    missions: u32,
    /// How often an action goes wrong in the missions.
    #[arg(long, default_value = "0.3", value_delimiter = ',')]
    failure_rates: Vec<f64>,
    /// Print one JSON object instead of tables.
    #[arg(long)]
    json: bool,
    /// Also write a page with plots: one HTML file that needs no network.
    #[arg(long)]
    report: Option<PathBuf>,
}

/// What was measured.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    circumstances: Circumstances,
    model: String,
    pictures: String,
    seconds: f64,
    results: Vec<Row>,
    guarantee: Vec<GuaranteeRow>,
    curve: Vec<CurvePoint>,
    /// What was seen in unseen light, for the plots.
    #[serde(skip)]
    seen: Vec<Seen>,
}

/// Measures, and prints what came of it.
///
/// # Errors
/// A fleet without such eyes or without a calibration, a model that fails, or a page that cannot be written.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let begin = Instant::now();
    let looker = Looker::new(read_fleet(&arguments.fleet, place)?)?;
    let (criterion, file) = calibrated(&looker)?;
    let conditions = Conditions::ALL;
    let progress = bar(u64::from(arguments.scenes) * conditions.len() as u64 + u64::from(arguments.checks), "trials");
    progress.set_message("the detector alone");
    let mut results = Vec::new();
    let mut seen = Vec::new();
    for of in conditions {
        let these = look_at_scenes(&looker, of, 0..arguments.scenes, &scenes::EVERYTHING, || progress.inc(1))?;
        results.extend(detector_rows(&looker.model(), of, &these).into_iter().map(Row::Detector));
        if of == Conditions::Light {
            seen = these;
        }
    }
    progress.set_message("the guarantee");
    // Behind those that were looked at before.
    let fresh = arguments.scenes..arguments.scenes + arguments.checks;
    let only = scenes::Asked { strategies: &[criterion.strategy], uncertainties: &[criterion.uncertainty] };
    let checks = look_at_scenes(&looker, Conditions::HeldOut, fresh, &only, || progress.inc(1))?;
    let guarantee = guarantee_rows(&criterion, &file, &checks)?;
    progress.finish_and_clear();
    let (rows, curve) = loop_rows(&looker, &criterion, &arguments.failure_rates, arguments.missions)?;
    results.extend(rows.into_iter().map(Row::Loop));
    let report = Report {
        circumstances: Circumstances::now(),
        model: looker.model(),
        pictures: looker.perception.pictures.source.clone(),
        seconds: begin.elapsed().as_secs_f64(),
        results,
        guarantee,
        curve,
        seen,
    };
    if let Some(path) = &arguments.report {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        std::fs::write(path, page::page(&report)).with_context(|| format!("cannot write {}", path.display()))?;
    }
    show(&report, arguments.json, print)
}

/// The first way to ask of the fleet file that has a calibration, whatever runs: `surefleet up` is who checks that it fits.
fn calibrated(looker: &Looker) -> Result<(Criterion, DetectorCalibration)> {
    let ways = &looker.perception.checks;
    let Some((way, path)) = ways.iter().find_map(|way| Some((way, looker.fleet.root.join(way.calibration.as_ref()?))))
    else {
        bail!("perception.checks in the fleet file: none has a calibration, so there is nothing to hold it to");
    };
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let file = DetectorCalibration::from_json(&text).with_context(|| path.display().to_string())?;
    let (strategy, uncertainty, least_mass) = (way.strategy, way.uncertainty, looker.perception.least_mass);
    let scenes = DetectionScenes::household(looker.domain.clone());
    let asked = (strategy, uncertainty, looker.perception.wording);
    if file.detector != scenes.detector(&looker.fingerprint, asked, least_mass, [PICTURE_EDGE; 2]) {
        bail!("{} is of another detector: make a new one with surefleet calibrate-detector", path.display());
    }
    let rule = file.statistics.limits.rule();
    let criterion = Criterion { strategy, uncertainty, rule, least_mass, expires_unix_s: None };
    Ok((criterion, file))
}

fn print(report: &Report) {
    print_rows(&report.results, &report.guarantee);
    println!("{} on pictures of the {}; {:.0} s", report.model, report.pictures, report.seconds);
}
