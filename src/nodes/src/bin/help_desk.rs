//! The node `help_desk`.

fn main() -> std::process::ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_help_desk())
}
