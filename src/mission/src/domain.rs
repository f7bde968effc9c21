use surefleet_fleet::Digest;

use crate::{
    Options,
    declaration::Role,
    objects::{Item, ItemId, Kind, Place, PlaceId},
    term::{Effect, Need, Phrase, PhrasePiece, Term, Value},
    vocabulary::{Group, Vocabulary},
};

/// The skills of the robots and the objects they act on: immutable, meant to be shared in an `Arc`.
#[derive(Debug)]
pub struct Transport {
    pub(crate) name: String,
    pub(crate) digest: Digest,
    pub(crate) items: Vec<Item>,
    pub(crate) places: Vec<Place>,
    pub(crate) containers: usize,
    pub(crate) groups: Vec<Group>,
    pub(crate) skills: Vec<Skill>,
    pub(crate) options: Options,
    pub(crate) vocabulary: Vocabulary,
}

/// A skill whose names are resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Skill {
    pub name: String,
    pub role: Role,
    pub takes: Option<String>,
    pub says: String,
    pub text: Phrase,
    pub needs: Vec<Need>,
    pub effects: Vec<Effect>,
}

impl Transport {
    /// The domain's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A hash of the domain's content; comments and layout of the file do not count.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The decision set S.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// All items, in the order of their ids.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + Clone + use<> {
        (0..self.items.len() as u8).map(ItemId)
    }

    /// All places, in the order of their ids: containers, then surfaces.
    pub fn places(&self) -> impl ExactSizeIterator<Item = PlaceId> + Clone + use<> {
        (0..self.places.len() as u8).map(PlaceId)
    }

    /// Words for one of several objects, with the names on the wire of all objects they may mean: labels and types.
    pub fn sorts(&self) -> impl Iterator<Item = (&[String], Vec<&str>)> {
        self.groups.iter().map(|group| {
            let name = |&member: &u8| match group.kind {
                Kind::Item => self.items[usize::from(member)].name.as_str(),
                Kind::Container | Kind::Surface => self.places[usize::from(member)].name.as_str(),
            };
            (group.singulars.as_slice(), group.members.iter().map(name).collect())
        })
    }

    /// The places that can be closed.
    pub fn containers(&self) -> impl ExactSizeIterator<Item = PlaceId> + Clone + use<> {
        (0..self.containers as u8).map(PlaceId)
    }

    /// The places that cannot be closed.
    pub fn surfaces(&self) -> impl ExactSizeIterator<Item = PlaceId> + Clone + use<> {
        (self.containers as u8..self.places.len() as u8).map(PlaceId)
    }

    /// The item's declaration in the domain.
    ///
    /// # Panics
    /// If the id belongs to another domain.
    pub fn item(&self, item: ItemId) -> &Item {
        &self.items[item.index()]
    }

    /// The place's declaration in the domain.
    ///
    /// # Panics
    /// If the id belongs to another domain.
    pub fn place(&self, place: PlaceId) -> &Place {
        &self.places[place.index()]
    }

    /// The item with this name on the wire.
    pub fn find_item(&self, name: &str) -> Option<ItemId> {
        self.items().find(|&item| self.item(item).name == name)
    }

    /// The place with this name on the wire.
    pub fn find_place(&self, name: &str) -> Option<PlaceId> {
        self.places().find(|&place| self.place(place).name == name)
    }

    pub(crate) fn always_open(&self) -> u64 {
        self.surfaces().fold(0, |open, place| open | 1 << place.0)
    }

    /// The words for a value; robots are counted from 1.
    pub(crate) fn words_for(&self, value: Value) -> String {
        match value {
            Value::Nothing => "nothing".to_owned(),
            Value::Robot(robot) => format!("robot {}", robot + 1),
            Value::Item(item) => self.item(item).phrase.clone(),
            Value::Place(place) => self.place(place).phrase.clone(),
        }
    }

    /// Fills a phrase; `value` gives the value of each term.
    pub(crate) fn fill(&self, phrase: &Phrase, value: impl Fn(&Term) -> Value) -> String {
        let mut text = String::new();
        for piece in &phrase.0 {
            match piece {
                PhrasePiece::Words(words) => text.push_str(words),
                PhrasePiece::Term { term, with_preposition } => {
                    let value = value(term);
                    if *with_preposition {
                        text.push_str(match value {
                            Value::Place(place) => self.place(place).preposition.word(),
                            _ => "at",
                        });
                        text.push(' ');
                    }
                    text.push_str(&self.words_for(value));
                }
            }
        }
        text
    }
}
