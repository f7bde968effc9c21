//! All of a house that can be seen, as solids.

use surefleet_mapping::{GroundPoint, Map, Metres, Point};

use crate::{
    beam::{Beam, RAYS},
    catalogue::Catalogue,
    geometry::{Cuboid, Rect},
    shape::{Part, PartColour, Pattern, SolidForm},
    solid::{Hit, Meeting, Paint, Ray, Solid, Vector},
    thing::{HouseRoom, Thing, ThingId},
    tree::Tree,
    walls::WALL_MM,
};

const SKY: [f32; 3] = [0.55, 0.75, 0.92];
const GLOW: [f32; 3] = [1.0, 0.93, 0.6];
const CEILING: [f32; 3] = [0.95, 0.95, 0.94];
const SILL: [f32; 3] = [0.45, 0.4, 0.35];
/// The height of the ceiling in metres.
const CEILING_M: f32 = WALL_MM as f32 / 1000.0;
/// The sides of tiles, and of boards, of a floor.
const TILE_M: f32 = 0.33;
const BOARD_M: f32 = 0.14;

/// The solids of a house, its floors and its ceiling.
#[derive(Debug, Clone, Default)]
pub struct Solids {
    tree: Tree,
    rooms: Vec<Ground>,
    extent: Option<Rect>,
}

/// The floor of a room, and the colour of its walls.
#[derive(Debug, Clone, Copy)]
struct Ground {
    low: [f32; 2],
    high: [f32; 2],
    rgb: [f32; 3],
    pattern: Pattern,
    wall_rgb: [f32; 3],
}

/// What a ray meets first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    pub hit: Hit,
    pub at: f32,
    pub normal: Vector,
    /// Before light falls on it.
    pub rgb: [f32; 3],
    pub glows: bool,
}

impl Solids {
    pub(crate) fn new(
        extent: Rect,
        rooms: &[HouseRoom],
        walls: &[Cuboid],
        things: &[Thing],
        catalogue: &Catalogue,
    ) -> Self {
        let mut solids: Vec<Solid> = walls.iter().map(wall).collect();
        for (number, thing) in things.iter().enumerate() {
            let shape = &catalogue.class(thing.class).shape;
            let is_there = |part: &&Part| part.state.is_none() || part.state == thing.state.map(usize::from);
            let id = ThingId(number as u16);
            solids.extend(shape.iter().filter(is_there).map(|part| solid(part, thing, id, catalogue)));
        }
        let rooms = rooms.iter().map(|room| Ground::new(room, catalogue)).collect();
        Self { tree: Tree::new(solids), rooms, extent: Some(extent) }
    }

    /// All solids: walls, and the parts of things.
    pub fn all(&self) -> &[Solid] {
        self.tree.solids()
    }

    /// What is first met on the straight way from one point towards another, and how far away.
    pub fn first_on_the_way(&self, from: Point<Map>, towards: Point<Map>) -> Option<(Hit, Metres)> {
        let start = [from.x(), from.y(), from.z()].map(|part| part as f32);
        let end = [towards.x(), towards.y(), towards.z()].map(|part| part as f32);
        let length = from.distance(towards).get();
        let ray = Ray::new(start, std::array::from_fn(|axis| (end[axis] - start[axis]) / length as f32));
        self.meet(&ray).map(|found| (found.hit, Metres::new(f64::from(found.at))))
    }

    /// What a ray meets first; `None` if it leaves the house.
    pub(crate) fn meet(&self, ray: &Ray) -> Option<Found> {
        let is_down = ray.along[2] < 0.0;
        let level = if is_down { 0.0 } else { CEILING_M };
        let until = (level - ray.start[2]) * ray.inverse[2];
        let until = if until > 0.0 { until } else { f32::INFINITY };
        if let Some((solid, meeting)) = self.tree.meet(ray, until) {
            return Some(self.found(ray, solid, meeting));
        }
        let place = ray.place(until);
        let ground = GroundPoint::new(f64::from(place[0]), f64::from(place[1]));
        if !until.is_finite() || !self.extent?.contains(ground) {
            return None;
        }
        let (hit, rgb) = if is_down { self.floor(place) } else { (Hit::Ceiling, CEILING) };
        Some(Found { hit, at: until, normal: [0.0, 0.0, if is_down { 1.0 } else { -1.0 }], rgb, glows: false })
    }

    /// What each ray of a beam meets first, and where; [`Hit::Outside`] if it leaves the house.
    pub(crate) fn meet_all(&self, beam: &mut Beam) -> [(Hit, f32); RAYS] {
        let level = |ray: &Ray| {
            let until = ((if ray.along[2] < 0.0 { 0.0 } else { CEILING_M }) - ray.start[2]) * ray.inverse[2];
            if until > 0.0 { until } else { f32::INFINITY }
        };
        let rays: [Ray; RAYS] = std::array::from_fn(|lane| beam.ray(lane));
        beam.until = std::array::from_fn(|lane| level(&rays[lane]));
        self.tree.meet_all(beam);
        std::array::from_fn(|lane| {
            let at = beam.until[lane];
            let hit = match beam.met[lane] {
                Beam::NOTHING => self.beyond(&rays[lane], at),
                met => self.tree.solids()[met as usize].of,
            };
            (hit, at)
        })
    }

    /// The floor or the ceiling that a ray meets at a place, if it is inside.
    fn beyond(&self, ray: &Ray, at: f32) -> Hit {
        let place = ray.place(at);
        let ground = GroundPoint::new(f64::from(place[0]), f64::from(place[1]));
        let is_inside = at.is_finite() && self.extent.is_some_and(|extent| extent.contains(ground));
        match (is_inside, ray.along[2] < 0.0) {
            (false, _) => Hit::Outside,
            (true, true) => self.floor(place).0,
            (true, false) => Hit::Ceiling,
        }
    }

    fn found(&self, ray: &Ray, solid: &Solid, meeting: Meeting) -> Found {
        let Meeting { at, normal } = meeting;
        let place = ray.place(at);
        let rgb = if solid.of == Hit::Wall {
            // The paint of the room before the wall.
            let before = [place[0] + 0.05 * normal[0], place[1] + 0.05 * normal[1]];
            self.room_at(before).map_or(SILL, |room| self.rooms[room].wall_rgb)
        } else {
            solid.paint.at(place, solid.low, solid.high, normal)
        };
        Found { hit: solid.of, at, normal, rgb, glows: solid.paint.glows }
    }

    fn room_at(&self, [x, y]: [f32; 2]) -> Option<usize> {
        let is_inside = |room: &Ground| x >= room.low[0] && x <= room.high[0] && y >= room.low[1] && y <= room.high[1];
        self.rooms.iter().position(is_inside)
    }

    fn floor(&self, place: Vector) -> (Hit, [f32; 3]) {
        let Some(number) = self.room_at([place[0], place[1]]) else { return (Hit::Sill, SILL) };
        let room = &self.rooms[number];
        let cell = |axis: usize, side: f32| (place[axis] / side).floor() as i32;
        let is_dark = match room.pattern {
            Pattern::Checks => (cell(0, TILE_M) + cell(1, TILE_M)) & 1 == 1,
            Pattern::Stripes => cell(1, BOARD_M) & 1 == 1,
            _ => false,
        };
        let rgb = if is_dark { room.rgb.map(|part| part * 0.85) } else { room.rgb };
        (Hit::Floor(crate::thing::RoomId(number as u8)), rgb)
    }
}

impl Ground {
    fn new(room: &HouseRoom, catalogue: &Catalogue) -> Self {
        let kind = catalogue.kind(room.kind);
        let metres = |corner: [i32; 2]| corner.map(|part| part as f32 / 1000.0);
        let (low, high) = (metres(room.floor.low_mm), metres(room.floor.high_mm));
        Self { low, high, rgb: kind.floor, pattern: kind.pattern, wall_rgb: room.wall_rgb }
    }
}

fn metres(corner: [i32; 3]) -> Vector {
    corner.map(|part| part as f32 / 1000.0)
}

fn wall(of: &Cuboid) -> Solid {
    let paint = Paint { rgb: SILL, pattern: Pattern::Plain, glows: false };
    Solid { form: SolidForm::Block, low: metres(of.low_mm), high: metres(of.high_mm), of: Hit::Wall, paint }
}

/// A part of a thing where it stands.
fn solid(part: &Part, thing: &Thing, id: ThingId, catalogue: &Catalogue) -> Solid {
    let (from, to) = thing.facing.shares([part.low[0], part.low[1]], [part.high[0], part.high[1]]);
    let (low, high) = (metres(thing.cuboid.low_mm), metres(thing.cuboid.high_mm));
    let at = |share: Vector| std::array::from_fn(|axis| low[axis] + share[axis] * (high[axis] - low[axis]));
    // The axis of what lies turns with the thing.
    let form = match part.form {
        SolidForm::Round { axis, radii } if axis < 2 && thing.facing.axis() == 0 => {
            SolidForm::Round { axis: 1 - axis, radii }
        }
        form => form,
    };
    let (rgb, glows) = match part.colour {
        PartColour::Own => (catalogue.rgb(thing.colour), false),
        PartColour::Named(colour) => (catalogue.rgb(colour), false),
        PartColour::Sky => (SKY, true),
        PartColour::Glow => (GLOW, true),
    };
    let paint = Paint { rgb, pattern: part.pattern, glows };
    Solid {
        form,
        low: at([from[0], from[1], part.low[2]]),
        high: at([to[0], to[1], part.high[2]]),
        of: Hit::Thing(id),
        paint,
    }
}
