//! From a state and the robots' actions in the present step to the remaining [`Problem`].
//!
//! A robot that holds something must put it down before any other useful action, so it does that first: at a
//! destination if that helps and is permitted, else anywhere. Nothing is lost by that. No plan needs an intermediate
//! put-down: a robot that may take the item there may take it where it was (rules name actions on items, not places to
//! take them from).

use crate::{
    Mission, State, Transport,
    objects::{Action, ItemId, PlaceId, Target},
    state::{Spot, Whereabouts},
};

use super::{
    licence::{Licence, bit},
    problem::{At, CLOSED, Door, Problem, Source, Worker},
};

/// The input of the outlook.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'a> {
    pub domain: &'a Transport,
    pub mission: &'a Mission,
    pub licence: &'a Licence,
    pub state: &'a State,
    /// By robot: its action in the present step. `None`: the best action.
    pub acts: &'a [Option<Action>],
}

/// An item's location after the present step and all first put-downs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// At a place: the step from which robots may go to it, and the step from which those already there may take it.
    Place(PlaceId, u32, u32),
    /// On some surface where it fulfils no sub-task, from this step on.
    Dropped(u32),
    /// A robot brings it to a destination of its sub-task in this step.
    Brought(u32),
    /// In a gripper for ever.
    Stuck,
}

impl View<'_> {
    /// The remaining problem, and the number of robots that have something to put down.
    pub fn outlook(&self) -> (Problem, u32) {
        let mut problem = Problem { floor: 1, ..Problem::default() };
        let mut rests: Vec<Rest> = self.domain.items().map(|item| self.rest(item)).collect();
        let mut burdens = 0;
        let mut starts = Vec::with_capacity(self.acts.len());
        for robot in 0..self.acts.len() {
            let put = if self.acts[robot].is_some() { 2 } else { 1 };
            let Some(held) = self.held(robot) else {
                starts.push(Some(put));
                continue;
            };
            burdens += 1;
            rests[held.index()] = self.after_put(robot, held, put);
            starts.push((rests[held.index()] != Rest::Stuck).then_some(put + 1));
        }
        self.add_sources(&mut problem, &rests);
        self.add_workers(&mut problem, &starts);
        keep_usable(&mut problem);
        (problem, burdens)
    }

    /// The location of an item that no robot holds after the present step.
    fn rest(&self, item: ItemId) -> Rest {
        match self.state.whereabouts(item) {
            Whereabouts::Robot(robot) => match self.acts[robot] {
                Some(Action::Leave(place)) => Rest::Place(place, 2, 3),
                _ => Rest::Stuck,
            },
            Whereabouts::Place(place) => {
                let is_named = self.acts.contains(&Some(Action::Reach(Target::Item(item))));
                if is_named { Rest::Place(place, 2, 2) } else { Rest::Place(place, 1, 1) }
            }
        }
    }

    /// The item a robot holds when it is next free to choose.
    fn held(&self, robot: usize) -> Option<ItemId> {
        match self.acts[robot] {
            Some(Action::Take(item)) => Some(item),
            Some(Action::Leave(_)) => None,
            _ => self.state.held(robot),
        }
    }

    fn after_put(&self, robot: usize, item: ItemId, put: u32) -> Rest {
        let is_in = |robots: u128| robots & bit(robot) != 0;
        match self.licence.subtask_of[item.index()] {
            Some(task) if is_in(self.licence.deliver[task]) => Rest::Brought(put),
            _ if is_in(self.licence.drop) => Rest::Dropped(put + 1),
            _ => Rest::Stuck,
        }
    }

    /// Adds sub-tasks that no item fulfils and no robot is fulfilling, with their sources and doors.
    fn add_sources(&self, problem: &mut Problem, rests: &[Rest]) {
        for (index, subtask) in self.mission.subtasks.iter().enumerate() {
            let done = subtask.items.iter().filter_map(|item| match rests[item.index()] {
                Rest::Place(place, ..) if subtask.destinations.contains(&place) => Some(1),
                Rest::Brought(step) => Some(step),
                _ => None,
            });
            if let Some(step) = done.min() {
                problem.floor = problem.floor.max(step);
                continue;
            }
            let task = problem.tasks as u8;
            problem.tasks += 1;
            for &item in &subtask.items {
                let (door, earliest_go, earliest_take) = match rests[item.index()] {
                    Rest::Place(place, _, take) if self.domain.place(place).is_container => {
                        let known = problem.doors.iter().position(|door| usize::from(door.place) == place.index());
                        let door = known.unwrap_or_else(|| {
                            problem.doors.push(self.door(place));
                            problem.doors.len() - 1
                        });
                        (Some(door as u8), 1, take)
                    }
                    Rest::Place(_, go, take) => (None, go, take),
                    Rest::Dropped(go) => (None, go, go + 1),
                    Rest::Brought(_) | Rest::Stuck => continue,
                };
                let takers = self.licence.take[item.index()] & self.licence.deliver[index];
                let item = item.index() as u8;
                problem.sources.push(Source { task, item, door, takers, earliest_go, earliest_take });
            }
        }
    }

    fn door(&self, place: PlaceId) -> Door {
        let opened = if self.state.is_open(place) {
            0
        } else if self.acts.contains(&Some(Action::Open(place))) {
            1
        } else {
            CLOSED
        };
        Door { place: place.index() as u8, opened, openers: self.licence.open[place.index()] }
    }

    fn add_workers(&self, problem: &mut Problem, starts: &[Option<u32>]) {
        for (robot, start) in starts.iter().enumerate() {
            let Some(start) = *start else { continue };
            let at = if self.held(robot).is_some() { At::Nowhere } else { self.at(problem, robot) };
            problem.workers.push(Worker { robot: robot as u8, kind: self.licence.kind[robot], start, at });
        }
    }

    /// The location of a robot with an empty gripper when it is next free to choose.
    fn at(&self, problem: &Problem, robot: usize) -> At {
        let at_place = |place: PlaceId| {
            let door = problem.doors.iter().position(|door| usize::from(door.place) == place.index());
            door.map_or(At::Nowhere, |door| At::Door(door as u8))
        };
        let at_item = |item: ItemId| match self.state.whereabouts(item) {
            Whereabouts::Place(place) if self.domain.place(place).is_container => at_place(place),
            Whereabouts::Place(_) if !self.acts.contains(&Some(Action::Take(item))) => {
                let is_source = problem.sources.iter().any(|source| usize::from(source.item) == item.index());
                if is_source { At::Item(item.index() as u8) } else { At::Nowhere }
            }
            _ => At::Nowhere,
        };
        match self.acts[robot] {
            Some(Action::Reach(Target::Item(item))) => at_item(item),
            Some(Action::Reach(Target::Place(place))) => at_place(place),
            Some(Action::Leave(_)) => At::Nowhere,
            _ => match self.state.spot(robot) {
                Spot::Item(item) => at_item(item),
                Spot::Place(place) => at_place(place),
                Spot::Nowhere => At::Nowhere,
            },
        }
    }
}

/// Drops sources that no robot can take from, and notes sub-tasks that have no source left.
fn keep_usable(problem: &mut Problem) {
    let team = problem.workers.iter().fold(0, |robots, worker| robots | bit(usize::from(worker.robot)));
    let doors = &problem.doors;
    problem.sources.retain_mut(|source| {
        source.takers &= team;
        let can_be_open = source.door.is_none_or(|door| {
            let door = doors[usize::from(door)];
            door.opened != CLOSED || door.openers & team != 0
        });
        source.takers != 0 && can_be_open
    });
    let mut left = 0_u64;
    problem.sources.iter().for_each(|source| left |= 1 << source.task);
    problem.is_hopeless = left.count_ones() as usize != problem.tasks;
}
