//! What stands in a house, and the rooms that it stands in.

use surefleet_mapping::{Map, Point};

use crate::{
    class::{ClassId, RoomKind},
    geometry::{Cuboid, Facing, Rect},
    shape::Colour,
};

/// A room of one house, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomId(pub(crate) u8);

/// A thing of one house, by number; moves keep it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThingId(pub(crate) u16);

impl ThingId {
    /// As a number: the place of the thing among those of its house, from 0.
    pub const fn get(self) -> u16 {
        self.0
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl RoomId {
    /// As a number: the place of the room among those of its house, from 0.
    pub const fn get(self) -> u8 {
        self.0
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A room.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HouseRoom {
    /// Its kind.
    pub kind: RoomKind,
    /// Its floor between the walls.
    pub floor: Rect,
    /// Red, green and blue of its walls, from 0 to 1.
    pub wall_rgb: [f32; 3],
}

/// An opening between two rooms, or to the outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Doorway {
    /// The rooms on both sides; `None` is outside.
    pub rooms: [Option<RoomId>; 2],
    /// The opening through the wall, seen from above.
    pub opening: Rect,
    /// The door; `None` where the opening has none.
    pub leaf: Option<ThingId>,
    /// Whether one can pass.
    pub is_open: bool,
}

/// A piece of furniture, a door, or an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thing {
    /// Its class.
    pub class: ClassId,
    /// Its colour.
    pub colour: Colour,
    /// The number of its state among those of its class.
    pub(crate) state: Option<u8>,
    /// The room that it is in.
    pub room: RoomId,
    /// The space that it takes up; parts of its shape may stand out by a few millimetres.
    pub cuboid: Cuboid,
    /// Where its front looks.
    pub facing: Facing,
    /// What it lies on or in.
    pub rests: Option<Rests>,
}

/// What a thing lies on or in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rests {
    /// The other thing.
    pub support: ThingId,
    /// In it, not on it.
    pub is_in: bool,
}

impl Thing {
    /// Its middle.
    pub fn middle(&self) -> Point<Map> {
        self.cuboid.middle()
    }
}
