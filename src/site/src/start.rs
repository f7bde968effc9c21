//! The start of a fleet's simulated world, and the mission that it is shown with.

use surefleet_mission::Transport;
use surefleet_simulator::seeded_layout;
use surefleet_world::{Domain, Drawn, StartError, World};

use crate::{error::SiteError, fleet_file::FleetFile};

/// The simulated world at its start.
#[derive(Debug)]
pub struct DrawnStart {
    /// What is so, and what is known of it.
    pub drawn: Drawn,
    /// Why the facts of the demo are not in it: they are about other robots.
    pub without_demo: Option<String>,
}

impl FleetFile {
    /// Draws the start of the simulated world, with the facts of the demo if the fleet has the robots that they name. A
    /// domain of deliveries needs no start file: its things lie anywhere.
    ///
    /// # Errors
    /// The start file cannot be read, has a mistake or allows no start, or there is none and the domain needs one.
    pub fn draw_start(&self, world: &World, seed: u64) -> Result<DrawnStart, SiteError> {
        let refused = |error: &dyn std::fmt::Display| SiteError::Refused(format!("simulator.start: {error}"));
        let Some(start) = self.read_start(world.domain())? else {
            let Ok(transport) = Transport::of(world.domain()) else {
                let domain = world.domain().name();
                return Err(refused(&format!("name a file in config/starts for domain {domain:?}")));
            };
            let layout = seeded_layout(&transport, world.team_size(), seed).map_err(|error| refused(&error))?;
            let known = transport.concrete(world, &layout);
            return Ok(DrawnStart { drawn: Drawn { truth: known.clone(), known }, without_demo: None });
        };
        let demo = start.demo().map(|demo| demo.facts.clone()).unwrap_or_default();
        let (drawn, without_demo) = match start.with_facts(demo).draw(world, seed) {
            Err(StartError::Facts(error)) => (start.draw(world, seed), Some(error.to_string())),
            drawn => (drawn, None),
        };
        Ok(DrawnStart { drawn: drawn.map_err(|error| refused(&error))?, without_demo })
    }

    /// The mission that the fleet is shown with, and its constraints, in words: that of the fleet file's simulator, or else
    /// of its start.
    ///
    /// # Errors
    /// A start file with a mistake.
    pub fn demo_mission(&self, domain: &Domain) -> Result<Option<(String, Vec<String>)>, SiteError> {
        if let Some(mission) = self.simulator.as_ref().and_then(|simulator| simulator.mission.clone()) {
            return Ok(Some((mission, Vec::new())));
        }
        let start = self.read_start(domain)?;
        Ok(start.and_then(|start| start.demo().cloned()).map(|demo| (demo.mission, demo.constraints)))
    }
}
