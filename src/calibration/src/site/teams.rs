//! The teams that a fleet can form, and which of its robots make up one of them.

use surefleet_conformal::{Kinds, Team};
use surefleet_fleet::RobotId;
use surefleet_planner::team_of;
use surefleet_world::World;

use crate::CalibrateError;

/// The most teams that a fleet may form: seeds have 16 bits for them.
const MOST_TEAMS: usize = 0xfffe;

/// All teams that the fleet can form, the smaller ones first, each with its number.
///
/// The number counts the robots of each kind, as digits do: a team has the same number in every version.
pub(super) fn teams_of(world: &World) -> Result<Vec<(u16, Team)>, CalibrateError> {
    let fleet = team_of(world, None, world.robots());
    let Some(kinds) = fleet.kinds() else {
        return Ok((1..=fleet.size()).map(|size| (size as u16, size.into())).collect());
    };
    let counts: Vec<(&str, usize)> = kinds.counts().collect();
    let all = counts.iter().try_fold(1_usize, |all, (_, count)| all.checked_mul(count + 1));
    let all = all.filter(|all| *all <= MOST_TEAMS);
    let all = all.ok_or_else(|| CalibrateError::Site(format!("a fleet of {fleet} forms too many teams")))?;
    let team = |number: usize| {
        let mut left = number;
        let robots = counts.iter().flat_map(|(kind, count)| {
            let own = left % (count + 1);
            left /= count + 1;
            std::iter::repeat_n(*kind, own)
        });
        let kinds =
            Kinds::of(robots.collect::<Vec<_>>()).expect("the names are the fleet's, and not all counts are zero");
        (number as u16, Team::of_kinds(kinds))
    };
    let mut teams: Vec<(u16, Team)> = (1..all).map(team).collect();
    teams.sort_by_key(|(number, team)| (team.size(), *number));
    Ok(teams)
}

/// The robots of the fleet that make up a team, by place; `None` if it has not so many.
pub(super) fn members(
    world: &World,
    team: &Team,
    mut choose: impl FnMut(&[usize], usize) -> Vec<usize>,
) -> Option<Vec<usize>> {
    let places: Vec<usize> = (0..world.team_size()).collect();
    let mut members = match team.kinds() {
        None => choose(&places, team.size()),
        Some(kinds) => {
            let is_of = |place: &usize, kind: &str| {
                let robot: RobotId = world.robots()[*place].clone();
                team_of(world, None, &[robot]).kinds().is_some_and(|own| own.counts().any(|(own, _)| own == kind))
            };
            let own = kinds.counts().flat_map(|(kind, count)| {
                let alike: Vec<usize> = places.iter().copied().filter(|place| is_of(place, kind)).collect();
                choose(&alike, count)
            });
            own.collect()
        }
    };
    members.sort_unstable();
    (members.len() == team.size()).then_some(members)
}
