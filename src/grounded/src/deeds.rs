use std::collections::{BTreeMap, BTreeSet};

use surefleet_fleet::Turn;
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
        let mut deeds = Self::default();
        let mut held: Vec<Option<ItemId>> = vec![None; turn.brief.team.len()];
        let now = turn.decided.iter();
        let now = now.filter_map(|decided| Some((turn.brief.place_of(&decided.robot)?, decided.decision?)));
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
        // Sub-tasks have no item in common.
        let task_of = |item: &ItemId| mission.subtasks.iter().find(|task| task.items.contains(item));
        let taken = self.taken.iter().filter(|item| task_of(item).is_none()).count();
        let goes = |item: &ItemId, place: &PlaceId| task_of(item).is_some_and(|task| task.destinations.contains(place));
        let put = self.put.iter().filter(|(item, place)| !goes(item, place)).count();
        (taken + put) as u32
    }
}
