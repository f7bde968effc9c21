//! Which ROS processes meet, and over what: a ROS domain of one's own for demos and benchmarks, and no shared memory.

use std::{
    ffi::OsString,
    os::unix::process::CommandExt,
    process::{Command, id},
};

use anyhow::{Context, Result};

use crate::place::Place;

/// Set in the process that runs isolated.
const MARK: &str = "SUREFLEET_ISOLATED";

/// Names a file of Fast DDS profiles.
pub const PROFILES: &str = "FASTRTPS_DEFAULT_PROFILES_FILE";

/// Names the transports that Fast DDS uses.
const TRANSPORTS: &str = "FASTDDS_BUILTIN_TRANSPORTS";

/// Starts this program again in a ROS domain of its own that this machine alone can see; returns at once where that has
/// happened. What the caller chose in the environment is kept.
///
/// # Errors
/// Where this program cannot be started again.
pub fn isolate(place: &Place) -> Result<()> {
    if std::env::var_os(MARK).is_some() {
        return Ok(());
    }
    let program = std::env::current_exe().context("cannot tell where this program lies")?;
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).env(MARK, "1").envs(transports(place, "one_machine"));
    if std::env::var_os("ROS_DOMAIN_ID").is_none() {
        // Domains up to 101 leave the system's ephemeral ports alone; low ones are what people pick by hand.
        command.env("ROS_DOMAIN_ID", (20 + id() % 80).to_string());
    }
    if std::env::var_os("ROS_AUTOMATIC_DISCOVERY_RANGE").is_none() {
        command.env("ROS_AUTOMATIC_DISCOVERY_RANGE", "SYSTEM_DEFAULT");
    }
    // Returns only where it failed.
    Err(command.exec()).context("cannot start again in a ROS domain of its own")
}

/// What to set in the environment of ROS processes for a profile of `config/dds`; nothing where the caller chose.
///
/// Fast DDS 2 must not use shared memory here: a process that is killed and started again may never more hear the others,
/// who go on writing to the memory of the dead one (Fast DDS issue 5053).
pub fn transports(place: &Place, profile: &str) -> Option<(&'static str, OsString)> {
    let is_chosen = [PROFILES, TRANSPORTS].iter().any(|name| std::env::var_os(name).is_some());
    (!is_chosen).then(|| (PROFILES, place.share.join(format!("config/dds/{profile}.xml")).into()))
}
