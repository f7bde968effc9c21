//! The node `planner`.

use std::process::ExitCode;

fn main() -> ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_planner())
}
