//! The node `planner`.

fn main() -> anyhow::Result<()> {
    Ok(surefleet_nodes::run_planner()?)
}
