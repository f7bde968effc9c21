//! The node `world_keeper`.

fn main() -> std::process::ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_world_keeper())
}
