//! Draws questions about a house whose answers are the only right ones.

mod about_thing;

use std::collections::BTreeMap;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{
    catalogue::Catalogue,
    chances::{chances, shuffle},
    class::{ClassId, RoomKind, Stands},
    house::House,
    question::{HouseAnswer, HouseQuestion, Inquiry, Letter, QuestionType},
    shape::Colour,
    thing::{RoomId, Thing, ThingId},
};

/// How often a question is drawn again because its thing cannot be seen or was asked about.
const TRIES: usize = 60;

impl House {
    /// At most `n` questions about the house, of all types in turn, about different classes as far as there are any.
    ///
    /// What must be seen to answer one can be seen by a robot ([`House::can_be_seen`]). A house has fewer questions if it has few things that
    /// can be told apart; every house has six.
    pub fn questions(&self, seed: u64, n: usize) -> Vec<HouseQuestion> {
        let mut draw = Draw {
            house: self,
            catalogue: Catalogue::shipped(),
            seen: BTreeMap::new(),
            rng: chances(seed, "questions"),
        };
        let mut types = QuestionType::ALL;
        shuffle(&mut types, &mut draw.rng);
        let mut questions: Vec<HouseQuestion> = Vec::new();
        let mut fruitless = 0;
        for kind in types.into_iter().cycle() {
            if questions.len() == n || fruitless > types.len() * 3 {
                break;
            }
            let is_new = |question: &HouseQuestion| !questions.iter().any(|one| one.targets[0] == question.targets[0]);
            let drawn = (0..TRIES).filter_map(|_| draw.question(kind));
            match drawn.into_iter().find(is_new) {
                Some(question) => {
                    questions.push(question);
                    fruitless = 0;
                }
                None => fruitless += 1,
            }
        }
        questions
    }
}

struct Draw<'a> {
    house: &'a House,
    catalogue: &'a Catalogue,
    seen: BTreeMap<ThingId, bool>,
    rng: ChaCha8Rng,
}

/// A question without words.
struct Bare {
    inquiry: Inquiry,
    right: HouseAnswer,
    others: Vec<HouseAnswer>,
    targets: Vec<ClassId>,
    room: RoomId,
}

impl Draw<'_> {
    fn question(&mut self, kind: QuestionType) -> Option<HouseQuestion> {
        let thing = ThingId(self.rng.random_range(0..self.house.things().len() as u16));
        let bare = match kind {
            QuestionType::Location => self.location(thing)?,
            QuestionType::Identification if self.rng.random_bool(0.5) => self.colour(thing)?,
            QuestionType::Identification => self.lies_on(thing)?,
            QuestionType::Counting => self.number(thing)?,
            QuestionType::Existence => self.presence(thing)?,
            QuestionType::State => self.state(thing)?,
        };
        let Bare { inquiry, right, mut others, targets, room } = bare;
        shuffle(&mut others, &mut self.rng);
        let mut meanings = [right, *others.first()?, *others.get(1)?, *others.get(2)?];
        shuffle(&mut meanings, &mut self.rng);
        let place = meanings.iter().position(|&one| one == right)?;
        let states = &self.catalogue.class(targets[0]).states;
        let text = self.catalogue.question(inquiry, &states.join(" or "), self.rng.random_range(0..60));
        let options = meanings.map(|one| self.catalogue.option(inquiry, one));
        Some(HouseQuestion { kind, text, options, answer: Letter::ALL[place], targets, room, inquiry, meanings })
    }

    fn is_seen(&mut self, thing: ThingId) -> bool {
        let house = self.house;
        *self.seen.entry(thing).or_insert_with(|| house.can_be_seen(thing))
    }

    fn kind_of(&self, room: RoomId) -> RoomKind {
        self.house.room(room).kind
    }

    /// The kind of a room, if the house has no other of that kind.
    fn only_room(&self, room: RoomId) -> Option<RoomKind> {
        let kind = self.kind_of(room);
        (self.house.rooms().iter().filter(|one| one.kind == kind).count() == 1).then_some(kind)
    }

    fn alike(&self, is_alike: impl Fn(&Thing) -> bool) -> usize {
        self.house.things().iter().filter(|thing| is_alike(thing)).count()
    }

    fn is_door(&self, thing: &Thing) -> bool {
        self.catalogue.class(thing.class).stands == Stands::Doorway
    }

    /// The colour that tells a thing from others of its class; `None` outside if nothing does.
    fn telling_colour(&self, thing: &Thing) -> Option<Option<Colour>> {
        if self.alike(|one| one.class == thing.class) == 1 {
            return Some(None);
        }
        let is_alone = self.alike(|one| one.class == thing.class && one.colour == thing.colour) == 1;
        is_alone.then_some(Some(thing.colour))
    }
}
