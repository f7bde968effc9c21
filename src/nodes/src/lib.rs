//! The nodes of a fleet. Each drives sans-io cores of other crates with messages and ROS time.
//!
//! Invariant: no decision is made here. A room takes messages off the wire and gives them to a core as inputs. It sends
//! the core's outputs in the order in which the core gave them.

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
