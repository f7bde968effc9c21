//! The classes of things that houses are made of, as `catalogue.yaml` says.

mod file;

use std::sync::LazyLock;

use surefleet_fleet::Digest;

use crate::{
    class::{ClassId, HouseSplit, KindOfRoom, RoomKind, Stands, ThingClass, ThingSet},
    co_occurrence::CoOccurrence,
    shape::Colour,
};

/// Everything that houses are made of.
#[derive(Debug, Clone)]
pub struct Catalogue {
    pub(crate) colours: Vec<(String, [f32; 3])>,
    pub(crate) rooms: Vec<KindOfRoom>,
    pub(crate) classes: Vec<ThingClass>,
    pub(crate) sets: Vec<ThingSet>,
}

const SHIPPED_TEXT: &str = include_str!("../catalogue.yaml");

static SHIPPED: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::parse(SHIPPED_TEXT).expect("a test reads the shipped catalogue"));

impl Catalogue {
    /// The catalogue that comes with this crate.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// The hash of the catalogue that comes with this crate.
    pub fn digest() -> Digest {
        Digest::of([SHIPPED_TEXT.as_bytes()])
    }

    /// All classes, in the order of the catalogue.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = ClassId> + use<> {
        (0..self.classes.len() as u16).map(ClassId)
    }

    /// The name of a class: `washing machine`.
    pub fn name(&self, class: ClassId) -> &str {
        &self.class(class).name
    }

    /// The class with a name.
    pub fn named(&self, name: &str) -> Option<ClassId> {
        self.classes().find(|&class| self.name(class) == name)
    }

    /// The name of a kind of room: `living room`.
    pub fn room_name(&self, kind: RoomKind) -> &str {
        &self.kind(kind).name
    }

    /// All kinds of rooms.
    pub fn room_kinds(&self) -> impl ExactSizeIterator<Item = RoomKind> + use<> {
        (0..self.rooms.len() as u8).map(RoomKind)
    }

    /// All colours.
    pub fn colours(&self) -> impl ExactSizeIterator<Item = Colour> + use<> {
        (0..self.colours.len() as u8).map(Colour)
    }

    /// The name of a colour.
    pub fn colour_name(&self, colour: Colour) -> &str {
        &self.colours[usize::from(colour.0)].0
    }

    /// A colour as red, green and blue from 0 to 1.
    pub fn rgb(&self, colour: Colour) -> [f32; 3] {
        self.colours[usize::from(colour.0)].1
    }

    /// The split that a class belongs to; `None` if it is common.
    pub fn split(&self, class: ClassId) -> Option<HouseSplit> {
        self.class(class).set.map(|set| self.sets[set].split)
    }

    /// The kind of room where things of a class belong; `None` if it is common.
    pub fn home(&self, class: ClassId) -> Option<RoomKind> {
        self.class(class).set.map(|set| self.sets[set].room)
    }

    /// Whether two classes are of one set, so that they are near each other and not only in the same room.
    pub fn are_of_one_set(&self, one: ClassId, other: ClassId) -> bool {
        self.class(one).set.is_some() && self.class(one).set == self.class(other).set
    }

    /// How much a thing that is seen says about where a thing that is sought may be.
    pub fn co_occurrence(&self, seen: ClassId, sought: ClassId) -> CoOccurrence {
        if seen == sought {
            return CoOccurrence::Same;
        }
        match (self.home(seen), self.home(sought)) {
            (None, _) => CoOccurrence::Common,
            (Some(one), Some(other)) if one == other => CoOccurrence::Together,
            _ => CoOccurrence::Unrelated,
        }
    }

    /// All classes of sets that stand in one of these ways.
    pub(crate) fn of_sets(&self, stands: impl Fn(Stands) -> bool) -> Vec<ClassId> {
        let is_wanted = |&class: &ClassId| self.class(class).set.is_some() && stands(self.class(class).stands);
        self.classes().filter(is_wanted).collect()
    }

    pub(crate) fn class(&self, class: ClassId) -> &ThingClass {
        &self.classes[usize::from(class.0)]
    }

    pub(crate) fn kind(&self, kind: RoomKind) -> &KindOfRoom {
        &self.rooms[usize::from(kind.0)]
    }

    /// The class of what closes a doorway.
    pub(crate) fn leaf(&self) -> ClassId {
        self.classes().find(|&class| self.class(class).stands == Stands::Doorway).expect("parsing requires one")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_are_together_are_of_one_split() {
        let catalogue = Catalogue::shipped();
        let mut counts = [0; 2];
        for one in catalogue.classes() {
            for other in catalogue.classes() {
                if one < other && catalogue.are_of_one_set(one, other) {
                    assert_eq!(catalogue.split(one), catalogue.split(other));
                    counts[usize::from(catalogue.split(one) == Some(HouseSplit::Test))] += 1;
                }
            }
        }
        assert!(counts.iter().all(|&pairs| pairs >= 70), "{counts:?}");
    }

    #[test]
    fn every_kind_of_room_has_sets_of_both_splits() {
        let catalogue = Catalogue::shipped();
        for kind in catalogue.room_kinds() {
            for split in [HouseSplit::Training, HouseSplit::Test] {
                let is_any = catalogue.sets.iter().any(|set| set.room == kind && set.split == split);
                assert!(is_any, "{} has no set for {split:?}", catalogue.room_name(kind));
            }
        }
    }

    #[test]
    fn co_occurrence_follows_rooms_and_what_is_common() {
        let catalogue = Catalogue::shipped();
        let class = |name| catalogue.named(name).expect(name);
        let relevance = |seen, sought| catalogue.co_occurrence(class(seen), class(sought));
        assert_eq!(relevance("mug", "mug"), CoOccurrence::Same);
        assert_eq!(relevance("coffee machine", "mug"), CoOccurrence::Together);
        assert_eq!(relevance("toilet", "mug"), CoOccurrence::Unrelated);
        assert_eq!(relevance("chair", "mug"), CoOccurrence::Common);
        assert_eq!(relevance("mug", "chair"), CoOccurrence::Unrelated);
    }
}
