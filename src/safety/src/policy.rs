use std::{sync::Arc, time::Duration};

use surefleet_conformal::Fraction;
use surefleet_fleet::RobotId;
use surefleet_mission::{Domain, MissionError, State};

use crate::SafetyError;

/// How long the monitor waits for what; there are no defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// A world state older than this closes the gate.
    pub world_timeout: Duration,
    /// The ring's lease. The first turn is said again when no robot takes the mission up for one lease, the turn of the
    /// next step when no robot names it for four.
    pub lease: Duration,
    /// So long a mission waits for a first world state and for every robot of its team to be heard; then it is refused.
    /// Zero: not at all.
    pub start_patience: Duration,
}

/// What the monitor watches over, and how strictly; there are no defaults.
#[derive(Debug, Clone)]
pub struct Policy {
    pub(crate) domain: Arc<Domain>,
    pub(crate) fleet: Vec<RobotId>,
    pub(crate) timing: Timing,
    pub(crate) require_grounded: bool,
    pub(crate) alpha: Option<Fraction>,
}

impl Policy {
    /// A policy for these robots; with `require_grounded` a mission whose text the domain's grammar cannot read is
    /// refused.
    ///
    /// # Errors
    /// [`SafetyError::NoTimeout`] and [`SafetyError::NoLease`] for a time of zero, [`SafetyError::Fleet`] and
    /// [`SafetyError::Brief`] for a fleet that is empty, too large or repeats a robot.
    pub fn new(
        domain: Arc<Domain>,
        fleet: Vec<RobotId>,
        timing: Timing,
        require_grounded: bool,
    ) -> Result<Self, SafetyError> {
        if timing.world_timeout.is_zero() {
            return Err(SafetyError::NoTimeout);
        }
        if timing.lease.is_zero() {
            return Err(SafetyError::NoLease);
        }
        let mut seen = std::collections::BTreeSet::new();
        if !fleet.iter().all(|robot| seen.insert(robot)) {
            let names = fleet.iter().map(ToString::to_string).collect();
            return Err(SafetyError::Brief(surefleet_fleet::FleetError::Team(names)));
        }
        if let Err(error @ MissionError::TeamSize(_)) = State::from_facts(&domain, &fleet, &Default::default()) {
            return Err(SafetyError::Fleet(error));
        }
        Ok(Self { domain, fleet, timing, require_grounded, alpha: None })
    }

    /// Refuses missions that ask for a larger miscoverage level than this one, at which the fleet is calibrated.
    #[must_use]
    pub fn calibrated_at(self, alpha: Option<Fraction>) -> Self {
        Self { alpha, ..self }
    }
}
