//! `surefleet prepare`: lists the processes of a fleet, for those who start it without `surefleet up`.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use surefleet_site::{Composition, FleetFile, FleetNamespace, FleetPart, Site, Surroundings, ensure_keys};

use crate::{check, place::Place, table::Table};

/// Arguments of `surefleet prepare`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets.
    fleet: String,
    /// ROS namespace of the fleet, such as /north.
    #[arg(long, default_value = "/")]
    namespace: FleetNamespace,
    /// Folder of journals and keys; none: `surefleet/<name of the fleet file>` in ROS_HOME or ~/.ros, with the
    /// namespace before that name.
    #[arg(long)]
    state: Option<PathBuf>,
    /// The part of the fleet that is started here.
    #[arg(long, value_enum, default_value_t = PartName::Fleet)]
    part: PartName,
    /// The robots whose nodes are started here; none: all robots of the fleet file.
    #[arg(long, value_delimiter = ',')]
    robots: Vec<String>,
    /// Print one JSON object: `fleet` (the fleet file), `state_dir`, `notes` (sentences: where people will be asked),
    /// `environment` (variables that each process gets in addition to its parent's), and `processes` in the order of
    /// their start, each with `name` (such as `robot_1.planner`), `executable` (the program, and the name of its node),
    /// `namespace` (in full) and `parameters` (all are texts).
    #[arg(long)]
    json: bool,
}

/// A part of a fleet on the command line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PartName {
    /// The nodes that a fleet has once, and the nodes of its robots.
    Fleet,
    /// The nodes that a fleet has once.
    Shared,
    /// The nodes of its robots.
    Robots,
}

/// Output of `--json`.
#[derive(Serialize)]
struct Prepared {
    #[serde(flatten)]
    composition: Composition,
    notes: Vec<String>,
}

/// Reads the files of the fleet file, makes missing keys if the safety monitor is started here, and prints the
/// processes.
///
/// # Errors
/// A mistake in a fleet file or in a file that it names; an unknown robot; keys that cannot be made or read.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let Prepared { composition, notes } = prepare(arguments, place)?;
    if arguments.json {
        println!("{:#}", serde_json::to_value(Prepared { composition, notes })?);
        return Ok(());
    }
    notes.iter().for_each(|note| println!("{note}"));
    let mut table = Table::new(&["process", "namespace", "parameters"]);
    for process in composition.processes {
        let parameters = process.parameters.iter().map(|(name, value)| format!("{name}:={value}"));
        let parameters = parameters.collect::<Vec<_>>().join(" ");
        table.row([process.name, process.namespace, parameters]);
    }
    print!("{table}");
    composition.environment.iter().for_each(|(name, value)| println!("{name}={value}"));
    Ok(())
}

fn prepare(arguments: &Arguments, place: &Place) -> Result<Prepared> {
    let path = FleetFile::find(&arguments.fleet, &place.share)?;
    let fleet = FleetFile::read(&path)?;
    let all = FleetPart::whole(&fleet);
    let robots =
        if arguments.robots.is_empty() { all.robots } else { FleetPart::robots(&fleet, &arguments.robots)?.robots };
    let part = match arguments.part {
        PartName::Fleet => FleetPart { has_shared: true, robots },
        PartName::Shared if !arguments.robots.is_empty() => {
            bail!("--part shared has no robots: leave out --robots, or say --part fleet")
        }
        PartName::Shared => FleetPart { has_shared: true, robots: Vec::new() },
        PartName::Robots => FleetPart { has_shared: false, robots },
    };
    let notes = check::notes(&fleet)?;
    let state = match &arguments.state {
        Some(state) => state.clone(),
        None => Site::usual_state(&path, &arguments.namespace)?,
    };
    let state = std::path::absolute(&state).with_context(|| format!("cannot use the folder {}", state.display()))?;
    if part.has_shared {
        ensure_keys(&state, &fleet.participants())?;
    }
    let namespace = &arguments.namespace;
    let surroundings = Surroundings { fleet: &path, namespace, state: &state, share: &place.share };
    Ok(Prepared { composition: Composition::of(&fleet, &part, surroundings), notes })
}
