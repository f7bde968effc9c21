//! The ROS 2 nodes: sans-io cores of the other crates, driven from r2r streams and ROS time.
//!
//! Invariant: no decision is made here. A room takes messages off the wire, hands them to a core as inputs, and
//! puts the core's outputs on the wire in the order in which the core gave them.
//! What is deliberately absent: tasks, locks and channels between a message and its core (see `runtime`).

mod arguments;
mod diagnostics;
mod endpoints;
mod error;
mod journal;
mod lifecycle;
mod mission_client;
mod parameters;
mod rosout;
mod runtime;
mod topics;
mod wire;

pub use error::NodeError;
pub use mission_client::{MissionGoal, MissionReport, Progress, run_mission};
pub use runtime::{Room, Runtime};
