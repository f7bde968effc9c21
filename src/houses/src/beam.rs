//! Rays of neighbouring pixels, which are followed together.

use crate::solid::{Ray, Vector};

/// Pixels of a beam along each side, and its rays.
pub(crate) const SIDE: usize = 4;
pub(crate) const RAYS: usize = SIDE * SIDE;

/// A number for each ray.
pub(crate) type Lanes = [f32; RAYS];

/// Rays from one place in about one direction. They meet nearly the same boxes, and eight comparisons cost as much as one.
#[derive(Debug, Clone)]
pub(crate) struct Beam {
    start: Vector,
    along: [Lanes; 3],
    inverse: [Lanes; 3],
    /// Before this each ray may still meet something.
    pub until: Lanes,
    /// The number of the solid that each ray met; [`Self::NOTHING`] if none.
    pub met: [u32; RAYS],
}

impl Beam {
    pub const NOTHING: u32 = u32::MAX;

    /// Rays that may meet something anywhere.
    pub fn new(start: Vector, directions: [Vector; RAYS]) -> Self {
        let along: [Lanes; 3] = std::array::from_fn(|axis| directions.map(|direction| direction[axis]));
        let inverse = along.map(|lanes| lanes.map(|part| 1.0 / part));
        Self { start, along, inverse, until: [f32::INFINITY; RAYS], met: [Self::NOTHING; RAYS] }
    }

    /// One of its rays.
    pub fn ray(&self, lane: usize) -> Ray {
        Ray::new(self.start, std::array::from_fn(|axis| self.along[axis][lane]))
    }

    /// Whether its rays run along an axis rather than against it; the first ray speaks for all.
    pub fn is_forward(&self, axis: usize) -> bool {
        self.along[axis][0] >= 0.0
    }

    /// Where the rays enter a box, and whether each meets it before `until`; `None` if no ray does.
    pub fn enter(&self, low: &Vector, high: &Vector) -> Option<(Lanes, [bool; RAYS])> {
        let (mut from, mut to) = ([f32::NEG_INFINITY; RAYS], [f32::INFINITY; RAYS]);
        for axis in 0..3 {
            let (low, high) = (low[axis] - self.start[axis], high[axis] - self.start[axis]);
            for lane in 0..RAYS {
                let (one, other) = (low * self.inverse[axis][lane], high * self.inverse[axis][lane]);
                from[lane] = greater(lesser(one, other), from[lane]);
                to[lane] = lesser(greater(one, other), to[lane]);
            }
        }
        let mut is_met = [false; RAYS];
        for lane in 0..RAYS {
            is_met[lane] = (from[lane] <= to[lane]) & (to[lane] > 0.0) & (from[lane] < self.until[lane]);
        }
        is_met.iter().fold(false, |any, &is_met| any | is_met).then_some((from, is_met))
    }
}

/// The second number if one of them is not a number. `f32::min` costs more.
#[inline(always)]
fn lesser(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

#[inline(always)]
fn greater(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}
