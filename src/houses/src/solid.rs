//! Solids that rays meet.

use crate::{
    shape::{Pattern, SolidForm},
    thing::{RoomId, ThingId},
};

/// A vector in the map, in metres; single precision, since millions of rays are followed.
pub(crate) type Vector = [f32; 3];

/// What a pixel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hit {
    /// The world outside the house.
    Outside,
    /// The floor of a room.
    Floor(RoomId),
    /// The floor of a doorway.
    Sill,
    /// The ceiling.
    Ceiling,
    /// A wall.
    Wall,
    /// A door, a piece of furniture or an object.
    Thing(ThingId),
}

impl Hit {
    /// As a number, for pictures of what each pixel shows: things from 1024, floors of rooms from 512.
    pub fn code(self) -> u16 {
        match self {
            Self::Outside => 0,
            Self::Sill => 1,
            Self::Ceiling => 2,
            Self::Wall => 3,
            Self::Floor(room) => Self::FIRST_FLOOR + u16::from(room.get()),
            Self::Thing(thing) => Self::FIRST_THING.saturating_add(thing.get()),
        }
    }

    /// From that number; `None` for one that stands for nothing.
    pub fn of_code(code: u16) -> Option<Self> {
        Some(match code {
            0 => Self::Outside,
            1 => Self::Sill,
            2 => Self::Ceiling,
            3 => Self::Wall,
            Self::FIRST_THING.. => Self::Thing(ThingId(code - Self::FIRST_THING)),
            Self::FIRST_FLOOR..=767 => Self::Floor(RoomId((code - Self::FIRST_FLOOR) as u8)),
            _ => return None,
        })
    }

    const FIRST_FLOOR: u16 = 512;
    const FIRST_THING: u16 = 1024;
}

/// A solid: a wall, or a part of a thing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solid {
    /// Its form, which fills the box.
    pub form: SolidForm,
    /// The lowest corner of its box in the map, in metres.
    pub low: [f32; 3],
    /// The highest corner.
    pub high: [f32; 3],
    /// What it is of.
    pub of: Hit,
    pub(crate) paint: Paint,
}

/// The look of a solid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Paint {
    pub rgb: [f32; 3],
    pub pattern: Pattern,
    /// Gives light, so that no side of it is darker.
    pub glows: bool,
}

/// A ray: places are the start plus a multiple of the direction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ray {
    pub start: Vector,
    pub along: Vector,
    pub inverse: Vector,
}

/// Where a ray meets a solid from outside.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Meeting {
    pub at: f32,
    pub normal: Vector,
}

impl Ray {
    pub fn new(start: Vector, along: Vector) -> Self {
        Self { start, along, inverse: along.map(|part| 1.0 / part) }
    }

    pub fn place(&self, at: f32) -> Vector {
        std::array::from_fn(|axis| self.start[axis] + at * self.along[axis])
    }

    /// Where it is inside a box: from and to. It misses the box if from is greater than to.
    pub fn span(&self, low: &Vector, high: &Vector) -> [f32; 2] {
        let (mut from, mut to) = (f32::NEG_INFINITY, f32::INFINITY);
        for axis in 0..3 {
            let one = (low[axis] - self.start[axis]) * self.inverse[axis];
            let other = (high[axis] - self.start[axis]) * self.inverse[axis];
            from = from.max(one.min(other));
            to = to.min(one.max(other));
        }
        [from, to]
    }
}

impl Solid {
    /// Where a ray enters it, after its start and before `until`.
    pub(crate) fn meet(&self, ray: &Ray, until: f32) -> Option<Meeting> {
        let [from, to] = ray.span(&self.low, &self.high);
        if from > to || to <= 0.0 || from >= until {
            return None;
        }
        let found = match self.form {
            SolidForm::Block => (from > 0.0).then(|| Meeting { at: from, normal: self.side(ray, from) }),
            SolidForm::Ball => self.meet_ball(ray),
            SolidForm::Round { axis, radii } => self.meet_round(ray, axis, radii),
        };
        found.filter(|meeting| meeting.at < until)
    }

    /// The normal of the side of the box that a place is nearest to.
    fn side(&self, ray: &Ray, at: f32) -> Vector {
        let place = ray.place(at);
        let mut best = (f32::INFINITY, 0);
        for (axis, at) in place.into_iter().enumerate() {
            let edge = if ray.along[axis] > 0.0 { self.low[axis] } else { self.high[axis] };
            let gap = (at - edge).abs();
            if gap < best.0 && ray.along[axis] != 0.0 {
                best = (gap, axis);
            }
        }
        let mut normal = [0.0; 3];
        normal[best.1] = -ray.along[best.1].signum();
        normal
    }

    /// The ray where the box reaches from -1 to 1 along each axis.
    fn scaled(&self, ray: &Ray) -> (Vector, Vector, Vector) {
        let half: Vector = std::array::from_fn(|axis| (self.high[axis] - self.low[axis]) / 2.0);
        let start = std::array::from_fn(|axis| (ray.start[axis] - self.low[axis]) / half[axis] - 1.0);
        let along = std::array::from_fn(|axis| ray.along[axis] / half[axis]);
        (start, along, half)
    }

    fn meet_ball(&self, ray: &Ray) -> Option<Meeting> {
        let (start, along, half) = self.scaled(ray);
        let (a, b, c) = (dot(along, along), dot(start, along), dot(start, start) - 1.0);
        let root = b * b - a * c;
        let at = (root >= 0.0).then(|| (-b - root.sqrt()) / a).filter(|&at| at > 0.0)?;
        let normal = std::array::from_fn(|axis| (start[axis] + at * along[axis]) / half[axis]);
        Some(Meeting { at, normal: unit(normal) })
    }

    fn meet_round(&self, ray: &Ray, axis: usize, [low, high]: [f32; 2]) -> Option<Meeting> {
        let (start, along, half) = self.scaled(ray);
        let (one, other) = ((axis + 1) % 3, (axis + 2) % 3);
        // The radius is `middle + slope * z`, with z from -1 to 1 along the axis.
        let (middle, slope) = ((low + high) / 2.0, (high - low) / 2.0);
        let (radius, growth) = (middle + slope * start[axis], slope * along[axis]);
        let a = along[one] * along[one] + along[other] * along[other] - growth * growth;
        let b = start[one] * along[one] + start[other] * along[other] - radius * growth;
        let c = start[one] * start[one] + start[other] * start[other] - radius * radius;
        let root = b * b - a * c;
        let mut best: Option<Meeting> = None;
        let mut keep = |at: f32, normal: Vector| {
            if at > 0.0 && best.is_none_or(|meeting| at < meeting.at) {
                let scaled = std::array::from_fn(|axis| normal[axis] / half[axis]);
                best = Some(Meeting { at, normal: unit(scaled) });
            }
        };
        if root >= 0.0 && a != 0.0 {
            for at in [(-b - root.sqrt()) / a, (-b + root.sqrt()) / a] {
                let z = start[axis] + at * along[axis];
                let mut normal = [0.0; 3];
                normal[one] = start[one] + at * along[one];
                normal[other] = start[other] + at * along[other];
                normal[axis] = -slope * (middle + slope * z);
                if (-1.0..=1.0).contains(&z) && dot(normal, along) < 0.0 {
                    keep(at, normal);
                }
            }
        }
        for (end, radius) in [(-1.0, low), (1.0, high)] {
            let at = (end - start[axis]) / along[axis];
            let (x, y) = (start[one] + at * along[one], start[other] + at * along[other]);
            if end * along[axis] < 0.0 && x * x + y * y <= radius * radius {
                let mut normal = [0.0; 3];
                normal[axis] = end;
                keep(at, normal);
            }
        }
        best
    }
}

impl Paint {
    /// The colour at a place of a solid between two corners, on a side with this normal.
    pub fn at(&self, place: Vector, low: Vector, high: Vector, normal: Vector) -> [f32; 3] {
        let share: Vector = std::array::from_fn(|axis| (place[axis] - low[axis]) / (high[axis] - low[axis]).max(1e-6));
        let length = |axis: usize| high[axis] - low[axis];
        let cell = |axis: usize, count: f32| (share[axis] * count).floor() as i32;
        let across = |axis: &usize| normal[*axis].abs() < 0.7;
        let longest = (0..3).filter(across).fold(None, |best: Option<usize>, axis| match best {
            Some(one) if length(one) >= length(axis) => Some(one),
            _ => Some(axis),
        });
        let is_dark = match self.pattern {
            Pattern::Plain => false,
            Pattern::Stripes => longest.is_some_and(|axis| cell(axis, 9.0) & 1 == 1),
            Pattern::Grain => longest.is_some_and(|long| {
                let short = (0..3).filter(across).find(|&axis| axis != long).unwrap_or(long);
                cell(short, 11.0) & 3 == 1
            }),
            Pattern::Checks => (0..3).filter(across).map(|axis| cell(axis, 6.0)).sum::<i32>() & 1 == 1,
            Pattern::Spots => {
                let hash =
                    (0..3).filter(across).fold(7i32, |hash, axis| hash.wrapping_mul(31).wrapping_add(cell(axis, 8.0)));
                (hash.wrapping_mul(0x045D_9F3B) >> 8) & 3 == 0
            }
        };
        if !is_dark {
            return self.rgb;
        }
        // Dark colours get light marks.
        let is_light = self.rgb.iter().sum::<f32>() > 0.6;
        self.rgb.map(|part| if is_light { part * 0.62 } else { part * 0.6 + 0.28 })
    }
}

pub(crate) fn dot(one: Vector, other: Vector) -> f32 {
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

fn unit(vector: Vector) -> Vector {
    let length = dot(vector, vector).sqrt().max(1e-12);
    vector.map(|part| part / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solid(form: SolidForm) -> Solid {
        let paint = Paint { rgb: [1.0; 3], pattern: Pattern::Plain, glows: false };
        Solid { form, low: [1.0, -1.0, 0.0], high: [3.0, 1.0, 2.0], of: Hit::Wall, paint }
    }

    fn meet(form: SolidForm, start: Vector, along: Vector) -> Option<(f32, Vector)> {
        solid(form).meet(&Ray::new(start, along), 100.0).map(|meeting| (meeting.at, meeting.normal))
    }

    #[test]
    fn each_form_is_met_where_it_begins() {
        let ahead = [1.0, 0.0, 0.0];
        let cone = SolidForm::Round { axis: 2, radii: [1.0, 0.0] };
        let pillar = SolidForm::Round { axis: 2, radii: [1.0, 1.0] };
        let corner = [0.0, 0.9, 1.0];
        assert_eq!(meet(SolidForm::Block, corner, ahead), Some((1.0, [-1.0, 0.0, 0.0])));
        let rim = 2.0 - (1.0f32 - 0.81).sqrt();
        for form in [SolidForm::Ball, pillar] {
            let (at, _) = meet(form, corner, ahead).expect("it is met");
            assert!((at - rim).abs() < 1e-5, "{form:?} at {at}");
        }
        assert_eq!(meet(cone, corner, ahead), None, "half-way up, a cone is half as wide");
        let (at, normal) = meet(cone, [0.0, 0.0, 1.0], ahead).expect("it is met");
        assert!((at - 1.5).abs() < 1e-5 && normal[0] < 0.0 && normal[2] > 0.0);
        let (at, normal) = meet(pillar, [2.5, 0.0, 5.0], [0.0, 0.0, -1.0]).expect("its lid");
        assert_eq!((at, normal), (3.0, [0.0, 0.0, 1.0]));
    }

    #[test]
    fn what_is_behind_or_too_far_is_not_met() {
        assert_eq!(meet(SolidForm::Block, [4.0, 0.0, 1.0], [1.0, 0.0, 0.0]), None);
        assert!(solid(SolidForm::Ball).meet(&Ray::new([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]), 0.9).is_none());
    }
}
