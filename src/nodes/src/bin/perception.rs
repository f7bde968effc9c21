//! The node `perception`.

fn main() -> anyhow::Result<()> {
    Ok(surefleet_nodes::run_perception()?)
}
