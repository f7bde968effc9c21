//! Rectangles and boxes along the axes of the map, in whole millimetres: equal seeds give equal houses on every machine.

use surefleet_mapping::{GroundPoint, Map, Metres, Point};

/// A rectangle on the floor along the axes of the map, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rect {
    /// The south-west corner.
    pub low_mm: [i32; 2],
    /// The north-east corner.
    pub high_mm: [i32; 2],
}

impl Rect {
    pub(crate) const fn new(low_mm: [i32; 2], high_mm: [i32; 2]) -> Self {
        Self { low_mm, high_mm }
    }

    /// Lengths along x and y in millimetres.
    pub fn size_mm(&self) -> [i32; 2] {
        [self.high_mm[0] - self.low_mm[0], self.high_mm[1] - self.low_mm[1]]
    }

    /// The area in square metres.
    pub fn area_m2(&self) -> f64 {
        let [width, height] = self.size_mm();
        f64::from(width) * f64::from(height) * 1e-6
    }

    /// The middle.
    pub fn middle(&self) -> GroundPoint {
        let at = |axis: usize| f64::from(self.low_mm[axis] + self.high_mm[axis]) / 2000.0;
        GroundPoint::new(at(0), at(1))
    }

    /// Whether a place is inside or on the edge.
    pub fn contains(&self, place: GroundPoint) -> bool {
        self.distance(place) == Metres::ZERO
    }

    /// The distance from a place to the nearest point; zero inside.
    pub fn distance(&self, place: GroundPoint) -> Metres {
        let gap = |at: f64, axis: usize| {
            let (low, high) = (f64::from(self.low_mm[axis]) / 1000.0, f64::from(self.high_mm[axis]) / 1000.0);
            (low - at).max(at - high).max(0.0)
        };
        Metres::new(gap(place.x, 0).hypot(gap(place.y, 1)))
    }

    /// Whether the insides of both meet.
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..2).all(|axis| self.low_mm[axis] < other.high_mm[axis] && other.low_mm[axis] < self.high_mm[axis])
    }

    pub(crate) fn holds(&self, other: &Self) -> bool {
        (0..2).all(|axis| self.low_mm[axis] <= other.low_mm[axis] && other.high_mm[axis] <= self.high_mm[axis])
    }

    /// The rectangle with each edge moved outwards by `by_mm`.
    pub(crate) fn grown(&self, by_mm: i32) -> Self {
        Self::new(self.low_mm.map(|low| low - by_mm), self.high_mm.map(|high| high + by_mm))
    }

    /// The square of the distance from a place in millimetres, which stays exact.
    pub(crate) fn square_distance(&self, place: [i32; 2]) -> i64 {
        let gap = |axis: usize| (self.low_mm[axis] - place[axis]).max(place[axis] - self.high_mm[axis]).max(0);
        i64::from(gap(0)).pow(2) + i64::from(gap(1)).pow(2)
    }

    pub(crate) fn middle_mm(&self) -> [i32; 2] {
        [(self.low_mm[0] + self.high_mm[0]) / 2, (self.low_mm[1] + self.high_mm[1]) / 2]
    }

    pub(crate) fn raised(&self, low_mm: i32, high_mm: i32) -> Cuboid {
        let ([x0, y0], [x1, y1]) = (self.low_mm, self.high_mm);
        Cuboid { low_mm: [x0, y0, low_mm], high_mm: [x1, y1, high_mm] }
    }
}

/// A box along the axes of the map, in millimetres; the floor is at 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cuboid {
    /// The lowest corner.
    pub low_mm: [i32; 3],
    /// The highest corner.
    pub high_mm: [i32; 3],
}

impl Cuboid {
    /// What it covers, seen from above.
    pub fn footprint(&self) -> Rect {
        let ([x0, y0, _], [x1, y1, _]) = (self.low_mm, self.high_mm);
        Rect::new([x0, y0], [x1, y1])
    }

    /// The middle.
    pub fn middle(&self) -> Point<Map> {
        let at = |axis: usize| f64::from(self.low_mm[axis] + self.high_mm[axis]) / 2000.0;
        Point::new(at(0), at(1), at(2))
    }

    /// Whether the insides of both meet.
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.low_mm[axis] < other.high_mm[axis] && other.low_mm[axis] < self.high_mm[axis])
    }
}

/// The direction that a front looks to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facing {
    /// Along x.
    East,
    /// Along y.
    North,
    /// Against x.
    West,
    /// Against y.
    South,
}

impl Facing {
    pub(crate) const ALL: [Self; 4] = [Self::East, Self::North, Self::West, Self::South];

    /// One step that way.
    pub(crate) const fn step(self) -> [i32; 2] {
        match self {
            Self::East => [1, 0],
            Self::North => [0, 1],
            Self::West => [-1, 0],
            Self::South => [0, -1],
        }
    }

    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::East => Self::West,
            Self::North => Self::South,
            Self::West => Self::East,
            Self::South => Self::North,
        }
    }

    /// The axis that it looks along: 0 is x, 1 is y.
    pub(crate) const fn axis(self) -> usize {
        match self {
            Self::East | Self::West => 0,
            Self::North | Self::South => 1,
        }
    }

    /// Width and depth, turned to lengths along x and y.
    pub(crate) const fn turned(self, [width, depth]: [i32; 2]) -> [i32; 2] {
        if self.axis() == 1 { [width, depth] } else { [depth, width] }
    }

    /// Where a share of a thing's width, from left to right as one sees its front, and of its depth, from back to front, lies in the
    /// rectangle that it covers: shares of the lengths along x and y.
    pub(crate) fn share(self, [across, along]: [f32; 2]) -> [f32; 2] {
        match self {
            Self::South => [across, 1.0 - along],
            Self::North => [1.0 - across, along],
            Self::East => [along, across],
            Self::West => [1.0 - along, 1.0 - across],
        }
    }

    /// The rectangle of shares between two corners, in the rectangle that a thing covers.
    pub(crate) fn shares(self, low: [f32; 2], high: [f32; 2]) -> ([f32; 2], [f32; 2]) {
        let (one, other) = (self.share(low), self.share(high));
        let pick = |least: fn(f32, f32) -> f32| [least(one[0], other[0]), least(one[1], other[1])];
        (pick(f32::min), pick(f32::max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_and_front_turn_with_a_thing() {
        // Seen from the south, west is left, and the front is in the south.
        assert_eq!(Facing::South.share([0.0, 1.0]), [0.0, 0.0]);
        // Seen from the east, south is left.
        assert_eq!(Facing::East.share([0.0, 1.0]), [1.0, 0.0]);
        assert_eq!(Facing::West.share([0.0, 1.0]), [0.0, 1.0]);
        assert_eq!(Facing::North.share([0.0, 1.0]), [1.0, 1.0]);
        assert_eq!(Facing::West.turned([3, 1]), [1, 3]);
    }

    #[test]
    fn boxes_that_only_touch_do_not_overlap() {
        let one = Rect::new([0, 0], [1000, 1000]);
        assert!(!one.overlaps(&Rect::new([1000, 0], [2000, 1000])));
        assert!(one.overlaps(&Rect::new([999, 999], [2000, 2000])));
        assert_eq!(one.distance(GroundPoint::new(4.0, 5.0)), Metres::new(5.0));
        assert_eq!(one.square_distance([4000, 5000]), 25_000_000);
    }
}
