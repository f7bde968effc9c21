use nalgebra::{Isometry3, Point3, Vector3};

/// All points within a radius of a line segment, in metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Capsule {
    /// One end of the line.
    pub from: Point3<f64>,
    /// The other end.
    pub to: Point3<f64>,
    /// The radius in metres.
    pub radius_m: f64,
}

impl Capsule {
    /// The capsule in the frame in which its own frame has this pose.
    #[must_use]
    pub fn moved(&self, pose: &Isometry3<f64>) -> Self {
        Self { from: pose * self.from, to: pose * self.to, radius_m: self.radius_m }
    }

    /// How far two capsules are apart, in metres; negative by how deep they overlap at the nearest points of their segments.
    #[must_use]
    pub fn distance_m(&self, other: &Self) -> f64 {
        line_distance([self.from, self.to], [other.from, other.to]) - self.radius_m - other.radius_m
    }
}

/// The distance of two line segments. After C. Ericson, Real-Time Collision Detection (2005), 5.1.9.
fn line_distance([a, b]: [Point3<f64>; 2], [c, d]: [Point3<f64>; 2]) -> f64 {
    let (along, other, between) = (b - a, d - c, a - c);
    let [squared, other_squared] = [along, other].map(|line: Vector3<f64>| line.norm_squared());
    let part = |top: f64, bottom: f64| if bottom > 0.0 { (top / bottom).clamp(0.0, 1.0) } else { 0.0 };
    let cross = along.dot(&other);
    let [one, two] = [along.dot(&between), other.dot(&between)];
    // Zero where the lines are parallel: then any point of the first will do to begin with.
    let parallel = squared * other_squared - cross * cross;
    let start = part(cross * two - one * other_squared, parallel);
    let t = part(cross * start + two, other_squared);
    let s = part(cross * t - one, squared);
    ((a + along * s) - (c + other * t)).norm()
}
