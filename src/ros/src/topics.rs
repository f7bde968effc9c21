use std::time::Duration;

use r2r::QosProfile;

/// A topic's name and its quality of service, together in one place. [`FleetNode`](crate::fleet_node::FleetNode) makes
/// the full name from it, which `-r` can remap.
#[derive(Debug, Clone)]
pub struct Topic {
    /// Name: in the namespace of the fleet, or of a robot for robots' topics; a leading `/` means the same topic for
    /// all fleets.
    pub name: &'static str,
    qos: fn() -> QosProfile,
}

impl Topic {
    /// The quality of service.
    pub fn qos(&self) -> QosProfile {
        (self.qos)()
    }
}

/// Turns, outcomes and mission ends. Reliable: a lost turn costs a lease. 64 deep: a burst of 64 robots' outcomes fits.
/// Transient local: a robot that has just met a restarted one can still get the turn that it sent before.
pub const RING: Topic =
    Topic { name: "fleet/ring", qos: || QosProfile::default().reliable().transient_local().keep_last(64) };

/// The ring for nodes that need only new messages: heartbeats and leases bring them up to date, and an old turn would
/// be useless to them.
pub const RING_FROM_NOW: Topic = Topic { qos: || QosProfile::default().reliable().keep_last(64), ..RING };

/// How missions stand. Transient local: a late follower or a restarted monitor sees it at once.
pub const MISSIONS: Topic =
    Topic { name: "fleet/missions", qos: || QosProfile::default().reliable().transient_local().keep_last(1) };

/// Joint steps on their way to the monitor. Reliable; a proposal that was not heard is repeated each lease.
pub const PROPOSED_STEP: Topic =
    Topic { name: "fleet/proposed_step", qos: || QosProfile::default().reliable().keep_last(16) };

/// The monitor's verdicts. Transient local: a restarted planner or skill server sees the last approvals.
pub const APPROVED_STEP: Topic =
    Topic { name: "fleet/approved_step", qos: || QosProfile::default().reliable().transient_local().keep_last(16) };

/// The audit trail. Transient local and as deep as a robot's part of a long mission, so that a late recorder still gets
/// its records. Each record has about 8 kB, and every robot keeps its own.
pub const DECISIONS: Topic =
    Topic { name: "fleet/decisions", qos: || QosProfile::default().reliable().transient_local().keep_last(256) };

/// Signs of life. Best effort: the next one comes soon.
pub const HEARTBEAT: Topic =
    Topic { name: "fleet/heartbeat", qos: || QosProfile::default().best_effort().keep_last(128) };

/// Whether anything may move. Best effort: the next message comes soon, and silence closes the gate.
pub const GATE: Topic = Topic { name: "safety_monitor/gate", qos: || QosProfile::default().best_effort().keep_last(1) };

/// The observed world. Reliable and transient local: a latecomer needs the current state at once.
pub const WORLD_STATE: Topic =
    Topic { name: "world/state", qos: || QosProfile::default().reliable().transient_local().keep_last(1) };

/// The capsules around the links of the simulated arms, for RViz. Transient local: a late viewer sees the last ones.
pub const ARM_MARKERS: Topic = Topic { name: "arms/markers", ..WORLD_MARKERS };

/// The simulated world as a diagram. Transient local: a late viewer sees it at once.
pub const WORLD_MARKERS: Topic =
    Topic { name: "world/markers", qos: || QosProfile::default().reliable().transient_local().keep_last(1) };

/// A robot's camera; remap it to the driver's. Best effort and one deep: only the newest picture counts.
pub const CAMERA_IMAGE: Topic =
    Topic { name: "camera/image_raw", qos: || QosProfile::default().best_effort().keep_last(1) };

/// The camera's picture, compressed.
pub const CAMERA_COMPRESSED: Topic = Topic { name: "camera/image_raw/compressed", ..CAMERA_IMAGE };

/// The camera's calibration.
pub const CAMERA_INFO: Topic = Topic { name: "camera/camera_info", ..CAMERA_IMAGE };

/// Depths along the optical axis, taken with the picture of the same stamp.
pub const CAMERA_DEPTH: Topic = Topic { name: "camera/depth/image_raw", ..CAMERA_IMAGE };

/// What each pixel truly shows, of simulated cameras only: simulated models read it.
pub const CAMERA_TRUTH: Topic = Topic { name: "camera/truth/image_raw", ..CAMERA_IMAGE };

/// Where a robot believes to be. Best effort: the next message comes soon.
pub const ODOMETRY: Topic = Topic { name: "odom", qos: || QosProfile::default().best_effort().keep_last(16) };

/// What a robot has seen. Transient local: a latecomer needs the whole map at once.
pub const SEMANTIC_MAP: Topic =
    Topic { name: "semantic_map", qos: || QosProfile::default().reliable().transient_local().keep_last(1) };

/// The ground as a robot knows it, for RViz and Foxglove.
pub const MAP: Topic = Topic { name: "map", ..SEMANTIC_MAP };

/// The objects of a robot's semantic map, for RViz and Foxglove.
pub const MAP_MARKERS: Topic = Topic { name: "map/markers", ..SEMANTIC_MAP };

/// What robots look for. Reliable and not kept: a robot repeats its request as long as a question is open.
pub const REQUESTS: Topic = Topic { name: "fleet/requests", qos: || QosProfile::default().reliable().keep_last(64) };

/// What robots tell one another. Reliable and not kept: answers are repeated, and an old finding helps nobody.
pub const FINDINGS: Topic = Topic { name: "fleet/findings", ..REQUESTS };

/// A robot's perception verdicts on its actions. Transient local: a latecomer sees the last ones.
pub const SUBGOAL_VERDICTS: Topic =
    Topic { name: "perception/verdicts", qos: || QosProfile::default().reliable().transient_local().keep_last(8) };

/// The pictures of those verdicts, with the verdict drawn in them. Transient local: RViz shows the last one at once.
pub const JUDGED_PICTURES: Topic =
    Topic { name: "perception/judged", qos: || QosProfile::default().reliable().transient_local().keep_last(1) };

/// The open help requests. Transient local: panels and latecomers see all of them.
pub const HELP_QUEUE: Topic =
    Topic { name: "help_desk/queue", qos: || QosProfile::default().reliable().transient_local().keep_last(1) };

/// Requests that were not claimed in time, each once. Transient local: an operator who comes late still hears of them.
pub const HELP_ESCALATIONS: Topic =
    Topic { name: "help_desk/escalations", qos: || QosProfile::default().reliable().transient_local().keep_last(64) };

/// Operators' answers. Transient local: a restarted planner gets its answer.
pub const HELP_ANSWERS: Topic =
    Topic { name: "help_desk/answers", qos: || QosProfile::default().reliable().transient_local().keep_last(256) };

/// The health of every node, once a second.
pub const DIAGNOSTICS: Topic = Topic { name: "/diagnostics", qos: QosProfile::default };

/// The ring of bare processes for comparison in benchmarks: the same quality of service as the ring.
pub const BARE_RING: Topic = Topic { name: "/bare_ring", ..RING };

/// The same, for new messages only.
pub const BARE_RING_FROM_NOW: Topic = Topic { name: "/bare_ring", ..RING_FROM_NOW };

/// The service of the monitor that cancels a mission.
pub const CANCEL_MISSION: &str = "fleet/cancel";

/// A model that still works on a text after this time is given up, including retries and the wait for earlier texts.
pub const REWORDING_LASTS: Duration = Duration::from_secs(60);
