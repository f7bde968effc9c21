//! A constructive proof that a mission is feasible: a plan, found by scheduling sub-tasks greedily.
//!
//! It may miss plans that exist (the oracle decides that exactly), but every plan it returns has been checked.

use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::Decision;

use crate::{
    Mission, State, Transport, apply, check_plan, is_permitted,
    objects::{Action, ItemId, PlaceId, Target},
    state::{Spot, Whereabouts},
};

/// The orders of sub-tasks to try before giving a mission up.
const ATTEMPTS: u64 = 48;

/// A plan that achieves the mission within the horizon and the rules, if one of the attempts finds it.
pub(crate) fn plan(
    domain: &Transport,
    initial: &State,
    mission: &Mission,
    horizon: u32,
) -> Option<Vec<Vec<Option<Decision>>>> {
    (0..ATTEMPTS).find_map(|attempt| {
        let plan = Schedule::new(domain, initial, mission, attempt).run(horizon);
        check_plan(domain, initial, mission, horizon, &plan).is_ok().then_some(plan)
    })
}

struct Schedule<'a> {
    domain: &'a Transport,
    mission: &'a Mission,
    state: State,
    /// The item and destinations of each sub-task, in the order in which robots take them on.
    waiting: Vec<(ItemId, &'a [PlaceId])>,
    working: Vec<Option<(ItemId, &'a [PlaceId])>>,
}

impl<'a> Schedule<'a> {
    fn new(domain: &'a Transport, initial: &State, mission: &'a Mission, attempt: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(attempt);
        let mut waiting: Vec<(ItemId, &[PlaceId])> = (mission.subtasks.iter())
            .map(|subtask| {
                let items = &subtask.items;
                let item = items[if attempt == 0 { 0 } else { rng.random_range(0..items.len()) }];
                (item, subtask.destinations.as_slice())
            })
            .collect();
        if attempt > 0 {
            waiting.shuffle(&mut rng);
        }
        let working = vec![None; initial.team_size()];
        let mut schedule = Self { domain, mission, state: initial.clone(), waiting, working };
        if attempt.is_multiple_of(2) {
            // Closed containers take the longest, so they come first.
            let (closed, open): (Vec<_>, Vec<_>) =
                schedule.waiting.iter().partition(|(item, _)| schedule.closed(*item).is_some());
            schedule.waiting = closed.into_iter().chain(open).collect();
        }
        schedule
    }

    fn run(mut self, horizon: u32) -> Vec<Vec<Option<Decision>>> {
        let mut plan = Vec::new();
        while plan.len() < horizon as usize && !self.mission.achieved(&self.state) {
            let mut joint = Vec::new();
            for robot in 0..self.state.team_size() {
                let decision = self.decide(robot, &joint);
                joint.push((robot, decision));
            }
            let joint: Vec<Option<Decision>> = joint.into_iter().map(|(_, decision)| Some(decision)).collect();
            match apply(self.domain, &self.state, &joint) {
                Ok(next) => self.state = next,
                Err(_) => break,
            }
            plan.push(joint);
        }
        plan
    }

    fn decide(&mut self, robot: usize, joint: &[(usize, Decision)]) -> Decision {
        if self.working[robot].is_none() {
            self.working[robot] = self.take_on(robot);
        }
        let Some((item, destinations)) = self.working[robot] else { return self.domain.options().idle() };
        let wishes: Vec<Action> = match self.closed(item) {
            _ if self.state.held(robot).is_some() => destinations.iter().map(|&place| Action::Leave(place)).collect(),
            Some(container) if self.state.spot(robot) == Spot::Place(container) => vec![Action::Open(container)],
            _ => match self.state.whereabouts(item) {
                Whereabouts::Place(place) if self.domain.place(place).is_container => {
                    vec![Action::Take(item), Action::Reach(Target::Place(place))]
                }
                _ => vec![Action::Take(item), Action::Reach(Target::Item(item))],
            },
        };
        let fits = |decision: &Decision| {
            let action = self.domain.options().action(*decision);
            !self.mission.forbids(robot, action) && is_permitted(self.domain, &self.state, joint, robot, *decision)
        };
        let decisions = wishes.into_iter().filter_map(|action| self.domain.options().of(action));
        let decision = decisions.into_iter().find(fits).unwrap_or(self.domain.options().idle());
        if let Action::Leave(_) = self.domain.options().action(decision) {
            self.working[robot] = None;
        }
        decision
    }

    /// The first waiting sub-task that this robot may do, preferably one whose container no other robot will open.
    fn take_on(&mut self, robot: usize) -> Option<(ItemId, &'a [PlaceId])> {
        let may = |action| !self.mission.forbids(robot, action);
        let is_allowed = |(item, destinations): &(ItemId, &[PlaceId])| {
            may(Action::Take(*item)) && destinations.iter().any(|&place| may(Action::Leave(place)))
        };
        let others: Vec<PlaceId> = self.working.iter().flatten().filter_map(|(item, _)| self.closed(*item)).collect();
        let is_direct = |task: &(ItemId, &[PlaceId])| {
            self.closed(task.0).is_none_or(|container| !others.contains(&container) && may(Action::Open(container)))
        };
        let direct = self.waiting.iter().position(|task| is_allowed(task) && is_direct(task));
        let found = direct.or_else(|| self.waiting.iter().position(is_allowed))?;
        Some(self.waiting.remove(found))
    }

    /// The closed container that the item is in.
    fn closed(&self, item: ItemId) -> Option<PlaceId> {
        match self.state.whereabouts(item) {
            Whereabouts::Place(place) if !self.state.is_open(place) => Some(place),
            _ => None,
        }
    }
}
