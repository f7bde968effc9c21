//! The node `world_simulator`.

use std::process::ExitCode;

fn main() -> ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_world_simulator())
}
