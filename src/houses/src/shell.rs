//! Rooms with their walls, openings and doors, before they are furnished.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{
    catalogue::Catalogue,
    chances::pick,
    class::Doors,
    dissection::Dissection,
    doorways::{INNER_WALL_MM, OUTER_WALL_MM, Opening, draw_openings},
    floor::RoomFloor,
    geometry::{Cuboid, Facing, Rect},
    size::SizeClass,
    thing::{Doorway, HouseRoom, RoomId, Thing, ThingId},
    walls::walls,
};

/// A house without furniture.
pub(crate) struct Shell {
    pub extent: Rect,
    pub rooms: Vec<HouseRoom>,
    pub walls: Vec<Cuboid>,
    pub doorways: Vec<Doorway>,
}

impl Shell {
    /// One attempt, with its floors and its doors; `None` if a robot could not get everywhere.
    pub fn draw(
        size: SizeClass,
        catalogue: &Catalogue,
        rng: &mut ChaCha8Rng,
    ) -> Option<(Self, Vec<RoomFloor>, Vec<Thing>)> {
        let dissection = Dissection::draw(size, catalogue, rng)?;
        let openings = draw_openings(&dissection, catalogue, rng)?;
        let rooms = rooms(&dissection, rng);
        let floors: Vec<Rect> = rooms.iter().map(|room| room.floor).collect();
        let holes: Vec<Rect> = openings.iter().map(|opening| opening.rect).collect();
        let walls = walls(dissection.extent.grown(OUTER_WALL_MM), &floors, &holes);
        let mut floors: Vec<RoomFloor> =
            floors.iter().enumerate().map(|(room, &floor)| room_floor(room, floor, &openings)).collect();
        let mut doors: Vec<Thing> = Vec::new();
        let mut doorways = Vec::new();
        for opening in &openings {
            let rooms_beside = opening.rooms.map(|room| room.map(|room| RoomId(room as u8)));
            let mut doorway = Doorway {
                rooms: rooms_beside,
                opening: opening.rect,
                leaf: None,
                is_open: opening.door != Some(false),
            };
            if let Some(is_open) = opening.door {
                let leaf = leaf(opening, is_open, &rooms, catalogue, rng);
                if is_open {
                    floors[leaf.room.index()].block(leaf.cuboid.footprint());
                }
                doorway.leaf = Some(ThingId(doors.len() as u16));
                doors.push(leaf);
            }
            doorways.push(doorway);
        }
        let shell = Self { extent: dissection.extent, rooms, walls, doorways };
        let do_doors_meet =
            (1..doors.len()).any(|one| doors[..one].iter().any(|door| door.cuboid.overlaps(&doors[one].cuboid)));
        (!do_doors_meet && floors.iter().all(RoomFloor::is_reachable)).then_some((shell, floors, doors))
    }
}

/// The door of an opening; an open one stands at a right angle to the wall, beside the opening.
fn leaf(opening: &Opening, is_open: bool, rooms: &[HouseRoom], catalogue: &Catalogue, rng: &mut ChaCha8Rng) -> Thing {
    let class = catalogue.leaf();
    let row = catalogue.class(class);
    let [_, thickness, height] = row.size_mm;
    let (across, along) = (opening.across, 1 - opening.across);
    // It opens into a room that others do not pass through, of two such rooms the one with more space.
    let space = |&side: &usize| {
        let room = &rooms[opening.rooms[side]?];
        Some((catalogue.kind(room.kind).doors != Doors::Hall, room.floor.size_mm()[across]))
    };
    let side = [0, 1].into_iter().max_by_key(space).expect("two sides");
    let room = opening.rooms[side].expect("the inside comes after the outside");
    let mut rect = opening.rect;
    let width = rect.size_mm()[along];
    if is_open {
        let jamb = if rng.random_bool(0.5) { rect.low_mm[along] - thickness } else { rect.high_mm[along] };
        (rect.low_mm[along], rect.high_mm[along]) = (jamb, jamb + thickness);
        let edge = if side == 0 { rect.low_mm[across] - width } else { rect.high_mm[across] };
        (rect.low_mm[across], rect.high_mm[across]) = (edge, edge + width);
    } else {
        let middle = rect.middle_mm()[across];
        (rect.low_mm[across], rect.high_mm[across]) = (middle - thickness / 2, middle + thickness / 2);
    }
    let facing = if (across == 0) == is_open { Facing::North } else { Facing::East };
    Thing {
        class,
        colour: pick(&row.colours, rng).expect("every class has a colour"),
        state: row.states.iter().position(|state| (state == "open") == is_open).map(|state| state as u8),
        room: RoomId(room as u8),
        cuboid: rect.raised(0, height),
        facing,
        rests: None,
    }
}

/// The rooms of a dissection between their walls, each with a pale colour.
fn rooms(dissection: &Dissection, rng: &mut ChaCha8Rng) -> Vec<HouseRoom> {
    let mut rooms = Vec::new();
    for plot in &dissection.plots {
        let mut floor = plot.rect;
        for axis in 0..2 {
            let half = INNER_WALL_MM / 2;
            floor.low_mm[axis] += if floor.low_mm[axis] == dissection.extent.low_mm[axis] { 0 } else { half };
            floor.high_mm[axis] -= if floor.high_mm[axis] == dissection.extent.high_mm[axis] { 0 } else { half };
        }
        let light: f32 = rng.random_range(0.7..0.9);
        let wall_rgb = std::array::from_fn(|_| (light * rng.random_range(0.82f32..1.05)).min(0.95));
        rooms.push(HouseRoom { kind: plot.kind, floor, wall_rgb });
    }
    rooms
}

fn room_floor(room: usize, floor: Rect, openings: &[Opening]) -> RoomFloor {
    let own = openings.iter().filter(|opening| opening.rooms.contains(&Some(room)));
    RoomFloor::new(floor, &own.map(|opening| (opening.rect, opening.across)).collect::<Vec<_>>())
}
