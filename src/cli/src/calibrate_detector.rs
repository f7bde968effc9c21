//! `surefleet calibrate-detector`: from a fleet's eyes and trials of actions to a detector's calibration.

use std::{path::PathBuf, sync::Arc, sync::atomic::AtomicBool};

use anyhow::{Context, Result, bail};
use surefleet_calibration::{DetectionScenes, DetectorRequest, HOUSEHOLD_PICTURES, PICTURE_EDGE, calibrate_detector};
use surefleet_conformal::{Fraction, Mode, Threshold};
use surefleet_nodes::{Eyes, FleetFile, PerceptionChoice};
use surefleet_perception::{DetectorCalibration, Levels, Limits, Strategy, Uncertainty};

use crate::{
    calibrate::{LIFETIME_S, ModeName, commit, now_unix_s},
    place::Place,
    table::Table,
    work::bar,
};

/// What to calibrate.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets: its perception counts.
    #[arg(long, default_value = "household-watch")]
    fleet: String,
    /// How the model is asked: ssc, sra or nap.
    #[arg(long, default_value = "ssc")]
    strategy: Strategy,
    /// How its doubt is measured: token_probability, entropy or self_explained.
    #[arg(long, default_value = "token_probability")]
    uncertainty: Uncertainty,
    /// conformal: bounds what is wrong and not asked in each true class; selective: what is wrong of all that is said without asking;
    /// selective-apart: the same of "it failed" and of "it worked" each.
    #[arg(long, value_enum, default_value_t = RuleName::Conformal)]
    rule: RuleName,
    /// Of the selective rules: greatest share of what is said without asking that may be wrong, with probability 1 - delta.
    #[arg(long, default_value = "1/50")]
    epsilon: Fraction,
    /// Greatest share of the actions that failed that may be taken for successes without asking.
    #[arg(long, default_value = "1/100")]
    alpha_failure: Fraction,
    /// Greatest share of the actions that worked that may be taken for failures without asking.
    #[arg(long, default_value = "1/50")]
    alpha_success: Fraction,
    /// pac: this very file keeps to the levels, each with probability 1 - delta; marginal: files do on average.
    #[arg(long, value_enum, default_value_t = ModeName::Pac)]
    mode: ModeName,
    /// Probability that a PAC file does not keep to a level.
    #[arg(long, default_value = "1/20")]
    delta: Fraction,
    /// Trials, half of which go wrong.
    #[arg(long, default_value_t = 4000)]
    scenes: u32,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// Print a summary as one JSON object: `file`, `digest`, `strategy`, `uncertainty`, `expires_unix_s`, and
    /// `limits` as the file has them: of the conformal rule `failure` and `success`, each with `m`, `k` and `t` (hex float: the least score
    /// at which that outcome is plausible).
    #[arg(long)]
    json: bool,
}

/// A rule's name on the command line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum RuleName {
    /// By class.
    Conformal,
    /// Learn-then-Test.
    Selective,
    /// Learn-then-Test for each outcome.
    SelectiveApart,
}

/// Limits that Learn-then-Test tries.
const STEPS: u32 = 200;

/// Calibrates and writes the file.
///
/// # Errors
/// A fleet file without perception or with pictures that are not the simulator's, a model that fails, too few trials for the
/// levels, or a file that cannot be written.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let (fleet, perception) = read_fleet(&arguments.fleet, place)?;
    let mut eyes = Eyes::choose(&fleet, &perception.eyes, Arc::new(AtomicBool::new(false)))?;
    let mode = match arguments.mode {
        ModeName::Pac => Mode::Pac { delta: arguments.delta },
        ModeName::Marginal => Mode::Marginal,
    };
    let (alpha_failure, alpha_success) = (arguments.alpha_failure, arguments.alpha_success);
    let (epsilon, delta) = (arguments.epsilon, arguments.delta);
    let created_unix_s = now_unix_s()?;
    let request = DetectorRequest {
        strategy: arguments.strategy,
        uncertainty: arguments.uncertainty,
        wording: perception.wording,
        least_mass: perception.least_mass,
        levels: match arguments.rule {
            RuleName::Conformal => Levels::Conformal { alpha_failure, alpha_success, mode },
            RuleName::Selective => Levels::Selective { epsilon, delta, steps: STEPS },
            RuleName::SelectiveApart => {
                Levels::SelectiveApart { epsilon_failure: epsilon, epsilon_success: epsilon, delta, steps: STEPS }
            }
        },
        scenes: arguments.scenes,
        created_unix_s,
        expires_unix_s: created_unix_s + LIFETIME_S,
        commit: commit(place),
    };
    let mut scenes = DetectionScenes::household(Arc::new(fleet.read_domain()?));
    let progress = bar(u64::from(arguments.scenes), "trials");
    let file = calibrate_detector(&mut scenes, &mut eyes, &request, || progress.inc(1))?;
    progress.finish_and_clear();
    if let Some(shortage) = file.statistics.limits.shortage() {
        bail!("the new file would be of no use, so it was not written: {shortage}; raise --scenes or the levels");
    }
    if let Some(folder) = arguments.out.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let out = arguments.out.display();
    std::fs::write(&arguments.out, file.to_json() + "\n").with_context(|| format!("cannot write {out}"))?;
    show(arguments, &file)
}

/// A fleet that looks at the simulator's pictures.
pub fn read_fleet(fleet: &str, place: &Place) -> Result<(FleetFile, PerceptionChoice)> {
    let file = FleetFile::read(&FleetFile::find(fleet, &place.share)?)?;
    let Some(perception) = file.perception.clone() else {
        bail!("{fleet}: it has no perception; say in its file what looks, and how it is asked");
    };
    let pictures = &perception.pictures;
    if pictures.source != HOUSEHOLD_PICTURES || [pictures.width, pictures.height] != [PICTURE_EDGE; 2] {
        bail!(
            "{fleet}: trials are drawn of the {HOUSEHOLD_PICTURES} alone, in {PICTURE_EDGE} x {PICTURE_EDGE} pixels; pictures of {:?} need \
             trials of their own",
            pictures.source
        );
    }
    Ok((file, perception))
}

fn show(arguments: &Arguments, file: &DetectorCalibration) -> Result<()> {
    let (out, limits) = (arguments.out.display().to_string(), &file.statistics.limits);
    if arguments.json {
        let summary = serde_json::json!({
            "file": out,
            "digest": file.digest(),
            "strategy": file.detector.strategy,
            "uncertainty": file.detector.uncertainty,
            "expires_unix_s": file.origin.expires_unix_s,
            "limits": limits,
        });
        println!("{summary:#}");
        return Ok(());
    }
    if let Limits::Conformal { failure, success } = limits {
        let mut table = Table::new(&["actions that", "trials", "level", "rank", "plausible from"]);
        let classes = [("failed", arguments.alpha_failure, failure), ("worked", arguments.alpha_success, success)];
        for (name, alpha, limit) in classes {
            let threshold = match limit.t {
                Threshold::Finite(t) => format!("p >= {t:.2e}"),
                Threshold::Infinite => "-".to_owned(),
            };
            table.row([name.to_owned(), limit.m.to_string(), alpha.to_string(), limit.k.to_string(), threshold]);
        }
        println!("{table}");
    } else {
        println!("{}", serde_json::to_string_pretty(limits)?);
    }
    println!("{} by {}; wrote {out} (digest {})", arguments.strategy, arguments.uncertainty, file.digest());
    Ok(())
}
