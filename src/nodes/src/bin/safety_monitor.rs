//! The node `safety_monitor`.

use std::process::ExitCode;

fn main() -> ExitCode {
    surefleet_nodes::ended(surefleet_nodes::run_safety_monitor())
}
