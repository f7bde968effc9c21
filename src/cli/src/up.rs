mod already;
mod lives;

use std::{
    ffi::OsString,
    fs::File,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use already::{SoleOwner, look_around};
use anyhow::{Context, Result, bail};
use lives::Lives;
use surefleet_nodes::{FleetFile, FleetNamespace, KeyFiles, ensure_keys, why_detector_off};

use crate::{autonomy, isolation::without_shared_memory, place::Place};

/// One process of a fleet, started again when it dies.
struct Member {
    name: String,
    command: Vec<String>,
    log: PathBuf,
    child: Child,
    started: Instant,
    restart_at: Option<Instant>,
    lives: Lives,
}

/// A fleet as separate OS processes; dropping it ends them all.
pub struct Fleet {
    members: Vec<Member>,
    environment: Vec<(&'static str, OsString)>,
}

/// After this long without exit a process is killed.
const GRACE: Duration = Duration::from_secs(3);

impl Fleet {
    /// Starts every process of the fleet in `fleet_path`, with journals and the fleet's keys in `state` and logs in `logs`.
    ///
    /// Keys are made where there are none.
    ///
    /// # Errors
    /// A fleet file with a mistake, keys that cannot be made or read, or a process that cannot be started.
    pub fn start(
        place: &Place,
        fleet_path: &Path,
        namespace: &FleetNamespace,
        state: &Path,
        logs: &Path,
    ) -> Result<Self> {
        let fleet = FleetFile::read(fleet_path)?;
        std::fs::create_dir_all(logs).with_context(|| format!("cannot make {}", logs.display()))?;
        let keys = ensure_keys(state)?;
        let mut starting =
            Self { members: Vec::new(), environment: without_shared_memory(place, |name| std::env::var_os(name)) };
        let common = |node: &str, within: &str| {
            vec![
                place.node(node).display().to_string(),
                "--ros-args".into(),
                "--params-file".into(),
                place.share.join(format!("config/{node}.yaml")).display().to_string(),
                "-r".into(),
                format!("__ns:={within}"),
                "-p".into(),
                format!("fleet:={}", fleet_path.display()),
                "-p".into(),
                format!("state_dir:={}", state.display()),
            ]
        };
        // Robots that are real have skill servers of their own: a simulated world would answer in their place.
        let simulator = fleet.simulator.is_some().then_some("world_simulator");
        for node in simulator.into_iter().chain(["help_desk", "safety_monitor"]) {
            let mut command = common(node, &namespace.to_string());
            match node {
                "safety_monitor" => command.extend(["-p".into(), format!("signing_key:={}", keys.secret.display())]),
                "world_simulator" => command.extend(["-p".into(), format!("approval_key:={}", keys.public.display())]),
                _ => {}
            }
            starting.launch(node.to_owned(), command, logs)?;
        }
        let perception = fleet.perception.is_some().then_some("perception");
        for (robot, node) in fleet
            .order
            .iter()
            .flat_map(|robot| perception.into_iter().chain(["planner"]).map(move |node| (robot, node)))
        {
            let mut command = common(node, &namespace.name(robot.as_str()));
            command.extend(["-p".into(), format!("robot:={robot}")]);
            starting.launch(format!("{robot}.{node}"), command, logs)?;
        }
        Ok(starting)
    }

    fn launch(&mut self, name: String, command: Vec<String>, logs: &Path) -> Result<()> {
        let log = logs.join(format!("{name}.log"));
        let child = spawn(&command, &log, &self.environment)?;
        let started = Instant::now();
        self.members.push(Member { name, command, log, child, started, restart_at: None, lives: Lives::default() });
        Ok(())
    }

    /// Process ids by name, for tests and benchmarks that end one on purpose.
    pub fn processes(&self) -> impl Iterator<Item = (&str, u32)> {
        self.members.iter().map(|member| (member.name.as_str(), member.child.id()))
    }

    /// Starts again what died; call it now and then.
    ///
    /// # Errors
    /// A process that keeps dying at its start: its log's last lines say why.
    pub fn supervise(&mut self) -> Result<()> {
        for member in &mut self.members {
            if let Some(due) = member.restart_at {
                if Instant::now() >= due {
                    member.child = spawn(&member.command, &member.log, &self.environment)?;
                    member.started = Instant::now();
                    member.restart_at = None;
                }
                continue;
            }
            let Some(status) = member.child.try_wait().context("cannot ask for a process's state")? else { continue };
            let Some(pause) = member.lives.ended(status, member.started.elapsed()) else {
                let last = last_lines(&member.log, 5);
                bail!("{} does not stay up ({status}); its log ends with:\n{last}", member.name);
            };
            let last = last_lines(&member.log, 1);
            tracing::warn!("{} ended ({status}) and is started again; its log ends with: {last}", member.name);
            member.restart_at = Some(Instant::now() + pause);
        }
        Ok(())
    }

    /// Asks every process to end, and makes those end that do not.
    pub fn stop(&mut self) {
        for member in &mut self.members {
            terminate(&member.child);
        }
        let deadline = Instant::now() + GRACE;
        for member in &mut self.members {
            while matches!(member.child.try_wait(), Ok(None)) && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(10));
            }
            if matches!(member.child.try_wait(), Ok(None)) {
                tracing::warn!("{} did not end within {} s and is killed", member.name, GRACE.as_secs());
                if let Err(error) = member.child.kill().and_then(|()| member.child.wait().map(drop)) {
                    tracing::warn!("{}: {error}", member.name);
                }
            }
        }
        self.members.clear();
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A fleet that a thread of its own keeps running; dropping it ends the fleet.
pub struct SupervisedFleet {
    stop: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<Result<()>>>,
}

impl SupervisedFleet {
    /// Hands a fleet to its thread.
    pub fn of(mut fleet: Fleet) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let thread = thread::spawn(move || {
            while !flag.load(Ordering::Relaxed) {
                fleet.supervise()?;
                thread::sleep(SUPERVISION_PERIOD);
            }
            fleet.stop();
            Ok(())
        });
        Self { stop, thread: Some(thread) }
    }

    /// Ends the fleet.
    ///
    /// # Errors
    /// What ended it before, such as a process that does not stay up.
    pub fn stop(mut self) -> Result<()> {
        self.join()
    }

    fn join(&mut self) -> Result<()> {
        self.stop.store(true, Ordering::Relaxed);
        match self.thread.take().map(thread::JoinHandle::join) {
            Some(Ok(result)) => result,
            Some(Err(_)) => bail!("the thread that supervises the fleet panicked; this is a bug"),
            None => Ok(()),
        }
    }
}

impl Drop for SupervisedFleet {
    fn drop(&mut self) {
        if let Err(error) = self.join() {
            tracing::warn!("{error:#}");
        }
    }
}

/// How often a supervisor looks after its processes.
const SUPERVISION_PERIOD: Duration = Duration::from_millis(50);

/// Runs a fleet until it is interrupted.
///
/// # Errors
/// As [`Fleet::start`] and [`Fleet::supervise`].
pub fn run(
    place: &Place,
    fleet: &str,
    namespace: &FleetNamespace,
    state: Option<PathBuf>,
    interrupted: &Arc<AtomicBool>,
) -> Result<()> {
    let path = FleetFile::find(fleet, &place.share)?;
    check(&FleetFile::read(&path)?)?;
    let stem = path.file_stem().map_or_else(|| "fleet".into(), |stem| stem.to_string_lossy());
    let name = namespace.folder(&stem);
    let state = state.unwrap_or_else(|| place.out.join(&name).join("state"));
    let _owner = SoleOwner::of(&state)?;
    look_around(namespace)?;
    let logs = place.out.join(&name).join("logs");
    std::fs::create_dir_all(&logs).with_context(|| format!("cannot make {}", logs.display()))?;
    // A report finds the domain by it, wherever the fleet file lies.
    std::fs::write(place.out.join(&name).join("fleet"), path.display().to_string())
        .context("cannot note the fleet's file")?;
    let mut fleet = Fleet::start(place, &path, namespace, &state, &logs)?;
    for (name, process) in fleet.processes() {
        println!("started {name} (process {process})");
    }
    println!("skill servers check approvals with {}", KeyFiles::in_folder(&state).public.display());
    println!("logs in {}; Ctrl-C ends the fleet", logs.display());
    while !interrupted.load(Ordering::Relaxed) {
        fleet.supervise()?;
        thread::sleep(SUPERVISION_PERIOD);
    }
    println!("ending the fleet");
    fleet.stop();
    Ok(())
}

/// Reads what the fleet file names before anything starts, and says so where people will be asked about every decision or every action.
///
/// # Errors
/// A domain, scorer, calibration or model with a mistake.
pub fn check(fleet: &FleetFile) -> Result<()> {
    if let Some(reason) = autonomy::why_off(fleet)? {
        println!("autonomy is off: every decision asks a person; {reason}");
    }
    if let Some(reason) = why_detector_off(fleet)? {
        println!("the detector is off: a person is asked about every action; {reason}");
    }
    Ok(())
}

fn spawn(command: &[String], log: &Path, environment: &[(&str, OsString)]) -> Result<Child> {
    let file = File::options()
        .create(true)
        .append(true)
        .open(log)
        .with_context(|| format!("cannot write {}", log.display()))?;
    let [program, arguments @ ..] = command else { bail!("a process without a program; this is a bug") };
    Command::new(program)
        .args(arguments)
        .envs(environment.iter().cloned())
        .stdin(Stdio::null())
        .stdout(file.try_clone().context("cannot share the log file")?)
        .stderr(file)
        .spawn()
        .with_context(|| format!("cannot start {program}; build it: make build"))
}

pub fn terminate(child: &Child) {
    let Ok(process) = i32::try_from(child.id()) else { return };
    if let Some(process) = rustix::process::Pid::from_raw(process)
        && let Err(error) = rustix::process::kill_process(process, rustix::process::Signal::TERM)
        && error != rustix::io::Errno::SRCH
    {
        tracing::warn!("process {process:?} cannot be asked to end: {error}");
    }
}

fn last_lines(log: &Path, count: usize) -> String {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}
