//! The start of a fleet's simulated world.

use surefleet_mission::Transport;
use surefleet_simulator::seeded_layout;
use surefleet_world::{Drawn, StartError, World};

use crate::{error::SiteError, fleet_file::FleetFile};

impl FleetFile {
    /// Draws the start of the simulated world, with the facts of the demo if the fleet has the robots that they name. A
    /// domain of deliveries needs no start file: its things lie anywhere.
    ///
    /// # Errors
    /// The start file cannot be read, has a mistake or allows no start, or there is none and the domain needs one.
    pub fn draw_start(&self, world: &World, seed: u64) -> Result<Drawn, SiteError> {
        let refused = |error: &dyn std::fmt::Display| SiteError::Refused(format!("simulator.start: {error}"));
        let Some(start) = self.read_start(world.domain())? else {
            let Ok(transport) = Transport::of(world.domain()) else {
                let domain = world.domain().name();
                return Err(refused(&format!("name a file in config/starts for domain {domain:?}")));
            };
            let layout = seeded_layout(&transport, world.team_size(), seed).map_err(|error| refused(&error))?;
            let known = transport.concrete(world, &layout);
            return Ok(Drawn { truth: known.clone(), known });
        };
        let demo = start.demo().map(|demo| demo.facts.clone()).unwrap_or_default();
        let drawn = match start.with_facts(demo).draw(world, seed) {
            Err(StartError::Facts(error)) => {
                tracing::info!(%error, "the start is drawn without the facts of its demo, which are about other robots");
                start.draw(world, seed)
            }
            drawn => drawn,
        };
        drawn.map_err(|error| refused(&error))
    }
}
