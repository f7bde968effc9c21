//! Labels that do not cover one another.

use super::Shape;

/// Height of a label's letters, in metres.
pub const LABEL_M: f64 = 0.16;
/// Breadth of a letter, by its height; a little more than RViz's letters have on average.
const BREADTH: f64 = 0.6;
/// How far a label rises at a time, in metres.
const STEP_M: f64 = 0.06;

/// Where `rviz/fleet.rviz` looks from: around the middle of the floor, in radians and metres.
const YAW_RAD: f64 = 0.8;
const PITCH_RAD: f64 = 0.9;
const DISTANCE_M: f64 = 10.0;

/// Raises labels until none covers another, as `rviz/fleet.rviz` looks at the diagram. Labels face whoever looks, so that from elsewhere
/// they may still meet. What stands last, the robots, keeps its place.
pub(super) fn spread(shapes: &mut [Shape]) {
    let mut taken: Vec<Rectangle> = Vec::new();
    for shape in shapes.iter_mut().rev().filter(|shape| !shape.label.is_empty()) {
        while taken.iter().any(|other| other.meets(&Rectangle::of(shape))) {
            shape.label_at_m[2] += STEP_M;
        }
        taken.push(Rectangle::of(shape));
    }
}

/// The area that a label covers on the screen, in multiples of the distance to the screen.
struct Rectangle {
    middle: [f64; 2],
    half: [f64; 2],
}

impl Rectangle {
    fn of(shape: &Shape) -> Self {
        let ([x, y, z], (sin_yaw, cos_yaw), (sin_pitch, cos_pitch)) =
            (shape.label_at_m, YAW_RAD.sin_cos(), PITCH_RAD.sin_cos());
        let ahead = x * cos_yaw + y * sin_yaw;
        let depth = DISTANCE_M - ahead * cos_pitch - z * sin_pitch;
        let letters = shape.label.chars().count() as f64;
        Self {
            middle: [(y * cos_yaw - x * sin_yaw) / depth, (z * cos_pitch - ahead * sin_pitch) / depth],
            half: [letters * BREADTH * LABEL_M / 2.0 / depth, LABEL_M / 2.0 / depth],
        }
    }

    fn meets(&self, other: &Self) -> bool {
        [0, 1].iter().all(|&axis| (self.middle[axis] - other.middle[axis]).abs() < self.half[axis] + other.half[axis])
    }
}
