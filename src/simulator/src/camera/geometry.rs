//! Vectors and frames, in single precision, with the operations that round alike on every machine.

/// A point or direction: x, y, z in metres.
pub(super) type Vector = [f32; 3];

pub(super) fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn subtract(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn scale(a: Vector, by: f32) -> Vector {
    a.map(|part| part * by)
}

pub(super) fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The direction of a vector; of the zero vector, up.
pub(super) fn direction(a: Vector) -> Vector {
    let length = dot(a, a).sqrt();
    if length > 0.0 { scale(a, 1.0 / length) } else { [0.0, 0.0, 1.0] }
}

/// Where something stands and how it is turned: x forward, y left, z up (REP-103).
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub origin: Vector,
    pub x: Vector,
    pub y: Vector,
    pub z: Vector,
}

impl Frame {
    /// On the floor, its x axis along `forward` (whose z is left out).
    pub fn standing(origin: Vector, forward: [f32; 2]) -> Self {
        let x = direction([forward[0], forward[1], 0.0]);
        Self { origin, x, y: [-x[1], x[0], 0.0], z: [0.0, 0.0, 1.0] }
    }

    /// At `eye`, its x axis towards `target`, its y axis level.
    pub fn looking(eye: Vector, target: Vector) -> Self {
        let x = direction(subtract(target, eye));
        let y = direction(cross([0.0, 0.0, 1.0], x));
        Self { origin: eye, x, y, z: cross(x, y) }
    }

    /// A point of this frame, in the frame that this one is given in.
    pub fn out(&self, point: Vector) -> Vector {
        add(self.origin, self.turn(point))
    }

    /// A direction of this frame, in the frame that this one is given in.
    pub fn turn(&self, way: Vector) -> Vector {
        add(add(scale(self.x, way[0]), scale(self.y, way[1])), scale(self.z, way[2]))
    }

    /// A point of the frame that this one is given in, in this one.
    pub fn into(&self, point: Vector) -> Vector {
        let from = subtract(point, self.origin);
        [dot(from, self.x), dot(from, self.y), dot(from, self.z)]
    }

    /// This frame moved to a point of its own.
    pub fn at(&self, point: Vector) -> Self {
        Self { origin: self.out(point), ..*self }
    }

    /// This frame turned around its z axis, until its x axis lies along `forward` of its own.
    pub fn facing(&self, forward: [f32; 2]) -> Self {
        let x = self.turn(direction([forward[0], forward[1], 0.0]));
        Self { x, y: cross(self.z, x), ..*self }
    }
}
