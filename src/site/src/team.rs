use std::sync::Arc;

use surefleet_english::Vocabulary;
use surefleet_grounded::TeamPlanner;
use surefleet_planner::team_prompt;
use surefleet_world::World;

use crate::{
    error::SiteError,
    fleet_file::{FleetFile, TeamPlannerChoice},
    writing::Writer,
};

/// The planner for whole teams that the fleet file names; `None`: it names none.
///
/// # Errors
/// A setting is out of range, the environment lacks a key, a model cannot be loaded, or there is no thread left.
pub fn team_planner(fleet: &FleetFile, world: &Arc<World>) -> Result<Option<TeamPlanner<Writer>>, SiteError> {
    let Some(choice) = &fleet.team_planner else { return Ok(None) };
    let writer = match choice {
        TeamPlannerChoice::Local(model) => Writer::local(fleet, model),
        TeamPlannerChoice::Openai(server) => Writer::openai(server),
    };
    let writer = writer.map_err(|error| SiteError::Refused(format!("team_planner in the fleet file: {error}")))?;
    let prompt = Box::new({
        let (world, vocabulary) = (Arc::clone(world), Vocabulary::of(world));
        move |turn: &_| team_prompt(&world, &vocabulary, turn)
    });
    Ok(Some(TeamPlanner::new(writer, prompt)))
}
