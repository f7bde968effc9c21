//! `surefleet domain`: prints what a skill server needs to know about a domain.

mod pddl;

use std::{path::Path, sync::Arc, time::Duration};

use anyhow::{Context, Result, bail};
use surefleet_fleet::RobotId;
use surefleet_site::FleetFile;
use surefleet_world::{Domain, Robot, TypeId, World};

use crate::{check, place::Place, table::Table};

/// Arguments of `surefleet domain`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Subcommand>,
    /// A fleet file, the name of one in config/fleets, or a domain file.
    fleet: Option<String>,
    /// Read the file again each time it changes, and say what is wrong with it, until you press Ctrl-C. With a fleet file,
    /// its domain and its start are read, too.
    #[arg(long, conflicts_with = "json")]
    watch: bool,
    /// Print one JSON object: `domain`, `sha256` (the domain_sha256 of /world/state), `objects` (`name` on the wire,
    /// all `types` and the `phrase` of each), `predicates` (`name`, the types of its `arguments`, the types of its `value` or null),
    /// and `decisions`, the decision set S in canonical order, each with `decision` (its number), `symbol` and `text`.
    #[arg(long)]
    json: bool,
}

/// Domains of other planners.
#[derive(clap::Subcommand)]
enum Subcommand {
    /// Write a domain, a fleet and a start file from a PDDL domain and problem.
    Import(pddl::ImportArguments),
    /// Write a fleet's world and a goal as a PDDL domain and problem.
    Export(pddl::ExportArguments),
}

/// How often a watched file is looked at.
const LOOK: Duration = Duration::from_millis(300);

/// Prints name, digest and decision set.
///
/// # Errors
/// A fleet or domain file that is not there or has a mistake.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let fleet = match (&arguments.command, &arguments.fleet) {
        (Some(Subcommand::Import(arguments)), _) => return pddl::run_import(arguments),
        (Some(Subcommand::Export(arguments)), _) => return pddl::run_export(arguments, place),
        (None, Some(fleet)) => fleet,
        (None, None) => bail!("name a fleet file or a domain file"),
    };
    if arguments.watch {
        watch(fleet, &place.share);
    }
    let (world, _) = read(&FleetFile::find(fleet, &place.share)?)?;
    if arguments.json {
        println!("{:#}", json(&world));
        return Ok(());
    }
    println!("domain  {}\nsha256  {}\n", world.domain().name(), world.domain().digest());
    let mut table = Table::new(&["symbol", "decision", "text"]);
    for decision in world.options().iter() {
        table.row([world.symbol(decision), decision.get().to_string(), world.text(decision)]);
    }
    print!("{table}");
    for note in check::notes_on_domain(&world) {
        println!("note: {note}");
    }
    println!("{}", check::soundness(&world));
    Ok(())
}

/// Says what is wrong with a file, each time it changes.
fn watch(name_or_path: &str, share: &Path) -> ! {
    let mut told = None;
    loop {
        let path = FleetFile::find(name_or_path, share);
        let saved = path.as_ref().ok().and_then(|path| path.metadata().ok()?.modified().ok());
        let verdict = path.map_err(anyhow::Error::from).and_then(|path| verdict(&path));
        let now = (saved, verdict.unwrap_or_else(|error| format!("{error:#}")));
        if told.as_ref() != Some(&now) {
            println!("{}", now.1);
            told = Some(now);
        }
        std::thread::sleep(LOOK);
    }
}

/// What there is to say of a file without a mistake.
fn verdict(path: &Path) -> Result<String> {
    let (world, fleet) = read(path)?;
    let mut words = check::soundness(&world);
    let of_start = fleet.map(|fleet| check::notes_on_start(&fleet, &world)).transpose()?.unwrap_or_default();
    for note in check::notes_on_domain(&world).into_iter().chain(of_start) {
        words.push_str("; ");
        words.push_str(&note);
    }
    Ok(words)
}

/// The world of a fleet, and the fleet; of a domain file alone, a world with a robot of each kind.
///
/// Each parser reports its own errors.
fn read(path: &Path) -> Result<(Arc<World>, Option<FleetFile>)> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    // A fleet file says `order:`, a domain file `skills:`.
    if text.lines().any(|line| line.starts_with("order:")) {
        let fleet = FleetFile::read(path)?;
        return Ok((fleet.read_world()?, Some(fleet)));
    }
    let domain = Domain::parse(&text, &path.display().to_string())?;
    let kinds = domain.kinds().map(|kind| domain.types()[kind.index()].name.clone());
    let robot = |kind: String| Ok(Robot { id: RobotId::new(&format!("{kind}_1"))?, kind: Some(kind) });
    let robots = kinds.map(robot).collect::<Result<Vec<_>>>()?;
    Ok((Arc::new(World::new(Arc::new(domain), &robots)?), None))
}

fn json(world: &World) -> serde_json::Value {
    let domain = world.domain();
    let types = |types: &[TypeId]| types.iter().map(|of| domain.types()[of.index()].name.as_str()).collect::<Vec<_>>();
    let objects = world.objects().iter().map(|object| {
        let is_of = |of: &TypeId| *of != Domain::OBJECT && object.types.iter().any(|&one| domain.is_within(one, *of));
        let all: Vec<_> = domain.type_ids().filter(is_of).collect();
        serde_json::json!({ "name": object.name, "types": types(&all), "phrase": object.phrase })
    });
    let predicates = domain.predicates().iter().map(|one| {
        let arguments: Vec<_> = one.arguments.iter().map(|of| types(of)).collect();
        let value = one.value.as_deref().map(types);
        serde_json::json!({ "name": one.name, "arguments": arguments, "value": value })
    });
    let decisions = world.options().iter().map(|decision| {
        let (symbol, text) = (world.symbol(decision), world.text(decision));
        serde_json::json!({ "decision": decision.get(), "symbol": symbol, "text": text })
    });
    serde_json::json!({
        "domain": domain.name(),
        "sha256": domain.digest().to_string(),
        "objects": objects.collect::<Vec<_>>(),
        "predicates": predicates.collect::<Vec<_>>(),
        "decisions": decisions.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fleet_file_and_its_domain_file_tell_the_same_decisions() {
        let share = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let of = |file: &str| json(&read(&share.join("config").join(file)).expect("it is sound").0);
        let [of_fleet, of_domain] = ["fleets/household-demo.yaml", "domains/household.yaml"].map(of);
        assert_eq!((&of_fleet["sha256"], &of_fleet["decisions"]), (&of_domain["sha256"], &of_domain["decisions"]));
        let decisions = of_fleet["decisions"].as_array().expect("a list");
        let grab = decisions.iter().find(|one| one["symbol"] == "grab(apple_1)").expect("a decision of the household");
        assert_eq!((grab["text"].as_str(), decisions[0]["decision"].as_u64()), (Some("grab apple 1"), Some(0)));
        let fridge = serde_json::json!({ "name": "fridge", "types": ["place", "container"], "phrase": "the fridge" });
        assert!(of_fleet["objects"].as_array().expect("a list").contains(&fridge));
    }
}
