//! Scenes of boxes that know exactly what a camera sees and how far every point is from a surface.
#![allow(dead_code, reason = "each test uses some of it")]

use surefleet_mapping::{Body, GroundPoint, Intrinsics, Map, Optical, Point, Transform};

/// A solid box along the axes of the map, in metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solid {
    pub low: [f64; 3],
    pub high: [f64; 3],
}

impl Solid {
    pub fn new(low: [f64; 3], high: [f64; 3]) -> Self {
        Self { low, high }
    }

    /// Where a ray from `origin` first meets the box, in lengths of `direction`; infinity where it does not.
    pub fn meets(&self, origin: [f64; 3], direction: [f64; 3]) -> f64 {
        let (mut enters, mut leaves) = (0.0f64, f64::INFINITY);
        for axis in 0..3 {
            let inverse = 1.0 / direction[axis];
            let a = (self.low[axis] - origin[axis]) * inverse;
            let b = (self.high[axis] - origin[axis]) * inverse;
            enters = enters.max(a.min(b));
            leaves = leaves.min(a.max(b));
        }
        if enters <= leaves && leaves > 0.0 { enters } else { f64::INFINITY }
    }

    /// Exact distance to the surface, negative inside.
    pub fn signed_distance(&self, point: [f64; 3]) -> f64 {
        let beyond = [0, 1, 2].map(|axis| (self.low[axis] - point[axis]).max(point[axis] - self.high[axis]));
        let outside = beyond.iter().map(|distance| distance.max(0.0).powi(2)).sum::<f64>().sqrt();
        if outside > 0.0 { outside } else { beyond.into_iter().fold(f64::NEG_INFINITY, f64::max) }
    }
}

/// Boxes that do not overlap.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    pub solids: Vec<Solid>,
}

impl Scene {
    /// Depths in metres along the optical axis, exact at the centre of each pixel; infinite where there is nothing.
    pub fn depths(&self, camera: &Intrinsics, pose: &Transform<Map, Optical>) -> Vec<f32> {
        let origin: [f64; 3] = pose.origin().into();
        let pixels = (0..camera.height()).flat_map(|v| (0..camera.width()).map(move |u| (u, v)));
        let depth = |(u, v): (usize, usize)| {
            let tip: [f64; 3] = (*pose * camera.ray(u as f64, v as f64)).into();
            let direction = [0, 1, 2].map(|axis| tip[axis] - origin[axis]);
            self.solids.iter().map(|solid| solid.meets(origin, direction)).fold(f64::INFINITY, f64::min) as f32
        };
        pixels.map(depth).collect()
    }

    /// Exact distance to the nearest surface, negative inside a box.
    pub fn signed_distance(&self, point: Point<Map>) -> f64 {
        self.solids.iter().map(|solid| solid.signed_distance(point.into())).fold(f64::INFINITY, f64::min)
    }

    /// Whether a vertical cylinder between two heights touches nothing.
    pub fn is_free(&self, at: GroundPoint, radius: f64, low: f64, high: f64) -> bool {
        self.solids.iter().all(|solid| {
            let x = at.x.clamp(solid.low[0], solid.high[0]) - at.x;
            let y = at.y.clamp(solid.low[1], solid.high[1]) - at.y;
            x.hypot(y) >= radius || solid.low[2] >= high || solid.high[2] <= low
        })
    }

    /// Whether a box reaches between two heights, and beyond a place by `margin` to all sides.
    pub fn is_filled(&self, at: GroundPoint, margin: f64, low: f64, high: f64) -> bool {
        self.solids.iter().any(|solid| {
            let is_within = |at: f64, axis: usize| solid.low[axis] + margin <= at && at <= solid.high[axis] - margin;
            is_within(at.x, 0) && is_within(at.y, 1) && solid.low[2] < high && solid.high[2] > low
        })
    }
}

/// A square house of `rooms` x `rooms` rooms, each `side` metres, with walls 0.1 m thick and 2.5 m high, doors 0.9 m wide and
/// 2 m high in the middle of each inner wall, a floor, a ceiling, and a cupboard and a table in each room.
pub fn house(rooms: usize, side: f64) -> Scene {
    const WALL: f64 = 0.05;
    let width = rooms as f64 * side;
    let mut solids = vec![
        Solid::new([-1.0, -1.0, -0.5], [width + 1.0, width + 1.0, 0.0]),
        Solid::new([-1.0, -1.0, 2.5], [width + 1.0, width + 1.0, 3.0]),
    ];
    for line in 0..=rooms {
        let at = line as f64 * side;
        for room in 0..rooms {
            let (start, end) = (room as f64 * side, (room + 1) as f64 * side);
            let middle = (start + end) / 2.0;
            let mut wall = |from: f64, to: f64, bottom: f64| {
                solids.push(Solid::new([at - WALL, from, bottom], [at + WALL, to, 2.5]));
                solids.push(Solid::new([from, at - WALL, bottom], [to, at + WALL, 2.5]));
            };
            if line == 0 || line == rooms {
                wall(start + WALL, end - WALL, 0.0);
            } else {
                wall(start + WALL, middle - 0.45, 0.0);
                wall(middle - 0.45, middle + 0.45, 2.0);
                wall(middle + 0.45, end - WALL, 0.0);
            }
        }
        for other in 0..=rooms {
            let (x, y) = (at, other as f64 * side);
            solids.push(Solid::new([x - WALL, y - WALL, 0.0], [x + WALL, y + WALL, 2.5]));
        }
    }
    for x in 0..rooms {
        for y in 0..rooms {
            let (x, y) = (x as f64 * side, y as f64 * side);
            solids.push(Solid::new([x + 0.1, y + 0.1, 0.0], [x + 0.6, y + 1.1, 1.8]));
            let table = [x + 0.72 * side, y + 0.7 * side];
            solids.push(Solid::new([table[0], table[1], 0.0], [table[0] + 0.8, table[1] + 0.5, 0.75]));
        }
    }
    Scene { solids }
}

/// A camera on a robot at (x, y), `height` above the floor, that looks along `yaw`, tilted down by `pitch`.
pub fn standing(x: f64, y: f64, height: f64, yaw: f64, pitch: f64) -> Transform<Map, Optical> {
    let mounting = Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, height), pitch);
    Transform::<Map, Body>::planar(x, y, yaw) * mounting
}

/// Poses that turn once in every room of [`house`], then in every door.
pub fn tour(rooms: usize, side: f64, turns: usize) -> Vec<Transform<Map, Optical>> {
    let spots = (0..rooms).flat_map(|x| (0..rooms).map(move |y| (x as f64 + 0.5, y as f64 + 0.5)));
    let doors = (0..rooms).flat_map(|x| {
        (1..rooms).flat_map(move |y| {
            let (x, y) = (x as f64 + 0.5, y as f64);
            [(x, y), (y, x)]
        })
    });
    let yaw = move |turn: usize| turn as f64 * std::f64::consts::TAU / turns as f64;
    spots
        .chain(doors)
        .flat_map(|(x, y)| (0..turns).map(move |turn| standing(x * side, y * side, 1.2, yaw(turn), 0.2)))
        .collect()
}
