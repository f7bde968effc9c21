//! Fleets of real processes that benchmarks start.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use surefleet_cli::place::Place;
use surefleet_live::up::Fleet;
use surefleet_site::FleetNamespace;

/// The properties of a benchmark's fleet.
pub struct FleetChoice {
    pub robots: usize,
    /// Whether it decides alone where it is sure; else each decision waits for a person.
    pub calibrated: bool,
    /// Whether that person is simulated, and answers at once and rightly.
    pub has_operator: bool,
}

const CALIBRATION: &str = "calibration/household-simulated.json";

/// Starts a fleet whose skills take no time, from nothing, in a folder of the benchmark's own.
///
/// # Errors
/// A folder that cannot be written, or a process that does not start.
pub fn start(place: &Place, benchmark: &str, choice: &FleetChoice) -> Result<Fleet> {
    let folder = place.out.join(format!("bench-{benchmark}-{}", choice.robots));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    let path = write(place, &folder, choice)?;
    Fleet::start(place, &path, &FleetNamespace::ROOT, &[], &folder.join("state"), &folder.join("logs"))
}

fn write(place: &Place, folder: &Path, choice: &FleetChoice) -> Result<PathBuf> {
    let domains = folder.join("config/domains");
    std::fs::create_dir_all(&domains).with_context(|| format!("cannot make {}", domains.display()))?;
    std::fs::copy(place.share.join("config/domains/household.yaml"), domains.join("household.yaml"))
        .context("cannot copy the household domain")?;
    let calibration = if choice.calibrated {
        std::fs::create_dir_all(folder.join("calibration")).context("cannot make the calibration's folder")?;
        std::fs::copy(place.share.join(CALIBRATION), folder.join(CALIBRATION))
            .with_context(|| format!("cannot copy {CALIBRATION}"))?;
        format!("calibration: {CALIBRATION}\n")
    } else {
        String::new()
    };
    let operator = if choice.has_operator { ", operator: {error_rate: 0.0, delay_ms: 1}" } else { "" };
    let order: Vec<String> = (1..=choice.robots).map(|robot| format!("robot_{robot}")).collect();
    let text = format!(
        "domain: household\norder: [{}]\nhorizon: 9\nscorer: {{kind: simulated, quality: 4.0, seed: 1}}\n\
         {calibration}ring: {{lease_ms: {}}}\nsimulator: {{seed: 1, skill_ms: 1{operator}}}\naudits: 0\n",
        order.join(", "),
        // Heartbeats go to everybody, so their number grows with the square of the team.
        (200 * choice.robots).max(2000),
    );
    let path = folder.join("fleet.yaml");
    std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}
