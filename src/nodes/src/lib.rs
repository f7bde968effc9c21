//! The nodes of a fleet: sans-io cores of the other crates, driven by messages and ROS time.
//!
//! Invariant: no decision is made here. A room takes messages off the wire, hands them to a core as inputs, and
//! puts the core's outputs on the wire in the order in which the core gave them.

mod approvals;
mod help_desk;
mod operator;
mod perception;
mod planner;
mod safety_monitor;
mod skill_client;
mod skill_server;
mod world_simulator;

pub use help_desk::run_help_desk;
pub use perception::run_perception;
pub use planner::run_planner;
pub use safety_monitor::run_safety_monitor;
pub use world_simulator::run_world_simulator;
