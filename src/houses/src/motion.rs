//! How a robot drives: along straight lines, turning in place between them, until it would touch something.

use std::time::Duration;

use surefleet_mapping::{Body, GroundPoint, Map, Metres, Transform};

use crate::{geometry::Rect, house::House, limits::DriveLimits};

/// Where a robot is on the floor, and where its nose points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FloorPose {
    /// Its middle.
    pub at: GroundPoint,
    /// The angle of its nose from east to north in radians.
    pub yaw_rad: f64,
}

impl FloorPose {
    /// From a place and an angle.
    pub const fn new(at: GroundPoint, yaw_rad: f64) -> Self {
        Self { at, yaw_rad }
    }

    /// The pose of the robot's frame in the map.
    pub fn transform(self) -> Transform<Map, Body> {
        Transform::planar(self.at.x, self.at.y, self.yaw_rad)
    }

    /// The pose after driving straight on, then turning.
    pub(crate) fn moved(self, distance_m: f64, turn_rad: f64) -> Self {
        let (sin, cos) = self.yaw_rad.sin_cos();
        let at = GroundPoint::new(self.at.x + distance_m * cos, self.at.y + distance_m * sin);
        Self { at, yaw_rad: self.yaw_rad + turn_rad }
    }
}

/// A turn in place, or a straight line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Leg {
    pub start: FloorPose,
    /// Metres straight on; 0 for a turn.
    pub distance_m: f64,
    /// Radians to the left; 0 for a line.
    pub turn_rad: f64,
    begins_s: f64,
    lasts_s: f64,
}

/// A drive along a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Drive {
    start: FloorPose,
    legs: Vec<Leg>,
    blocked: Option<Rect>,
}

impl Drive {
    /// A drive from a pose through the places of a path, as far as nothing is in the way.
    ///
    /// The robot stops where it would touch an obstacle of the house ([`House::obstacles`]). If it touches or overlaps one at the start, it
    /// drives only along it or away from it.
    ///
    /// # Panics
    /// If the start or a place of the path is not finite.
    pub fn along(house: &House, start: FloorPose, path: &[GroundPoint], limits: &DriveLimits) -> Self {
        let obstacles = house.obstacles();
        let mut drive = Self::standing(start);
        for &place in path {
            let pose = drive.end();
            let (east, north) = (place.x - pose.at.x, place.y - pose.at.y);
            let distance = east.hypot(north);
            assert!(distance.is_finite(), "no robot drives from {:?} to {place:?}", pose.at);
            if distance < 1e-9 {
                continue;
            }
            let turn = wrapped(north.atan2(east) - pose.yaw_rad);
            drive.push(0.0, turn, turn.abs() / limits.turn_rad_s());
            let nearest = obstacles.iter().filter_map(|obstacle| {
                contact(pose.at, place, obstacle, limits.radius().get()).map(|share| (share, *obstacle))
            });
            let first = nearest.min_by(|one, other| one.0.total_cmp(&other.0));
            let free = distance * first.map_or(1.0, |(share, _)| share);
            drive.push(free, 0.0, free / limits.speed_m_s());
            if let Some((_, obstacle)) = first {
                drive.blocked = Some(obstacle);
                break;
            }
        }
        drive
    }

    /// A drive that only turns, to an angle.
    ///
    /// # Panics
    /// If the start or the angle is not finite.
    pub fn turning_to(start: FloorPose, yaw_rad: f64, limits: &DriveLimits) -> Self {
        let mut drive = Self::standing(start);
        let turn = wrapped(yaw_rad - start.yaw_rad);
        assert!(turn.is_finite(), "no robot turns from {} to {yaw_rad} radians", start.yaw_rad);
        drive.push(0.0, turn, turn.abs() / limits.turn_rad_s());
        drive
    }

    fn standing(start: FloorPose) -> Self {
        let FloorPose { at, yaw_rad } = start;
        assert!([at.x, at.y, yaw_rad].iter().all(|number| number.is_finite()), "no robot is at {start:?}");
        Self { start, legs: Vec::new(), blocked: None }
    }

    fn push(&mut self, distance_m: f64, turn_rad: f64, lasts_s: f64) {
        let (start, begins_s) = (self.end(), self.duration().as_secs_f64());
        if lasts_s > 0.0 {
            self.legs.push(Leg { start, distance_m, turn_rad, begins_s, lasts_s });
        }
    }

    /// How long it takes.
    pub fn duration(&self) -> Duration {
        Duration::from_secs_f64(self.legs.last().map_or(0.0, |leg| leg.begins_s + leg.lasts_s))
    }

    /// The pose a time after the start; before and after the drive the robot stands.
    pub fn pose_at(&self, time: Duration) -> FloorPose {
        let seconds = time.as_secs_f64();
        let next = self.legs.partition_point(|leg| leg.begins_s <= seconds);
        let Some(leg) = next.checked_sub(1).map(|number| self.legs[number]) else { return self.start };
        let share = ((seconds - leg.begins_s) / leg.lasts_s).min(1.0);
        leg.start.moved(share * leg.distance_m, share * leg.turn_rad)
    }

    /// The pose after the drive.
    pub fn end(&self) -> FloorPose {
        self.legs.last().map_or(self.start, |leg| leg.start.moved(leg.distance_m, leg.turn_rad))
    }

    /// The obstacle that the robot stopped before; `None` if it came to the end of its path.
    pub fn blocked(&self) -> Option<Rect> {
        self.blocked
    }

    /// The metres that it drives.
    pub fn distance(&self) -> Metres {
        Metres::new(self.legs.iter().map(|leg| leg.distance_m).sum())
    }

    /// The radians that it turns, to either side.
    pub fn turned_rad(&self) -> f64 {
        self.legs.iter().map(|leg| leg.turn_rad.abs()).sum()
    }

    pub(crate) fn legs(&self) -> impl Iterator<Item = (&Leg, f64, f64)> {
        self.legs.iter().map(|leg| (leg, leg.begins_s, leg.lasts_s))
    }
}

/// The same direction, from minus half a turn to half a turn.
pub(crate) fn wrapped(angle_rad: f64) -> f64 {
    let turn = std::f64::consts::TAU;
    angle_rad - turn * (angle_rad / turn).round()
}

/// A disc that touches a rectangle may come nearer to it by this much, in metres: where it stopped is known only up to rounding.
const TOUCH_M: f64 = 1e-9;

/// The share of the way from one place to another at which a disc first touches a rectangle, coming nearer to it.
///
/// A disc that touches or overlaps the rectangle at the start stays there, unless its middle goes along it or away from it.
fn contact(from: GroundPoint, to: GroundPoint, obstacle: &Rect, radius: f64) -> Option<f64> {
    let (start, way) = ([from.x, from.y], [to.x - from.x, to.y - from.y]);
    let edge = |corner: [i32; 2], axis: usize| f64::from(corner[axis]) / 1000.0;
    let (low, high) = ([0, 1].map(|axis| edge(obstacle.low_mm, axis)), [0, 1].map(|axis| edge(obstacle.high_mm, axis)));
    let nearest = [0, 1].map(|axis| start[axis].clamp(low[axis], high[axis]) - start[axis]);
    let distance = nearest[0].hypot(nearest[1]);
    if distance <= radius + TOUCH_M {
        // The distance to a rectangle is convex, so along the way it falls by no more than it does at the start.
        let falls = (way[0] * nearest[0] + way[1] * nearest[1]) / distance;
        return (distance == 0.0 || falls > TOUCH_M).then_some(0.0);
    }
    let mut first: Option<f64> = None;
    let mut keep = |share: f64| {
        if (0.0..=1.0).contains(&share) && first.is_none_or(|best| share < best) {
            first = Some(share);
        }
    };
    // The disc touches a side where its middle crosses the line a radius before it, beside the side.
    for axis in 0..2 {
        let other = 1 - axis;
        let line = if way[axis] > 0.0 { low[axis] - radius } else { high[axis] + radius };
        let share = (line - start[axis]) / way[axis];
        let beside = start[other] + share * way[other];
        if way[axis] != 0.0 && beside >= low[other] && beside <= high[other] {
            keep(share);
        }
    }
    // It touches a corner where its middle is a radius away from it.
    for x in [low[0], high[0]] {
        for y in [low[1], high[1]] {
            let (east, north) = (start[0] - x, start[1] - y);
            let a = way[0] * way[0] + way[1] * way[1];
            let b = east * way[0] + north * way[1];
            let c = east * east + north * north - radius * radius;
            let root = b * b - a * c;
            // It comes nearer, and would be nearer than a radius.
            if a > 0.0 && b < 0.0 && root > 1e-12 {
                keep((-b - root.sqrt()) / a);
            }
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_disc_stops_where_it_would_touch(
            from in (-3.0..3.0f64, -3.0..3.0f64), to in (-3.0..3.0f64, -3.0..3.0f64), size in (10..1500i32, 10..1500i32),
        ) {
            let obstacle = Rect::new([0, 0], [size.0, size.1]);
            let (from, to) = (GroundPoint::new(from.0, from.1), GroundPoint::new(to.0, to.1));
            prop_assume!(obstacle.distance(from).get() > 0.2501);
            let at = |share: f64| GroundPoint::new(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
            // The way in small steps.
            let steps = 4000;
            let first = (0..=steps).map(|step| f64::from(step) / f64::from(steps)).find(|&share| obstacle.distance(at(share)).get() < 0.25);
            match (contact(from, to, &obstacle, 0.25), first) {
                (Some(share), Some(first)) => {
                    prop_assert!(share <= first + 1e-9 && first - share < 0.03, "{share} and {first}");
                    prop_assert!((obstacle.distance(at(share)).get() - 0.25).abs() < 1e-6);
                }
                (Some(share), None) => prop_assert!(obstacle.distance(at((share + 1e-4).min(1.0))).get() < 0.2505),
                (None, first) => prop_assert_eq!(first, None),
            }
        }

        #[test]
        fn a_disc_that_overlaps_never_comes_nearer(
            from in (-0.5..2.0f64, -0.5..2.0f64), to in (-3.0..3.0f64, -3.0..3.0f64), size in (10..1500i32, 10..1500i32),
        ) {
            let obstacle = Rect::new([0, 0], [size.0, size.1]);
            let (from, to) = (GroundPoint::new(from.0, from.1), GroundPoint::new(to.0, to.1));
            let start = obstacle.distance(from).get();
            prop_assume!(start < 0.5 && from.distance(to).get() > 0.01);
            let at = |share: f64| GroundPoint::new(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
            match contact(from, to, &obstacle, 0.5) {
                Some(share) => {
                    prop_assert_eq!(share, 0.0);
                    // It stays because the first bit of the way leads nearer, or its middle is inside. Past a corner that bit may be short.
                    let leads_nearer = |power: i32| obstacle.distance(at(10f64.powi(-power))).get() < start;
                    prop_assert!(start == 0.0 || (3..9).any(leads_nearer));
                }
                None => for step in 0..=400 {
                    prop_assert!(obstacle.distance(at(f64::from(step) / 400.0)).get() > start - 1e-8);
                },
            }
        }
    }
}
