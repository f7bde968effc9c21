//! The same question through the safety monitor's service, beside a service that looks at nothing.

use std::{
    process::{Child, Command, Stdio},
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_cli::{percentile::percentile, place::Place};
use surefleet_client::{ConstraintClient, MissionGoal};
use surefleet_mission::Transport;
use surefleet_site::{Access, peak_memory_mb};

use super::{
    case::{Case, PLACES},
    row::CaseRow,
};
use crate::{
    fleet::{self, FleetChoice},
    probes::{CheckTimes, bare_check, measure_checks},
};

const PATIENCE: Duration = Duration::from_secs(60);
const CALLS: usize = 1000;

/// The time of a turn's check through the service, in a household fleet of real processes under constraints.
///
/// # Errors
/// A fleet that does not come up, or does not take the constraints.
pub fn rows(case: &Case, seed: u64, place: &Place, interrupted: &Arc<AtomicBool>) -> Result<Vec<CaseRow>> {
    // Its constraints are no business of a fleet that runs already.
    let running = ConstraintClient::open(&Access::default(), Duration::from_secs(2), interrupted);
    if running.and_then(|mut fleet| fleet.list()).is_ok() {
        bail!("a fleet answers in this ROS domain already; end it, or choose another ROS_DOMAIN_ID");
    }
    let choice = FleetChoice { robots: case.robots, calibrated: false, has_operator: false };
    let mut fleet = fleet::start(place, "ltl", &choice)?;
    let measured = measure(case, seed, interrupted);
    let monitor = fleet.processes().find(|(name, _)| *name == "safety_monitor");
    let rss_mb = monitor.and_then(|(_, process)| peak_memory_mb(process));
    fleet.stop();
    let (constraints, times) = measured?;
    let row = |case_name: String, micros: &[f64], rss_mb| -> Result<CaseRow> {
        Ok(CaseRow {
            turns: micros.len(),
            check_us_median: Some(percentile(micros, 50)?),
            check_us_p99: Some(percentile(micros, 99)?),
            rss_mb,
            ..CaseRow::new(case_name, constraints, case.robots)
        })
    };
    let share = 100.0 * times.allowed as f64 / times.judged.max(1) as f64;
    Ok(vec![
        row(format!("household through the ROS service, {share:.0}% allowed"), &times.check_us, rss_mb)?,
        row("a bare ROS service".to_owned(), &times.bare_us, None)?,
    ])
}

fn measure(case: &Case, seed: u64, interrupted: &Arc<AtomicBool>) -> Result<(usize, CheckTimes)> {
    let domain = Transport::household();
    // The other cases have the same number of named places.
    let items: Vec<&str> = domain.items().map(|item| domain.item(item).name.as_str()).collect();
    let at = |robot: usize, place: usize| format!("at(robot_{}, {})", robot + 1, items[place]);
    let formulas = case.formulas(&mut ChaCha8Rng::seed_from_u64(seed), at);
    let mut person = ConstraintClient::open(&Access::default(), PATIENCE, interrupted)?;
    for formula in &formulas {
        let proposed = person.propose(&format!("ltl: {formula}"))?;
        person.decide(&proposed.id, &proposed.formula, false)?;
    }
    let _bare = BareService::start()?;
    let goal = MissionGoal { mission: "Move apple 1 to the sink.".to_owned(), horizon: 9, ..Default::default() };
    let times = measure_checks(&goal, PLACES as u16, CALLS, PATIENCE, interrupted)?;
    Ok((formulas.len(), times))
}

/// The process of a bare service; it ends with this.
struct BareService(Child);

impl BareService {
    fn start() -> Result<Self> {
        let program = std::env::current_exe().context("cannot tell where this program lies")?;
        let process = Command::new(program).arg("bare-service").stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        Ok(Self(process.context("cannot start the process of the bare service")?))
    }
}

impl Drop for BareService {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// The bare service itself.
///
/// # Errors
/// No ROS.
pub fn run_bare() -> Result<()> {
    Ok(bare_check(PATIENCE, &AtomicBool::new(false))?)
}
