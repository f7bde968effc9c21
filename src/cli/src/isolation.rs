//! A ROS domain of one's own, so that a demo or a benchmark never meets robots on the same network.

use std::{
    os::unix::process::CommandExt,
    process::{Command, id},
};

use anyhow::{Context, Result};

/// Set in the process that runs isolated.
const MARK: &str = "SUREFLEET_ISOLATED";

/// Starts this program again in a ROS domain of its own that this machine alone can see; returns at once where that
/// has happened, or where the caller chose a domain.
///
/// # Errors
/// Where this program cannot be started again.
pub fn isolate() -> Result<()> {
    if std::env::var_os(MARK).is_some() {
        return Ok(());
    }
    let program = std::env::current_exe().context("cannot tell where this program lies")?;
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).env(MARK, "1");
    if std::env::var_os("ROS_DOMAIN_ID").is_none() {
        // Domains up to 101 leave the system's ephemeral ports alone; low ones are what people pick by hand.
        command.env("ROS_DOMAIN_ID", (20 + id() % 80).to_string());
    }
    if std::env::var_os("ROS_AUTOMATIC_DISCOVERY_RANGE").is_none() {
        command.env("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST");
    }
    // Returns only where it failed.
    Err(command.exec()).context("cannot start again in a ROS domain of its own")
}
