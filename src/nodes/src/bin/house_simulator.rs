//! The node `house_simulator`.

fn main() -> std::process::ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_house_simulator())
}
