use std::{sync::Arc, time::Duration};

use surefleet_conformal::Fraction;
use surefleet_fleet::{FleetError, RobotId};
use surefleet_mission::{MissionError, State, Transport};
use thiserror::Error;

/// The monitor's waiting times; there are no defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// A world state older than this closes the gate.
    pub world_timeout: Duration,
    /// The ring's lease. The first turn is said again if no robot takes up the mission for one lease, and the turn of
    /// the next step if no robot names the mission for four.
    pub lease: Duration,
    /// A mission waits this long for a first world state and for every robot of its team to be heard; then it is
    /// refused. Zero: it does not wait.
    pub start_patience: Duration,
}

/// The domain and fleet that the monitor watches, and its limits; there are no defaults.
#[derive(Debug, Clone)]
pub struct Policy {
    pub(crate) domain: Arc<Transport>,
    pub(crate) fleet: Vec<RobotId>,
    pub(crate) timing: Timing,
    pub(crate) require_grounded: bool,
    pub(crate) alpha: Option<Fraction>,
}

/// The reason why a monitor cannot work with this policy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PolicyError {
    /// A freshness limit so short that every world state is too old.
    #[error("world_timeout is zero: nothing would ever be fresh; say how old a world state may be")]
    NoTimeout,
    /// A lease of zero, which is always over.
    #[error("lease is zero: turns would be said again without end; take the ring's")]
    NoLease,
    /// A fleet that names a robot twice.
    #[error(transparent)]
    Team(FleetError),
    /// A fleet that the domain's states cannot hold.
    #[error("the fleet cannot be watched: {0}")]
    Fleet(MissionError),
}

impl Policy {
    /// A policy for these robots. With `require_grounded` the monitor refuses a mission if the domain's grammar cannot
    /// read its text.
    ///
    /// # Errors
    /// [`PolicyError::NoTimeout`] and [`PolicyError::NoLease`] for a time of zero, [`PolicyError::Fleet`] and
    /// [`PolicyError::Team`] for a fleet that is empty, too large or repeats a robot.
    pub fn new(
        domain: Arc<Transport>,
        fleet: Vec<RobotId>,
        timing: Timing,
        require_grounded: bool,
    ) -> Result<Self, PolicyError> {
        if timing.world_timeout.is_zero() {
            return Err(PolicyError::NoTimeout);
        }
        if timing.lease.is_zero() {
            return Err(PolicyError::NoLease);
        }
        let mut seen = std::collections::BTreeSet::new();
        if !fleet.iter().all(|robot| seen.insert(robot)) {
            let names = fleet.iter().map(ToString::to_string).collect();
            return Err(PolicyError::Team(FleetError::Team(names)));
        }
        if let Err(error @ MissionError::TeamSize(_)) = State::from_facts(&domain, &fleet, &Default::default()) {
            return Err(PolicyError::Fleet(error));
        }
        Ok(Self { domain, fleet, timing, require_grounded, alpha: None })
    }

    /// Refuses missions that ask for a larger miscoverage level than this one, at which the fleet is calibrated.
    #[must_use]
    pub fn calibrated_at(self, alpha: Option<Fraction>) -> Self {
        Self { alpha, ..self }
    }
}
