//! The node `safety_monitor`.

use std::process::ExitCode;

fn main() -> ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_safety_monitor())
}
