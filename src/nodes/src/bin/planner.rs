//! The node `planner`.

fn main() -> std::process::ExitCode {
    surefleet_ros::ended(surefleet_nodes::run_planner())
}
