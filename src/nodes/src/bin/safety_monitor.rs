//! The node `safety_monitor`.

fn main() -> anyhow::Result<()> {
    Ok(surefleet_nodes::run_safety_monitor()?)
}
