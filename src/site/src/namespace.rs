use std::{fmt, path::PathBuf, str::FromStr};

use surefleet_fleet::RobotId;

use crate::error::SiteError;

/// The namespace that starts all names of a fleet, so that several fleets can share a ROS domain.
///
/// Without a namespace, names are those in `topics` with a `/` before them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FleetNamespace(String);

impl FleetNamespace {
    /// No namespace: the fleet has its ROS domain to itself.
    pub const ROOT: Self = Self(String::new());

    /// The fleet's namespace from a node's: without the last part if that is the name of the node's robot.
    pub fn above(node: &str, robot: Option<&RobotId>) -> Self {
        let node = node.trim_end_matches('/');
        let above = robot.and_then(|robot| node.strip_suffix(robot.as_str())).and_then(|rest| rest.strip_suffix('/'));
        Self(above.unwrap_or(node).to_owned())
    }

    /// The namespace as ROS expects it: empty, or with a leading `/`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The full name of `name` in the fleet. Absolute (`/diagnostics`) and private names (`~/get_state`) do not change.
    pub fn name(&self, name: &str) -> String {
        if name.starts_with(['/', '~']) { name.to_owned() } else { format!("{}/{name}", self.0) }
    }

    /// The name of a folder for a fleet's data, from the name of its fleet file: such as `north.household-demo`.
    pub fn folder(&self, fleet: &str) -> String {
        self.0.split('/').filter(|part| !part.is_empty()).chain([fleet]).collect::<Vec<_>>().join(".")
    }

    /// The full name of `name` for a robot of the fleet.
    pub fn robot_name(&self, robot: &RobotId, name: &str) -> String {
        self.name(&format!("{robot}/{name}"))
    }
}

impl FromStr for FleetNamespace {
    type Err = SiteError;

    /// Accepts `north`, `/north` and `/site/north`; empty text and `/` mean no namespace.
    fn from_str(text: &str) -> Result<Self, SiteError> {
        let parts = text.trim_matches('/');
        let is_plain = |part: &str| {
            part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && !part.contains("__")
        };
        match parts {
            "" => Ok(Self::ROOT),
            _ if parts.split('/').all(is_plain) => Ok(Self(format!("/{parts}"))),
            _ => Err(SiteError::Argument {
                argument: text.to_owned(),
                wrong: "is no ROS namespace: write it like /north, of letters, digits and _".to_owned(),
            }),
        }
    }
}

impl fmt::Display for FleetNamespace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "/" } else { &self.0 })
    }
}

/// The folder of a user's ROS files: `ROS_HOME`, or `.ros` in the home folder; `None` if there is neither.
pub(crate) fn ros_home() -> Option<PathBuf> {
    std::env::var_os("ROS_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".ros")))
}

/// The ROS domain of this process.
pub fn domain_id() -> String {
    std::env::var("ROS_DOMAIN_ID").ok().filter(|id| !id.is_empty()).unwrap_or_else(|| "0".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    #[test]
    fn a_robots_node_and_a_shared_one_call_a_name_of_the_fleet_the_same() -> Checked {
        let robot = RobotId::new("robot_1")?;
        for (shared, own, ring) in [
            ("/", "/robot_1", "/fleet/ring"),
            ("/north", "/north/robot_1", "/north/fleet/ring"),
            ("/site/north", "/site/north/robot_1", "/site/north/fleet/ring"),
            ("/robot_1", "/robot_1/robot_1", "/robot_1/fleet/ring"),
        ] {
            let (shared, own) = (FleetNamespace::above(shared, None), FleetNamespace::above(own, Some(&robot)));
            assert_eq!((shared.name("fleet/ring").as_str(), own.name("fleet/ring").as_str()), (ring, ring));
            assert_eq!(shared.robot_name(&robot, "skill"), own.robot_name(&robot, "skill"));
        }
        assert_eq!(FleetNamespace::above("/my_robot_1", Some(&robot)).name("fleet/ring"), "/my_robot_1/fleet/ring");
        Ok(())
    }

    #[test]
    fn what_everybody_shares_and_what_is_private_has_no_namespace_before_it() -> Checked {
        let north: FleetNamespace = "north".parse()?;
        assert_eq!(north.name("/diagnostics"), "/diagnostics");
        assert_eq!(north.name("~/get_state"), "~/get_state");
        assert_eq!((FleetNamespace::ROOT.folder("demo"), north.folder("demo")), ("demo".into(), "north.demo".into()));
        Ok(())
    }

    #[test]
    fn namespaces_are_read_as_people_write_them_and_refused_where_ros_would() -> Checked {
        for (text, read) in [("", "/"), ("/", "/"), ("north", "/north"), ("/north/", "/north"), ("a/b_2", "/a/b_2")] {
            assert_eq!(text.parse::<FleetNamespace>()?.to_string(), read);
        }
        for wrong in ["2nd", "a//b", "a b", "a-b", "a__b", "{node}", "~"] {
            assert!(wrong.parse::<FleetNamespace>().is_err(), "{wrong}");
        }
        Ok(())
    }
}
