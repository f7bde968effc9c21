//! `surefleet calibrate-detector`: from a fleet's eyes and trials of actions to a detector's calibration.

use std::{path::PathBuf, sync::Arc, sync::atomic::AtomicBool};

use anyhow::{Context, Result, bail};
use surefleet_calibration::{DetectionScenes, DetectorRequest, HOUSEHOLD_PICTURES, PICTURE_EDGE, calibrate_detector};
use surefleet_conformal::{Fraction, Mode, Threshold};
use surefleet_nodes::{Eyes, FleetFile, PerceptionChoice};
use surefleet_perception::{ClassLimit, DetectorCalibration, Levels, Limits, Strategy, Uncertainty};

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
    /// Print a summary as one JSON object: `file`, `digest`, `strategy`, `uncertainty`, `expires_unix_s`, and `failure` and `success`, each with
    /// `m`, `k` and `threshold` (the least score at which that outcome is plausible).
    #[arg(long)]
    json: bool,
}

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
    let created_unix_s = now_unix_s()?;
    let request = DetectorRequest {
        strategy: arguments.strategy,
        uncertainty: arguments.uncertainty,
        wording: perception.wording,
        least_mass: perception.least_mass,
        levels: Levels::Conformal { alpha_failure, alpha_success, mode },
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
    let Limits::Conformal { failure, success } = file.statistics.limits else {
        bail!("other limits than were asked for; this is a bug");
    };
    let out = arguments.out.display().to_string();
    if arguments.json {
        let class = |limit: ClassLimit| serde_json::json!({"m": limit.m, "k": limit.k, "threshold": finite(limit.t)});
        let summary = serde_json::json!({
            "file": out,
            "digest": file.digest(),
            "strategy": file.detector.strategy,
            "uncertainty": file.detector.uncertainty,
            "expires_unix_s": file.origin.expires_unix_s,
            "failure": class(failure),
            "success": class(success),
        });
        println!("{summary:#}");
        return Ok(());
    }
    let mut table = Table::new(&["actions that", "trials", "level", "rank", "plausible from"]);
    for (name, alpha, limit) in
        [("failed", arguments.alpha_failure, failure), ("worked", arguments.alpha_success, success)]
    {
        let threshold = finite(limit.t).map_or_else(|| "-".to_owned(), |t| format!("p >= {t:.2e}"));
        table.row([name.to_owned(), limit.m.to_string(), alpha.to_string(), limit.k.to_string(), threshold]);
    }
    println!("{table}");
    println!("{} by {}; wrote {out} (digest {})", arguments.strategy, arguments.uncertainty, file.digest());
    Ok(())
}

fn finite(threshold: Threshold) -> Option<f64> {
    match threshold {
        Threshold::Finite(t) => Some(t),
        Threshold::Infinite => None,
    }
}
