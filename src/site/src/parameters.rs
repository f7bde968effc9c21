//! The parameters of the nodes: their declarations, and the values for one node.

use std::{collections::BTreeMap, time::Duration};

use surefleet_fleet::RobotId;
use surefleet_safety::LONGEST_VALIDITY;

use crate::error::SiteError;

/// The declaration of one parameter: the only place with its name, type, range and meaning.
#[derive(Debug, Clone, Copy)]
pub struct ParameterSpec {
    /// Its name.
    pub name: &'static str,
    /// Its type, default and range.
    pub kind: ParameterKind,
    /// Its meaning, with its unit.
    pub description: &'static str,
}

/// Type, default and range of a parameter. A default of `None` means that a value must be given.
#[derive(Debug, Clone, Copy)]
pub enum ParameterKind {
    /// Yes or no.
    Flag(bool),
    /// Text.
    Text(Option<&'static str>),
    /// A number between the bounds, bounds included.
    Number {
        /// Value if none is given.
        default: Option<f64>,
        /// Smallest value.
        least: f64,
        /// Largest value.
        most: f64,
    },
    /// A whole number between the bounds, bounds included.
    Whole {
        /// Value if none is given.
        default: Option<i64>,
        /// Smallest value.
        least: i64,
        /// Largest value.
        most: i64,
    },
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum ParameterValue {
    /// Yes or no.
    Flag(bool),
    /// Text.
    Text(String),
    /// A number.
    Number(f64),
    /// A whole number.
    Whole(i64),
}

impl ParameterValue {
    /// The ROS name of its type.
    fn type_name(&self) -> &'static str {
        match self {
            Self::Flag(_) => "boolean",
            Self::Text(_) => "string",
            Self::Number(_) => "double",
            Self::Whole(_) => "integer",
        }
    }
}

/// Every node: whether it configures and activates itself.
pub const AUTOSTART: ParameterSpec = ParameterSpec {
    name: "autostart",
    kind: ParameterKind::Flag(true),
    description: "configure and activate at start-up; false: a lifecycle manager does it",
};

/// Every node: whether others may change its state.
pub const LIFECYCLE_SERVICES: ParameterSpec = ParameterSpec {
    name: "lifecycle_services",
    kind: ParameterKind::Flag(true),
    description: "offer ~/change_state; false: nobody on the ROS network can deactivate the node or shut it down",
};

/// Every node: ROS time from /clock.
pub const USE_SIM_TIME: ParameterSpec = ParameterSpec {
    name: "use_sim_time",
    kind: ParameterKind::Flag(false),
    description: "take the time from /clock instead of the system",
};

/// Every node: which fleet it belongs to.
pub const FLEET: ParameterSpec = ParameterSpec {
    name: "fleet",
    kind: ParameterKind::Text(None),
    description: "path of the fleet file (config/fleets/*.yaml)",
};

/// The nodes of one robot: the robot's name.
pub const ROBOT: ParameterSpec = ParameterSpec {
    name: "robot",
    kind: ParameterKind::Text(None),
    description: "the robot that this node belongs to; one of the fleet file's order",
};

/// Every node: the folder of its journal.
pub const STATE_DIR: ParameterSpec = ParameterSpec {
    name: "state_dir",
    kind: ParameterKind::Text(Some("")),
    description: "folder of the journals that carry a mission over a restart; empty: ~/.ros/surefleet/<fleet file>, with the fleet's namespace before it",
};

/// Every skill server: the key that it checks approvals with.
pub const APPROVAL_KEY: ParameterSpec = ParameterSpec {
    name: "approval_key",
    kind: ParameterKind::Text(Some("")),
    description: "path of the public key that approvals are checked with; empty: fleet.pub in state_dir",
};

/// The safety monitor: the key that it signs with.
pub const SIGNING_KEY: ParameterSpec = ParameterSpec {
    name: "signing_key",
    kind: ParameterKind::Text(Some("")),
    description: "path of the secret key that approvals are signed with; empty: fleet.key in state_dir",
};

/// The safety monitor: validity of an approval.
pub const APPROVAL_VALIDITY: ParameterSpec = ParameterSpec {
    name: "approval_validity_ms",
    kind: ParameterKind::Whole { default: Some(5000), least: 100, most: LONGEST_VALIDITY.as_millis() as i64 },
    description: "so long after it was said an approved step may be begun, by the clock of its skill server",
};

/// The safety monitor: how long its statement about the gate counts.
pub const GATE_LASTS: ParameterSpec = ParameterSpec {
    name: "gate_lasts_ms",
    kind: ParameterKind::Whole { default: Some(2000), least: 100, most: 60_000 },
    description: "a robot that has not heard for so long that the gate is open stops",
};

/// A robot's camera: its height.
pub const CAMERA_HEIGHT: ParameterSpec = ParameterSpec {
    name: "camera_z_m",
    kind: ParameterKind::Number { default: Some(1.3), least: 0.05, most: 5.0 },
    description: "where the camera is on the robot: metres above the floor",
};

/// A robot's camera: how far it looks down.
pub const CAMERA_PITCH: ParameterSpec = ParameterSpec {
    name: "camera_pitch_rad",
    kind: ParameterKind::Number { default: Some(0.3), least: -1.5, most: 1.5 },
    description: "how far the camera looks down from straight ahead, in radians",
};

/// The parameters of the node `planner`.
pub const PLANNER: &[ParameterSpec] = &[
    AUTOSTART,
    LIFECYCLE_SERVICES,
    USE_SIM_TIME,
    FLEET,
    STATE_DIR,
    ROBOT,
    ParameterSpec {
        name: "check_timeout_ms",
        kind: ParameterKind::Whole { default: Some(500), least: 1, most: 60_000 },
        description: "so long the safety monitor may take to judge the candidates of a turn",
    },
    ParameterSpec {
        name: "help_deadline_s",
        kind: ParameterKind::Number { default: Some(0.0), least: 0.0, most: 86_400.0 },
        description: "after so long without an answer the default applies; 0: never",
    },
    ParameterSpec {
        name: "help_default",
        kind: ParameterKind::Text(Some("idle")),
        description: "idle: nothing in this step; hold: wait on while another operator is called; halt: end the mission",
    },
    ParameterSpec {
        name: "help_default_by_skill",
        kind: ParameterKind::Text(Some("")),
        description: "other defaults where the robot would most likely use a skill, as in \"open=halt, close=hold\"",
    },
    ParameterSpec {
        name: "help_priority",
        kind: ParameterKind::Whole { default: Some(0), least: 0, most: 255 },
        description: "of the robot's questions, 0 (lowest) to 255",
    },
];

/// The parameters of the node `safety_monitor`.
pub const SAFETY_MONITOR: &[ParameterSpec] = &[
    AUTOSTART,
    LIFECYCLE_SERVICES,
    USE_SIM_TIME,
    FLEET,
    STATE_DIR,
    SIGNING_KEY,
    APPROVAL_VALIDITY,
    GATE_LASTS,
    ParameterSpec {
        name: "world_state_timeout_ms",
        kind: ParameterKind::Whole { default: Some(2000), least: 1, most: 600_000 },
        description: "a world state older than this closes the gate: nothing is approved",
    },
    ParameterSpec {
        name: "start_patience_ms",
        kind: ParameterKind::Whole { default: Some(60_000), least: 0, most: 600_000 },
        description: "so long a mission waits for a world state and for its whole team to be heard, or it is refused",
    },
];

/// The parameters of the node `help_desk`.
pub const HELP_DESK: &[ParameterSpec] = &[
    AUTOSTART,
    LIFECYCLE_SERVICES,
    USE_SIM_TIME,
    FLEET,
    STATE_DIR,
    ParameterSpec {
        name: "kept_answers",
        kind: ParameterKind::Whole { default: Some(1000), least: 1, most: 1_000_000 },
        description: "how many ended requests are kept in memory; all are kept on disk",
    },
    ParameterSpec {
        name: "claim_lease_s",
        kind: ParameterKind::Number { default: Some(60.0), least: 1.0, most: 86_400.0 },
        description: "so long an operator's claim holds unless it is renewed",
    },
    ParameterSpec {
        name: "escalate_after_s",
        kind: ParameterKind::Number { default: Some(120.0), least: 0.0, most: 86_400.0 },
        description: "a request that nobody claims for so long is published on /help_desk/escalations; 0: never",
    },
];

/// The parameters of the node `perception`.
pub const PERCEPTION: &[ParameterSpec] = &[
    AUTOSTART,
    LIFECYCLE_SERVICES,
    USE_SIM_TIME,
    FLEET,
    STATE_DIR,
    ROBOT,
    ParameterSpec {
        name: "stale_after_ms",
        kind: ParameterKind::Whole { default: Some(1000), least: 1, most: 600_000 },
        description: "an older picture is not looked at",
    },
    ParameterSpec {
        name: "picture_timeout_ms",
        kind: ParameterKind::Whole { default: Some(2000), least: 1, most: 600_000 },
        description: "so long is waited for a picture that is new enough; then there is no verdict",
    },
    ParameterSpec {
        name: "answer_timeout_ms",
        kind: ParameterKind::Whole { default: Some(8000), least: 1, most: 3_600_000 },
        description: "so long a question may take, the wait for others included; then there is no verdict",
    },
    ParameterSpec {
        name: "queue",
        kind: ParameterKind::Whole { default: Some(8), least: 1, most: 1000 },
        description: "so many questions may wait; more are refused at once",
    },
];

/// The parameters of the node `world_simulator`.
pub const WORLD_SIMULATOR: &[ParameterSpec] = &[
    AUTOSTART,
    LIFECYCLE_SERVICES,
    USE_SIM_TIME,
    FLEET,
    STATE_DIR,
    APPROVAL_KEY,
    ParameterSpec {
        name: "state_period_ms",
        kind: ParameterKind::Whole { default: Some(200), least: 1, most: 60_000 },
        description: "the world state is published on every change, and at least this often",
    },
];

/// The parameters of the node `house_simulator`.
pub const HOUSE_SIMULATOR: &[ParameterSpec] =
    &[AUTOSTART, LIFECYCLE_SERVICES, USE_SIM_TIME, FLEET, STATE_DIR, APPROVAL_KEY, CAMERA_HEIGHT, CAMERA_PITCH];

/// The parameters of the node `explorer`.
pub const EXPLORER: &[ParameterSpec] = &[
    AUTOSTART,
    LIFECYCLE_SERVICES,
    USE_SIM_TIME,
    FLEET,
    STATE_DIR,
    ROBOT,
    ParameterSpec {
        name: "camera_x_m",
        kind: ParameterKind::Number { default: Some(0.0), least: -2.0, most: 2.0 },
        description: "where the camera is on the robot: metres before the robot's middle",
    },
    ParameterSpec {
        name: "camera_y_m",
        kind: ParameterKind::Number { default: Some(0.0), least: -2.0, most: 2.0 },
        description: "where the camera is on the robot: metres to the left of its middle",
    },
    CAMERA_HEIGHT,
    CAMERA_PITCH,
    ParameterSpec {
        name: "looks_per_thought",
        kind: ParameterKind::Whole { default: Some(4), least: 1, most: 1000 },
        description: "after so many pictures it looks anew for what is left to see, and tells its map",
    },
    ParameterSpec {
        name: "request_every_s",
        kind: ParameterKind::Number { default: Some(5.0), least: 0.1, most: 3600.0 },
        description: "so often it repeats what it looks for; a robot that is silent for three times as long is forgotten",
    },
];

/// The parameters of the node `world_keeper`.
pub const WORLD_KEEPER: &[ParameterSpec] = &[
    AUTOSTART,
    LIFECYCLE_SERVICES,
    USE_SIM_TIME,
    FLEET,
    STATE_DIR,
    ParameterSpec {
        name: "state_period_ms",
        kind: ParameterKind::Whole { default: Some(200), least: 1, most: 60_000 },
        description: "the world state is published on every change, and at least this often",
    },
    ParameterSpec {
        name: "silent_after_s",
        kind: ParameterKind::Number { default: Some(15.0), least: 0.5, most: 3600.0 },
        description: "a robot whose map does not come for so long is lost: nobody knows where it is, and its questions are reported",
    },
];

/// Every node that has parameters, with its declarations.
pub const NODES: [(&str, &[ParameterSpec]); 8] = [
    ("planner", PLANNER),
    ("safety_monitor", SAFETY_MONITOR),
    ("help_desk", HELP_DESK),
    ("perception", PERCEPTION),
    ("world_simulator", WORLD_SIMULATOR),
    ("house_simulator", HOUSE_SIMULATOR),
    ("explorer", EXPLORER),
    ("world_keeper", WORLD_KEEPER),
];

/// The values of a node's parameters. They are checked once at the start and are read-only afterwards.
#[derive(Debug)]
pub struct Parameters(Vec<(&'static ParameterSpec, ParameterValue)>);

impl Parameters {
    /// Takes every parameter from the given values, or its default, and checks it.
    ///
    /// # Errors
    /// A parameter is missing, of another type or out of range.
    pub fn new(
        specs: &'static [ParameterSpec],
        mut given: BTreeMap<&'static str, ParameterValue>,
    ) -> Result<Self, SiteError> {
        let checked = specs.iter().map(|spec| Ok((spec, checked(spec, given.remove(spec.name))?)));
        checked.collect::<Result<_, SiteError>>().map(Self)
    }

    /// The values, each with its declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&'static ParameterSpec, &ParameterValue)> {
        self.0.iter().map(|(spec, value)| (*spec, value))
    }

    /// A text parameter.
    ///
    /// # Errors
    /// No such text was declared. This is a bug in the node; it is reported rather than guessed at.
    pub fn text(&self, name: &str) -> Result<&str, SiteError> {
        match self.value(name) {
            Some(ParameterValue::Text(text)) => Ok(text),
            _ => Err(undeclared(name, "text")),
        }
    }

    /// A yes-or-no parameter.
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn flag(&self, name: &str) -> Result<bool, SiteError> {
        match self.value(name) {
            Some(ParameterValue::Flag(flag)) => Ok(*flag),
            _ => Err(undeclared(name, "flag")),
        }
    }

    /// A number.
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn number(&self, name: &str) -> Result<f64, SiteError> {
        match self.value(name) {
            Some(ParameterValue::Number(number)) => Ok(*number),
            _ => Err(undeclared(name, "number")),
        }
    }

    /// A whole number.
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn whole(&self, name: &str) -> Result<i64, SiteError> {
        match self.value(name) {
            Some(ParameterValue::Whole(number)) => Ok(*number),
            _ => Err(undeclared(name, "whole number")),
        }
    }

    /// A number of milliseconds as a duration.
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn millis(&self, name: &str) -> Result<Duration, SiteError> {
        self.whole(name).map(|millis| Duration::from_millis(u64::try_from(millis).unwrap_or(0)))
    }

    fn value(&self, name: &str) -> Option<&ParameterValue> {
        self.0.iter().find(|(spec, _)| spec.name == name).map(|(_, value)| value)
    }

    /// The robot that the node belongs to.
    ///
    /// # Errors
    /// As [`text`](Self::text), or no name of a robot.
    pub fn robot(&self) -> Result<RobotId, SiteError> {
        RobotId::new(self.text(ROBOT.name)?)
            .map_err(|error| SiteError::Parameter { name: ROBOT.name.into(), wrong: error.to_string() })
    }
}

fn checked(spec: &ParameterSpec, given: Option<ParameterValue>) -> Result<ParameterValue, SiteError> {
    let fail = |wrong: String| SiteError::Parameter { name: spec.name.to_owned(), wrong };
    match (spec.kind, given) {
        (ParameterKind::Flag(default), None) => Ok(ParameterValue::Flag(default)),
        (ParameterKind::Flag(_), Some(value @ ParameterValue::Flag(_))) => Ok(value),
        (ParameterKind::Text(Some(default)), None) => Ok(ParameterValue::Text(default.to_owned())),
        (ParameterKind::Text(_), Some(value @ ParameterValue::Text(_))) => Ok(value),
        (ParameterKind::Number { default: Some(default), .. }, None) => Ok(ParameterValue::Number(default)),
        (ParameterKind::Number { least, most, .. }, Some(ParameterValue::Number(number))) => {
            if (least..=most).contains(&number) {
                Ok(ParameterValue::Number(number))
            } else {
                Err(fail(format!("{number} is not between {least} and {most}")))
            }
        }
        (ParameterKind::Whole { default: Some(default), .. }, None) => Ok(ParameterValue::Whole(default)),
        (ParameterKind::Whole { least, most, .. }, Some(ParameterValue::Whole(number))) => {
            if (least..=most).contains(&number) {
                Ok(ParameterValue::Whole(number))
            } else {
                Err(fail(format!("{number} is not between {least} and {most}")))
            }
        }
        (kind, None) => Err(fail(format!(
            "must be given ({}): {}; pass -p {}:=... or a parameter file",
            kind.name(),
            spec.description,
            spec.name
        ))),
        (kind, Some(value)) => Err(fail(format!("is of type {}, expected {}", value.type_name(), kind.name()))),
    }
}

impl ParameterKind {
    fn name(self) -> &'static str {
        self.described().0
    }

    /// The type's name and an example value as `-p` takes it.
    pub fn described(self) -> (&'static str, &'static str) {
        match self {
            Self::Flag(_) => ("boolean", "true"),
            Self::Text(_) => ("string", "'text'"),
            Self::Number { .. } => ("double", "1.0"),
            Self::Whole { .. } => ("integer", "1"),
        }
    }
}

fn undeclared(name: &str, kind: &str) -> SiteError {
    SiteError::Parameter { name: name.to_owned(), wrong: format!("was not declared as a {kind}; this is a bug") }
}
