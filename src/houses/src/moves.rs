//! The same house after somebody moved a few things.

use rand::RngExt;

use crate::{
    catalogue::Catalogue,
    chances::{chances, shuffle},
    class::{ClassId, Stands},
    furnishing::Furnishing,
    house::House,
    thing::{RoomId, Thing, ThingId},
};

/// How many things are moved.
const MOVED: [usize; 2] = [2, 4];
/// How far at least.
const LEAST_MM: i64 = 1000;

impl House {
    /// The house after a few objects were put somewhere else, and which ones: those that lie on or in furniture, at least 1 m away.
    ///
    /// Everything else is as before, and things keep their numbers.
    pub fn moved(&self, seed: u64) -> (Self, Vec<ThingId>) {
        let catalogue = Catalogue::shipped();
        let mut rng = chances(seed, "moves");
        let mut candidates: Vec<ThingId> =
            self.thing_ids().filter(|&thing| self.thing(thing).rests.is_some()).collect();
        shuffle(&mut candidates, &mut rng);
        let wanted = rng.random_range(MOVED[0]..=MOVED[1]);
        let mut furnishing = Furnishing {
            catalogue,
            rooms: self.rooms(),
            extent: self.extent(),
            floors: Vec::new(),
            things: self.things().to_vec(),
            rng,
        };
        let mut moved = Vec::new();
        for thing in candidates {
            if moved.len() < wanted && furnishing.put_elsewhere(thing) {
                moved.push(thing);
            }
        }
        let things = furnishing.things;
        (self.with_things(things), moved)
    }
}

impl Furnishing<'_> {
    /// Puts an object on or in other furniture of any room; says whether there was a place.
    fn put_elsewhere(&mut self, thing: ThingId) -> bool {
        let Thing { class, cuboid, .. } = self.things[thing.index()];
        debug_assert_eq!(self.catalogue.class(class).stands, Stands::Top);
        let mut rooms: Vec<RoomId> = (0..self.rooms.len() as u8).map(RoomId).collect();
        shuffle(&mut rooms, &mut self.rng);
        let nowhere: &[ClassId] = &[];
        for room in rooms {
            let Some(berth) = self.berth(room, class, nowhere) else { continue };
            if cuboid.footprint().square_distance(berth.cuboid.footprint().middle_mm()) >= LEAST_MM.pow(2) {
                let one = &mut self.things[thing.index()];
                (one.room, one.cuboid, one.facing, one.rests) = (room, berth.cuboid, berth.facing, Some(berth.rests));
                return true;
            }
        }
        false
    }
}
