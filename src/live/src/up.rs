//! `surefleet up`: a fleet as supervised processes.

mod already;
mod lives;
mod log;

use std::{
    collections::BTreeMap,
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
use log::Log;
use surefleet_cli::{check, place::Place};
use surefleet_site::{
    Announcement, Composition, FleetFile, FleetNamespace, FleetPart, KeyFiles, Surroundings, announce_keys,
    check_parameters, ensure_keys,
};

/// One process of a fleet, which is started again when it dies.
struct Member {
    name: String,
    command: Vec<String>,
    log: Log,
    state: State,
    lives: Lives,
    /// Whether it was reported that the state of the process cannot be seen.
    is_unseen: bool,
}

/// State of a process.
enum State {
    Up {
        child: Child,
        started: Instant,
    },
    /// It is started again at this time; `why`: how it ended.
    Down {
        restart_at: Instant,
        why: String,
    },
}

/// A fleet as separate OS processes; dropping it ends them.
pub struct Fleet {
    members: Vec<Member>,
    environment: BTreeMap<&'static str, String>,
    logs_bounded: Option<Instant>,
    /// Of its keys, until it is taken back.
    announcement: Option<Announcement>,
}

/// A process that does not exit within this time is killed.
const GRACE: Duration = Duration::from_secs(3);

impl Fleet {
    /// Starts every process of the fleet in `fleet_path`, with journals and the fleet's keys in `state` and logs in `logs`.
    ///
    /// Missing keys are made.
    ///
    /// # Errors
    /// A fleet file with a mistake, keys that cannot be made or read, or a process that cannot be started.
    pub fn start(
        place: &Place,
        fleet_path: &Path,
        namespace: &FleetNamespace,
        params: &[PathBuf],
        state: &Path,
        logs: &Path,
    ) -> Result<Self> {
        let fleet = FleetFile::read(fleet_path)?;
        std::fs::create_dir_all(logs).with_context(|| format!("cannot make {}", logs.display()))?;
        ensure_keys(state, &fleet.participants())?;
        let announcement = Some(announce_keys(namespace, state)?);
        let surroundings = Surroundings { fleet: fleet_path, namespace, state, share: &place.share };
        let composition = Composition::of(&fleet, &FleetPart::whole(&fleet), surroundings);
        let mut starting =
            Self { members: Vec::new(), environment: composition.environment, logs_bounded: None, announcement };
        for process in composition.processes {
            let program = place.node(process.executable).display().to_string();
            let command = [program].into_iter().chain(process.arguments(params)).collect();
            starting.launch(process.name, command, logs)?;
        }
        Ok(starting)
    }

    fn launch(&mut self, name: String, command: Vec<String>, logs: &Path) -> Result<()> {
        let log = Log(logs.join(format!("{name}.log")));
        let child = spawn(&command, &log, &self.environment)?;
        let state = State::Up { child, started: Instant::now() };
        self.members.push(Member { name, command, log, state, lives: Lives::default(), is_unseen: false });
        Ok(())
    }

    /// Names and ids of the running processes.
    pub fn processes(&self) -> impl Iterator<Item = (&str, u32)> {
        self.members.iter().filter_map(|member| match &member.state {
            State::Up { child, .. } => Some((member.name.as_str(), child.id())),
            State::Down { .. } => None,
        })
    }

    /// The processes that keep failing, and why; empty: all is well.
    pub fn down(&self) -> Vec<String> {
        let down = self.members.iter().filter(|member| member.lives.is_down());
        let why = |member: &Member| match &member.state {
            State::Up { .. } => None,
            State::Down { why, .. } => Some(format!("{} does not stay up ({why})", member.name)),
        };
        down.filter_map(why).collect()
    }

    /// Restarts processes that died, and keeps logs short; call it now and then.
    ///
    /// A process that keeps failing is restarted for ever, with growing pauses, and the others go on.
    pub fn supervise(&mut self) {
        let bounds_logs = self.logs_bounded.is_none_or(|at| at.elapsed() >= LOG_PERIOD);
        if bounds_logs {
            self.logs_bounded = Some(Instant::now());
        }
        for member in &mut self.members {
            if bounds_logs && let Err(error) = member.log.bound() {
                tracing::warn!("{}: {error}", member.log.0.display());
            }
            member.supervise(&self.environment);
        }
    }

    /// Asks every process to end, and kills those that do not.
    pub fn stop(&mut self) {
        for (_, child) in self.running() {
            terminate(child);
        }
        let deadline = Instant::now() + GRACE;
        for (name, child) in self.running() {
            while matches!(child.try_wait(), Ok(None)) && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(10));
            }
            if matches!(child.try_wait(), Ok(None)) {
                tracing::warn!("{name} did not end within {} s and is killed", GRACE.as_secs());
                if let Err(error) = child.kill().and_then(|()| child.wait().map(drop)) {
                    tracing::warn!("{name}: {error}");
                }
            }
        }
        self.members.clear();
        if let Some(announcement) = self.announcement.take()
            && let Err(error) = announcement.withdraw()
        {
            tracing::warn!("the fleet's keys are still announced: {error}");
        }
    }

    fn running(&mut self) -> impl Iterator<Item = (&str, &mut Child)> {
        self.members.iter_mut().filter_map(|member| match &mut member.state {
            State::Up { child, .. } => Some((member.name.as_str(), child)),
            State::Down { .. } => None,
        })
    }
}

impl Member {
    /// Restarts the process if that is due, or notes that it has ended.
    fn supervise(&mut self, environment: &BTreeMap<&'static str, String>) {
        let (why, pause) = match &mut self.state {
            State::Down { restart_at, .. } if Instant::now() < *restart_at => return,
            State::Down { .. } => match spawn(&self.command, &self.log, environment) {
                Ok(child) => return self.state = State::Up { child, started: Instant::now() },
                Err(error) => (format!("{error:#}"), self.lives.unborn()),
            },
            State::Up { child, started } => match child.try_wait() {
                Ok(None) => return,
                Ok(Some(status)) => {
                    let last = self.log.last_lines(1);
                    (format!("{status}; its log ends with: {last}"), self.lives.ended(status, started.elapsed()))
                }
                // The question is repeated later.
                Err(error) => {
                    if !std::mem::replace(&mut self.is_unseen, true) {
                        tracing::warn!("it cannot be seen whether {} runs: {error}", self.name);
                    }
                    return;
                }
            },
        };
        let (name, log) = (&self.name, self.log.0.display());
        if self.lives.is_down() {
            tracing::error!(
                "{name} is DOWN and the rest of the fleet goes on without it: {why}\nmend that (the whole log: {log}); it is \
                 tried again in {} s",
                pause.as_secs_f64().ceil()
            );
        } else {
            tracing::warn!("{name} ended and is started again: {why}");
        }
        self.state = State::Down { restart_at: Instant::now() + pause, why };
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A fleet that a thread supervises; dropping it ends the fleet.
pub struct SupervisedFleet {
    stop: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<Result<()>>>,
}

impl SupervisedFleet {
    /// Gives a fleet to its thread.
    pub fn of(mut fleet: Fleet) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let thread = thread::spawn(move || {
            while !flag.load(Ordering::Relaxed) {
                fleet.supervise();
                thread::sleep(SUPERVISION_PERIOD);
            }
            let down = fleet.down();
            fleet.stop();
            if down.is_empty() { Ok(()) } else { bail!("{}", down.join("; ")) }
        });
        Self { stop, thread: Some(thread) }
    }

    /// Ends the fleet.
    ///
    /// # Errors
    /// A process keeps failing.
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

/// How often a supervisor checks its processes.
const SUPERVISION_PERIOD: Duration = Duration::from_millis(50);
/// How often logs are checked.
const LOG_PERIOD: Duration = Duration::from_secs(1);

/// Arguments of `surefleet up`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets.
    fleet: String,
    /// Folder of the journals; with them, a mission survives the death of any process.
    #[arg(long)]
    state: Option<PathBuf>,
    /// A ROS parameter file for the nodes; may be repeated. `config/<node>.yaml` has each node's parameters and their
    /// defaults.
    #[arg(long = "params-file")]
    params: Vec<PathBuf>,
    /// ROS namespace of the fleet, such as /north, if several fleets share a ROS domain.
    #[arg(long, env = "SUREFLEET_NAMESPACE", default_value = "/")]
    namespace: FleetNamespace,
}

/// Runs a fleet until it is interrupted.
///
/// # Errors
/// Those of [`Fleet::start`].
pub fn run(arguments: &Arguments, place: &Place, interrupted: &Arc<AtomicBool>) -> Result<()> {
    let Arguments { fleet, state, params, namespace } = arguments;
    let path = FleetFile::find(fleet, &place.share)?;
    check::check(&FleetFile::read(&path)?)?;
    params.iter().try_for_each(|file| check_parameters(file))?;
    let stem = path.file_stem().map_or_else(|| "fleet".into(), |stem| stem.to_string_lossy());
    let name = namespace.folder(&stem);
    let state = state.clone().unwrap_or_else(|| place.out.join(&name).join("state"));
    let _owner = SoleOwner::of(&state)?;
    look_around(namespace)?;
    let logs = place.out.join(&name).join("logs");
    std::fs::create_dir_all(&logs).with_context(|| format!("cannot make {}", logs.display()))?;
    // A report finds the domain through it, wherever the fleet file is.
    std::fs::write(place.out.join(&name).join("fleet"), path.display().to_string())
        .context("cannot note the fleet's file")?;
    let mut fleet = Fleet::start(place, &path, namespace, params, &state, &logs)?;
    for (name, process) in fleet.processes() {
        println!("started {name} (process {process})");
    }
    println!("skill servers check approvals with {}", KeyFiles::in_folder(&state).public.display());
    println!("logs in {}; Ctrl-C ends the fleet", logs.display());
    while !interrupted.load(Ordering::Relaxed) {
        fleet.supervise();
        thread::sleep(SUPERVISION_PERIOD);
    }
    println!("ending the fleet");
    fleet.stop();
    Ok(())
}

fn spawn(command: &[String], log: &Log, environment: &BTreeMap<&'static str, String>) -> Result<Child> {
    let (output, errors) = log.ends().with_context(|| format!("cannot write {}", log.0.display()))?;
    let [program, arguments @ ..] = command else { bail!("a process without a program; this is a bug") };
    Command::new(program)
        .args(arguments)
        .envs(environment)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .spawn()
        .with_context(|| format!("cannot start {program}; build it: make build"))
}

/// Asks a process to end.
pub fn terminate(child: &Child) {
    let Ok(process) = i32::try_from(child.id()) else { return };
    if let Some(process) = rustix::process::Pid::from_raw(process)
        && let Err(error) = rustix::process::kill_process(process, rustix::process::Signal::TERM)
        && error != rustix::io::Errno::SRCH
    {
        tracing::warn!("process {process:?} cannot be asked to end: {error}");
    }
}
