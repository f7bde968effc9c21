//! The ROS 2 nodes: sans-io cores of the other crates, driven from r2r streams and ROS time.
//!
//! Invariant: no decision is made here. A room takes messages off the wire, hands them to a core as inputs, and
//! puts the core's outputs on the wire in the order in which the core gave them.
//! What is deliberately absent: tasks, locks and channels between a message and its core (see [`Runtime`]).

mod action;
mod approvals;
mod check_times;
mod check_watch;
mod constraint_client;
mod diagnostics;
mod endpoints;
mod error;
mod fleet_client;
mod fleet_node;
mod fleet_watch;
mod help_client;
mod help_desk;
mod help_load;
mod hops;
mod identity;
mod lifecycle;
mod log;
mod mission_cancelling;
mod mission_client;
mod mission_following;
mod mission_list;
mod operator;
mod other_monitor;
mod outcome;
mod parameters;
mod perception;
mod picture;
mod planner;
mod rosout;
mod runtime;
mod safety_monitor;
mod skill_client;
mod skill_server;
mod sole;
mod spoken;
mod timeline;
mod topics;
mod wire;
mod world_simulator;

pub use check_times::{CheckTimes, bare_check, measure_checks};
pub use check_watch::{ActionId, CheckHeard, CheckWatch, Look, Word};
pub use constraint_client::{ConstraintClient, ExplainedRefusal, ListedConstraint, ProposedConstraint};
pub use diagnostics::{Diagnosis, Level};
pub use error::NodeError;
pub use fleet_node::FleetNode;
pub use fleet_watch::FleetWatch;
pub use help_client::{
    Choice, DeskCall, DeskWord, HelpDeskClient, MissionReading, Question, QueueLine, RobotHelp, answer_help,
    help_history, help_question, help_queue, read_mission,
};
pub use help_desk::run_help_desk;
pub use help_load::{PanelTimes, bare_desk, measure_panel, measure_requests};
pub use hops::{Hops, bare_hops, measure_hops, measure_seals};
pub use mission_cancelling::cancel_mission;
pub use mission_client::{DecisionHeard, MissionGoal, MissionReport, Progress, run_mission};
pub use mission_following::follow_mission;
pub use mission_list::{ListedMission, list_missions};
pub use other_monitor::other_monitor;
pub use outcome::ended;
pub use perception::run_perception;
pub use picture::read_picture;
pub use planner::run_planner;
pub use runtime::{Room, RosClock, Runtime};
pub use safety_monitor::run_safety_monitor;
pub use timeline::Timeline;
pub use world_simulator::run_world_simulator;
