//! Classes of things and kinds of rooms.

use crate::shape::{Colour, Level, Part, Pattern};

/// Which part of the catalogue a house is made of.
///
/// Each class of a set belongs to training or to tests, so pairs of classes that are learnt on houses for training are in no house for testing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HouseSplit {
    /// Houses to learn from.
    Training,
    /// Houses to test on.
    Test,
    /// Houses to learn the looks of things from: classes of both other splits, each drawn by itself, so that no two are often together. No
    /// class belongs to it.
    #[serde(skip)]
    Shuffled,
}

impl HouseSplit {
    /// Whether houses of this split have things of a class that belongs to `of`.
    pub(crate) fn has(self, of: Option<Self>) -> bool {
        of.is_some_and(|of| self == Self::Shuffled || of == self)
    }
}

/// A class of things, by its number in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub(crate) u16);

impl ClassId {
    /// As a number: the place of the class in the catalogue, from 0.
    pub const fn get(self) -> u16 {
        self.0
    }
}

/// A kind of room, by its number in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomKind(pub(crate) u8);

/// A kind of room.
#[derive(Debug, Clone)]
pub(crate) struct KindOfRoom {
    pub name: String,
    pub weight: f64,
    /// By size of house: the least and the most.
    pub number: [[usize; 2]; 3],
    pub doors: Doors,
    pub floor: [f32; 3],
    pub pattern: Pattern,
}

/// How rooms of a kind join others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Doors {
    /// Every room opens on it.
    Hall,
    /// By wide openings to other such rooms.
    Open,
    /// By one door.
    Shut,
}

/// Where things of a class stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stands {
    /// With its back at a wall.
    Wall,
    /// In the room.
    Free,
    /// Beside the anchor of its set.
    Floor,
    /// On or in furniture.
    Top,
    /// On a wall.
    OnWall,
    /// On an outer wall.
    Outside,
    /// Flat on the floor.
    Flat,
    /// Between two rooms.
    Doorway,
}

/// How English counts things of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Noun {
    /// A mug, two mugs.
    #[default]
    One,
    /// Boots, two pairs of boots.
    Pair,
    /// Firewood, which nobody counts.
    Mass,
}

/// A class of things.
#[derive(Debug, Clone)]
pub(crate) struct ThingClass {
    pub name: String,
    pub noun: Noun,
    pub plural: String,
    /// Width, depth and height.
    pub size_mm: [i32; 3],
    pub colours: Vec<Colour>,
    pub stands: Stands,
    pub beside: Option<ClassId>,
    pub height_mm: i32,
    pub several: [usize; 2],
    /// Of a common class: the least and the most by room.
    pub rooms: Vec<(RoomKind, [usize; 2])>,
    pub states: Vec<String>,
    pub levels: Vec<Level>,
    pub shape: Vec<Part>,
    /// The set that it belongs to; `None` for a common class.
    pub set: Option<usize>,
}

/// Classes that are often together: the first is the anchor.
#[derive(Debug, Clone)]
pub(crate) struct ThingSet {
    pub split: HouseSplit,
    pub room: RoomKind,
    /// The class of furniture that its things are put on.
    pub on: ClassId,
    pub classes: Vec<ClassId>,
}
