//! `surefleet domain`: prints what a skill server needs to know about a domain.

use std::{path::Path, sync::Arc};

use anyhow::{Context, Result};
use surefleet_fleet::RobotId;
use surefleet_site::FleetFile;
use surefleet_world::{Domain, Robot, TypeId, World};

use crate::{place::Place, table::Table};

/// Arguments of `surefleet domain`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, the name of one in config/fleets, or a domain file.
    fleet: String,
    /// Print one JSON object: `domain`, `sha256` (the domain_sha256 of /world/state), `objects` (`name` on the wire,
    /// `types` and `phrase` of each), `predicates` (`name`, the types of its `arguments`, the types of its `value` or null),
    /// and `decisions`, the decision set S in canonical order, each with `decision` (its number), `symbol` and `text`.
    #[arg(long)]
    json: bool,
}

/// Prints name, digest and decision set.
///
/// # Errors
/// A fleet or domain file that is not there or has a mistake.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let world = read(&arguments.fleet, &place.share)?;
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
    Ok(())
}

/// The world of a fleet; of a domain file alone, one with a robot of each kind.
///
/// A domain file says `skills:`, a fleet file `order:`; each parser reports its own errors.
fn read(name_or_path: &str, share: &Path) -> Result<Arc<World>> {
    let path = FleetFile::find(name_or_path, share)?;
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    if text.lines().any(|line| line.starts_with("order:")) {
        return Ok(FleetFile::read(&path)?.read_world()?);
    }
    let domain = Domain::parse(&text, &path.display().to_string())?;
    let kinds = domain.kinds().map(|kind| domain.types()[kind.index()].name.clone());
    let robot = |kind: String| Ok(Robot { id: RobotId::new(&format!("{kind}_1"))?, kind: Some(kind) });
    let robots = kinds.map(robot).collect::<Result<Vec<_>>>()?;
    Ok(Arc::new(World::new(Arc::new(domain), &robots)?))
}

fn json(world: &World) -> serde_json::Value {
    let domain = world.domain();
    let types = |types: &[TypeId]| types.iter().map(|of| domain.types()[of.index()].name.as_str()).collect::<Vec<_>>();
    let objects = world.objects().iter().map(
        |object| serde_json::json!({ "name": object.name, "types": types(&object.types), "phrase": object.phrase }),
    );
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
        let of_fleet = json(&read("household-demo", &share).expect("the demo's fleet"));
        let path = share.join("config/domains/household.yaml");
        let of_domain = json(&read(&path.to_string_lossy(), &share).expect("its domain"));
        assert_eq!((&of_fleet["sha256"], &of_fleet["decisions"]), (&of_domain["sha256"], &of_domain["decisions"]));
        let decisions = of_fleet["decisions"].as_array().expect("a list");
        let grab = decisions.iter().find(|one| one["symbol"] == "grab(apple_1)").expect("a decision of the household");
        assert_eq!((grab["text"].as_str(), decisions[0]["decision"].as_u64()), (Some("grab apple 1"), Some(0)));
        let fridge = serde_json::json!({ "name": "fridge", "types": ["container"], "phrase": "the fridge" });
        assert!(of_fleet["objects"].as_array().expect("a list").contains(&fridge));
    }
}
