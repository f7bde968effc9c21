use std::{sync::Arc, time::Duration};

use surefleet_fleet::RobotId;
use surefleet_mission::{Domain, MissionError, State};

use crate::SafetyError;

/// What the monitor watches over, and how strictly; there are no defaults.
#[derive(Debug, Clone)]
pub struct Policy {
    pub(crate) domain: Arc<Domain>,
    pub(crate) fleet: Vec<RobotId>,
    pub(crate) world_timeout: Duration,
    pub(crate) require_grounded: bool,
}

impl Policy {
    /// A policy for these robots: a world state older than `world_timeout` closes the gate, and with
    /// `require_grounded` a mission whose text the domain's grammar cannot read is refused.
    ///
    /// # Errors
    /// [`SafetyError::NoTimeout`] for a limit of zero, [`SafetyError::Fleet`] and [`SafetyError::Brief`] for a fleet
    /// that is empty, too large or repeats a robot.
    pub fn new(
        domain: Arc<Domain>,
        fleet: Vec<RobotId>,
        world_timeout: Duration,
        require_grounded: bool,
    ) -> Result<Self, SafetyError> {
        if world_timeout.is_zero() {
            return Err(SafetyError::NoTimeout);
        }
        let mut seen = std::collections::BTreeSet::new();
        if !fleet.iter().all(|robot| seen.insert(robot)) {
            let names = fleet.iter().map(ToString::to_string).collect();
            return Err(SafetyError::Brief(surefleet_fleet::FleetError::Team(names)));
        }
        if let Err(error @ MissionError::TeamSize(_)) = State::from_facts(&domain, &fleet, &Default::default()) {
            return Err(SafetyError::Fleet(error));
        }
        Ok(Self { domain, fleet, world_timeout, require_grounded })
    }
}
