//! The nodes of a fleet. Each drives sans-io cores of other crates with messages and ROS time.
//!
//! Invariant: no decision is made here. A room takes messages off the wire and gives them to a core as inputs. It sends
//! the core's outputs in the order in which the core gave them.

mod approvals;
mod explorer;
mod help_desk;
mod house_simulator;
mod operator;
mod perception;
mod planner;
mod safety_monitor;
mod simulated_cameras;
mod simulated_skills;
mod skill_client;
mod skill_server;
mod world_keeper;
mod world_simulator;

pub use explorer::run_explorer;
pub use help_desk::run_help_desk;
pub use house_simulator::run_house_simulator;
pub use perception::run_perception;
pub use planner::run_planner;
pub use safety_monitor::run_safety_monitor;
pub use world_keeper::run_world_keeper;
pub use world_simulator::run_world_simulator;
