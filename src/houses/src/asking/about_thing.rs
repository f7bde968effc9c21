//! Questions of each type about a thing, if it is the only answer.

use rand::RngExt;

use super::{Bare, Draw};
use crate::{
    catalogue::Catalogue,
    chances::{pick, shuffle},
    class::{ClassId, Noun, RoomKind, Stands},
    question::{HouseAnswer, Inquiry},
    shape::Colour,
    thing::{RoomId, Thing, ThingId},
};

/// The most that anybody is asked to count.
const MOST_COUNTED: usize = 6;
/// Colours that differ by less, as a distance in red, green and blue, are not offered beside each other.
const DISTINCT: f32 = 0.4;

impl Draw<'_> {
    pub(super) fn location(&mut self, id: ThingId) -> Option<Bare> {
        let thing = *self.house.thing(id);
        let is_common = self.catalogue.split(thing.class).is_none();
        let colour = self.telling_colour(&thing).filter(|_| !is_common)?;
        if !self.is_seen(id) {
            return None;
        }
        let (class, room) = (thing.class, self.kind_of(thing.room));
        let mut targets = vec![class];
        if let Some(rests) = thing.rests.filter(|_| self.rng.random_bool(0.5)) {
            let support = self.house.thing(rests.support).class;
            targets.push(support);
            let right = HouseAnswer::Place { support, room };
            let levels = |one: &&Thing| !self.catalogue.class(one.class).levels.is_empty();
            let places = self.house.things().iter().filter(levels);
            let mut others: Vec<HouseAnswer> = Vec::new();
            for one in places {
                let other = HouseAnswer::Place { support: one.class, room: self.kind_of(one.room) };
                if other != right && !others.contains(&other) {
                    others.push(other);
                }
            }
            return Some(Bare {
                inquiry: Inquiry::PlaceOf { class, colour },
                right,
                others,
                targets,
                room: thing.room,
            });
        }
        let others = self.other_rooms(room);
        let right = HouseAnswer::Room(room);
        Some(Bare { inquiry: Inquiry::WhichRoom { class, colour }, right, others, targets, room: thing.room })
    }

    /// Other kinds of rooms: three, if possible of the house.
    fn other_rooms(&mut self, room: RoomKind) -> Vec<HouseAnswer> {
        let is_here = |kind: &RoomKind| self.house.rooms().iter().any(|one| one.kind == *kind);
        let (mut here, mut elsewhere): (Vec<RoomKind>, Vec<RoomKind>) =
            self.catalogue.room_kinds().filter(|&kind| kind != room).partition(is_here);
        shuffle(&mut here, &mut self.rng);
        shuffle(&mut elsewhere, &mut self.rng);
        here.into_iter().chain(elsewhere).take(3).map(HouseAnswer::Room).collect()
    }

    /// The only thing of its class in the only room of its kind, in sight.
    fn only_one(&mut self, id: ThingId) -> Option<(Thing, RoomKind)> {
        let thing = *self.house.thing(id);
        let room = self.only_room(thing.room)?;
        let is_only = self.alike(|one| one.class == thing.class && one.room == thing.room) == 1;
        (is_only && !self.is_door(&thing) && self.is_seen(id)).then_some((thing, room))
    }

    pub(super) fn colour(&mut self, id: ThingId) -> Option<Bare> {
        let (thing, room) = self.only_one(id)?;
        let mut offered = vec![thing.colour];
        let own = &self.catalogue.class(thing.class).colours;
        if own.len() < 2 {
            return None;
        }
        let mut rest: Vec<Colour> = (0..self.catalogue.colours.len() as u8).map(Colour).collect();
        shuffle(&mut rest, &mut self.rng);
        // Colours that the class comes in first, since the others give the answer away.
        rest.sort_by_key(|colour| !own.contains(colour));
        for colour in rest {
            let distance = |other: &Colour| {
                let (one, other) = (self.catalogue.rgb(colour), self.catalogue.rgb(*other));
                (0..3).map(|part| (one[part] - other[part]).powi(2)).sum::<f32>().sqrt()
            };
            if offered.len() < 4 && offered.iter().all(|other| distance(other) >= DISTINCT) {
                offered.push(colour);
            }
        }
        let others = offered[1..].iter().map(|&colour| HouseAnswer::Colour(colour)).collect();
        let (inquiry, right) = (Inquiry::ColourOf { class: thing.class, room }, HouseAnswer::Colour(thing.colour));
        Some(Bare { inquiry, right, others, targets: vec![thing.class], room: thing.room })
    }

    pub(super) fn lies_on(&mut self, id: ThingId) -> Option<Bare> {
        let thing = *self.house.thing(id);
        let (under, room) = self.only_one(thing.rests?.support)?;
        if !self.is_seen(id) {
            return None;
        }
        let lies_there = |class: ClassId| {
            let is_there = |one: &&Thing| {
                one.class == class && one.rests.is_some_and(|rests| self.house.thing(rests.support) == &under)
            };
            self.house.things().iter().any(|one| is_there(&one))
        };
        let is_object = |&class: &ClassId| {
            self.house.split().has(self.catalogue.split(class)) && self.catalogue.class(class).stands == Stands::Top
        };
        let others = self.catalogue.classes().filter(is_object).filter(|&class| !lies_there(class));
        let others = others.map(HouseAnswer::Class).collect();
        let (inquiry, right) = (Inquiry::LiesOn { support: under.class, room }, HouseAnswer::Class(thing.class));
        Some(Bare { inquiry, right, others, targets: vec![under.class, thing.class], room: thing.room })
    }

    pub(super) fn number(&mut self, id: ThingId) -> Option<Bare> {
        let thing = *self.house.thing(id);
        let room = self.only_room(thing.room)?;
        let is_alike = |one: &Thing| one.class == thing.class && one.room == thing.room;
        let alike: Vec<ThingId> = self.house.thing_ids().filter(|&one| is_alike(self.house.thing(one))).collect();
        let number = alike.len();
        let is_counted = self.catalogue.class(thing.class).noun != Noun::Mass && !self.is_door(&thing);
        // One of a kind is worth a question now and then only.
        if !is_counted || number > MOST_COUNTED || (number == 1 && self.rng.random_bool(0.8)) {
            return None;
        }
        if !alike.into_iter().all(|one| self.is_seen(one)) {
            return None;
        }
        let first = self.rng.random_range(number.saturating_sub(3)..=number.max(1));
        let others = (first..first + 4).filter(|&other| other != number).map(HouseAnswer::Number).collect();
        let (inquiry, right) = (Inquiry::NumberOf { class: thing.class, room }, HouseAnswer::Number(number));
        Some(Bare { inquiry, right, others, targets: vec![thing.class], room: thing.room })
    }

    /// Of the four cases one by chance, so that no answer is more frequent.
    pub(super) fn presence(&mut self, id: ThingId) -> Option<Bare> {
        let thing = *self.house.thing(id);
        let is_common = self.catalogue.split(thing.class).is_none();
        if is_common || !self.is_seen(id) {
            return None;
        }
        let all = [HouseAnswer::There, HouseAnswer::OfOtherColour, HouseAnswer::Elsewhere, HouseAnswer::Absent];
        let right = pick(&all, &mut self.rng)?;
        let (class, mut room, mut see) = (thing.class, thing.room, thing.room);
        let own = self.catalogue.class(class).colours.clone();
        let mut asked = (class, thing.colour);
        match right {
            HouseAnswer::OfOtherColour => {
                let is_missing = |colour: &Colour| {
                    self.alike(|one| one.class == class && one.room == room && one.colour == *colour) == 0
                };
                let missing: Vec<Colour> = own.into_iter().filter(is_missing).collect();
                asked.1 = pick(&missing, &mut self.rng)?;
            }
            HouseAnswer::Elsewhere => {
                let is_without = |&other: &RoomId| self.alike(|one| one.class == class && one.room == other) == 0;
                let without: Vec<RoomId> = self.house.room_ids().filter(is_without).collect();
                room = pick(&without, &mut self.rng)?;
            }
            HouseAnswer::Absent => {
                let is_missing = |&one: &ClassId| {
                    self.house.split().has(self.catalogue.split(one)) && self.alike(|thing| thing.class == one) == 0
                };
                let missing: Vec<ClassId> = self.catalogue.classes().filter(is_missing).collect();
                asked.0 = pick(&missing, &mut self.rng)?;
                asked.1 = pick(&self.catalogue.class(asked.0).colours, &mut self.rng)?;
                // It is looked for where it would belong, if the house has such a room.
                let home = self.catalogue.home(asked.0);
                room = self.house.room_ids().find(|&one| Some(self.kind_of(one)) == home).unwrap_or(room);
                see = room;
            }
            _ => {}
        }
        let kind = self.only_room(room)?;
        let others = all.into_iter().filter(|&other| other != right).collect();
        let inquiry = Inquiry::Presence { class: asked.0, colour: asked.1, room: kind };
        Some(Bare { inquiry, right, others, targets: vec![asked.0], room: see })
    }

    pub(super) fn state(&mut self, id: ThingId) -> Option<Bare> {
        self.house.state(id)?;
        let (thing, room) = self.only_one(id)?;
        let right = HouseAnswer::State(self.house.state(id)?);
        let own = &Catalogue::shipped().class(thing.class).states;
        let mut others: Vec<HouseAnswer> = Vec::new();
        let all = Catalogue::shipped().classes().flat_map(|class| &Catalogue::shipped().class(class).states);
        for state in own.iter().chain(all) {
            let other = HouseAnswer::State(state);
            if other != right && !others.contains(&other) && others.len() < 3 {
                others.push(other);
            }
        }
        Some(Bare {
            inquiry: Inquiry::StateOf { class: thing.class, room },
            right,
            others,
            targets: vec![thing.class],
            room: thing.room,
        })
    }
}
