//! The states of a world as those of a transport, and back.

use surefleet_world::{ObjectId, PredicateId, State as WorldState, Term, Truth, Value, World};

use crate::{
    State, Transport,
    objects::{ItemId, MAX_TEAM, PlaceId, Target},
    recognition::Stored,
    state::{Spot, Whereabouts},
};

impl Transport {
    /// What a state of a world says of a team, given by the places of its robots in the world.
    ///
    /// `None`: where an item or a robot of the team is, what it holds, or whether a container is open is not known, or an
    /// item is with a robot that is not of the team. A robot at an item that is not out in the open is nowhere.
    ///
    /// # Panics
    /// If the state or a robot belongs to another world, or the world has another domain.
    pub fn abstracted(&self, world: &World, state: &WorldState, team: &[usize]) -> Option<State> {
        if team.is_empty() || team.len() > MAX_TEAM {
            return None;
        }
        let Stored { at, holding, located, open } = self.stored;
        let robots: Vec<ObjectId> = team.iter().map(|&robot| world.robot(robot)).collect();
        let value = |of: PredicateId, object: ObjectId| match world.value(
            state,
            &Term::Value(of, vec![Term::Variable(0)]),
            &[object],
        ) {
            Value::Unknown => None,
            Value::Nothing => Some(None),
            Value::Object(value) => Some(Some(value)),
        };
        let hands = robots.iter().map(|&robot| value(holding, robot)).collect::<Option<Vec<_>>>()?;
        let mut whereabouts = Vec::with_capacity(self.items.len());
        for &item in &self.objects[..self.items.len()] {
            whereabouts.push(match value(located, item)? {
                Some(place) => match self.target(place)? {
                    Target::Place(place) => Whereabouts::Place(place),
                    Target::Item(_) => return None,
                },
                None => Whereabouts::Robot(hands.iter().position(|&held| held == Some(item))?),
            });
        }
        let mut opened = Vec::new();
        for container in self.containers() {
            let object = self.objects[self.items.len() + container.index()];
            let formula = surefleet_world::Formula::Holds(open, vec![Term::Variable(0)]);
            match world.truth(state, &formula, &[object]) {
                Truth::Unknown => return None,
                Truth::True => opened.push(container),
                Truth::False => {}
            }
        }
        // A placeholder for what robots hold: they take it below.
        let places: Vec<PlaceId> = whereabouts
            .iter()
            .map(|whereabouts| match whereabouts {
                Whereabouts::Place(place) => *place,
                Whereabouts::Robot(_) => PlaceId(0),
            })
            .collect();
        let mut seen = State::new(self, team.len(), &places, opened).ok()?;
        for (item, whereabouts) in self.items().zip(&whereabouts) {
            if let Whereabouts::Robot(robot) = whereabouts {
                seen.take(*robot, item);
            }
        }
        for (place, &robot) in robots.iter().enumerate() {
            let spot = match value(at, robot)?.and_then(|object| self.target(object)) {
                Some(Target::Place(spot)) => Spot::Place(spot),
                Some(Target::Item(item)) if seen.reach(self, item) == Spot::Item(item) => Spot::Item(item),
                Some(Target::Item(_)) | None => Spot::Nowhere,
            };
            seen.set_spot(place, spot);
        }
        Some(seen)
    }

    /// The state of a world whose robots are the team, in its order.
    ///
    /// # Panics
    /// If the world has another domain or another number of robots.
    pub fn concrete(&self, world: &World, state: &State) -> WorldState {
        let facts = state.to_facts(self, world.robots());
        world.read(&facts).expect("a state of a transport is one of its world")
    }

    /// The item or place that an object is.
    fn target(&self, object: ObjectId) -> Option<Target> {
        let place = self.objects.iter().position(|&one| one == object)?;
        Some(match place.checked_sub(self.items.len()) {
            None => Target::Item(ItemId(place as u8)),
            Some(place) => Target::Place(PlaceId(place as u8)),
        })
    }
}
