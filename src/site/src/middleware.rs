//! Environment variables that make a fleet's ROS processes communicate over the network only.

use std::{collections::BTreeMap, ffi::OsString, path::Path};

/// Names a file of Fast DDS profiles.
pub const PROFILES: &str = "FASTRTPS_DEFAULT_PROFILES_FILE";
/// Names the transports that Fast DDS uses.
const TRANSPORTS: &str = "FASTDDS_BUILTIN_TRANSPORTS";
/// Sets how far processes search for one another.
pub const RANGE: &str = "ROS_AUTOMATIC_DISCOVERY_RANGE";

/// Variables to add to the environment of ROS processes so that Fast DDS uses the network only. There are none if the
/// caller chose the transports or another middleware. `share` contains `config/`; `variable` looks up the caller's
/// environment.
///
/// Fast DDS 2 must not use shared memory here. A process that is killed and restarted may stop receiving messages from
/// the others, because they still write to the dead process's memory (Fast DDS issues 5053, 5469).
pub fn without_shared_memory(
    share: &Path,
    variable: impl Fn(&str) -> Option<OsString>,
) -> BTreeMap<&'static str, String> {
    let is_other = variable("RMW_IMPLEMENTATION").is_some_and(|name| !name.to_string_lossy().contains("fastrtps"));
    if is_other || [PROFILES, TRANSPORTS].iter().any(|name| variable(name).is_some()) {
        return BTreeMap::new();
    }
    let profile = |name: &str| (PROFILES, share.join(format!("config/dds/{name}.xml")).display().to_string());
    if variable(RANGE).is_some_and(|range| range == "LOCALHOST") {
        // In that range rmw_fastrtps uses shared memory despite the profile; this profile sees only this machine.
        BTreeMap::from([profile("one_machine"), (RANGE, "SYSTEM_DEFAULT".to_owned())])
    } else {
        BTreeMap::from([profile("network")])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(environment: &[(&str, &str)]) -> Vec<String> {
        let variable =
            |name: &str| environment.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value));
        let added = without_shared_memory(Path::new("/s"), variable);
        added.iter().map(|(name, value)| format!("{name}={value}")).collect()
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
