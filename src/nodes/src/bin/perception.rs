//! The node `perception`.

fn main() -> std::process::ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_perception())
}
