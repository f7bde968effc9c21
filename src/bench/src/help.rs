//! `surefleet bench help`: a help desk with many open requests and many panels.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use surefleet_cli::{percentile::percentile, place::Place};
use surefleet_fleet::RobotId;
use surefleet_identity::Participant;
use surefleet_live::{apart::Results, up::terminate};
use surefleet_ros::NodeError;
use surefleet_site::{FleetNamespace, announce_keys, ensure_keys, peak_memory_mb};

use crate::{
    measurement::{Column, Measurement, Sheet, Unit},
    probes::{PanelTimes, bare_desk, measure_panel, measure_requests},
};

/// Time to ask, to see, to claim and to answer at a help desk with many open requests, over real DDS between real
/// processes.
///
/// JSON: {schema, command, date, machine, results: [{operation, open_requests, robots, panels, calls, ms_median,
/// ms_p99, rss_mb}]}. operation: `request` (a robot asks; all robots in one process), `queue` (a new panel starts and
/// sees the whole queue, one after the other), `show`, `claim` and `answer` (of all panels at once, each a process,
/// with a pause after each call), and `bare` (the call of `request` to a process that keeps and publishes nothing).
/// open_requests: at the least, as long as that is measured; of `request` and `bare` in the end. rss_mb: the help
/// desk's peak of resident memory so far; of `bare` 0.
#[derive(clap::Args)]
pub struct Arguments {
    /// Requests that are open at the least while panels work.
    #[arg(long, default_value_t = 1000)]
    open: usize,
    /// Robots that ask.
    #[arg(long, default_value_t = 50)]
    robots: usize,
    /// Panels.
    #[arg(long, default_value_t = 10)]
    panels: usize,
    /// Requests that each panel answers.
    #[arg(long, default_value_t = 50)]
    calls: usize,
    /// Milliseconds that a panel waits after each call.
    #[arg(long, default_value_t = 100)]
    pause_ms: u64,
}

/// One panel of the benchmark, as a process.
#[derive(clap::Args)]
pub struct Panel {
    panel: usize,
    panels: usize,
    open: usize,
    calls: usize,
    pause_ms: u64,
}

/// Calls of one operation.
struct OperationRow {
    operation: &'static str,
    open_requests: usize,
    robots: usize,
    panels: usize,
    calls: usize,
    ms_median: f64,
    ms_p99: f64,
    rss_mb: f64,
}

fn columns() -> Vec<Column<OperationRow>> {
    type C = Column<OperationRow>;
    vec![
        C::new("operation", "operation", Unit::Plain, |row| row.operation.into()),
        C::new("open_requests", "open requests", Unit::Plain, |row| row.open_requests.into()),
        C::new("robots", "robots", Unit::Plain, |row| row.robots.into()),
        C::new("panels", "panels", Unit::Plain, |row| row.panels.into()),
        C::new("calls", "calls", Unit::Plain, |row| row.calls.into()),
        C::new("ms_median", "median", Unit::Milliseconds(1), |row| row.ms_median.into()),
        C::new("ms_p99", "p99 (target)", Unit::Milliseconds(1), |row| row.ms_p99.into()).at_most(|row| {
            match row.operation {
                "queue" => Some(1000.0),
                "claim" | "answer" => Some(20.0),
                _ => None,
            }
        }),
        C::new("rss_mb", "peak memory of the desk", Unit::Megabytes(0), |row| row.rss_mb.into())
            .at_most(|row| (row.operation != "bare").then_some(100.0)),
    ]
}

/// Measures.
///
/// # Errors
/// Nothing to measure, or a process that does not do its part.
pub fn run(arguments: &Arguments, place: &Place, interrupted: &Arc<AtomicBool>) -> Result<Measurement> {
    let Arguments { open, robots, panels, calls, pause_ms, .. } = *arguments;
    if [open, robots, panels, calls].contains(&0) {
        bail!("--open, --robots, --panels and --calls: nothing would be measured with 0; give 1 or more");
    }
    let state = std::env::temp_dir().join(format!("surefleet-bench-help-{}", std::process::id()));
    let robots_of = (1..=robots).filter_map(|robot| RobotId::new(&format!("robot_{robot}")).ok());
    let members: Vec<Participant> = robots_of
        .map(|robot| Participant::planner(&robot))
        .chain([Participant::help_desk(), Participant::operator("local")?])
        .collect();
    ensure_keys(&state, &members)?;
    announce_keys(&FleetNamespace::ROOT, &state)?;
    let desk = Process::start(Command::new(place.node("help_desk")).args([
        "--ros-args",
        "-p",
        &format!("fleet:={}", place.share.join("config/fleets/household-simulated.yaml").display()),
        "-p",
        &format!("state_dir:={}", state.display()),
    ]))?;
    let program = std::env::current_exe().context("cannot tell where this program lies")?;
    let bare = Process::start(Command::new(&program).arg("bare-desk"))?;
    let memory = || peak_memory_mb(desk.0.id()).unwrap_or_default();

    let each = (open + panels * calls).div_ceil(robots);
    eprintln!("{} requests of {robots} robots", each * robots);
    let (asked, unkept) = measure_requests(robots, each, Duration::from_secs(30), interrupted)?;
    drop(bare);
    let row = |operation, open_requests, times: &[f64], rss_mb| -> Result<OperationRow> {
        let ms_median = percentile(times, 50)?;
        let ms_p99 = percentile(times, 99)?;
        Ok(OperationRow { operation, open_requests, robots, panels, calls: times.len(), ms_median, ms_p99, rss_mb })
    };
    let mut rows = vec![row("bare", each * robots, &unkept, 0.0)?, row("request", each * robots, &asked, memory())?];
    eprintln!("{panels} panels");
    let times = work(&program, arguments, each * robots)?;
    let all = |of: fn(&PanelTimes) -> &[f64]| times.iter().flat_map(|panel| of(panel).to_vec()).collect::<Vec<f64>>();
    let queue: Vec<f64> = times.iter().map(|panel| panel.queue_ms).collect();
    rows.push(row("queue", each * robots, &queue, memory())?);
    rows.push(row("show", open, &all(|panel| &panel.show_ms), memory())?);
    rows.push(row("claim", open, &all(|panel| &panel.claim_ms), memory())?);
    rows.push(row("answer", open, &all(|panel| &panel.answer_ms), memory())?);
    drop(desk);
    std::fs::remove_dir_all(&state).with_context(|| format!("cannot remove {}", state.display()))?;
    let notes = vec![
        "`bare` is the call of `request` to a process that keeps nothing.".to_owned(),
        "`queue` is a new panel that sees the whole queue.".to_owned(),
        format!("Each robot and panel is on this machine; a panel waits {pause_ms} ms after each call."),
    ];
    Ok(Measurement { notes, ..Measurement::new("The help desk", vec![Sheet::new("results", "", &rows, columns())]) })
}

/// Starts the panels, has all begin at once, and takes in what they measured.
fn work(program: &std::path::Path, arguments: &Arguments, seen: usize) -> Result<Vec<PanelTimes>> {
    let Arguments { panels, calls, pause_ms, .. } = arguments;
    let mut children = Vec::new();
    for panel in 0..*panels {
        let numbers = [panel, *panels, seen, *calls, *pause_ms as usize].map(|number| number.to_string());
        let mut command = Command::new(program);
        command.arg("panel").args(numbers).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = Process::start(&mut command)?;
        let mut said = BufReader::new(process.0.stdout.take().context("a panel has no stdout")?).lines();
        let ready = said.next().context("a panel ended early; see the message above")??;
        if ready != READY {
            bail!("a panel said {ready:?}");
        }
        children.push((process, said));
    }
    for (process, _) in &mut children {
        writeln!(process.0.stdin.as_mut().context("a panel has no stdin")?, "{GO}").context("a panel has gone")?;
    }
    let measured = |(_, mut said): (Process, std::io::Lines<BufReader<_>>)| {
        let line = said.next().context("a panel did not finish; see the message above")??;
        serde_json::from_str(&line).context("figures of a panel")
    };
    children.into_iter().map(measured).collect()
}

const READY: &str = "ready";
const GO: &str = "go";

/// Runs one panel.
///
/// # Errors
/// No help desk, or a call that is refused.
pub fn run_panel(panel: &Panel) -> Result<()> {
    let mut results = Results::keep_stdout()?;
    let pause = Duration::from_millis(panel.pause_ms);
    let wait = |results: &mut Results| -> Result<()> {
        results.print(READY)?;
        let mut go = String::new();
        std::io::stdin().read_line(&mut go).context("cannot hear when to begin")?;
        Ok(())
    };
    let is_ready = || wait(&mut results).map_err(|error| NodeError::Refused(error.to_string()));
    let times = measure_panel((panel.panel, panel.panels), panel.open, panel.calls, pause, is_ready)?;
    results.print(&serde_json::to_string(&times)?)
}

/// Takes calls and does nothing.
///
/// # Errors
/// No ROS.
pub fn run_bare_desk(interrupted: &Arc<AtomicBool>) -> Result<()> {
    Ok(bare_desk(interrupted)?)
}

/// A process that ends with this.
struct Process(Child);

impl Process {
    fn start(command: &mut Command) -> Result<Self> {
        let name = command.get_program().to_string_lossy().into_owned();
        command.spawn().map(Self).with_context(|| format!("cannot start {name}"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        terminate(&self.0);
        if let Err(error) = self.0.wait() {
            tracing::warn!(process = self.0.id(), %error, "a process of the benchmark may still run");
        }
    }
}
