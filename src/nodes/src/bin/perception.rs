//! The node `perception`.

use std::process::ExitCode;

fn main() -> ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_perception())
}
