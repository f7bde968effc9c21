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

/// How far processes look for one another.
const RANGE: &str = "ROS_AUTOMATIC_DISCOVERY_RANGE";

/// Starts this program again in a ROS domain of its own that this machine alone can see; returns at once where that has
/// happened. A domain and transports that the caller chose in the environment are kept.
///
/// # Errors
/// Where this program cannot be started again.
pub fn isolate(place: &Place) -> Result<()> {
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
    // Where our profile does not hold, ROS is to keep the processes on this machine.
    command.env(RANGE, "LOCALHOST").envs(without_shared_memory(place, |name| match name {
        RANGE => Some("LOCALHOST".into()),
        _ => std::env::var_os(name),
    }));
    // Returns only where it failed.
    Err(command.exec()).context("cannot start again in a ROS domain of its own")
}

/// What to add to the environment of ROS processes so that Fast DDS uses the network only; nothing where the caller chose the
/// transports or another middleware.
///
/// Fast DDS 2 must not use shared memory here: a process that is killed and started again may not hear the others any
/// more: they go on writing to the memory of the dead one (Fast DDS issues 5053, 5469).
pub fn without_shared_memory(
    place: &Place,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Vec<(&'static str, OsString)> {
    let is = |name, value| variable(name).is_some_and(|known| known == value);
    let is_other = variable("RMW_IMPLEMENTATION").is_some_and(|name| !name.to_string_lossy().contains("fastrtps"));
    if is_other || [PROFILES, TRANSPORTS].iter().any(|name| variable(name).is_some()) {
        return Vec::new();
    }
    let profile = |name: &str| (PROFILES, place.share.join(format!("config/dds/{name}.xml")).into());
    if is(RANGE, "LOCALHOST") {
        // In that range rmw_fastrtps has shared memory whatever the profile says; this profile sees this machine alone.
        vec![profile("one_machine"), (RANGE, "SYSTEM_DEFAULT".into())]
    } else {
        vec![profile("network")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(environment: &[(&str, &str)]) -> Vec<String> {
        let place = Place { share: "/s".into(), programs: "/p".into(), out: "/o".into() };
        let variable =
            |name: &str| environment.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value));
        let added = without_shared_memory(&place, variable);
        added.iter().map(|(name, value)| format!("{name}={}", value.to_string_lossy())).collect()
    }

    #[test]
    fn processes_are_as_far_from_one_another_as_before_and_share_no_memory() {
        let network = ["FASTRTPS_DEFAULT_PROFILES_FILE=/s/config/dds/network.xml"];
        let here = [
            "FASTRTPS_DEFAULT_PROFILES_FILE=/s/config/dds/one_machine.xml",
            "ROS_AUTOMATIC_DISCOVERY_RANGE=SYSTEM_DEFAULT",
        ];
        assert_eq!(added(&[]), network);
        assert_eq!(added(&[(RANGE, "SUBNET"), ("RMW_IMPLEMENTATION", "rmw_fastrtps_cpp")]), network);
        assert_eq!(added(&[(RANGE, "LOCALHOST")]), here);
        let chosen = [(PROFILES, "/mine.xml"), (TRANSPORTS, "SHM"), ("RMW_IMPLEMENTATION", "rmw_cyclonedds_cpp")];
        for choice in chosen {
            assert_eq!(added(&[(RANGE, "LOCALHOST"), choice]), [""; 0]);
        }
    }
}
