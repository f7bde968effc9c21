//! Fleet files of robots that explore, and where their paths begin.

use std::path::{Path, PathBuf};

use surefleet_site::{FleetFile, SearchSite};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// A copy of `examples/search`, in which a text is another one, outside of the checkout.
fn copy(name: &str, from: &str, to: &str) -> Result<(PathBuf, FleetFile), Box<dyn std::error::Error>> {
    let (example, folder) = (
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/search"),
        std::env::temp_dir().join(format!("surefleet-exploring-{name}-{}", std::process::id())),
    );
    std::fs::create_dir_all(&folder)?;
    for file in ["search.yaml", "start.yaml"] {
        std::fs::copy(example.join(file), folder.join(file))?;
    }
    let text = std::fs::read_to_string(example.join("fleet.yaml"))?;
    assert!(from.is_empty() || text.contains(from), "{name}: {from}");
    let path = folder.join("fleet.yaml");
    std::fs::write(&path, text.replacen(from, to, usize::from(!from.is_empty())))?;
    let fleet = FleetFile::read(&path);
    if fleet.is_err() {
        std::fs::remove_dir_all(&folder)?;
    }
    Ok((folder, fleet?))
}

/// Why a changed copy is no site to explore.
fn wrong(name: &str, from: &str, to: &str) -> Result<String, Box<dyn std::error::Error>> {
    let (folder, fleet) = copy(name, from, to)?;
    let site = fleet.read_world().and_then(|world| SearchSite::of(&fleet, &world).map(drop));
    std::fs::remove_dir_all(folder)?;
    Ok(site.err().ok_or("it is accepted")?.to_string())
}

#[test]
fn a_house_that_is_larger_than_the_areas_is_refused_with_both_sizes() -> Outcome {
    let (folder, fleet) = copy("whole", "", "")?;
    SearchSite::of(&fleet, &*fleet.read_world()?)?;
    std::fs::remove_dir_all(folder)?;
    let small = wrong("small", "side_m: 3.0", "side_m: 2.0")?;
    assert!(
        small.contains("lies in none of the 20 areas, which are squares of 2000 mm in rows of 5 from (0, 0) mm on"),
        "{small}"
    );
    let aside = wrong("aside", "origin_m: [0.0, 0.0]", "origin_m: [1.0, 0.0]")?;
    assert!(aside.contains("from (1000, 0) mm on"), "{aside}");
    // The last row need not be whole where the house does not reach, and the walls may be where the areas end.
    let long = wrong("long", "columns: 5", "columns: 12")?;
    assert!(long.contains("in rows of 12"), "{long}");
    let house = fleet.simulator.and_then(|simulator| simulator.house).ok_or("a house")?.house().extent();
    let [width, height] = house.size_mm().map(|side| f64::from(side) / 1000.0);
    let side = width.max(height) / 4.0;
    let (folder, exact) = copy("exact", "side_m: 3.0", &format!("side_m: {side}"))?;
    let site = SearchSite::of(&exact, &*exact.read_world()?);
    std::fs::remove_dir_all(folder)?;
    site.map(drop).map_err(Into::into)
}

#[test]
fn a_simulated_house_has_no_operator() -> Outcome {
    let operator = "simulator:\n  operator: {error_rate: 0.0, delay_ms: 300}\n";
    let refused = copy("operator", "simulator:\n", operator).err().ok_or("it is accepted")?.to_string();
    assert!(refused.contains("simulator.operator: nobody answers in a simulated house but people"), "{refused}");
    Ok(())
}

#[test]
fn paths_with_a_dot_begin_at_the_fleet_file_and_others_at_the_root() -> Outcome {
    let (folder, fleet) = copy("paths", "", "")?;
    assert_eq!(fleet.calibration_path(), Some(folder.join("./calibration.json")));
    assert_eq!(fleet.full(Path::new("models/one")), fleet.root.join("models/one"));
    assert_eq!(fleet.full(Path::new("/models/one")), PathBuf::from("/models/one"));
    let checkout = FleetFile::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/search/fleet.yaml"))?;
    assert!(checkout.calibration_path().is_some_and(|path| path.is_file()));
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
