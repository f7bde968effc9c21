//! `surefleet calibrate`: from a fleet's scorer and missions to a calibration file.

use std::{path::PathBuf, process::Command, time::SystemTime};

use anyhow::{Context, Result, bail};
use surefleet_calibration::{Request, calibrate, class_of, running};
use surefleet_conformal::{Calibration, CalibrationFile, Fraction, Mode, Threshold};
use surefleet_language::OptionScorer;
use surefleet_mission::TeamClass;

use crate::{fleet::Fleet, place::Place, table::Table, work::Work};

/// A year: models, prompts and households change, and nobody notices by themselves.
pub const LIFETIME_S: u64 = 365 * 24 * 3600;

/// What to calibrate.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets: its domain, its scorer and its W count.
    #[arg(long)]
    fleet: String,
    /// M: missions of each class; PAC mode wants 300 or more to keep the sets small.
    #[arg(long, default_value_t = 1000)]
    scenarios: u32,
    /// Default error level, as a fraction or a decimal: 1/10 aims at 90 % of the missions. A mission may name another.
    #[arg(long, default_value = "1/10")]
    alpha: Fraction,
    /// pac: this very file covers, with probability 1 - delta; marginal: files cover on average.
    #[arg(long, value_enum, default_value_t = ModeName::Pac)]
    mode: ModeName,
    /// Probability that a PAC file does not cover.
    #[arg(long, default_value = "1/20")]
    delta: Fraction,
    /// Classes by team size.
    #[arg(long, value_delimiter = ',', default_value = "1,3,10,15")]
    classes: Vec<String>,
    /// The calibration file to write.
    #[arg(long)]
    out: PathBuf,
    /// Threads; none: one a core, or one for `scorer: choice`, whose model remembers one mission. More than the cores serve
    /// a scorer behind HTTP.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print a summary as one JSON object: `file`, `digest`, `scorer`, `alpha`, `mode`, `expires_unix_s` and `classes`, each
    /// with `class`, `m`, `k`, `threshold` (hex float of a log-probability), `threshold_p` and `coverage_expected`.
    #[arg(long)]
    json: bool,
}

/// A mode's name on the command line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ModeName {
    /// With probability 1 - delta over the draw of the calibration missions.
    Pac,
    /// On average over calibrations.
    Marginal,
}

/// Calibrates and writes the file.
///
/// # Errors
/// Arguments, a fleet file or a scorer with a mistake; too few missions for the level; a file that cannot be written.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let fleet = Fleet::read(&arguments.fleet, &place.share)?;
    let request = request(arguments, &fleet, place)?;
    request.check().context("--scenarios, --alpha or --classes")?;
    let missions = u64::from(request.scenarios) * request.classes.len() as u64;
    let work = Work::new(missions, arguments.threads, &fleet.scorer)?;
    let file = work.with("calibrating", |workers| calibrate(&fleet.distribution, &fleet.scorer, &request, workers))?;
    drop(work);
    let verified = request.classes.iter().map(|class| {
        let running = running(&fleet.distribution, &fleet.scorer.identity(), request.reorders, class.team_size());
        Ok((*class, file.verify(&running, request.created_unix_s)?))
    });
    let verified: Vec<(TeamClass, Calibration)> =
        verified.collect::<Result<_>>().context("the new file is of no use, so it was not written")?;
    let out = arguments.out.display();
    if let Some(folder) = arguments.out.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    std::fs::write(&arguments.out, file.to_json() + "\n").with_context(|| format!("cannot write {out}"))?;
    let options = fleet.distribution.domain().options().len();
    if arguments.json {
        println!("{:#}", summary(arguments, &file, &verified, options)?);
    } else {
        print(arguments, &file, &verified, options)?;
    }
    Ok(())
}

fn request(arguments: &Arguments, fleet: &Fleet, place: &Place) -> Result<Request> {
    let now = now_unix_s()?;
    let classes = arguments.classes.iter().map(|class| class_of(class));
    Ok(Request {
        alpha: arguments.alpha,
        mode: match arguments.mode {
            ModeName::Pac => Mode::Pac { delta: arguments.delta },
            ModeName::Marginal => Mode::Marginal,
        },
        reorders: fleet.reorders,
        classes: classes.collect::<Result<_, _>>().context("--classes")?,
        scenarios: arguments.scenarios,
        created_unix_s: now,
        expires_unix_s: now + LIFETIME_S,
        commit: commit(place),
    })
}

/// Unix time in seconds.
pub fn now_unix_s() -> Result<u64> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).context("the clock stands before 1970")?;
    Ok(now.as_secs())
}

/// The checkout's commit; where there is none, the program's version.
pub fn commit(place: &Place) -> String {
    let git = Command::new("git")
        .args(["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"])
        .current_dir(&place.share)
        .output();
    match git {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        _ => format!("version {}", env!("CARGO_PKG_VERSION")),
    }
}

fn print(
    arguments: &Arguments,
    file: &CalibrationFile,
    verified: &[(TeamClass, Calibration)],
    options: usize,
) -> Result<()> {
    let mut table = Table::new(&["class", "missions", "alpha", "rank", "threshold", "expected coverage"]);
    for (class, calibration) in verified {
        for alpha in levels(arguments.alpha)? {
            // A level that these missions are too few for is not offered.
            let Ok((rank, threshold)) = calibration.at_alpha(alpha, class.team_size(), options) else { continue };
            let coverage = rank.coverage().map_or(1.0, |law| law.mean());
            table.row([
                format!("N = {}", class.team_size()),
                rank.m().to_string(),
                alpha.to_string(),
                rank.k().to_string(),
                least_probability(threshold),
                format!("{coverage:.3}"),
            ]);
        }
    }
    println!("{table}");
    let scorer = &file.models[0];
    println!("scorer {}, {}, default alpha {}", scorer.id, file.statistics.mode, file.statistics.alpha);
    println!("wrote {} (digest {})", arguments.out.display(), file.digest());
    Ok(())
}

/// The default level, and others that missions may ask for.
fn levels(default: Fraction) -> Result<Vec<Fraction>> {
    let others =
        [(1, 5), (1, 10), (1, 20), (1, 100)].map(|(numerator, denominator)| Fraction::new(numerator, denominator));
    let mut levels: Vec<Fraction> = others.into_iter().collect::<Result<_, _>>()?;
    levels.push(default);
    levels.sort_unstable_by(|a, b| b.cmp(a));
    levels.dedup();
    Ok(levels)
}

fn least_probability(threshold: Threshold) -> String {
    match threshold {
        Threshold::Finite(t) => format!("p >= {:.2e}", t.exp()),
        Threshold::Infinite => "none: always asks".to_owned(),
    }
}

fn summary(
    arguments: &Arguments,
    file: &CalibrationFile,
    verified: &[(TeamClass, Calibration)],
    options: usize,
) -> Result<serde_json::Value> {
    let mut classes = Vec::new();
    for (class, calibration) in verified {
        let (rank, threshold) =
            (calibration.rank(class.team_size(), options)?, calibration.threshold(class.team_size(), options)?);
        let Threshold::Finite(t) = threshold else {
            bail!("class {}: the threshold is infinite, which verifying should have refused", class.team_size())
        };
        classes.push(serde_json::json!({
            "class": class.team_size(),
            "m": rank.m(),
            "k": rank.k(),
            "threshold": threshold.to_string(),
            "threshold_p": t.exp(),
            "coverage_expected": rank.coverage().map_or(1.0, |law| law.mean()),
        }));
    }
    Ok(serde_json::json!({
        "file": arguments.out,
        "digest": file.digest(),
        "scorer": file.models[0].id,
        "alpha": file.statistics.alpha,
        "mode": file.statistics.mode,
        "expires_unix_s": file.provenance.expires_unix_s,
        "classes": classes,
    }))
}
