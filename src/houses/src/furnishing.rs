//! Puts what stands on floors and hangs on walls into the rooms of a house.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{
    catalogue::Catalogue,
    chances::{pick, stepped},
    class::{ClassId, Stands},
    floor::RoomFloor,
    geometry::{Cuboid, Facing, Rect},
    shape::Colour,
    thing::{HouseRoom, Rests, RoomId, Thing, ThingId},
};

/// Places that are tried for a thing before it is left out.
const TRIES: usize = 40;
const STEP_MM: i32 = 50;
/// Between two things, and between a thing and a wall.
const GAP_MM: i32 = 20;
const WALL_GAP_MM: i32 = 10;

/// A house that is being furnished.
pub(crate) struct Furnishing<'a> {
    pub catalogue: &'a Catalogue,
    pub rooms: &'a [HouseRoom],
    /// The house between its outer walls.
    pub extent: Rect,
    pub floors: Vec<RoomFloor>,
    pub things: Vec<Thing>,
    pub rng: ChaCha8Rng,
}

impl Furnishing<'_> {
    /// The things in a room.
    pub fn things_in(&self, room: RoomId) -> impl Iterator<Item = (ThingId, &Thing)> {
        let numbered = self.things.iter().enumerate().map(|(number, thing)| (ThingId(number as u16), thing));
        numbered.filter(move |(_, thing)| thing.room == room)
    }

    /// Adds a thing with a colour and a state by chance.
    pub fn add(
        &mut self,
        class: ClassId,
        room: RoomId,
        cuboid: Cuboid,
        facing: Facing,
        rests: Option<Rests>,
    ) -> ThingId {
        let row = self.catalogue.class(class);
        let colour: Colour = pick(&row.colours, &mut self.rng).expect("every class has a colour");
        let states = row.states.len() as u8;
        let state = (states > 0).then(|| self.rng.random_range(0..states));
        self.things.push(Thing { class, colour, state, room, cuboid, facing, rests });
        ThingId((self.things.len() - 1) as u16)
    }

    /// Puts furniture of a class at a wall or into the room; says whether there was a place.
    pub fn furnish(&mut self, room: RoomId, class: ClassId) -> bool {
        let is_free = self.catalogue.class(class).stands == Stands::Free;
        (0..TRIES).any(|_| {
            let facing = Facing::ALL[self.rng.random_range(0..4)];
            let rect = if is_free {
                self.anywhere(room, class, facing)
            } else {
                self.at_wall(room, class, facing, WALL_GAP_MM)
            };
            rect.is_some_and(|rect| self.stand(room, class, rect, facing, Some(facing.step())))
        })
    }

    /// Puts a thing beside another one of a class; says whether there was a place.
    pub fn put_beside(&mut self, room: RoomId, class: ClassId, other: ClassId) -> bool {
        let others: Vec<Rect> = self
            .things_in(room)
            .filter(|(_, thing)| thing.class == other)
            .map(|(_, thing)| thing.cuboid.footprint())
            .collect();
        (0..TRIES).any(|number| {
            let Some(pivot) = pick(&others, &mut self.rng) else { return false };
            let side = Facing::ALL[self.rng.random_range(0..4)];
            let facing = if self.catalogue.class(class).beside.is_some() { side.opposite() } else { side };
            let [width, depth, _] = self.catalogue.class(class).size_mm;
            let size = facing.turned([width, depth]);
            // Farther away where there is no room beside it.
            let gap = stepped(STEP_MM, STEP_MM * (2 + number as i32 / 6), STEP_MM, &mut self.rng);
            let (across, along) = (side.axis(), 1 - side.axis());
            let mut low = [0; 2];
            low[across] = if side.step()[across] > 0 {
                pivot.high_mm[across] + gap
            } else {
                pivot.low_mm[across] - gap - size[across]
            };
            let slack = if self.catalogue.class(class).beside.is_some() { 0 } else { size[along] / 2 };
            let (from, to) = (pivot.low_mm[along] - slack, pivot.high_mm[along] - size[along] + slack);
            low[along] = if from < to {
                stepped(from, to, 10, &mut self.rng)
            } else {
                pivot.middle_mm()[along] - size[along] / 2
            };
            let rect = Rect::new(low, [low[0] + size[0], low[1] + size[1]]);
            self.stand(room, class, rect, facing, None)
        })
    }

    /// Hangs a thing on a wall, or lays it on the floor.
    pub fn decorate(&mut self, room: RoomId, class: ClassId) -> bool {
        let row = self.catalogue.class(class);
        let (stands, low, high) = (row.stands, row.height_mm, row.height_mm + row.size_mm[2]);
        (0..TRIES).any(|_| {
            let facing = Facing::ALL[self.rng.random_range(0..4)];
            let is_flat = stands == Stands::Flat;
            let rect = if is_flat { self.anywhere(room, class, facing) } else { self.at_wall(room, class, facing, 0) };
            let Some(rect) = rect else { return false };
            let cuboid = rect.raised(low, high);
            let is_outer = !self.extent.grown(-1).holds(&rect);
            let is_alike = |thing: &Thing| self.catalogue.class(thing.class).stands == stands && thing.class == class;
            let is_hindered = if is_flat {
                self.things_in(room).any(|(_, thing)| is_alike(thing) && thing.cuboid.overlaps(&cuboid))
            } else {
                self.is_taken(room, &cuboid) || self.floors[room.index()].free.iter().any(|free| free.overlaps(&rect))
            };
            if is_hindered || (stands == Stands::Outside && !is_outer) {
                return false;
            }
            self.add(class, room, cuboid, facing, None);
            true
        })
    }

    /// Whether a box meets any thing of a room, or comes too close to one beside it.
    pub fn is_taken(&self, room: RoomId, cuboid: &Cuboid) -> bool {
        let wide = cuboid.footprint().grown(GAP_MM).raised(cuboid.low_mm[2], cuboid.high_mm[2]);
        let is_solid = |thing: &Thing| self.catalogue.class(thing.class).stands != Stands::Flat;
        self.things_in(room).any(|(_, thing)| is_solid(thing) && thing.cuboid.overlaps(&wide))
    }

    fn stand(&mut self, room: RoomId, class: ClassId, rect: Rect, facing: Facing, front: Option<[i32; 2]>) -> bool {
        let height = self.catalogue.class(class).size_mm[2];
        let cuboid = rect.raised(0, height);
        let floor = &mut self.floors[room.index()];
        let is_inside = floor.rect.holds(&rect);
        if !is_inside || floor.free.iter().any(|free| free.overlaps(&rect)) || self.is_taken(room, &cuboid) {
            return false;
        }
        let is_added = self.floors[room.index()].try_to_block(rect, front);
        if is_added {
            self.add(class, room, cuboid, facing, None);
        }
        is_added
    }

    fn size(&self, class: ClassId, facing: Facing) -> [i32; 2] {
        let [width, depth, _] = self.catalogue.class(class).size_mm;
        facing.turned([width, depth])
    }

    /// A place with the back at the wall opposite to where it faces.
    fn at_wall(&mut self, room: RoomId, class: ClassId, facing: Facing, gap: i32) -> Option<Rect> {
        let (floor, size) = (self.rooms[room.index()].floor, self.size(class, facing));
        let (across, along) = (facing.axis(), 1 - facing.axis());
        let slack = floor.size_mm()[along] - size[along] - 2 * WALL_GAP_MM;
        if slack < 0 || floor.size_mm()[across] < size[across] + gap {
            return None;
        }
        let mut low = [0; 2];
        low[along] = floor.low_mm[along] + WALL_GAP_MM + stepped(0, slack, STEP_MM, &mut self.rng);
        low[across] = if facing.step()[across] > 0 {
            floor.low_mm[across] + gap
        } else {
            floor.high_mm[across] - gap - size[across]
        };
        Some(Rect::new(low, [low[0] + size[0], low[1] + size[1]]))
    }

    fn anywhere(&mut self, room: RoomId, class: ClassId, facing: Facing) -> Option<Rect> {
        let (floor, size) = (self.rooms[room.index()].floor, self.size(class, facing));
        let slack = [0, 1].map(|axis| floor.size_mm()[axis] - size[axis] - 2 * WALL_GAP_MM);
        if slack.iter().any(|&slack| slack < 0) {
            return None;
        }
        let low = [0, 1].map(|axis| floor.low_mm[axis] + WALL_GAP_MM + stepped(0, slack[axis], STEP_MM, &mut self.rng));
        Some(Rect::new(low, [low[0] + size[0], low[1] + size[1]]))
    }
}
