use crate::point::TablePoint;

/// A straight line from one point to another, both included; a single point where they are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Segment {
    /// Where it begins.
    pub from: TablePoint,
    /// Where it ends.
    pub to: TablePoint,
}

impl Segment {
    /// The segment between two points.
    #[must_use]
    pub const fn new(from: TablePoint, to: TablePoint) -> Self {
        Self { from, to }
    }

    /// Whether the two segments share a point. The answer is exact.
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        if !self.boxes_overlap(other) {
            return false;
        }
        let [a, b] = [self.side(other.from), self.side(other.to)];
        if a == b && a != 0 {
            return false;
        }
        let [c, d] = [other.side(self.from), other.side(self.to)];
        // All four are zero where the segments lie on one line; then their boxes decide.
        c == 0 || d == 0 || c != d
    }

    /// A point that both share, rounded to a micrometre.
    #[must_use]
    pub fn meeting(self, other: Self) -> Option<TablePoint> {
        if !self.touches(other) {
            return None;
        }
        let end = [self.to, self.from].into_iter().find(|end| other.contains(*end));
        let end = end.or_else(|| [other.to, other.from].into_iter().find(|end| self.contains(*end)));
        Some(end.unwrap_or_else(|| {
            let [before, after] = [other.turn(self.from), other.turn(self.to)];
            self.from.between(self.to, before.abs(), before.abs() + after.abs())
        }))
    }

    /// Whether the point lies on the segment. The answer is exact.
    #[must_use]
    pub fn contains(self, point: TablePoint) -> bool {
        self.touches(Self::new(point, point))
    }

    fn boxes_overlap(self, other: Self) -> bool {
        let overlap = |axis: fn(TablePoint) -> i64| {
            let [low, high] = ordered(axis(self.from), axis(self.to));
            let [other_low, other_high] = ordered(axis(other.from), axis(other.to));
            low <= other_high && other_low <= high
        };
        overlap(TablePoint::x_um) && overlap(TablePoint::y_um)
    }

    /// On which side of the segment's line a point lies: -1, 0 or 1.
    fn side(self, point: TablePoint) -> i64 {
        self.turn(point).signum()
    }

    /// Twice the signed area of the triangle of the segment and a point.
    fn turn(self, point: TablePoint) -> i64 {
        let [ax, ay] = self.from.to(self.to);
        let [bx, by] = self.from.to(point);
        ax * by - ay * bx
    }
}

const fn ordered(a: i64, b: i64) -> [i64; 2] {
    if a <= b { [a, b] } else { [b, a] }
}
