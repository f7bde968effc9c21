//! A teacher of decisions: its answers train and test a small model.

use anyhow::{Context, Result};
use surefleet_calibration::Walk;
use surefleet_fleet::Decision;
use surefleet_mission::{Action, ItemId, Mission, Spot, State, Subtask, Target, Transport, Whereabouts};

/// A teacher's answer for one decision.
pub struct Lesson {
    /// The decision to make.
    pub answer: Decision,
    /// All acceptable decisions, as indices in S.
    pub acceptable: Vec<usize>,
    /// Whether the oracle had to decide because the routine would have failed.
    pub by_oracle: bool,
}

impl Lesson {
    /// For the decision that comes next.
    ///
    /// # Errors
    /// The mission can no longer be finished.
    ///
    /// # Panics
    /// If the mission is over.
    pub fn on(walk: &Walk<'_>, domain: &Transport, mission: &Mission) -> Result<Self> {
        let turn = walk.turn().expect("there is a decision to make");
        let options = domain.options();
        let decided = turn.decided.iter().map(|decided| decided.decision);
        let joint: Vec<Action> =
            decided.map(|decision| decision.map_or(Action::Idle, |it| options.action(it))).collect();
        let judgement = walk.judgement();
        let acceptable = (0..options.len()).filter(|&option| judgement.acceptable[option]).collect();
        let routine = Routine { domain, mission, state: walk.state(), joint: &joint }.decide();
        let by_oracle = !judgement.acceptable[routine.index()];
        let answer = if by_oracle { judgement.preferred.context("the mission cannot be finished")? } else { routine };
        Ok(Self { answer, acceptable, by_oracle })
    }
}

/// The routine that a small model learns to plan by: each robot takes the first item left in canonical order, and
/// brings it to the first suitable place in canonical order.
///
/// It does not look ahead, so its actions follow from the world and from the actions of team mates. If it is too simple
/// to finish in time, the exact oracle decides instead.
struct Routine<'a> {
    domain: &'a Transport,
    mission: &'a Mission,
    state: &'a State,
    /// Actions of the robots before this one in the same step, by place in the team.
    joint: &'a [Action],
}

impl Routine<'_> {
    /// The action of the robot whose turn it is.
    fn decide(&self) -> Decision {
        let robot = self.joint.len();
        self.domain.options().of(self.action(robot)).unwrap_or(self.domain.options().idle())
    }

    fn action(&self, robot: usize) -> Action {
        if let Some(held) = self.state.held(robot) {
            return self.put(robot, held);
        }
        let wanted: Vec<ItemId> = self.domain.items().filter(|&item| self.is_wanted(robot, item)).collect();
        let here = |item: &&ItemId| self.is_at(robot, **item) && self.may(robot, Action::Take(**item));
        if let Some(&item) = wanted.iter().filter(here).find(|item| self.is_open(**item)) {
            return Action::Take(item);
        }
        if let Some(&item) = wanted.iter().find(here) {
            let Whereabouts::Place(place) = self.state.whereabouts(item) else { return Action::Idle };
            let open = Action::Open(place);
            // If a team mate opens it, the robot waits.
            return if self.may(robot, open) && !self.joint.contains(&open) { open } else { Action::Idle };
        }
        let free =
            |item: &&ItemId| self.may(robot, Action::Reach(Target::Item(**item))) && !self.is_claimed(robot, **item);
        wanted.iter().find(free).map_or(Action::Idle, |&item| Action::Reach(Target::Item(item)))
    }

    /// The first allowed destination; if there is none or the item is not wanted, the first allowed place.
    fn put(&self, robot: usize, held: ItemId) -> Action {
        let may = |place: &_| self.may(robot, Action::Leave(*place));
        let wanted = self.subtask(held).and_then(|subtask| subtask.destinations.iter().copied().find(may));
        wanted.or_else(|| self.domain.surfaces().find(may)).map_or(Action::Idle, Action::Leave)
    }

    fn may(&self, robot: usize, action: Action) -> bool {
        !self.mission.forbids(robot, action)
    }

    fn subtask(&self, item: ItemId) -> Option<&Subtask> {
        self.mission.subtasks.iter().find(|subtask| subtask.items.contains(&item))
    }

    /// Whether a sub-task needs this item or an equivalent one, and the robot can bring it.
    fn is_wanted(&self, robot: usize, item: ItemId) -> bool {
        let Some(subtask) = self.subtask(item) else { return false };
        let Whereabouts::Place(place) = self.state.whereabouts(item) else { return false };
        let is_on_its_way = |other: &ItemId| match self.state.whereabouts(*other) {
            Whereabouts::Robot(_) => true,
            Whereabouts::Place(_) => self.joint.contains(&Action::Take(*other)),
        };
        let team = 0..self.state.team_size();
        let can_be_open = self.state.is_open(place) || team.clone().any(|robot| self.may(robot, Action::Open(place)));
        !subtask.achieved(self.state)
            && !subtask.items.iter().any(is_on_its_way)
            && self.may(robot, Action::Take(item))
            && subtask.destinations.iter().any(|&place| self.may(robot, Action::Leave(place)))
            && can_be_open
    }

    fn is_open(&self, item: ItemId) -> bool {
        matches!(self.state.whereabouts(item), Whereabouts::Place(place) if self.state.is_open(place))
    }

    fn is_at(&self, robot: usize, item: ItemId) -> bool {
        match (self.state.spot(robot), self.state.whereabouts(item)) {
            (Spot::Item(at), _) => at == item,
            (Spot::Place(at), Whereabouts::Place(place)) => at == place && self.domain.place(place).is_container,
            _ => false,
        }
    }

    /// Whether a team mate goes to an item of the same sub-task or is at one; of several items in one container, each
    /// mate there takes one, in order.
    fn is_claimed(&self, robot: usize, item: ItemId) -> bool {
        let Some(subtask) = self.subtask(item) else { return false };
        subtask.items.iter().any(|&other| self.has_taker(robot, other))
    }

    fn has_taker(&self, robot: usize, item: ItemId) -> bool {
        if self.joint.contains(&Action::Reach(Target::Item(item))) {
            return true;
        }
        let mates = (0..self.state.team_size()).filter(|&mate| mate != robot && self.state.held(mate).is_none());
        // A mate that decided to go elsewhere no longer counts.
        let stay = mates.filter(|&mate| !matches!(self.joint.get(mate), Some(Action::Reach(_) | Action::Take(_))));
        match self.state.whereabouts(item) {
            Whereabouts::Place(place) if self.domain.place(place).is_container => {
                let there = stay.filter(|&mate| self.state.spot(mate) == Spot::Place(place)).count();
                let before = self.domain.items().filter(|&other| {
                    other < item
                        && self.state.whereabouts(other) == Whereabouts::Place(place)
                        && self.is_wanted(robot, other)
                        && !self.joint.contains(&Action::Reach(Target::Item(other)))
                });
                before.count() < there
            }
            _ => stay.into_iter().any(|mate| self.state.spot(mate) == Spot::Item(item)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use surefleet_mission::{Distribution, TeamClass};

    use super::*;

    /// How many missions out of ten of a class the routine finishes without the oracle, and how many decisions the
    /// oracle made.
    fn taught(class: TeamClass) -> (u32, u32) {
        let domain = Arc::new(Transport::household());
        let distribution = Distribution::household(domain.clone()).expect("the household is large enough");
        let (mut alone, mut told) = (0, 0);
        for seed in 0..10 {
            let scenario = distribution.sample(class, seed);
            let mut walk = Walk::new(&distribution, &scenario).expect("the oracle knows the household");
            let before = told;
            while walk.turn().is_some() {
                let lesson =
                    Lesson::on(&walk, &domain, &scenario.mission).expect("the teacher keeps to what can be finished");
                assert!(lesson.acceptable.contains(&lesson.answer.index()), "seed {seed}");
                told += u32::from(lesson.by_oracle);
                walk.decide(lesson.answer).expect("acceptable decisions can be done");
            }
            assert!(walk.is_achieved(), "seed {seed}");
            alone += u32::from(told == before);
        }
        (alone, told)
    }

    #[test]
    fn teacher_finishes_every_mission_and_seldom_needs_the_oracle() {
        for class in TeamClass::ALL {
            let (alone, told) = taught(class);
            assert!(alone >= 5 && told <= 20, "{class:?}: {alone} of 10 missions alone, the oracle told {told} times");
        }
    }
}
