//! `surefleet bench ring`: how long a turn takes from one robot to the next.

use std::{
    ffi::OsString,
    path::PathBuf,
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use surefleet_cli::{percentile::percentile, place::Place};
use surefleet_client::MissionGoal;
use surefleet_live::apart::Results;
use surefleet_site::{middleware::PROFILES, peak_memory_mb};

use super::fleet::{self, FleetChoice};
use crate::{
    measurement::{Column, FigureTarget, Measurement, Sheet, Unit},
    probes::{Hops, bare_hops, measure_hops, measure_seals},
};

/// Time per hop of the ring, without the model, beside a bare r2r ring with as many subscribers in the same run.
///
/// JSON: {schema, command, date, machine, results: [{robots, hops, hop_us_median, hop_us_p99, turn_us_median,
/// bare_us_median, bare_us_p99, bare_pair_us_median, bare_waiting_us_median, seal_us_median, prove_us_median,
/// ratio_median, ratio_p99, rss_mb_max, discovery, profiles}]}. A hop: from one planner publishing a turn to the next
/// one holding it, over real DDS between real processes. turn_us: from publishing to publishing, with scoring, verdict
/// and records. bare_us: the same message passed on by processes that only subscribe and publish, one a robot, while
/// three more listen as the help desk, the world simulator and this benchmark do: the same number of subscribers.
/// bare_pair_us: the same between two processes alone. bare_waiting_us: as bare_us, where each process also offers so
/// many services that it waits on as many endpoints as a planner does: r2r and rcl look at all of them for each
/// message. seal_us, prove_us: the cost of sealing a turn and of proving it by themselves; a hop has one of each.
/// rss_mb_max: the largest peak of resident memory of a planner process. discovery, profiles:
/// ROS_AUTOMATIC_DISCOVERY_RANGE and the file name of the Fast DDS profiles, empty where there are none.
#[derive(clap::Args)]
pub struct Arguments {
    /// Team sizes.
    #[arg(long, value_delimiter = ',', default_value = "3,10,30")]
    robots: Vec<usize>,
    /// Missions per team size.
    #[arg(long, default_value_t = 6)]
    missions: usize,
}

impl Arguments {
    /// Whether this process measures by itself. With several team sizes, each size has its own process.
    pub fn is_of_one_team(&self) -> bool {
        self.robots.len() == 1
    }
}

/// The output of one team size's process: only the part that the parent process reads.
#[derive(Deserialize)]
struct Measured {
    results: Vec<RingRow>,
}

/// A team size.
#[derive(Deserialize)]
struct RingRow {
    robots: usize,
    hops: usize,
    hop_us_median: f64,
    hop_us_p99: f64,
    turn_us_median: f64,
    bare_us_median: f64,
    bare_us_p99: f64,
    bare_pair_us_median: f64,
    bare_waiting_us_median: f64,
    seal_us_median: f64,
    prove_us_median: f64,
    ratio_median: f64,
    ratio_p99: f64,
    rss_mb_max: f64,
    discovery: String,
    profiles: String,
}

fn columns() -> Vec<Column<RingRow>> {
    type C = Column<RingRow>;
    vec![
        C::new("robots", "robots", Unit::Plain, |row| row.robots.into()),
        C::new("hops", "hops", Unit::Plain, |row| row.hops.into()),
        C::new("hop_us_median", "hop: median", Unit::Microseconds(0), |row| row.hop_us_median.into()),
        C::new("hop_us_p99", "p99", Unit::Microseconds(0), |row| row.hop_us_p99.into()),
        C::new("turn_us_median", "whole turn", Unit::Microseconds(0), |row| row.turn_us_median.into()),
        C::new("bare_us_median", "bare: median", Unit::Microseconds(0), |row| row.bare_us_median.into()),
        C::new("bare_us_p99", "p99", Unit::Microseconds(0), |row| row.bare_us_p99.into()),
        C::new("bare_waiting_us_median", "waiting on as much", Unit::Microseconds(0), |row| {
            row.bare_waiting_us_median.into()
        }),
        C::new("bare_pair_us_median", "bare pair", Unit::Microseconds(0), |row| row.bare_pair_us_median.into()),
        C::new("seal_us_median", "sealing", Unit::Microseconds(0), |row| row.seal_us_median.into()),
        C::new("prove_us_median", "proving", Unit::Microseconds(0), |row| row.prove_us_median.into()),
        C::new("ratio_median", "ratio: median", Unit::Digits(2), |row| row.ratio_median.into()).at_most(|_| Some(1.5)),
        C::new("ratio_p99", "p99", Unit::Digits(2), |row| row.ratio_p99.into()).at_most(|_| Some(3.0)),
        C::new("rss_mb_max", "memory of a planner", Unit::Megabytes(1), |row| row.rss_mb_max.into())
            .at_most(|_| Some(40.0)),
        C::raw("discovery", |row| row.discovery.as_str().into()),
        C::raw("profiles", |row| row.profiles.as_str().into()),
    ]
}

/// Measures.
///
/// # Errors
/// A team size out of range, or a fleet that does not come up.
pub fn run(arguments: &Arguments, place: &Place, interrupted: &Arc<AtomicBool>) -> Result<Measurement> {
    if let Some(size) = arguments.robots.iter().find(|size| !(2..=100).contains(*size)) {
        bail!("--robots {size}: a ring has between 2 and 100 robots");
    }
    if arguments.missions == 0 {
        bail!("--missions 0: nothing would be measured; give 1 or more");
    }
    let rows = match arguments.robots[..] {
        [robots] => vec![one_team(robots, arguments.missions, place, interrupted)?],
        _ => each_team(arguments, interrupted)?,
    };
    let growth = |first: &RingRow, last: &RingRow| {
        let times = last.hop_us_median / first.hop_us_median;
        let bare = last.bare_us_median / first.bare_us_median;
        let words = format!("a hop at {} robots, times one at {} (bare: {bare:.0} times)", last.robots, first.robots);
        FigureTarget::at_most(words, times, Unit::Digits(1), 1.5)
    };
    let targets = match &rows[..] {
        [first, .., last] => vec![growth(first, last)],
        _ => Vec::new(),
    };
    let notes = vec!["Every planner sees every turn, and the cores of one machine run all processes.".to_owned()];
    let sheets = vec![Sheet::new("results", "", &rows, columns())];
    Ok(Measurement { targets, notes, ..Measurement::new("The ring", sheets) })
}

/// One team size, in this process.
fn one_team(robots: usize, missions: usize, place: &Place, interrupted: &Arc<AtomicBool>) -> Result<RingRow> {
    eprintln!("ring of {robots}: bare");
    let pair = bare_ring(2, 0, 0)?;
    let bare = bare_ring(robots, LISTENERS, 0)?;
    let waiting = bare_ring(robots, LISTENERS, WAITED_ON)?;
    eprintln!("ring of {robots}: planners");
    let (hops, rss_mb_max) = planners(place, robots, missions, interrupted)?;
    let (seal, prove) = measure_seals(robots, SEALS)?;
    Ok(RingRow {
        robots,
        hops: hops.hop_us.len(),
        hop_us_median: percentile(&hops.hop_us, 50)?,
        hop_us_p99: percentile(&hops.hop_us, 99)?,
        turn_us_median: percentile(&hops.turn_us, 50)?,
        bare_us_median: percentile(&bare, 50)?,
        bare_us_p99: percentile(&bare, 99)?,
        bare_pair_us_median: percentile(&pair, 50)?,
        bare_waiting_us_median: percentile(&waiting, 50)?,
        seal_us_median: percentile(&seal, 50)?,
        prove_us_median: percentile(&prove, 50)?,
        ratio_median: percentile(&hops.hop_us, 50)? / percentile(&bare, 50)?,
        ratio_p99: percentile(&hops.hop_us, 99)? / percentile(&bare, 99)?,
        rss_mb_max,
        discovery: std::env::var("ROS_AUTOMATIC_DISCOVERY_RANGE").unwrap_or_default(),
        profiles: file_name(std::env::var_os(PROFILES)),
    })
}

/// Turns that are sealed and proved to see what that costs.
const SEALS: usize = 2000;

/// Each size in a process of its own, which has a ROS domain of its own unless the caller chose one.
fn each_team(arguments: &Arguments, interrupted: &AtomicBool) -> Result<Vec<RingRow>> {
    let program = std::env::current_exe().context("cannot tell where this program lies")?;
    let mut results = Vec::new();
    for robots in &arguments.robots {
        let robots = robots.to_string();
        let missions = arguments.missions.to_string();
        let output = Command::new(&program)
            .args(["ring", "--robots", &robots, "--missions", &missions, "--json"])
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .context("cannot start this program again for one team size")?;
        if !output.status.success() || interrupted.load(Ordering::Relaxed) {
            bail!("the ring of {robots} was not measured");
        }
        let Measured { results: rows } = serde_json::from_slice(&output.stdout).context("figures of one team size")?;
        results.extend(rows);
    }
    Ok(results)
}

fn file_name(path: Option<OsString>) -> String {
    let path = path.map(PathBuf::from).unwrap_or_default();
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// One process of the bare ring; prints its hops, one a line.
///
/// # Errors
/// No ROS, or a ring that does not come together.
pub fn run_bare(place: usize, robots: usize, listeners: usize, rounds: u32, services: usize) -> Result<()> {
    let mut results = Results::keep_stdout()?;
    for hop in bare_hops(place, robots, listeners, rounds, services, patience(robots))? {
        results.print(&hop.to_string())?;
    }
    Ok(())
}

/// The listeners of the ring beside the planners: the help desk, the world simulator and this benchmark.
const LISTENERS: usize = 3;
/// Endpoints that a planner waits on beside the ring: 11 services, 5 clients and 7 subscriptions.
const WAITED_ON: usize = 23;
/// All processes must discover each other before a turn can move. That time grows with the square of the team size.
fn patience(robots: usize) -> Duration {
    Duration::from_secs(60 + 5 * robots as u64)
}
/// The number of hops that are measured on a bare ring.
const BARE_HOPS: usize = 1000;

fn bare_ring(robots: usize, listeners: usize, services: usize) -> Result<Vec<f64>> {
    let program = std::env::current_exe().context("cannot tell where this program lies")?;
    let rounds = (BARE_HOPS / robots).max(5).to_string();
    let children: Vec<_> = (0..robots + listeners)
        .map(|place| {
            Command::new(&program)
                .args(["bare-ring", &place.to_string(), &robots.to_string(), &listeners.to_string(), &rounds])
                .arg(services.to_string())
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .spawn()
                .context("cannot start a process of the bare ring")
        })
        .collect::<Result<_>>()?;
    let mut hops = Vec::new();
    for child in children {
        let output = child.wait_with_output().context("a process of the bare ring was lost")?;
        if !output.status.success() {
            bail!("a process of the bare ring failed; see the message above");
        }
        let text = String::from_utf8_lossy(&output.stdout);
        hops.extend(text.lines().filter_map(|line| line.parse::<f64>().ok()));
    }
    Ok(hops)
}

/// Runs missions on a fleet of planners; returns its hops in microseconds and the largest planner's memory in MB.
fn planners(place: &Place, robots: usize, missions: usize, interrupted: &Arc<AtomicBool>) -> Result<(Hops, f64)> {
    // A team size that is calibrated decides alone; others ask the simulated operator, which loads the machine more.
    let calibrated = [3, 10].contains(&robots);
    let mut fleet = fleet::start(place, "ring", &FleetChoice { robots, calibrated, has_operator: true })?;
    let goals: Vec<MissionGoal> = (0..missions).map(goal).collect();
    let hops = measure_hops(robots, &goals, patience(robots), interrupted, |done| {
        eprintln!("  mission {done} of {missions}")
    })?;
    let rss = fleet
        .processes()
        .filter(|(name, _)| name.ends_with(".planner"))
        .filter_map(|(_, process)| peak_memory_mb(process))
        .fold(0.0, f64::max);
    fleet.stop();
    Ok((hops, rss))
}

/// Alternating missions: each undoes the one before, so there is always something to do.
fn goal(index: usize) -> MissionGoal {
    let place = if index.is_multiple_of(2) { "sink" } else { "shelf" };
    let items = ["apple 1", "apple 2", "tomato 1", "tomato 2"];
    let mission = items.map(|item| format!("Move {item} to the {place}.")).join(" ");
    MissionGoal { mission, horizon: 15, ..Default::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_sizes_process_is_read_by_the_process_of_several() {
        let row = RingRow {
            robots: 3,
            hops: 100,
            hop_us_median: 500.0,
            hop_us_p99: 1200.0,
            turn_us_median: 2000.0,
            bare_us_median: 190.0,
            bare_us_p99: 500.0,
            bare_pair_us_median: 90.0,
            bare_waiting_us_median: 220.0,
            seal_us_median: 21.0,
            prove_us_median: 40.0,
            ratio_median: 2.6,
            ratio_p99: 2.4,
            rss_mb_max: 41.0,
            discovery: "LOCALHOST".to_owned(),
            profiles: "udp.xml".to_owned(),
        };
        let printed = Measurement::new("x", vec![Sheet::new("results", "", &[row], columns())]);
        let json = serde_json::to_string(&printed).expect("plain fields");
        let Measured { results } = serde_json::from_str(&json).expect("figures of a team size");
        assert_eq!((results[0].robots, results[0].ratio_p99, &*results[0].profiles), (3, 2.4, "udp.xml"));
    }
}
