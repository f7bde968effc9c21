//! The node `help_desk`.

fn main() -> anyhow::Result<()> {
    Ok(surefleet_nodes::run_help_desk()?)
}
