use std::{sync::Arc, time::Duration};

use surefleet_conformal::Fraction;
use surefleet_english::Vocabulary;
use surefleet_fleet::RobotId;
use surefleet_mission::Transport;
use surefleet_reach::WorkCell;
use surefleet_world::World;
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
    pub(crate) world: Arc<World>,
    /// The site as one of deliveries; `None` if it is about something else.
    pub(crate) transport: Option<Arc<Transport>>,
    pub(crate) vocabulary: Arc<Vocabulary>,
    pub(crate) fleet: Vec<RobotId>,
    pub(crate) timing: Timing,
    pub(crate) require_grounded: bool,
    /// Whether the fleet's scorer knows what to do with a mission of several meanings.
    pub(crate) takes_meanings: bool,
    pub(crate) alpha: Option<Fraction>,
    /// The arms that share a space; `None`: none do.
    pub(crate) cell: Option<Arc<WorkCell>>,
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
}

impl Policy {
    /// A policy for the robots of a world. With `require_grounded` the monitor refuses a mission if the domain's grammar cannot
    /// read its text.
    ///
    /// # Errors
    /// [`PolicyError::NoTimeout`] and [`PolicyError::NoLease`] for a time of zero.
    pub fn new(
        world: Arc<World>,
        transport: Option<Arc<Transport>>,
        timing: Timing,
        require_grounded: bool,
    ) -> Result<Self, PolicyError> {
        if timing.world_timeout.is_zero() {
            return Err(PolicyError::NoTimeout);
        }
        if timing.lease.is_zero() {
            return Err(PolicyError::NoLease);
        }
        let fleet = world.robots().to_vec();
        let vocabulary = Arc::new(Vocabulary::of(&world));
        let (takes_meanings, alpha, cell) = (false, None, None);
        Ok(Self { world, transport, vocabulary, fleet, timing, require_grounded, takes_meanings, alpha, cell })
    }

    /// Admits missions whose text has a few meanings, for a fleet whose scorer weighs them.
    #[must_use]
    pub fn taking_meanings(self, takes_meanings: bool) -> Self {
        Self { takes_meanings, ..self }
    }

    /// Keeps the arms of a work cell apart, whatever the timing of their motions.
    #[must_use]
    pub fn keeping_apart(self, cell: Option<Arc<WorkCell>>) -> Self {
        Self { cell, ..self }
    }

    /// Refuses missions that ask for a larger miscoverage level than this one, at which the fleet is calibrated.
    #[must_use]
    pub fn calibrated_at(self, alpha: Option<Fraction>) -> Self {
        Self { alpha, ..self }
    }
}
