//! The node `help_desk`.

use std::process::ExitCode;

fn main() -> ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_help_desk())
}
