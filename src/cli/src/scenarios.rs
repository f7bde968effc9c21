//! `surefleet scenarios`: missions in words with what they mean, for training and testing models.

use std::{
    io::{BufWriter, Write, stdout},
    sync::Arc,
};

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use surefleet_grounded::MissionGrammar;
use surefleet_mission::{Distribution, Domain, Mission, TeamClass, Wording};
use surefleet_nodes::FleetFile;

use crate::place::Place;

/// Which missions to print.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets: its domain is taken.
    #[arg(default_value = "household-demo")]
    fleet: String,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Seeds per class.
    #[arg(long, default_value_t = 10)]
    count: u64,
    /// Team sizes: some of 1, 3, 10, 15.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 3, 10, 15])]
    robots: Vec<usize>,
    /// Sentence forms: `training`, `held-out` (the others), `all`.
    #[arg(long, default_value = "all")]
    wording: String,
}

/// One line of the output.
#[derive(Serialize)]
struct Row {
    seed: u64,
    robots: usize,
    /// The mission in words.
    text: String,
    /// The same in the grammar that a model writes (`surefleet_grounded::MissionGrammar`).
    parse: String,
}

/// Prints them.
///
/// # Errors
/// An unknown team size or wording, a fleet without such missions.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let domain = Arc::new(FleetFile::read(&FleetFile::find(&arguments.fleet, &place.share)?)?.read_domain()?);
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
    let mut out = BufWriter::new(stdout().lock());
    for class in TeamClass::ALL.into_iter().filter(|class| arguments.robots.contains(&class.team_size())) {
        let grammar = MissionGrammar::new(&domain, class.team_size());
        for seed in arguments.seed..arguments.seed + arguments.count {
            let mission = distribution.sample(class, seed).mission;
            let row = row(&domain, &grammar, &mission, (seed, class.team_size()), wording);
            serde_json::to_writer(&mut out, &row)?;
            writeln!(out).context("cannot write to stdout")?;
        }
    }
    out.flush().context("cannot write to stdout")
}

fn row(
    domain: &Domain,
    grammar: &MissionGrammar,
    mission: &Mission,
    (seed, robots): (u64, usize),
    wording: Wording,
) -> Row {
    Row { seed, robots, text: mission.words_among(domain, seed, wording), parse: grammar.write(mission, domain) }
}
