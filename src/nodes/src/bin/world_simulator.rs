//! The node `world_simulator`.

fn main() -> std::process::ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_world_simulator())
}
