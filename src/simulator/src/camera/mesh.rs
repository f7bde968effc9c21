//! Triangles, and the simple solids that everything here is built of.

use super::{
    geometry::{Frame, Vector, add, cross, direction, dot, scale, subtract},
    material::Material,
};

/// A corner: its place and the direction that its surface faces, in the world.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub at: Vector,
    pub normal: Vector,
}

/// One triangle of the scene, seen from both sides.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triangle {
    pub corners: [Corner; 3],
    pub material: Material,
    /// The number of the item that it is part of.
    pub item: Option<u8>,
}

/// All triangles of a scene.
#[derive(Debug, Default)]
pub(super) struct Mesh {
    pub triangles: Vec<Triangle>,
    /// The number of the item that newly added triangles belong to.
    pub item: Option<u8>,
}

/// Cosines and sines of a twelfth of a turn and its multiples: constants, so that they are the same on every machine.
const CIRCLE: [[f32; 2]; 12] = {
    const H: f32 = 0.866_025_4;
    [
        [1.0, 0.0],
        [H, 0.5],
        [0.5, H],
        [0.0, 1.0],
        [-0.5, H],
        [-H, 0.5],
        [-1.0, 0.0],
        [-H, -0.5],
        [-0.5, -H],
        [0.0, -1.0],
        [0.5, -H],
        [H, -0.5],
    ]
};

impl Mesh {
    /// A flat rectangle: a corner and two edges, in the frame.
    pub fn sheet(&mut self, frame: &Frame, corner: Vector, edges: [Vector; 2], material: Material) {
        let normal = frame.turn(direction(cross(edges[0], edges[1])));
        let [a, b] = edges;
        let points = [corner, add(corner, a), add(add(corner, a), b), add(corner, b)];
        let corners = points.map(|point| Corner { at: frame.out(point), normal });
        self.quad(corners, material);
    }

    /// A box: the middle of its floor, and its size along x, y and z.
    pub fn block(&mut self, frame: &Frame, middle: Vector, size: Vector, material: Material) {
        let [dx, dy, dz] = size;
        let low = subtract(middle, [dx / 2.0, dy / 2.0, 0.0]);
        let (x, y, z) = ([dx, 0.0, 0.0], [0.0, dy, 0.0], [0.0, 0.0, dz]);
        for (edges, far) in [([y, x], z), ([x, z], y), ([z, y], x)] {
            self.sheet(frame, low, edges, material);
            self.sheet(frame, add(low, far), [edges[1], edges[0]], material);
        }
    }

    /// An ellipsoid: its middle, and its radius along x, y and z.
    pub fn ball(&mut self, frame: &Frame, middle: Vector, radius: Vector, material: Material) {
        // Half a turn from top to bottom, in steps of a twelfth of a turn.
        let ring = |row: usize, column: usize| -> Corner {
            let ([height, across], [x, y]) = (CIRCLE[row], CIRCLE[column % 12]);
            let on_unit = [across * x, across * y, height];
            let at = add(middle, std::array::from_fn(|axis| on_unit[axis] * radius[axis]));
            let normal = direction(std::array::from_fn(|axis| on_unit[axis] / radius[axis]));
            Corner { at: frame.out(at), normal: frame.turn(normal) }
        };
        for row in 0..6 {
            for column in 0..12 {
                let corners =
                    [ring(row, column), ring(row + 1, column), ring(row + 1, column + 1), ring(row, column + 1)];
                self.quad(corners, material);
            }
        }
    }

    /// A cone frustum along z: the middle of its floor, radii below and above, and its height.
    pub fn pipe(&mut self, frame: &Frame, middle: Vector, radii: [f32; 2], height: f32, material: Material) {
        let rim = |column: usize, top: bool| -> Corner {
            let [x, y] = CIRCLE[column % 12];
            let (radius, z) = if top { (radii[1], height) } else { (radii[0], 0.0) };
            let normal = frame.turn(direction([x, y, (radii[0] - radii[1]) / height.max(1e-3)]));
            Corner { at: frame.out(add(middle, [radius * x, radius * y, z])), normal }
        };
        let lid = Corner { at: frame.out(add(middle, [0.0, 0.0, height])), normal: frame.z };
        for column in 0..12 {
            let (low, next_low) = (rim(column, false), rim(column + 1, false));
            let (high, next_high) = (rim(column, true), rim(column + 1, true));
            self.quad([low, next_low, next_high, high], material);
            let up = |corner: Corner| Corner { normal: frame.z, ..corner };
            self.triangles.push(Triangle { corners: [lid, up(high), up(next_high)], material, item: self.item });
        }
    }

    /// A rod between two points of the frame, with a square profile.
    pub fn rod(&mut self, frame: &Frame, ends: [Vector; 2], thickness: f32, material: Material) {
        let along = subtract(ends[1], ends[0]);
        let length = dot(along, along).sqrt();
        let x = direction(along);
        let aside = if x[2].abs() < 0.9 { [0.0, 0.0, 1.0] } else { [0.0, 1.0, 0.0] };
        let y = direction(cross(aside, x));
        let own = Frame { origin: frame.out(ends[0]), x: frame.turn(x), y: frame.turn(y), z: frame.turn(cross(x, y)) };
        self.block(&own, scale([length, 0.0, -thickness], 0.5), [length, thickness, thickness], material);
    }

    fn quad(&mut self, [a, b, c, d]: [Corner; 4], material: Material) {
        self.triangles.push(Triangle { corners: [a, b, c], material, item: self.item });
        self.triangles.push(Triangle { corners: [a, c, d], material, item: self.item });
    }
}
