use std::collections::{BTreeMap, BTreeSet};

use surefleet_fleet::{RobotId, Turn};
use surefleet_mission::{Action, Domain, ItemId, Mission, PlaceId};

/// What a team has done for its mission so far, by its decisions: what a person answered, or what was certain enough to be done,
/// says what the words mean.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Deeds {
    taken: BTreeSet<ItemId>,
    /// Where each item was put last.
    put: BTreeMap<ItemId, PlaceId>,
}

impl Deeds {
    /// Of the steps before this turn, and of those who have decided in this one; what a robot held before the mission is not known.
    pub fn of(domain: &Domain, turn: &Turn) -> Self {
        let team = &turn.brief.team;
        let mut deeds = Self::default();
        let mut held: Vec<Option<ItemId>> = vec![None; team.len()];
        let place_of = |robot: &RobotId| team.iter().position(|known| known == robot);
        let now = turn.decided.iter().filter_map(|decided| Some((place_of(&decided.robot)?, decided.decision?)));
        let before = turn.history.iter().flat_map(|row| row.iter().enumerate());
        let before = before.filter_map(|(place, decision)| Some((place, (*decision)?)));
        for (place, decision) in before.chain(now) {
            let Some(held) = held.get_mut(place).filter(|_| domain.options().contains(decision)) else { continue };
            match domain.options().action(decision) {
                Action::Grab(item) => {
                    deeds.taken.insert(item);
                    // Whoever takes it again corrects where it was put.
                    deeds.put.remove(&item);
                    *held = Some(item);
                }
                Action::PutDown(place) => {
                    // Still held if that failed, and put down again then.
                    if let Some(item) = *held {
                        deeds.put.insert(item, place);
                    }
                }
                _ => {}
            }
        }
        deeds
    }

    /// How many of them the mission does not ask for.
    pub fn unasked(&self, mission: &Mission) -> u32 {
        let asks_for =
            |item: &ItemId| mission.subtasks.iter().filter(|task| task.items.contains(item)).collect::<Vec<_>>();
        let taken = self.taken.iter().filter(|item| asks_for(item).is_empty()).count();
        let goes = |item: &ItemId, place: &PlaceId| asks_for(item).iter().any(|task| task.destinations.contains(place));
        let put = self.put.iter().filter(|(item, place)| !goes(item, place)).count();
        (taken + put) as u32
    }
}
