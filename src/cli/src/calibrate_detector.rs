//! `surefleet calibrate-detector`: makes a detector's calibration from actions with known truth, as a fleet's cameras
//! see them.

use std::{path::PathBuf, sync::Arc};

use anyhow::{Context, Result, bail};
use surefleet_calibration::{
    DetectionScenes, DetectionSplit, HOUSEHOLD_PICTURES, ONE_PER_MISSION, PICTURE_EDGE, calibrate_detector,
};
use surefleet_conformal::{Fraction, Mode, Rank, Threshold};
use surefleet_language::VisionLanguageModel;
use surefleet_perception::{Detector, DetectorCalibration, Levels, Limits, Origin, Strategy, Uncertainty};
use surefleet_site::{Eyes, FleetFile, PUBLIC, PerceptionChoice, write_whole};

use crate::{
    calibrate::{LIFETIME_S, ModeName, commit, now_unix_s},
    place::Place,
    recorded::{RecordedScenes, Subject},
    table::Table,
    work::bar,
};

/// Arguments of `surefleet calibrate-detector`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets; its perception settings are used.
    #[arg(long, default_value = "household-watch")]
    fleet: String,
    /// How the model is asked: ssc or sra; nap asks for the next step of a plan, which a fleet does not have.
    #[arg(long, default_value = "ssc")]
    strategy: Strategy,
    /// How the model's doubt is measured: token_probability, entropy or self_explained.
    #[arg(long, default_value = "token_probability")]
    uncertainty: Uncertainty,
    /// conformal: bounds the unasked errors in each true class; selective: bounds the errors among all verdicts given
    /// without asking; selective-apart: the same bound, for "it failed" and for "it worked" separately.
    #[arg(long, value_enum, default_value_t = RuleName::Conformal)]
    rule: RuleName,
    /// For the selective rules: greatest share of wrong verdicts among those given without asking, with probability 1 -
    /// delta.
    #[arg(long, default_value = "1/50")]
    epsilon: Fraction,
    /// Greatest share of failed actions that may be taken for successes without asking.
    #[arg(long, default_value = "1/100")]
    alpha_failure: Fraction,
    /// Greatest share of successful actions that may be taken for failures without asking.
    #[arg(long, default_value = "1/50")]
    alpha_success: Fraction,
    /// pac: this very file keeps to the levels, each with probability 1 - delta; marginal: files do on average.
    #[arg(long, value_enum, default_value_t = ModeName::Pac)]
    mode: ModeName,
    /// Probability that a PAC file does not keep to a level.
    #[arg(long, default_value = "1/20")]
    delta: Fraction,
    /// Trials of the simulated household; half of them go wrong.
    #[arg(long, default_value_t = 4000, conflicts_with = "recorded")]
    scenes: u32,
    /// A folder of `surefleet record-checks`, with checks of your own robots and cameras; replaces the simulated
    /// household.
    #[arg(long)]
    recorded: Option<PathBuf>,
    /// Use one recorded check of each mission, chosen by its hash. Actions of one mission depend on each other, and the
    /// levels hold for independent actions.
    #[arg(long, requires = "recorded")]
    one_per_mission: bool,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// Print a summary as one JSON object: `file`, `digest`, `strategy`, `uncertainty`, `expires_unix_s`, `checks` (how
    /// many), `missions` (how many missions they come from: `failed`, `worked`; null for drawn trials),
    /// `one_per_mission`, `asked` (the share of these very checks that people would be asked about), and `limits` as in
    /// the file: for the conformal rule `failure` and `success`, each with `m`, `k` and `t` (hex float: the least score
    /// at which that outcome is plausible).
    #[arg(long)]
    json: bool,
}

/// A rule's name on the command line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum RuleName {
    /// Conformal, for each class.
    Conformal,
    /// Learn-then-Test.
    Selective,
    /// Learn-then-Test, for each outcome separately.
    SelectiveApart,
}

/// Number of limits that Learn-then-Test tries.
const STEPS: u32 = 200;

/// Calibrates and writes the file.
///
/// # Errors
/// A fleet file without perception, pictures that do not fit the scenes, a model that fails, too few scenes for the
/// levels, or a file that cannot be written.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let mode = match arguments.mode {
        ModeName::Pac => Mode::Pac { delta: arguments.delta },
        ModeName::Marginal => Mode::Marginal,
    };
    let (alpha_failure, alpha_success) = (arguments.alpha_failure, arguments.alpha_success);
    let (epsilon, delta) = (arguments.epsilon, arguments.delta);
    if arguments.strategy == Strategy::NextAction {
        bail!("--strategy nap: it asks which step of a plan is next, and a fleet has none: take ssc or sra");
    }
    let levels = match arguments.rule {
        RuleName::Conformal => Levels::Conformal { alpha_failure, alpha_success, mode },
        RuleName::Selective => Levels::Selective { epsilon, delta, steps: STEPS },
        RuleName::SelectiveApart => {
            Levels::SelectiveApart { epsilon_failure: epsilon, epsilon_success: epsilon, delta, steps: STEPS }
        }
    };
    let (created_unix_s, commit) = (now_unix_s()?, commit(place));
    let origin = |seeds| Origin { created_unix_s, expires_unix_s: created_unix_s + LIFETIME_S, commit, seeds };
    let asked = |perception: &PerceptionChoice| (arguments.strategy, arguments.uncertainty, perception.wording);
    let mut missions = None;
    let file = match &arguments.recorded {
        None => {
            let (fleet, perception) = read_fleet(&arguments.fleet, place)?;
            let mut eyes = Eyes::choose(&fleet, &perception.eyes, Arc::default())?;
            let mut scenes = DetectionScenes::household(fleet.read_transport()?);
            let (model, size) = (eyes.fingerprint(), [PICTURE_EDGE; 2]);
            let detector = scenes.detector(&model, asked(&perception), perception.least_mass, size);
            let seed = |number| DetectionSplit::Calibration.seed(number);
            let origin = origin([seed(0), seed(arguments.scenes.saturating_sub(1))]);
            let progress = bar(u64::from(arguments.scenes), "trials");
            let drawn = (0..arguments.scenes).map(|number| Ok(scenes.draw(DetectionSplit::Calibration, number)));
            let drawn = drawn.inspect(|_: &Result<_>| progress.inc(1));
            calibrate_detector(&mut eyes, detector, (levels, origin), drawn)?
        }
        Some(folder) => {
            let (fleet, perception) = read_camera_fleet(&arguments.fleet, place)?;
            let pictures = &perception.pictures;
            // Done first: it is quick compared with the model.
            let size = [pictures.width, pictures.height];
            let subject = Subject::of(&perception, &*fleet.read_transport()?);
            let recorded = RecordedScenes::read(folder, &subject, size, arguments.one_per_mission)?;
            if recorded.same > 0 {
                eprintln!("left out, for picture and words are those of an earlier line: {}", recorded.same);
            }
            if arguments.one_per_mission {
                eprintln!("taken, one of each mission: {}", recorded.count());
            }
            let mut eyes = Eyes::choose(&fleet, &perception.eyes, Arc::default())?;
            let name =
                if arguments.one_per_mission { subject.distribution + ONE_PER_MISSION } else { subject.distribution };
            let (source, distribution) = ((pictures.source.as_str(), size), (name.as_str(), recorded.sha256));
            let detector =
                Detector::new(&eyes.fingerprint(), asked(&perception), perception.least_mass, source, distribution);
            missions = Some(recorded.missions());
            let progress = bar(recorded.count() as u64, "checks");
            let scenes = recorded.scenes().inspect(|_| progress.inc(1));
            calibrate_detector(&mut eyes, detector, (levels, origin(recorded.lines())), scenes)?
        }
    };
    if let Some(shortage) = file.statistics.limits.shortage() {
        let more = if arguments.recorded.is_some() { "record more checks" } else { "raise --scenes" };
        let takes = match arguments.rule {
            RuleName::Conformal => {
                let [failed, worked] = [alpha_failure, alpha_success].map(|alpha| Rank::fewest_sequences(alpha, mode));
                format!(" (it takes {failed} that failed and {worked} that worked)")
            }
            RuleName::Selective | RuleName::SelectiveApart => String::new(),
        };
        bail!("the new file would be of no use, so it was not written: {shortage}; {more}{takes}, or raise the levels");
    }
    if let Some(folder) = arguments.out.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let out = arguments.out.display();
    write_whole(&arguments.out, PUBLIC, &(file.to_json() + "\n")).with_context(|| format!("cannot write {out}"))?;
    show(arguments, &file, missions)
}

/// Reads a fleet that looks at camera pictures.
pub fn read_camera_fleet(fleet: &str, place: &Place) -> Result<(FleetFile, PerceptionChoice)> {
    let (file, perception) = read_watchful(fleet, place)?;
    if perception.pictures.source == HOUSEHOLD_PICTURES {
        bail!(
            "{fleet}: its perception.pictures.source is the {HOUSEHOLD_PICTURES}, whose calibration is of drawn trials: name your camera \
             and its mount there, such as \"D405 at the wrist\""
        );
    }
    Ok((file, perception))
}

/// Reads a fleet that checks its actions by perception.
fn read_watchful(fleet: &str, place: &Place) -> Result<(FleetFile, PerceptionChoice)> {
    let file = FleetFile::read(&FleetFile::find(fleet, &place.share)?)?;
    let Some(perception) = file.perception.clone() else {
        bail!("{fleet}: it has no perception; say in its file what looks, and how it is asked");
    };
    Ok((file, perception))
}

/// Reads a fleet that looks at the simulator's pictures.
pub fn read_fleet(fleet: &str, place: &Place) -> Result<(FleetFile, PerceptionChoice)> {
    let (file, perception) = read_watchful(fleet, place)?;
    let pictures = &perception.pictures;
    if pictures.source != HOUSEHOLD_PICTURES || [pictures.width, pictures.height] != [PICTURE_EDGE; 2] {
        bail!(
            "{fleet}: trials are drawn of the {HOUSEHOLD_PICTURES} alone, in {PICTURE_EDGE} x {PICTURE_EDGE} pixels; of {:?} record checks \
             (surefleet record-checks), and calibrate with --recorded",
            pictures.source
        );
    }
    Ok((file, perception))
}

/// `missions`: how many missions the recorded checks come from, with failed and with successful actions.
fn show(arguments: &Arguments, file: &DetectorCalibration, missions: Option<[usize; 2]>) -> Result<()> {
    let (out, limits) = (arguments.out.display().to_string(), &file.statistics.limits);
    let (checks, rule) = (&file.statistics.checks, limits.rule());
    let asked = checks.iter().filter(|check| rule.decide(&check.evidence).is_err()).count();
    let share = asked as f64 / checks.len().max(1) as f64;
    if arguments.json {
        let summary = serde_json::json!({
            "file": out,
            "digest": file.digest(),
            "strategy": file.detector.strategy,
            "uncertainty": file.detector.uncertainty,
            "expires_unix_s": file.origin.expires_unix_s,
            "checks": checks.len(),
            "missions": missions.map(|[failed, worked]| serde_json::json!({"failed": failed, "worked": worked})),
            "one_per_mission": arguments.one_per_mission,
            "asked": share,
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
    if let Some([failed, worked]) = missions {
        println!("checks that failed are of {failed} missions, checks that worked of {worked}");
        if !arguments.one_per_mission {
            println!(
                "actions of one mission depend on each other: without --one-per-mission the levels are no promise"
            );
        }
    }
    println!("people would be asked about {asked} of these {} checks ({:.1} %)", checks.len(), 100.0 * share);
    println!("{} by {}; wrote {out} (digest {})", arguments.strategy, arguments.uncertainty, file.digest());
    Ok(())
}
