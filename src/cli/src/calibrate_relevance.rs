//! `surefleet calibrate-relevance`: makes the calibration that says which sightings exploring robots tell one another.

use std::path::PathBuf;

use anyhow::{Context, Result};
use surefleet_calibration::RelevanceScenes;
use surefleet_conformal::{Fraction, Golden, Mode, Threshold};
use surefleet_exploration::{
    CalibrationOrigin, CalibrationScene, ExplorationError, FalseMessageBound, RelevanceCalibration, RelevanceLevels,
    RelevanceRule, RelevanceStatistics,
};
use surefleet_site::{FleetFile, ModelJudge, PUBLIC, write_whole};

use crate::{
    calibrate::{LIFETIME_S, ModeName, commit, now_unix_s},
    place::Place,
    table::Table,
    work::bar,
};

/// Arguments of `surefleet calibrate-relevance`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets; the judge under its exploration.relevance is used.
    #[arg(long)]
    fleet: String,
    /// Greatest share of scenes in which something that is the sought thing is not told.
    #[arg(long, default_value = "1/10")]
    epsilon_same: Fraction,
    /// Greatest share of scenes in which something that is often near the sought thing is not told.
    #[arg(long, default_value = "1/2")]
    epsilon_near: Fraction,
    /// Greatest share of scenes in which anything is told that is neither, for each of the two; 1/1 bounds nothing.
    #[arg(long, default_value = "1/2")]
    false_messages: Fraction,
    /// pac: this very file keeps to both shares, each with probability 1 - delta; marginal: files do on average. The bound on
    /// false messages always holds on average.
    #[arg(long, value_enum, default_value_t = ModeName::Marginal)]
    mode: ModeName,
    /// Probability that a PAC file does not keep to a share.
    #[arg(long, default_value = "1/20")]
    delta: Fraction,
    /// Drawn houses, of seeds from 20,000. At the default shares 20 serve the marginal mode; the error of fewer says how many
    /// it takes.
    #[arg(long, default_value_t = 20, conflicts_with = "labelled", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    houses: u64,
    /// Scenes of your own site in place of drawn houses, one a line: {"scene": "flat 1", "pairs": [{"seen": "stove", "sought":
    /// "pan", "relation": "near"}]}. A scene is what robots may see in one search, with what is sought there; scenes must be
    /// independent of one another. Relations: same, near, unrelated, common (everywhere, so it says nothing).
    #[arg(long)]
    labelled: Option<PathBuf>,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// Print a summary as one JSON object: `file`, `digest`, `judge`, `distribution`, `scenes`, `pairs`, `expires_unix_s`, and
    /// `limits` as in the file: of `same` and `near` each `scenes` (with a true pair), `k` (the rank of the threshold) and `t`
    /// (hex float: the least probability of the letter that is told).
    #[arg(long)]
    json: bool,
}

/// The first seed of drawn houses.
const FIRST_SEED: u64 = 20_000;

/// How far a replayed log-probability may be off: another CPU's rounding.
const TOLERANCE: f64 = 1e-3;

/// Calibrates and writes the file.
///
/// # Errors
/// A fleet file without a judge, labelled scenes with a mistake, a model that fails, too few scenes for the shares, or a file
/// that cannot be written.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let fleet = FleetFile::read(&FleetFile::find(&arguments.fleet, &place.share)?)?;
    let scenes = match &arguments.labelled {
        None => RelevanceScenes::of_houses(FIRST_SEED..FIRST_SEED + arguments.houses),
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            RelevanceScenes::labelled(&text).with_context(|| path.display().to_string())?
        }
    };
    let judge = ModelJudge::of_explorer(&fleet)?.with_context(|| {
        format!("{}: its file names no judge; name a language model under exploration.relevance.judge", arguments.fleet)
    })?;
    let mode = match arguments.mode {
        ModeName::Pac => Mode::Pac { delta: arguments.delta },
        ModeName::Marginal => Mode::Marginal,
    };
    let bound = arguments.false_messages;
    let levels = RelevanceLevels {
        rule: RelevanceRule::Coverage { mode },
        epsilon_same: arguments.epsilon_same,
        epsilon_near: arguments.epsilon_near,
        false_messages: (bound.numerator() < bound.denominator())
            .then_some(FalseMessageBound::AnyInScene { level: bound }),
    };
    let progress = bar(scenes.count() as u64, "scenes");
    let scored = scenes.scored(&judge).inspect(|_| progress.inc(1));
    let scored: Vec<CalibrationScene> = scored.collect::<Result<_, ExplorationError>>()?;
    progress.finish_and_clear();
    let asked = judge.asked((scenes.distribution, scenes.generator_sha256));
    let golden = Golden { tolerance: TOLERANCE, prompts: judge.golden()? };
    let statistics = RelevanceStatistics::calibrate(levels, scored)
        .context("the new file would be of no use, so it was not written")?;
    let created_unix_s = now_unix_s()?;
    let origin = CalibrationOrigin {
        created_unix_s,
        expires_unix_s: created_unix_s + LIFETIME_S,
        commit: commit(place),
        seeds: scenes.seeds(),
    };
    let file = RelevanceCalibration::new(origin, asked, statistics, golden);
    if let Some(folder) = arguments.out.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let out = arguments.out.display();
    write_whole(&arguments.out, PUBLIC, &(file.to_json() + "\n")).with_context(|| format!("cannot write {out}"))?;
    show(arguments, &file)
}

fn show(arguments: &Arguments, file: &RelevanceCalibration) -> Result<()> {
    let (statistics, limits) = (&file.statistics, &file.statistics.limits);
    let (out, pairs) = (&arguments.out, statistics.scenes.iter().map(|scene| scene.pairs.len()).sum::<usize>());
    let (digest, judge, count) = (file.digest(), &file.asked.reasoner, statistics.scenes.len());
    if arguments.json {
        let summary = serde_json::json!({
            "file": out, "digest": digest, "judge": judge, "distribution": file.asked.distribution, "scenes": count, "pairs": pairs,
            "expires_unix_s": file.origin.expires_unix_s, "limits": limits,
        });
        println!("{summary:#}");
        return Ok(());
    }
    let mut table = Table::new(&["things that are", "scenes", "may be missed", "rank", "told from"]);
    let letters = [("same", arguments.epsilon_same, limits.same), ("near", arguments.epsilon_near, limits.near)];
    for (name, epsilon, limit) in letters {
        let from = match limit.t {
            Threshold::Finite(t) => format!("p >= {t:.2e}"),
            Threshold::Infinite => "-".to_owned(),
        };
        table.row([name.to_owned(), limit.scenes.to_string(), epsilon.to_string(), limit.k.to_string(), from]);
    }
    println!("{table}");
    println!("{judge} on {count} scenes, {pairs} pairs; wrote {} (digest {digest})", out.display());
    Ok(())
}
