//! The node `world_simulator`.

use std::process::ExitCode;

fn main() -> ExitCode {
    surefleet_nodes::ended(surefleet_nodes::run_world_simulator())
}
