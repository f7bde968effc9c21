use std::time::Duration;

use r2r::QosProfile;

/// A topic's name and its quality of service, each in one place. [`FleetNode`](crate::fleet_node::FleetNode) makes the full name of it,
/// which `-r` can remap.
#[derive(Debug, Clone)]
pub struct Topic {
    /// Name: in the namespace of the fleet, or of a robot where that is said; with a `/` before it: the same for all fleets.
    pub name: &'static str,
    qos: fn() -> QosProfile,
}

impl Topic {
    /// The quality of service.
    pub fn qos(&self) -> QosProfile {
        (self.qos)()
    }
}

/// Turns, outcomes and mission ends. Reliable: a lost turn costs a lease. 64 deep: a burst of 64 robots' outcomes
/// fits. Transient local: who has just met a restarted robot can still have the turn that it said before.
pub const RING: Topic =
    Topic { name: "fleet/ring", qos: || QosProfile::default().reliable().transient_local().keep_last(64) };

/// The ring for those who only go by what is said from now on: heartbeats and leases bring them up to date, and an old
/// turn would tell them nothing.
pub const RING_FROM_NOW: Topic = Topic { qos: || QosProfile::default().reliable().keep_last(64), ..RING };

/// How missions stand. Transient local: who follows a mission late, or a monitor that was restarted, sees how at once.
pub const MISSIONS: Topic =
    Topic { name: "fleet/missions", qos: || QosProfile::default().reliable().transient_local().keep_last(1) };

/// Joint steps on their way to the monitor. Reliable; a proposal that nobody heard is repeated each lease.
pub const PROPOSED_STEP: Topic =
    Topic { name: "fleet/proposed_step", qos: || QosProfile::default().reliable().keep_last(16) };

/// The monitor's verdicts. Transient local: a restarted planner or skill server sees what was approved last.
pub const APPROVED_STEP: Topic =
    Topic { name: "fleet/approved_step", qos: || QosProfile::default().reliable().transient_local().keep_last(16) };

/// The audit trail. Transient local and as deep as a robot's part of a long mission, so that a late recorder still gets
/// its records; each is about 8 kB, and every robot keeps its own.
pub const DECISIONS: Topic =
    Topic { name: "fleet/decisions", qos: || QosProfile::default().reliable().transient_local().keep_last(256) };

/// Signs of life. Best effort: the next one comes soon.
pub const HEARTBEAT: Topic =
    Topic { name: "fleet/heartbeat", qos: || QosProfile::default().best_effort().keep_last(128) };

/// Whether anything may move. Best effort: the next word comes soon, and silence closes it.
pub const GATE: Topic = Topic { name: "safety_monitor/gate", qos: || QosProfile::default().best_effort().keep_last(1) };

/// The observed world. Reliable and transient local: a latecomer needs the current state at once.
pub const WORLD_STATE: Topic =
    Topic { name: "world/state", qos: || QosProfile::default().reliable().transient_local().keep_last(1) };

/// The simulated world as a diagram. Transient local: who looks late sees it at once.
pub const WORLD_MARKERS: Topic =
    Topic { name: "world/markers", qos: || QosProfile::default().reliable().transient_local().keep_last(1) };

/// A robot's camera; remap it to the driver's. Best effort and one deep: only the newest picture counts.
pub const CAMERA_IMAGE: Topic =
    Topic { name: "camera/image_raw", qos: || QosProfile::default().best_effort().keep_last(1) };

/// The same, compressed.
pub const CAMERA_COMPRESSED: Topic = Topic { name: "camera/image_raw/compressed", ..CAMERA_IMAGE };

/// The camera's calibration.
pub const CAMERA_INFO: Topic = Topic { name: "camera/camera_info", ..CAMERA_IMAGE };

/// What a robot's perception made of its actions. Transient local: a latecomer sees the last ones.
pub const SUBGOAL_VERDICTS: Topic =
    Topic { name: "perception/verdicts", qos: || QosProfile::default().reliable().transient_local().keep_last(8) };

/// The pictures that it judged by, with the verdict in them. Transient local: RViz shows the last one at once.
pub const JUDGED_PICTURES: Topic =
    Topic { name: "perception/judged", qos: || QosProfile::default().reliable().transient_local().keep_last(1) };

/// The open help requests. Transient local: panels and latecomers see all that is open.
pub const HELP_QUEUE: Topic =
    Topic { name: "help_desk/queue", qos: || QosProfile::default().reliable().transient_local().keep_last(1) };

/// Requests that nobody claimed in time, each once. Transient local: who is called late still hears of them.
pub const HELP_ESCALATIONS: Topic =
    Topic { name: "help_desk/escalations", qos: || QosProfile::default().reliable().transient_local().keep_last(64) };

/// Operators' answers. Transient local: a restarted planner gets its answer.
pub const HELP_ANSWERS: Topic =
    Topic { name: "help_desk/answers", qos: || QosProfile::default().reliable().transient_local().keep_last(256) };

/// How well every node is, once a second.
pub const DIAGNOSTICS: Topic = Topic { name: "/diagnostics", qos: QosProfile::default };

/// The ring of bare processes that benchmarks compare with: the same quality of service as the ring.
pub const BARE_RING: Topic = Topic { name: "/bare_ring", ..RING };

/// The same from now on.
pub const BARE_RING_FROM_NOW: Topic = Topic { name: "/bare_ring", ..RING_FROM_NOW };

/// The service of the monitor that cancels a mission.
pub const CANCEL_MISSION: &str = "fleet/cancel";

/// After so long a model that is still at it is given up, retries included and what it was asked before.
pub const REWORDING_LASTS: Duration = Duration::from_secs(60);
