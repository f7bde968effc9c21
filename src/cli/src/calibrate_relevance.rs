//! `surefleet calibrate-relevance`: makes the calibration that says which sightings exploring robots tell one another.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use surefleet_calibration::RelevanceScenes;
use surefleet_conformal::{Fraction, Golden, Mode, Rank, Threshold};
use surefleet_exploration::{
    CalibrationOrigin, CalibrationScene, ExplorationError, FalseMessageBound, Relevance, RelevanceCalibration,
    RelevanceCriterion, RelevanceLevels, RelevanceRule, RelevanceStatistics, RelevanceTally,
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
    /// Greatest share of scenes in which a thing that is the sought one falls below its threshold.
    #[arg(long, default_value = "1/10")]
    epsilon_same: Fraction,
    /// Greatest share of scenes in which a thing that is often near the sought one falls below its threshold.
    #[arg(long, default_value = "1/2")]
    epsilon_near: Fraction,
    /// Of each of the two: greatest share of scenes in which something is told to be it that is not; or none. To keep to it, less is
    /// told than the thresholds let through; the summary says how much.
    #[arg(long, default_value = "1/2")]
    false_messages: Bound,
    /// pac: this very file's thresholds keep to both shares, each with probability 1 - delta; marginal: files do on average. The
    /// bound on false messages always holds on average.
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
    /// Print a summary as one JSON object: `file`, `digest`, `judge`, `distribution`, `scenes`, `pairs`, `expires_unix_s`, `limits`
    /// as in the file: of `same` and `near` each `scenes` (with a true pair), `k` (the rank of the threshold) and `t` (hex float:
    /// the least probability of the letter that is told); and `told`, under thresholds and bound, each twentieth of the scenes by a
    /// calibration on the others: of `same` and `near` each `told` (share of true pairs), `all_told` (share of scenes with all true pairs told)
    /// and `misled` (share of scenes with a false pair told).
    #[arg(long)]
    json: bool,
}

/// The bound on false messages, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bound(Option<Fraction>);

impl std::str::FromStr for Bound {
    type Err = <Fraction as std::str::FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "none" { Ok(Self(None)) } else { text.parse().map(|level| Self(Some(level))) }
    }
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
        format!("{}: its file has no exploration.relevance.judge: name a language model there", arguments.fleet)
    })?;
    let mode = match arguments.mode {
        ModeName::Pac => Mode::Pac { delta: arguments.delta },
        ModeName::Marginal => Mode::Marginal,
    };
    let levels = RelevanceLevels {
        rule: RelevanceRule::Coverage { mode },
        epsilon_same: arguments.epsilon_same,
        epsilon_near: arguments.epsilon_near,
        false_messages: arguments.false_messages.0.map(|level| FalseMessageBound::AnyInScene { level }),
    };
    // Known before the model has done its work.
    let shares = [(Relevance::Same, arguments.epsilon_same), (Relevance::Near, arguments.epsilon_near)];
    let lacks = |(relation, epsilon)| {
        let (there, needed) = (scenes.count_with(relation), Rank::fewest_sequences(epsilon, mode));
        (there < needed).then(|| {
            format!("--epsilon-{relation} {epsilon} takes {needed} scenes with a pair that is \"{relation}\", and there are {there}")
        })
    };
    let lacking: Vec<String> = shares.into_iter().filter_map(lacks).collect();
    if !lacking.is_empty() {
        let more = if arguments.labelled.is_some() { "label more scenes" } else { "raise --houses" };
        bail!("{}: {more}, or raise the share", lacking.join("; "));
    }
    let progress = bar(scenes.count() as u64, "scenes");
    progress.set_message("scoring");
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

/// Parts of the scenes; what is told of each part is found by a calibration on the others.
const PARTS: usize = 20;

/// How many scenes were tried by a calibration on others, and what it told of them that is the same, and near.
fn told(statistics: &RelevanceStatistics) -> (usize, [RelevanceTally; 2]) {
    let mut scenes = statistics.scenes.clone();
    let (count, part) = (scenes.len(), scenes.len().div_ceil(PARTS));
    let (mut tried, mut sums) = (0, [RelevanceTally::default(); 2]);
    for start in (0..count).step_by(part.max(1)) {
        let (part, others) = scenes.split_at(part.min(count - start));
        // The others may be too few for a level.
        if let Ok(criterion) = RelevanceCriterion::calibrate(&statistics.levels, others) {
            tried += part.len();
            for (sum, relation) in sums.iter_mut().zip(Relevance::WORTH_SAYING) {
                *sum += RelevanceTally::of(&criterion, relation, part);
            }
        }
        let length = part.len();
        scenes.rotate_left(length);
    }
    (tried, sums)
}

fn show(arguments: &Arguments, file: &RelevanceCalibration) -> Result<()> {
    let (statistics, limits) = (&file.statistics, &file.statistics.limits);
    let (out, pairs) = (&arguments.out, statistics.scenes.iter().map(|scene| scene.pairs.len()).sum::<usize>());
    let (digest, judge, count) = (file.digest(), &file.asked.reasoner, statistics.scenes.len());
    let (tried, [same, near]) = told(statistics);
    let letters = [
        (Relevance::Same, arguments.epsilon_same, limits.same, same),
        (Relevance::Near, arguments.epsilon_near, limits.near, near),
    ];
    let misled = |tally: &RelevanceTally| (tried > 0).then(|| tally.scenes_misled as f64 / tried as f64);
    if arguments.json {
        let told: serde_json::Map<String, serde_json::Value> = letters
            .iter()
            .map(|(relation, .., tally)| {
                let shares = serde_json::json!({ "told": tally.recall(), "all_told": tally.coverage(), "misled": misled(tally) });
                (relation.to_string(), shares)
            })
            .collect();
        let summary = serde_json::json!({
            "file": out, "digest": digest, "judge": judge, "distribution": file.asked.distribution, "scenes": count, "pairs": pairs,
            "expires_unix_s": file.origin.expires_unix_s, "limits": limits, "told": told,
        });
        println!("{summary:#}");
        return Ok(());
    }
    let mut table =
        Table::new(&["things that are", "scenes", "may fall below", "rank", "threshold", "told", "all told", "misled"]);
    let percent = |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{:.0} %", 100.0 * share));
    for (relation, epsilon, limit, tally) in letters {
        let from = match limit.t {
            Threshold::Finite(t) => format!("p >= {t:.2e}"),
            Threshold::Infinite => "-".to_owned(),
        };
        let [told, all, wrong] = [tally.recall(), tally.coverage(), misled(&tally)].map(percent);
        table.row([
            relation.to_string(),
            limit.scenes.to_string(),
            epsilon.to_string(),
            limit.k.to_string(),
            from,
            told,
            all,
            wrong,
        ]);
    }
    println!("{table}");
    println!(
        "told: of true pairs, under thresholds and bound, each twentieth of the scenes by a calibration on the others; all told: scenes with all of them;"
    );
    println!("misled: scenes in which a pair is told to be it that is not");
    println!("{judge} on {count} scenes, {pairs} pairs; wrote {} (digest {digest})", out.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use surefleet_conformal::Sha256;
    use surefleet_exploration::{LabelledPair, RelevanceScores, SoughtPair};

    use super::*;

    /// A scene with one true and one false pair of each relation, scored so.
    fn scene(seed: u64, right: f64, wrong: f64) -> CalibrationScene {
        let of = |truth: Relevance, scored: Relevance, p: f64| {
            let mut four = [(1.0 - p) / 3.0; 4];
            four[scored.place()] = p;
            let pair = SoughtPair::new(&format!("{truth} {scored}"), "thing");
            LabelledPair { pair, truth, scores: RelevanceScores::new(&four).expect("a distribution") }
        };
        let pairs = Relevance::WORTH_SAYING
            .map(|relation| [of(relation, relation, right), of(Relevance::Unrelated, relation, wrong)]);
        CalibrationScene { scene_sha256: Sha256::of(seed.to_string()), seed, pairs: pairs.concat() }
    }

    #[test]
    fn what_is_told_comes_from_calibrations_on_other_scenes_and_each_scene_is_tried_once() {
        let third = |text: &str| text.parse().expect("a fraction");
        let levels = RelevanceLevels {
            rule: RelevanceRule::Coverage { mode: Mode::Marginal },
            epsilon_same: third("1/3"),
            epsilon_near: third("1/3"),
            false_messages: None,
        };
        // 43 scenes are 14 parts of three and one of one. One of them misleads, and one is missed.
        let scenes: Vec<CalibrationScene> = (0..43)
            .map(|seed| scene(seed, if seed == 7 { 0.4 } else { 0.9 }, if seed == 42 { 0.95 } else { 0.3 }))
            .collect();
        let (tried, sums) = told(&RelevanceStatistics::calibrate(levels, scenes.clone()).expect("enough scenes"));
        assert_eq!(tried, 43);
        for sum in sums {
            assert_eq!((sum.scenes, sum.scenes_covered, sum.scenes_misled), (43, 42, 1));
        }
        let few = RelevanceStatistics::calibrate(levels, scenes[..2].to_vec()).expect("two scenes do for a third");
        assert_eq!(told(&few).0, 0, "one scene is too few");
    }

    #[test]
    fn the_bound_on_false_messages_is_a_share_or_none() {
        assert_eq!("none".parse::<Bound>().ok(), Some(Bound(None)));
        assert_eq!("1/3".parse::<Bound>().ok(), "1/3".parse().ok().map(|level| Bound(Some(level))));
        assert!("1/1".parse::<Bound>().is_err() && "no".parse::<Bound>().is_err());
    }
}
