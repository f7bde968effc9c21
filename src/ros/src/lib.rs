//! ROS 2 for the nodes and clients of a fleet: names, endpoints, messages, time, lifecycle and a node's loop.
//!
//! Invariant: outgoing messages are sealed and incoming ones are proved here, so that no room can forget it (see
//! [`Spoken`]). Deliberately absent: tasks, locks and channels between a message and its core (see [`NodeLoop`]), and
//! any decision.

mod action;
mod diagnosis;
mod diagnostics;
mod endpoints;
mod error;
mod fleet_node;
mod identity;
mod lifecycle;
mod log;
mod other_monitor;
mod outcome;
mod parameters;
mod picture;
mod rosout;
mod runtime;
mod sole;
mod spoken;
mod timeline;
/// Names of topics and services, with their quality of service.
pub mod topics;
pub mod wire;

pub use action::{ActionClient, ActionServer, Asked, CANCEL_GOAL, Cancels, GoalEnding, GoalId, Sent, cancel_request};
pub use diagnosis::{Diagnosis, Level};
pub use endpoints::{Call, Calls, Inbox, Outbox, Requests, asked, believed, ready, service_qos, take};
pub use error::NodeError;
pub use fleet_node::{FleetNode, leave};
pub use identity::{Identity, SealOrder, digest_of};
pub use other_monitor::other_monitor;
pub use outcome::ended;
pub use picture::{Raw, annotated, to_image, to_png};
pub use runtime::{NodeLoop, Room, RosClock};
pub use spoken::{Repetition, Spoken};
pub use timeline::Timeline;
