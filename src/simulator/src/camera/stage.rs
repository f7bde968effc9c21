//! A scene of the household as solids in a room, and where the camera is.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use surefleet_mission::{ItemId, PlaceId, Transport, Whereabouts};

use crate::Scene;

use super::{
    furniture::{Stand, build},
    geometry::{Frame, Vector, add},
    look::{Appearance, shuffled},
    material::Material,
    mesh::Mesh,
    raster::Light,
    wares,
};

/// The scene to draw, the eye that sees it, and the light.
pub(super) struct Stage {
    pub mesh: Mesh,
    pub eye: Frame,
    pub light: Light,
}

/// Between the middles of two pieces of furniture, in metres.
const SPACING_M: f32 = 2.3;
/// Between the last piece at a wall and the corner: nobody looks past one wall's furniture at another's.
const CORNER_M: f32 = 1.2;
const ROOM_HEIGHT_M: f32 = 2.6;

pub(super) fn set(domain: &Transport, scene: &Scene, robot: usize, look: &Appearance) -> Stage {
    let mut mesh = Mesh::default();
    let places: Vec<PlaceId> = domain.places().collect();
    let mut house = look.house(places.len());
    let walls = places.len().div_ceil(4).max(1);
    let half = walls as f32 * SPACING_M / 2.0 + CORNER_M;
    room(&mut mesh, half, &house.wall, &house.floor);

    let mut stands: Vec<(Frame, Stand)> = Vec::new();
    for (number, &place) in places.iter().enumerate() {
        let frame = along_the_wall(house.order[number], walls, half);
        let (paint, about) = (house.paint(), domain.place(place));
        let stand = build(&mut mesh, &frame, &about.name, about.is_container, scene.is_open(place), &paint);
        stands.push((frame, stand));
    }

    let mut rng = look.chances("wares", true);
    for (&place, (frame, stand)) in places.iter().zip(&stands) {
        lay(&mut mesh, domain, scene, place, frame, stand, &mut rng);
    }

    let mut rng = look.chances("camera", true);
    let here = scene.standing(robot).and_then(|place| places.iter().position(|&other| other == place));
    let eye = match here {
        Some(number) => before(&stands[number], &mut rng),
        None => {
            let way = [rng.random_range(-1.0..1.0_f32), rng.random_range(-1.0..1.0), 0.0];
            let from = [rng.random_range(-0.4..0.4), rng.random_range(-0.4..0.4), 1.35];
            Frame::looking(from, add(from, [way[0], way[1] + 0.01, -0.25]))
        }
    };
    if let Some(number) = here {
        mates(&mut mesh, robot, scene, &stands[number].0, &mut rng);
    }
    let held = scene.held(domain, robot);
    let opening = if held.is_some() { 0.11 } else { rng.random_range(0.03..0.11) };
    let grip = wares::gripper(&mut mesh, &eye, opening);
    if let Some(item) = held {
        let turned = grip.facing([1.0, rng.random_range(-0.3..0.3)]);
        ware(&mut mesh, &turned, domain, item, rng.random_range(0.85..1.15));
    }
    Stage { mesh, eye, light: look.light() }
}

fn room(mesh: &mut Mesh, half: f32, wall: &Material, floor: &Material) {
    let whole = Frame::standing([0.0; 3], [1.0, 0.0]);
    let (edge, up) = (2.0 * half, [0.0, 0.0, ROOM_HEIGHT_M]);
    mesh.sheet(&whole, [-half, -half, 0.0], [[edge, 0.0, 0.0], [0.0, edge, 0.0]], *floor);
    for side in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
        let turned = whole.facing(side);
        mesh.sheet(&turned, [half, -half, 0.0], [[0.0, edge, 0.0], up], *wall);
        let skirting = Material::plain([0.75, 0.74, 0.72]);
        mesh.sheet(&turned, [half - 0.01, -half, 0.0], [[0.0, edge, 0.0], [0.0, 0.0, 0.08]], skirting);
    }
}

/// Where the furniture with this number stands: its front looks into the room.
fn along_the_wall(number: usize, walls: usize, half: f32) -> Frame {
    let (wall, place) = (number / walls, number % walls);
    let along = (place as f32 - (walls as f32 - 1.0) / 2.0) * SPACING_M;
    let depth = half - 0.75;
    let (inward, at) = match wall {
        0 => ([-1.0, 0.0], [depth, along]),
        1 => ([0.0, -1.0], [-along, depth]),
        2 => ([1.0, 0.0], [-depth, -along]),
        _ => ([0.0, 1.0], [along, -depth]),
    };
    // Nearer to the wall than the deepest piece is: shallow ones hang before it.
    Frame::standing([at[0], at[1], 0.0], inward)
}

/// Lays the items of a place, and some other things, on spots of their own, in an order by chance.
fn lay(
    mesh: &mut Mesh,
    domain: &Transport,
    scene: &Scene,
    place: PlaceId,
    frame: &Frame,
    stand: &Stand,
    rng: &mut ChaCha8Rng,
) {
    // Nobody sees into what is closed.
    if !scene.is_open(place) {
        return;
    }
    let items = domain.items().filter(|&item| scene.whereabouts(item) == Whereabouts::Place(place));
    let mut things: Vec<Option<ItemId>> = items.map(Some).collect();
    things.extend((0..rng.random_range(0..3)).map(|_| None));
    let columns = if things.len() > 10 { 6 } else { 5 };
    let rows = 2_usize.max(things.len().div_ceil(columns));
    let spots = shuffled(rows * columns, rng);
    let [deep, wide] = stand.size;
    for (thing, spot) in things.into_iter().zip(spots) {
        let (row, column) = (spot / columns, spot % columns);
        let within = |place: usize, count: usize, size: f32| (place as f32 + 0.5) / count as f32 * size - size / 2.0;
        let jitter: [f32; 2] = std::array::from_fn(|_| rng.random_range(-0.015..0.015));
        let at: Vector =
            add(stand.middle, [within(row, rows, deep) + jitter[0], within(column, columns, wide) + jitter[1], 0.0]);
        let turned = frame.at(at).facing([rng.random_range(0.3..1.0), rng.random_range(-0.6..0.6)]);
        let tint = rng.random_range(0.8..1.15);
        match thing {
            Some(item) => ware(mesh, &turned, domain, item, tint),
            None => {
                let colour = std::array::from_fn(|_| rng.random_range(0.05..0.8));
                wares::distractor(mesh, &turned, rng.random(), colour);
            }
        }
    }
}

/// An item of the domain, by whose number its triangles are told from all others.
fn ware(mesh: &mut Mesh, frame: &Frame, domain: &Transport, item: ItemId, tint: f32) {
    let about = domain.item(item);
    mesh.item = Some(item.index() as u8);
    wares::item(mesh, frame, &about.label, &about.name, tint);
    mesh.item = None;
}

/// The camera of a robot that stands before a place.
fn before((frame, stand): &(Frame, Stand), rng: &mut ChaCha8Rng) -> Frame {
    let distance = rng.random_range(0.95..1.1);
    let aside = rng.random_range(-0.14..0.14_f32);
    let high = rng.random_range(1.38..1.5);
    let from = frame.out([stand.middle[0].max(-0.2) + distance, aside, high]);
    let target = frame.out([
        stand.middle[0],
        aside * 0.4 + rng.random_range(-0.05..0.05),
        stand.middle[2].max(0.45) + rng.random_range(-0.06..0.04),
    ]);
    Frame::looking(from, target)
}

/// Other robots that stand at the same place, at its sides.
fn mates(mesh: &mut Mesh, robot: usize, scene: &Scene, frame: &Frame, rng: &mut ChaCha8Rng) {
    let is_here = |other: &usize| *other != robot && scene.standing(*other) == scene.standing(robot);
    let others = (0..scene.robots()).filter(is_here);
    for (number, other) in others.enumerate().take(2) {
        let side = if number % 2 == 0 { 1.0 } else { -1.0 };
        let at = frame.at([0.1, side * rng.random_range(0.62..0.75), 0.0]);
        wares::robot(mesh, &at, [0.15, 0.35 + 0.08 * (other % 4) as f32, 0.25]);
    }
}
