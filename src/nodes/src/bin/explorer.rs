//! The node `explorer`.

fn main() -> std::process::ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_explorer())
}
