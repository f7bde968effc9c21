use std::{fmt, str::FromStr, sync::Arc};

use surefleet_fleet::RobotId;

use crate::IdentityError;

/// The role of a participant in a fleet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Admits missions, approves steps, ends missions; its key is the fleet's own.
    SafetyMonitor,
    /// Brings questions to people, and brings their answers back.
    HelpDesk,
    /// Publishes the world state.
    World,
    /// Decides for one robot.
    Planner,
    /// Observes the world for one robot.
    Perception,
    /// Explores for one robot: maps what it sees, and tells others what is relevant to them.
    Explorer,
    /// Moves one robot.
    SkillServer,
    /// A person: answers, confirms, sends and cancels missions.
    Operator,
    /// A program that sends and cancels missions.
    Client,
}

impl Role {
    const ALL: [Self; 9] = [
        Self::SafetyMonitor,
        Self::HelpDesk,
        Self::World,
        Self::Planner,
        Self::Perception,
        Self::Explorer,
        Self::SkillServer,
        Self::Operator,
        Self::Client,
    ];

    fn as_str(self) -> &'static str {
        match self {
            Self::SafetyMonitor => "safety_monitor",
            Self::HelpDesk => "help_desk",
            Self::World => "world",
            Self::Planner => "planner",
            Self::Perception => "perception",
            Self::Explorer => "explorer",
            Self::SkillServer => "skill_server",
            Self::Operator => "operator",
            Self::Client => "client",
        }
    }

    /// Whether a fleet has exactly one participant in this role.
    fn is_single(self) -> bool {
        matches!(self, Self::SafetyMonitor | Self::HelpDesk | Self::World)
    }

    /// Whether the name is a robot's.
    fn is_of_robot(self) -> bool {
        matches!(self, Self::Planner | Self::Perception | Self::Explorer | Self::SkillServer)
    }
}

/// A participant of a fleet: `help_desk`, `planner/robot_1`, `operator/ada`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Participant {
    role: Role,
    /// Empty for a role that exists only once.
    name: Arc<str>,
}

impl Participant {
    /// The safety monitor.
    pub fn safety_monitor() -> Self {
        Self::single(Role::SafetyMonitor)
    }

    /// The help desk.
    pub fn help_desk() -> Self {
        Self::single(Role::HelpDesk)
    }

    /// The publisher of the world state.
    pub fn world() -> Self {
        Self::single(Role::World)
    }

    /// A robot's planner.
    pub fn planner(robot: &RobotId) -> Self {
        Self { role: Role::Planner, name: robot.as_str().into() }
    }

    /// A robot's perception.
    pub fn perception(robot: &RobotId) -> Self {
        Self { role: Role::Perception, name: robot.as_str().into() }
    }

    /// A robot's explorer.
    pub fn explorer(robot: &RobotId) -> Self {
        Self { role: Role::Explorer, name: robot.as_str().into() }
    }

    /// A robot's skill server.
    pub fn skill_server(robot: &RobotId) -> Self {
        Self { role: Role::SkillServer, name: robot.as_str().into() }
    }

    /// A person.
    ///
    /// # Errors
    /// [`IdentityError::Participant`] for a malformed name.
    pub fn operator(name: &str) -> Result<Self, IdentityError> {
        format!("operator/{name}").parse()
    }

    /// A program.
    ///
    /// # Errors
    /// [`IdentityError::Participant`] for a malformed name.
    pub fn client(name: &str) -> Result<Self, IdentityError> {
        format!("client/{name}").parse()
    }

    fn single(role: Role) -> Self {
        Self { role, name: "".into() }
    }

    /// The participant's role.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The participant's name; empty for a role that exists only once.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name in records: for a person the name alone, for all others the whole text.
    pub fn record_name(&self) -> String {
        if self.role == Role::Operator { self.name.to_string() } else { self.to_string() }
    }

    /// Whether it belongs to this robot.
    pub fn is_of(&self, robot: &str) -> bool {
        self.role.is_of_robot() && *self.name == *robot
    }
}

impl FromStr for Participant {
    type Err = IdentityError;

    fn from_str(text: &str) -> Result<Self, IdentityError> {
        let wrong = || IdentityError::Participant(text.chars().take(100).collect());
        let (word, name) = text.split_once('/').map_or((text, None), |(word, name)| (word, Some(name)));
        let role = Role::ALL.into_iter().find(|role| role.as_str() == word).ok_or_else(wrong)?;
        let is_plain = |name: &str| {
            let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
            (1..=64).contains(&name.len()) && name.bytes().all(is_letter) && !name.starts_with('.')
        };
        match name {
            None if role.is_single() => Ok(Self::single(role)),
            Some(name) if role.is_of_robot() => {
                RobotId::new(name).map_err(|_| wrong())?;
                Ok(Self { role, name: name.into() })
            }
            Some(name) if !role.is_single() && is_plain(name) => Ok(Self { role, name: name.into() }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.role.as_str())?;
        if self.name.is_empty() { Ok(()) } else { write!(f, "/{}", self.name) }
    }
}

impl fmt::Debug for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
