use std::collections::{BTreeMap, BTreeSet};

use surefleet_fleet::Turn;
use surefleet_mission::{Action, ItemId, Mission, PlaceId, Transport};

/// The team's actions for its mission so far, by its decisions. These actions show what the words mean: a person asked
/// for them, or the team was certain enough to take them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Deeds {
    taken: BTreeSet<ItemId>,
    /// The last place of each item that was put down.
    put: BTreeMap<ItemId, PlaceId>,
}

impl Deeds {
    /// Collects the steps before this turn, and the decisions already made in this turn. The items that robots held
    /// before the mission are not known.
    pub fn of(domain: &Transport, turn: &Turn) -> Self {
        let mut deeds = Self::default();
        let mut held: Vec<Option<ItemId>> = vec![None; turn.brief.team.len()];
        let now = turn.decided.iter();
        let now = now.filter_map(|decided| Some((turn.brief.place_of(&decided.robot)?, decided.decision?)));
        let before = turn.history.iter().flat_map(|row| row.iter().enumerate());
        let before = before.filter_map(|(place, decision)| Some((place, (*decision)?)));
        for (place, decision) in before.chain(now) {
            let Some(held) = held.get_mut(place).filter(|_| domain.options().contains(decision)) else { continue };
            match domain.options().action(decision) {
                Action::Take(item) => {
                    deeds.taken.insert(item);
                    // A robot that takes the item again corrects its place.
                    deeds.put.remove(&item);
                    *held = Some(item);
                }
                Action::Leave(place) => {
                    // `held` stays: if this put-down failed, the robot puts the item down again later.
                    if let Some(item) = *held {
                        deeds.put.insert(item, place);
                    }
                }
                _ => {}
            }
        }
        deeds
    }

    /// The number of actions that the mission does not ask for.
    pub fn unasked(&self, mission: &Mission) -> u32 {
        // Sub-tasks share no item.
        let task_of = |item: &ItemId| mission.subtasks.iter().find(|task| task.items.contains(item));
        let taken = self.taken.iter().filter(|item| task_of(item).is_none()).count();
        let goes = |item: &ItemId, place: &PlaceId| task_of(item).is_some_and(|task| task.destinations.contains(place));
        let put = self.put.iter().filter(|(item, place)| !goes(item, place)).count();
        (taken + put) as u32
    }
}
