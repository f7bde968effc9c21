//! A ROS domain of one's own, so that a demo or a benchmark never meets robots on the same network.

use std::{
    os::unix::process::CommandExt,
    process::{Command, id},
};

use anyhow::{Context, Result};

use crate::place::Place;

/// Set in the process that runs isolated.
const MARK: &str = "SUREFLEET_ISOLATED";

/// Names a file of Fast DDS profiles.
pub const PROFILES: &str = "FASTRTPS_DEFAULT_PROFILES_FILE";

/// The range LOCALHOST lets the first 32 participants of a domain find one another; some are no robots.
const FIND_ONE_ANOTHER: usize = 25;

/// Starts this program again in a ROS domain of its own that this machine alone can see, with room for so many
/// robots; returns at once where that has happened. What the caller chose in the environment is kept.
///
/// # Errors
/// Where this program cannot be started again.
pub fn isolate(place: &Place, robots: usize) -> Result<()> {
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
        if robots <= FIND_ONE_ANOTHER {
            command.env("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST");
        } else {
            command.env("ROS_AUTOMATIC_DISCOVERY_RANGE", "SYSTEM_DEFAULT");
            if std::env::var_os(PROFILES).is_none() {
                command.env(PROFILES, place.share.join("config/dds/one_machine.xml"));
            }
        }
    }
    // Returns only where it failed.
    Err(command.exec()).context("cannot start again in a ROS domain of its own")
}
