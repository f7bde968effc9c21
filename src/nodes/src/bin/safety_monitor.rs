//! The node `safety_monitor`.

fn main() -> std::process::ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_safety_monitor())
}
