//! How the household really is, which no robot is told.

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_mission::{Action, Effect, ItemId, PlaceId, State, Target, Transport, Whereabouts};

/// Where things and robots really are, whatever anybody believes.
///
/// Unlike a [`State`] it knows where a robot stands that has picked something up, and nothing of what robots may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    items: Vec<Whereabouts>,
    open: Vec<bool>,
    standing: Vec<Option<PlaceId>>,
}

/// A failure of an action that the robot does not feel (KnowLoop, Section IV: detection and operational errors, and
/// interference by people).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mishap {
    /// The robot went somewhere else.
    Astray,
    /// The container stayed closed.
    NotOpened,
    /// The gripper closed beside the item, or it slipped.
    NotGrasped,
    /// The gripper took another item that was there.
    WrongItem,
    /// The item stuck in the gripper.
    NotReleased,
    /// The item ended up somewhere else.
    Misplaced,
    /// It worked, and then somebody moved the item.
    MovedAway,
}

impl Scene {
    /// As a state says; robots that are nowhere stand in the middle of the room.
    pub fn of(domain: &Transport, state: &State) -> Self {
        let place_of = |spot| match spot {
            surefleet_mission::Spot::Nowhere => None,
            surefleet_mission::Spot::Place(place) => Some(place),
            surefleet_mission::Spot::Item(item) => match state.whereabouts(item) {
                Whereabouts::Place(place) => Some(place),
                Whereabouts::Robot(_) => None,
            },
        };
        Self {
            items: domain.items().map(|item| state.whereabouts(item)).collect(),
            open: domain.places().map(|place| state.is_open(place)).collect(),
            standing: (0..state.team_size()).map(|robot| place_of(state.spot(robot))).collect(),
        }
    }

    /// Where an item is.
    pub fn whereabouts(&self, item: ItemId) -> Whereabouts {
        self.items[item.index()]
    }

    /// Whether a place is open.
    pub fn is_open(&self, place: PlaceId) -> bool {
        self.open[place.index()]
    }

    /// The place before which a robot stands; `None`: the middle of the room.
    pub fn standing(&self, robot: usize) -> Option<PlaceId> {
        self.standing[robot]
    }

    /// How many robots there are.
    pub fn robots(&self) -> usize {
        self.standing.len()
    }

    /// The item that a robot holds.
    pub fn held(&self, domain: &Transport, robot: usize) -> Option<ItemId> {
        domain.items().find(|&item| self.whereabouts(item) == Whereabouts::Robot(robot))
    }

    /// Whether what an action of the robot was to bring about is so.
    pub fn shows(&self, robot: usize, effect: Effect) -> bool {
        let here = self.standing[robot];
        match effect {
            Effect::At(Target::Place(place)) => here == Some(place),
            Effect::At(Target::Item(item)) => {
                here.is_some_and(|here| self.whereabouts(item) == Whereabouts::Place(here))
            }
            Effect::Held(item) => self.whereabouts(item) == Whereabouts::Robot(robot),
            Effect::Located(item, place) => self.whereabouts(item) == Whereabouts::Place(place),
            Effect::Open(place) => self.is_open(place),
        }
    }

    /// Puts a robot before a place.
    pub fn stand(&mut self, robot: usize, place: Option<PlaceId>) {
        self.standing[robot] = place;
    }

    /// Moves an item, whoever had it.
    pub fn move_item(&mut self, item: ItemId, to: Whereabouts) {
        self.items[item.index()] = to;
    }

    /// Carries out a robot's action blindly: it does not change things that are not as the robot believes.
    pub fn act(&mut self, domain: &Transport, believed: &State, robot: usize, action: Action) {
        match action {
            Action::Reach(target) => self.standing[robot] = believed_place(believed, target).or(self.standing[robot]),
            Action::Take(item) => {
                let is_here = self.standing[robot]
                    .is_some_and(|here| self.whereabouts(item) == Whereabouts::Place(here) && self.is_open(here));
                if is_here && self.held(domain, robot).is_none() {
                    self.move_item(item, Whereabouts::Robot(robot));
                }
            }
            Action::Leave(place) => {
                self.standing[robot] = Some(place);
                if let Some(item) = self.held(domain, robot) {
                    self.move_item(item, Whereabouts::Place(place));
                }
            }
            Action::Open(place) => {
                if self.standing[robot] == Some(place) {
                    self.open[place.index()] = true;
                }
            }
            Action::Idle => {}
        }
    }

    /// The same, going wrong in this way.
    pub fn fail(
        &mut self,
        domain: &Transport,
        believed: &State,
        robot: usize,
        action: Action,
        mishap: Mishap,
        rng: &mut ChaCha8Rng,
    ) {
        let subject = match action {
            Action::Reach(Target::Item(item)) | Action::Take(item) => Some(item),
            _ => self.held(domain, robot),
        };
        match (mishap, action) {
            (Mishap::Astray, Action::Reach(target)) => {
                self.standing[robot] = elsewhere(domain, believed_place(believed, target), rng);
            }
            (Mishap::WrongItem, Action::Take(item)) => {
                let other = self.beside(domain, robot, item).choose(rng).copied();
                if let Some(other) = other.filter(|_| self.held(domain, robot).is_none()) {
                    self.move_item(other, Whereabouts::Robot(robot));
                }
            }
            (Mishap::Misplaced, Action::Leave(place)) => {
                self.standing[robot] = Some(place);
                if let (Some(item), Some(other)) = (subject, elsewhere(domain, Some(place), rng)) {
                    self.move_item(item, Whereabouts::Place(other));
                }
            }
            (Mishap::NotReleased, Action::Leave(place)) => self.standing[robot] = Some(place),
            (Mishap::MovedAway, _) => {
                self.act(domain, believed, robot, action);
                let here = self.standing[robot];
                if let (Some(item), Some(other)) = (subject, elsewhere(domain, here, rng)) {
                    self.move_item(item, Whereabouts::Place(other));
                }
            }
            _ => {}
        }
    }

    /// The mishaps that a robot's action can have in the present state.
    pub fn mishaps(&self, domain: &Transport, robot: usize, action: Action) -> Vec<Mishap> {
        match action {
            Action::Reach(Target::Place(_)) => vec![Mishap::Astray],
            Action::Reach(Target::Item(_)) => vec![Mishap::Astray, Mishap::MovedAway],
            Action::Take(item) if self.beside(domain, robot, item).is_empty() => {
                vec![Mishap::NotGrasped, Mishap::MovedAway]
            }
            Action::Take(_) => vec![Mishap::NotGrasped, Mishap::WrongItem, Mishap::MovedAway],
            Action::Leave(_) => vec![Mishap::NotReleased, Mishap::Misplaced, Mishap::MovedAway],
            Action::Open(_) => vec![Mishap::NotOpened],
            Action::Idle => vec![],
        }
    }

    /// Other items where the robot stands.
    fn beside(&self, domain: &Transport, robot: usize, item: ItemId) -> Vec<ItemId> {
        let Some(here) = self.standing[robot].filter(|&here| self.is_open(here)) else { return Vec::new() };
        domain.items().filter(|&other| other != item && self.whereabouts(other) == Whereabouts::Place(here)).collect()
    }
}

fn believed_place(believed: &State, target: Target) -> Option<PlaceId> {
    match target {
        Target::Place(place) => Some(place),
        Target::Item(item) => match believed.whereabouts(item) {
            Whereabouts::Place(place) => Some(place),
            Whereabouts::Robot(_) => None,
        },
    }
}

/// Another place.
fn elsewhere(domain: &Transport, not: Option<PlaceId>, rng: &mut ChaCha8Rng) -> Option<PlaceId> {
    let others: Vec<PlaceId> = domain.places().filter(|&place| Some(place) != not).collect();
    others.get(rng.random_range(0..others.len().max(1))).copied()
}
