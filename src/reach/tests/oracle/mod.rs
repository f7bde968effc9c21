//! Whether segments touch, by exact fractions and clipped parameters instead of signs of areas.

use num_rational::Ratio;

type Fraction = Ratio<i128>;

/// The part of a segment, from 0 to 1, that lies on another one: each condition on the other is an affine one on the parameter.
struct Part {
    low: Fraction,
    high: Fraction,
}

impl Part {
    /// Keeps the parameters t with `constant + slope * t >= 0`.
    fn at_least_zero(self, constant: Fraction, slope: Fraction) -> Option<Self> {
        let zero = Fraction::from(0);
        let mut part = self;
        if slope == zero {
            return (constant >= zero).then_some(part);
        }
        let root = -constant / slope;
        if slope > zero {
            part.low = part.low.max(root);
        } else {
            part.high = part.high.min(root);
        }
        (part.low <= part.high).then_some(part)
    }

    fn zero(self, constant: Fraction, slope: Fraction) -> Option<Self> {
        self.at_least_zero(constant, slope)?.at_least_zero(-constant, -slope)
    }
}

fn metres([x, y]: [i64; 2]) -> [Fraction; 2] {
    [x, y].map(|um| Fraction::new(i128::from(um), 1_000_000))
}

/// Whether p + t (q - p) lies on the segment from r to s for some t within 0..=1.
pub fn share_a_point([p, q, r, s]: [[i64; 2]; 4]) -> bool {
    let [p, q, r, s] = [p, q, r, s].map(metres);
    let along = [q[0] - p[0], q[1] - p[1]];
    let other = [s[0] - r[0], s[1] - r[1]];
    let from = [p[0] - r[0], p[1] - r[1]];
    let cross = |a: [Fraction; 2], b: [Fraction; 2]| a[0] * b[1] - a[1] * b[0];
    let dot = |a: [Fraction; 2], b: [Fraction; 2]| a[0] * b[0] + a[1] * b[1];
    let whole = Part { low: Fraction::from(0), high: Fraction::from(1) };
    if r == s {
        return whole.zero(from[0], along[0]).and_then(|part| part.zero(from[1], along[1])).is_some();
    }
    whole
        .zero(cross(from, other), cross(along, other))
        .and_then(|part| part.at_least_zero(dot(from, other), dot(along, other)))
        .and_then(|part| part.at_least_zero(dot(other, other) - dot(from, other), -dot(along, other)))
        .is_some()
}
