use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use surefleet_fleet::Stamp;
use surefleet_site::{FleetNamespace, ParameterSpec, Parameters, SiteError, parameters, read_arguments};

use crate::{
    diagnosis::Diagnosis,
    diagnostics::Diagnostics,
    error::NodeError,
    fleet_node::FleetNode,
    identity::Identity,
    lifecycle::Lifecycle,
    parameters::ServedParameters,
    rosout::{Logged, Rosout},
    sole::Sole,
    timeline::{Pacemaker, Timeline},
    topics::Topic,
};

/// The work of a node between two spins; all of it runs in the one thread that owns the r2r node.
///
/// `work` takes everything that arrived, drives the sans-io core and sends its outputs. It must not block: slow work (a
/// model behind HTTP) runs elsewhere, and its results are collected here.
pub trait Room {
    /// Handles arrived messages and due work.
    ///
    /// `now` is a time of the node's [`Timeline`], which never goes back.
    ///
    /// # Errors
    /// Only errors that make going on pointless: the node then ends with this error.
    fn work(&mut self, now: Stamp) -> Result<(), NodeError>;

    /// When `work` must be called next even if nothing arrives; a past time means very soon.
    fn next_deadline(&self) -> Option<Stamp>;

    /// The lifecycle changed: an inactive room decides nothing and lets nothing move.
    fn set_active(&mut self, now: Stamp, active: bool);

    /// The diagnoses for `/diagnostics`.
    fn diagnose(&self, now: Stamp) -> Vec<Diagnosis>;
}

/// An r2r node with the parts that every node of the suite has: parameters, lifecycle, diagnostics, logs, a clean end.
///
/// It handles the traps of r2r in one place:
/// * `spin_once` takes at most one message per endpoint and puts it on a bounded stream that drops when full; the
///   room drains every stream after every spin, so no stream ever holds more than one message.
/// * `spin_once` has no wake-up, so it is given a short time-out: the next deadline, at most 20 ms.
/// * A node that is not dropped lingers in the graph: signals set a flag, the loop ends, the node is dropped.
pub struct NodeLoop {
    node: FleetNode,
    parameters: ServedParameters,
    pacemaker: Pacemaker,
    logged: Logged,
    clock_watch: ClockWatch,
    soles: Vec<Sole>,
    stop: Arc<AtomicBool>,
}

/// The longest wait of one spin: it bounds the delay of work that cannot wake the spin.
const IDLE_SPIN: Duration = Duration::from_millis(20);
/// The shortest wait of one spin: even due work lets messages in first.
const SHORTEST_SPIN: Duration = Duration::from_millis(1);

impl NodeLoop {
    /// Checks the arguments, reads the parameters and creates the node; nothing is active yet.
    ///
    /// # Errors
    /// Bad `--ros-args`, parameter files or parameters, with the remedy; or no ROS at all.
    pub fn start(name: &str, specs: &'static [ParameterSpec]) -> Result<Self, NodeError> {
        let read = read_arguments(std::env::args().skip(1), name, specs);
        // First of all, so that errors during the start are logged too.
        let logged = Logged::begin(read.as_ref().ok().and_then(|arguments| arguments.log_level));
        let arguments = read?;
        arguments.unknown.iter().for_each(|unknown| tracing::warn!("{unknown}"));
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            signal_hook::flag::register(signal, stop.clone()).map_err(NodeError::Signals)?;
        }
        start_ros()?;
        let mut node = FleetNode::create(name, &FleetNamespace::ROOT)?;
        let parameters = Parameters::new(specs, arguments.given)?;
        if specs.iter().any(|spec| spec.name == parameters::ROBOT.name) {
            node.belong_to(&parameters.robot()?);
        }
        let parameters = ServedParameters::serve(&mut node, parameters)?;
        let follows_clock = parameters.flag("use_sim_time")?;
        let pacemaker = Pacemaker::new(follows_clock);
        if follows_clock {
            let time_source = node.get_time_source();
            time_source.enable_sim_time(&mut node).map_err(NodeError::ros("follow /clock"))?;
        }
        let clock_watch = ClockWatch { follows_clock, ..ClockWatch::default() };
        Ok(Self { node, parameters, pacemaker, logged, clock_watch, soles: Vec::new(), stop })
    }

    /// The parameters at the start.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The namespace of the fleet that the node belongs to.
    pub fn fleet(&self) -> &FleetNamespace {
        self.node.fleet()
    }

    /// The ROS time.
    ///
    /// # Errors
    /// The clock cannot be read.
    pub fn now(&self) -> Result<Stamp, NodeError> {
        self.clock().now()
    }

    /// The timeline that drives the room, beside ROS time.
    pub fn timeline(&self) -> Timeline {
        self.pacemaker.timeline()
    }

    /// The clock, for rooms that stamp messages at the moment of sending.
    pub fn clock(&self) -> RosClock {
        RosClock(self.node.get_ros_clock())
    }

    /// The node speaks as this participant; its endpoints seal and prove with that key.
    pub fn identify(&mut self, identity: Identity) {
        self.node.identify(identity);
    }

    /// The node, for creating endpoints before [`run`](Self::run).
    pub fn node(&mut self) -> &mut FleetNode {
        &mut self.node
    }

    /// Adds a diagnosis that reports more than one publisher of the topic.
    pub fn watch_for_others(&mut self, part: &'static str, topic: &Topic) {
        self.soles.push(Sole::of(part, self.node.fleet(), topic));
    }

    /// Runs the room until SIGINT or SIGTERM; the node leaves the graph before this returns.
    ///
    /// # Errors
    /// An error after which the room could not go on.
    pub fn run(self, mut room: impl Room) -> Result<(), NodeError> {
        let clock = self.clock();
        let Self { mut node, mut parameters, mut pacemaker, logged, mut clock_watch, mut soles, stop } = self;
        let mut rosout = Rosout::attach(&mut node, logged)?;
        let mut diagnostics = Diagnostics::attach(&mut node)?;
        let mut lifecycle = Lifecycle::attach(&mut node, parameters.flag("lifecycle_services")?)?;
        if parameters.flag("autostart")? {
            lifecycle.autostart(clock.now()?);
        }
        let ended = loop {
            let ros = clock.now()?;
            let now = pacemaker.beat(ros, Instant::now());
            parameters.answer();
            if let Some(active) = lifecycle.work(ros) {
                room.set_active(now, active);
            }
            if let Err(error) = room.work(now) {
                break Err(error);
            }
            rosout.publish(ros);
            clock_watch.look(ros);
            soles.iter_mut().for_each(|sole| sole.look(&node));
            let identity = node.identity();
            diagnostics.publish(ros, (lifecycle.label(), lifecycle.is_active()), || {
                let graph = soles.iter().filter_map(Sole::diagnose);
                let mine = clock_watch.diagnose().into_iter().chain(identity.map(Identity::diagnose));
                room.diagnose(now).into_iter().chain(mine).chain(graph).collect()
            });
            if stop.load(Ordering::Relaxed) {
                break Ok(());
            }
            let wait = match room.next_deadline() {
                Some(deadline) => (deadline - now).min(IDLE_SPIN),
                None => IDLE_SPIN,
            };
            node.spin_once(wait.max(SHORTEST_SPIN));
        };
        let ros = clock.now()?;
        room.set_active(pacemaker.beat(ros, Instant::now()), false);
        drop(room);
        rosout.publish(ros);
        drop(node);
        ended
    }
}

/// Starts ROS; r2r panics if rcl refuses an argument that [`read_arguments`] did not check.
fn start_ros() -> Result<(), NodeError> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let started = std::panic::catch_unwind(r2r::Context::create);
    std::panic::set_hook(hook);
    match started {
        Ok(context) => context.map(drop).map_err(NodeError::ros("start ROS")),
        Err(panic) => Err(SiteError::Argument {
            argument: std::env::args().skip(1).collect::<Vec<_>>().join(" "),
            wrong: format!("ROS refuses it: {}", panic.downcast_ref::<String>().map_or("", String::as_str)),
        }
        .into()),
    }
}

/// Notices that `/clock` is silent, if the time comes from there.
#[derive(Default)]
struct ClockWatch {
    follows_clock: bool,
    silent_since: Option<Instant>,
    last: Stamp,
    is_told: bool,
}

/// A `/clock` that stands still for this long is reported.
const CLOCK_PATIENCE: Duration = Duration::from_secs(5);

impl ClockWatch {
    fn look(&mut self, now: Stamp) {
        if !self.follows_clock {
            return;
        }
        let since = *self.silent_since.get_or_insert_with(Instant::now);
        if now != self.last {
            (self.last, self.silent_since, self.is_told) = (now, None, false);
        } else if !self.is_told && since.elapsed() > CLOCK_PATIENCE {
            self.is_told = true;
            tracing::warn!("{}", self.silence());
        }
    }

    fn diagnose(&self) -> Option<Diagnosis> {
        self.follows_clock.then(|| match self.is_told {
            true => Diagnosis::error("clock", self.silence()),
            false => Diagnosis::ok("clock", "follows /clock"),
        })
    }

    fn silence(&self) -> String {
        let what = if self.last == Stamp::ZERO { "nothing comes on /clock" } else { "/clock stands still" };
        format!("use_sim_time is set and {what}: nothing is decided; start the simulation, or leave use_sim_time off")
    }
}

/// ROS time: the system's, or that of `/clock` with `use_sim_time`.
#[derive(Clone)]
pub struct RosClock(Arc<std::sync::Mutex<r2r::Clock>>);

impl RosClock {
    /// The time now.
    ///
    /// # Errors
    /// The clock cannot be read.
    pub fn now(&self) -> Result<Stamp, NodeError> {
        // r2r hands out its own clock behind a mutex, which nobody holds for longer than this call.
        let mut clock = self.0.lock().map_err(|_| NodeError::Clock)?;
        let now = clock.get_now().map_err(NodeError::ros("read the ROS clock"))?;
        Ok(Stamp::from_nanos(u64::try_from(now.as_nanos()).unwrap_or(u64::MAX)))
    }
}
