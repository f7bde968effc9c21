//! The node `world_simulator`.

fn main() -> anyhow::Result<()> {
    Ok(surefleet_nodes::run_world_simulator()?)
}
