//! `surefleet scenarios`: prints missions in words with their meaning, for training and testing models.

mod at_site;
mod decisions;

use std::io::{BufWriter, Write, stdout};

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use surefleet_mission::{Distribution, TeamClass, Wording};
use surefleet_site::FleetFile;

pub use self::decisions::best_allowed;
use self::decisions::{Decisions, decisions};
use crate::{fleet::Fleet, place::Place};

/// Arguments of `surefleet scenarios`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets; its domain is used. At a site that is not one of deliveries, each
    /// row has `seed`, `team`, `text`, `formulas` and `horizon`; of the other options only --seed and --count count.
    #[arg(default_value = "household-demo")]
    fleet: String,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Seeds per class.
    #[arg(long, default_value_t = 10)]
    count: u64,
    /// Team sizes: any of 1, 3, 10, 15.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 3, 10, 15])]
    robots: Vec<usize>,
    /// Sentence forms: `training`, `held-out` (the others), `all`.
    #[arg(long, default_value = "all")]
    wording: String,
    /// Add the prompt of every decision on one way to the mission's end, with a teacher's answer.
    #[arg(long)]
    decisions: bool,
    /// With `--decisions`: a fleet, or the name of one, whose scorer decides as long as its decisions are acceptable.
    #[arg(long, requires = "decisions")]
    by: Option<String>,
}

/// One line of the output.
#[derive(Serialize)]
struct Row {
    seed: u64,
    robots: usize,
    /// The mission in words.
    text: String,
    /// What it asks for, a formula for each delivery and prohibition.
    formulas: Vec<String>,
    /// With `--decisions`: `prefix`, and `turns` with `suffix`, `answer`, `acceptable` and `by_oracle` each.
    #[serde(flatten)]
    decisions: Option<Decisions>,
}

/// Prints the missions.
///
/// # Errors
/// An unknown team size or wording, or a fleet without such missions.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let file = FleetFile::read(&FleetFile::find(&arguments.fleet, &place.share)?)?;
    let Ok(domain) = file.read_transport() else {
        ensure!(!arguments.decisions, "--decisions: only missions as deliveries have a teacher");
        return at_site::run(&file, arguments.seed..arguments.seed + arguments.count);
    };
    let wording = match arguments.wording.as_str() {
        "training" => Wording::Training,
        "held-out" => Wording::HeldOut,
        "all" => Wording::All,
        other => anyhow::bail!("--wording {other}: it is training, held-out or all"),
    };
    let distribution = Distribution::household(domain.clone())?;
    for robots in &arguments.robots {
        ensure!(
            TeamClass::ALL.iter().any(|class| class.team_size() == *robots),
            "--robots {robots}: classes are 1, 3, 10, 15"
        );
    }
    let scorer = arguments.by.as_ref().map(|by| Fleet::read(by, &place.share)).transpose()?.map(|fleet| fleet.scorer);
    let mut out = BufWriter::new(stdout().lock());
    for class in TeamClass::ALL.into_iter().filter(|class| arguments.robots.contains(&class.team_size())) {
        for seed in arguments.seed..arguments.seed + arguments.count {
            let mut scenario = distribution.sample(class, seed);
            scenario.text = scenario.mission.words_among(&domain, seed, wording);
            let row = Row {
                seed,
                robots: class.team_size(),
                formulas: scenario.mission.formulas(&domain, &scenario.team).iter().map(ToString::to_string).collect(),
                decisions: if arguments.decisions {
                    Some(decisions(&distribution, &scenario, scorer.as_ref())?)
                } else {
                    None
                },
                text: scenario.text,
            };
            serde_json::to_writer(&mut out, &row)?;
            writeln!(out).context("cannot write to stdout")?;
        }
    }
    out.flush().context("cannot write to stdout")
}
