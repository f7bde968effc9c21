//! `surefleet bench failure-detection`: what a fleet's eyes see of actions that go wrong, and what that is worth
//! (KnowLoop, Section IV).

mod page;
mod plot;
mod round;
mod rounds;
mod rows;
mod scenes;

use std::time::Instant;

use anyhow::{Context, Result, bail};
use surefleet_calibration::{DetectionScenes, PICTURE_EDGE};
use surefleet_cli::{calibrate_detector::read_fleet, place::Place, work::bar};
use surefleet_perception::{Criterion, DetectorCalibration};

use self::{
    rounds::{CurvePoint, LoopRow, curve_columns, loop_columns, loop_rows},
    rows::{GuaranteeRow, detector_columns, detector_rows, guarantee_columns, guarantee_rows},
    scenes::{Conditions, Looker, SeenTrial, look_at_scenes},
};
use crate::measurement::{Detail, FigureTarget, Illustration, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
With --json, one object: schema, machine, date, command, model, pictures (where they come from: they are simulated),
seconds, and results, an array of rows of two sorts. Rows of the detector alone (the paper's Table II), on trials half
of which went wrong:
  method             the model
  pictures           held-out houses, unseen textures, or unseen light
  strategy           ssc, sra or nap: how it was asked
  uncertainty        token_probability, entropy or self_explained
  checks             trials
  accuracy, balanced_accuracy    share of right answers; balanced: the mean of the shares of actions that worked and
                                 that did not
  selective_auc      mean accuracy when the most unsure ones are left out one by one
  calibration_auc_roc    how well the uncertainty tells wrong answers from right ones (Ren et al.); null where none is
                         wrong
  calibration_area   area under accuracy by greatest allowed uncertainty (KnowLoop), 0 where nothing is kept
  generation_rate    share of the trials where the model named a confidence; null for the other uncertainties
  paper_accuracy, paper_selective_auc, paper_calibration_area, paper_generation_rate    the paper's own, by LLaVA on
                                                                                        142 photographs
Rows of the loop (the paper's Table III), on missions of two items whose actions go wrong at failure_rate; once a
failure is noticed, where the things are that it was about is known:
  method             open-loop: never looks; trusted: always believes the detector; help: asks a person above the
                     paper's 0.6, here of the entropy over the greatest there can be (the paper names no base);
                     help-conformal: asks by the calibration file
  failure_rate, missions, actions    actions: of all missions
  success            share of the missions after which everything is where it was to be
  detection_accuracy share of right verdicts without a person; null where there is none
  human_rate         share of the checks that a person was asked about; null where nobody looks
  missed_failures, false_alarms    share of the checks of actions that failed, and that worked, whose verdict was
                                   wrong with nobody asked
  person_errs        how often a person who is asked says the wrong thing
  paper_success, paper_detection_accuracy, paper_human_rate    the paper's own, of its two tasks: another robot in
                                                               another world
guarantee: rows on fresh trials under the calibration file, truth (failed, worked), level, checks, wrong_unasked
(taken for the other and nobody asked), rate, rate_upper (one-sided, 97.5 %), asked. curve: rows of the loop by
threshold of entropy: tau, success, detection_accuracy, human_rate.";

/// The options of the failure detection benchmark.
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
}

/// The results that the plots show.
struct Found {
    model: String,
    loops: Vec<LoopRow>,
    guarantee: Vec<GuaranteeRow>,
    curve: Vec<CurvePoint>,
    /// In unseen light.
    seen: Vec<SeenTrial>,
}

/// Measures.
///
/// # Errors
/// A fleet without such eyes or without a calibration, or a model that fails.
pub fn run(arguments: &Arguments, place: &Place) -> Result<Measurement> {
    let begin = Instant::now();
    let looker = Looker::new(read_fleet(&arguments.fleet, place)?)?;
    let (criterion, file) = calibrated(&looker)?;
    let conditions = Conditions::ALL;
    let progress = bar(u64::from(arguments.scenes) * conditions.len() as u64 + u64::from(arguments.checks), "trials");
    progress.set_message("the detector alone");
    let mut detectors = Vec::new();
    let mut seen = Vec::new();
    for of in conditions {
        let these = look_at_scenes(&looker, of, 0..arguments.scenes, &scenes::EVERYTHING, || progress.inc(1))?;
        detectors.extend(detector_rows(&looker.model(), of, &these));
        if of == Conditions::Light {
            seen = these;
        }
    }
    progress.set_message("the guarantee");
    // Behind those that were looked at before.
    let fresh = arguments.scenes..arguments.scenes + arguments.checks;
    let only = scenes::WaysToAsk { strategies: &[criterion.strategy], uncertainties: &[criterion.uncertainty] };
    let checks = look_at_scenes(&looker, Conditions::HeldOut, fresh, &only, || progress.inc(1))?;
    let guarantee = guarantee_rows(&criterion, &file, &checks)?;
    progress.finish_and_clear();
    let (loops, curve) = loop_rows(&looker, &criterion, &arguments.failure_rates, arguments.missions)?;
    let sheets = vec![
        Sheet::new("results", "The detector alone", &detectors, detector_columns()),
        Sheet::new("results", "Missions of two items whose actions go wrong unnoticed", &loops, loop_columns()),
        Sheet::new("guarantee", "Fresh trials under the calibration file", &guarantee, guarantee_columns()),
        Sheet::new("curve", "By threshold; one above 1 believes everything", &curve, curve_columns()),
    ];
    let helped = loops.iter().filter(|row| row.method.starts_with("help")).map(|row| row.success).fold(0.0, f64::max);
    let found = Found { model: looker.model(), loops, guarantee, curve, seen };
    let illustration = Illustration { style: page::STYLE, lead: page::lead(&found), body: page::body(&found) };
    let methods = "`trusted` always believes the detector, `help` asks above 0.6 of the greatest entropy (the paper's \
                   0.6 names no base), \
                   `help-conformal` asks by the calibration file. The pictures are simulated, and so are the people.";
    Ok(Measurement {
        details: vec![
            Detail::new("model", "model", Unit::Plain, found.model),
            Detail::new("pictures", "pictures of the", Unit::Plain, looker.perception.pictures.source.clone()),
            Detail::new("seconds", "measured in", Unit::Seconds(0), begin.elapsed().as_secs_f64()),
        ],
        targets: vec![FigureTarget::at_least("success with detection and help", helped, Unit::Percent(1), 0.95)],
        notes: vec![methods.to_owned()],
        illustration: Some(illustration),
        ..Measurement::new("Failure detection", sheets)
    })
}

/// The first way to ask of the fleet file that has a calibration, whatever runs: `surefleet up` is who checks that it
/// fits.
fn calibrated(looker: &Looker) -> Result<(Criterion, DetectorCalibration)> {
    let ways = &looker.perception.checks;
    let Some((way, path)) = ways.iter().find_map(|way| Some((way, looker.fleet.full(way.calibration.as_ref()?))))
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
