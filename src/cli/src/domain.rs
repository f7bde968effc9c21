//! `surefleet domain`: prints what a skill server needs to know about a domain.

use std::path::Path;

use anyhow::{Context, Result};
use surefleet_mission::Transport;
use surefleet_site::FleetFile;

use crate::{place::Place, table::Table};

/// Arguments of `surefleet domain`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, the name of one in config/fleets, or a domain file.
    fleet: String,
    /// Print one JSON object: `domain`, `sha256` (the domain_sha256 of /world/state), `items`, `containers`, `surfaces` (names
    /// on the wire), and `decisions`, the decision set S in canonical order, each with `decision` (its number),
    /// `symbol` and `text`.
    #[arg(long)]
    json: bool,
}

/// Prints name, digest and decision set.
///
/// # Errors
/// A fleet or domain file that is not there or has a mistake.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let domain = read(&arguments.fleet, &place.share)?;
    if arguments.json {
        println!("{:#}", json(&domain));
        return Ok(());
    }
    let options = domain.options();
    println!("domain  {}\nsha256  {}\n", domain.name(), domain.digest());
    let mut table = Table::new(&["symbol", "decision", "text"]);
    for decision in options.iter() {
        let (symbol, text) = (options.symbol(decision), options.text(decision));
        table.row([symbol.to_owned(), decision.get().to_string(), text.to_owned()]);
    }
    print!("{table}");
    Ok(())
}

/// A domain file says `types:`, a fleet file `order:`; each parser reports its own errors.
fn read(name_or_path: &str, share: &Path) -> Result<Transport> {
    let path = FleetFile::find(name_or_path, share)?;
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let is_fleet = text.lines().any(|line| line.starts_with("order:"));
    if is_fleet {
        Ok(FleetFile::read(&path)?.read_domain()?)
    } else {
        let domain = surefleet_world::Domain::parse(&text, &path.display().to_string())?;
        Ok(Transport::of(&std::sync::Arc::new(domain))?)
    }
}

fn json(domain: &Transport) -> serde_json::Value {
    let options = domain.options();
    let decisions = options.iter().map(|decision| {
        let (symbol, text) = (options.symbol(decision), options.text(decision));
        serde_json::json!({ "decision": decision.get(), "symbol": symbol, "text": text })
    });
    let places = |places: Vec<_>| places.into_iter().map(|place| domain.place(place).name.clone()).collect::<Vec<_>>();
    serde_json::json!({
        "domain": domain.name(),
        "sha256": domain.digest().to_string(),
        "items": domain.items().map(|item| domain.item(item).name.clone()).collect::<Vec<_>>(),
        "containers": places(domain.containers().collect()),
        "surfaces": places(domain.surfaces().collect()),
        "decisions": decisions.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fleet_file_and_its_domain_file_tell_the_same() {
        let share = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let of_fleet = json(&read("household-demo", &share).expect("the demo's fleet"));
        let path = share.join("config/domains/household.yaml");
        let of_domain = json(&read(&path.to_string_lossy(), &share).expect("its domain"));
        assert_eq!(of_fleet, of_domain);
        let domain = Transport::household();
        assert_eq!(of_fleet["sha256"], domain.digest().to_string());
        let decisions = of_fleet["decisions"].as_array().expect("a list");
        assert_eq!(decisions.len(), domain.options().len());
        let grab = domain.options().find("grab(apple_1)").expect("a decision of the household");
        assert_eq!(decisions[grab.index()]["decision"], grab.get());
        assert_eq!(decisions[grab.index()]["text"], "grab apple 1");
        assert_eq!(of_fleet["containers"], serde_json::json!(["fridge", "drawer_1", "drawer_2"]));
    }
}
