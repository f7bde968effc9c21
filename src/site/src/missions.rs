use std::sync::Arc;

use surefleet_calibration::{Missions, SiteMissions};
use surefleet_mission::Distribution;
use surefleet_world::World;

use crate::{error::SiteError, fleet_file::FleetFile};

/// The missions that a fleet is calibrated on. With `kind: grounded`, and at any site that is not one of deliveries: those that
/// follow from the site's domain and from how it may be at the start. Else those of the household.
///
/// # Errors
/// A domain of deliveries that is too small, or a fleet that does not say how its site may be at the start.
pub fn missions_of(fleet: &FleetFile, world: &Arc<World>) -> Result<Box<dyn Missions>, SiteError> {
    if let Some(deliveries) = deliveries_of(fleet, world)? {
        return Ok(Box::new(deliveries));
    }
    let start = fleet.read_start(world.domain())?.ok_or_else(|| {
        let why = "simulator.start in the fleet file: it is missing, so nothing says how the site may be at the start of a mission";
        SiteError::Refused(format!("{why}; name a file, as docs/domain-language.md explains it"))
    })?;
    let missions =
        SiteMissions::new(Arc::clone(world), start).map_err(|error| SiteError::Refused(error.to_string()))?;
    Ok(Box::new(missions))
}

/// The missions of a fleet that are scored and calibrated as deliveries ([`FleetFile::deliveries`]).
///
/// # Errors
/// A site that is too small.
pub fn deliveries_of(fleet: &FleetFile, world: &World) -> Result<Option<Distribution>, SiteError> {
    let Some(transport) = fleet.deliveries(world.domain()) else { return Ok(None) };
    let wrong = |error| SiteError::Refused(format!("{}: {error}", fleet.domain_path().display()));
    Distribution::household(Arc::new(transport)).map(Some).map_err(wrong)
}
