//! A house: rooms, walls, doorways, things, and the solids that a camera sees.

use surefleet_fleet::Digest;
use surefleet_mapping::GroundPoint;

use crate::{
    catalogue::Catalogue,
    chances::{chances, shuffle},
    class::HouseSplit,
    furnishing::Furnishing,
    geometry::{Cuboid, Rect},
    programme::Programme,
    shell::Shell,
    size::SizeClass,
    solids::Solids,
    thing::{Doorway, HouseRoom, RoomId, Thing, ThingId},
};

/// A furnished house.
///
/// Rooms do not overlap and fill the house but for its walls. From every room each other can be reached through open doorways by a robot
/// of [`House::ROBOT_RADIUS_M`], and it can stand before everything that stands on the floor. Equal arguments give equal houses.
#[derive(Debug, Clone)]
pub struct House {
    split: HouseSplit,
    size: SizeClass,
    extent: Rect,
    rooms: Vec<HouseRoom>,
    walls: Vec<Cuboid>,
    doorways: Vec<Doorway>,
    things: Vec<Thing>,
    solids: Solids,
}

impl House {
    /// The radius of the robots that every house lets through.
    pub const ROBOT_RADIUS_M: f64 = 0.25;

    /// A house by chance: its rooms, furniture and objects follow from the arguments alone.
    pub fn draw(seed: u64, size: SizeClass, split: HouseSplit) -> Self {
        let catalogue = Catalogue::shipped();
        let mut rng = chances(seed, &format!("a {size:?} house for {split:?}"));
        // A share of all attempts has rooms that are too narrow, share too little wall or are blocked by doors.
        let (shell, floors, doors) = loop {
            if let Some(found) = Shell::draw(size, catalogue, &mut rng) {
                break found;
            }
        };
        let Shell { extent, rooms, walls, doorways } = shell;
        let mut furnishing = Furnishing { catalogue, rooms: &rooms, extent, floors, things: doors, rng };
        furnishing.fill(split);
        let things = furnishing.things;
        Self::of(Self { split, size, extent, rooms, walls, doorways, things, solids: Solids::default() })
    }

    /// The same house with the solids of its things.
    fn of(mut house: Self) -> Self {
        house.solids = Solids::new(house.extent, &house.rooms, &house.walls, &house.things, Catalogue::shipped());
        house
    }

    pub(crate) fn with_things(&self, things: Vec<Thing>) -> Self {
        Self::of(Self { things, ..self.clone() })
    }

    /// The split whose classes it has.
    pub fn split(&self) -> HouseSplit {
        self.split
    }

    /// Its size class.
    pub fn size(&self) -> SizeClass {
        self.size
    }

    /// What is between its outer walls.
    pub fn extent(&self) -> Rect {
        self.extent
    }

    /// The area between its outer walls in square metres.
    pub fn area_m2(&self) -> f64 {
        self.extent.area_m2()
    }

    /// Its rooms, by number.
    pub fn rooms(&self) -> &[HouseRoom] {
        &self.rooms
    }

    /// The numbers of its rooms.
    pub fn room_ids(&self) -> impl ExactSizeIterator<Item = RoomId> + use<> {
        (0..self.rooms.len() as u8).map(RoomId)
    }

    /// A room.
    ///
    /// # Panics
    /// If it is of another house that has more rooms.
    pub fn room(&self, room: RoomId) -> &HouseRoom {
        &self.rooms[room.index()]
    }

    /// The name of a room's kind: `living room`.
    ///
    /// # Panics
    /// If it is of another house that has more rooms.
    pub fn room_name(&self, room: RoomId) -> &'static str {
        Catalogue::shipped().room_name(self.room(room).kind)
    }

    /// The room that a place is in; `None` in walls, doorways and outside.
    pub fn room_at(&self, place: GroundPoint) -> Option<RoomId> {
        self.room_ids().find(|&room| self.room(room).floor.contains(place))
    }

    /// Boxes that its walls consist of.
    pub fn walls(&self) -> &[Cuboid] {
        &self.walls
    }

    /// Openings between rooms, and the front door.
    pub fn doorways(&self) -> &[Doorway] {
        &self.doorways
    }

    /// Doors, furniture and objects, by number.
    pub fn things(&self) -> &[Thing] {
        &self.things
    }

    /// The numbers of its things.
    pub fn thing_ids(&self) -> impl ExactSizeIterator<Item = ThingId> + use<> {
        (0..self.things.len() as u16).map(ThingId)
    }

    /// A thing.
    ///
    /// # Panics
    /// If it is of another house that has more things.
    pub fn thing(&self, thing: ThingId) -> &Thing {
        &self.things[thing.index()]
    }

    /// The state of a thing in a word: `on`, `off`, `open`, `closed`; `None` if its class has no states.
    ///
    /// # Panics
    /// If it is of another house that has more things.
    pub fn state(&self, thing: ThingId) -> Option<&'static str> {
        let thing = self.thing(thing);
        let states = &Catalogue::shipped().class(thing.class).states;
        thing.state.map(|state| states[usize::from(state)].as_str())
    }

    /// The solids that a camera sees.
    pub fn solids(&self) -> &Solids {
        &self.solids
    }

    /// A hash of everything in it: equal for equal houses.
    pub fn digest(&self) -> Digest {
        let parts = [
            format!("{:?} {:?} {:?}", self.split, self.size, self.extent),
            format!("{:?}", self.rooms),
            format!("{:?}", self.walls),
            format!("{:?}", self.doorways),
            format!("{:?}", self.things),
        ];
        Digest::of(parts.iter().map(String::as_bytes))
    }
}

impl Furnishing<'_> {
    /// Fills all rooms: furniture first, then what stands beside it, what hangs, and objects.
    fn fill(&mut self, split: HouseSplit) {
        let mut strays = Vec::new();
        for number in 0..self.rooms.len() {
            let room = RoomId(number as u8);
            let programme = Programme::draw(&self.rooms[number], split, self.catalogue, &mut self.rng);
            for class in programme.furniture {
                self.furnish(room, class);
            }
            for (class, other) in programme.beside {
                self.put_beside(room, class, other);
            }
            for class in programme.flat {
                self.decorate(room, class);
            }
            for (class, on) in programme.objects {
                self.stock(room, class, &on);
            }
            strays.extend(programme.strays.into_iter().map(|class| (class, room)));
        }
        for (class, home) in strays {
            let mut rooms: Vec<RoomId> = (0..self.rooms.len() as u8).map(RoomId).filter(|&room| room != home).collect();
            shuffle(&mut rooms, &mut self.rng);
            rooms.into_iter().find_map(|room| self.stock(room, class, &[]));
        }
    }
}
