//! From triangles to pixels: a depth buffer, perspective-correct places, one sun, light from all around, and grain.

use super::{
    geometry::{Frame, Vector, add, direction, dot, scale, subtract},
    material::{Material, mix, unit},
    mesh::{Corner, Mesh, Triangle},
};

/// The light of a scene.
#[derive(Debug, Clone, Copy)]
pub(super) struct Light {
    /// Where the sun comes from.
    pub from: Vector,
    /// Of the sun, and from all around; red, green and blue.
    pub sun: Vector,
    pub around: Vector,
    /// Of the sensor: so much of full scale, up or down.
    pub grain: f32,
    /// Grain differs from one picture to the next.
    pub seed: u32,
}

/// Nothing nearer than this is drawn, in metres.
const NEAR_M: f32 = 0.05;
/// Samples along each edge of a pixel.
pub(super) const SAMPLES: usize = 2;

/// A picture being drawn: `[edge * SAMPLES, edge * SAMPLES]` samples, of which each knows what it shows; colours come last, and only
/// for what is seen.
pub(super) struct Canvas {
    edge: usize,
    /// Focal length in samples.
    focal: f32,
    /// One over the depth in metres; 0: nothing there.
    nearness: Vec<f32>,
    /// Which piece is seen.
    shown: Vec<u32>,
    pieces: Vec<Piece>,
}

/// A triangle before the camera, or what the near plane left of one.
struct Piece {
    /// Column and row in samples, and one over the depth.
    flat: [[f32; 3]; 3],
    /// Twice its area in samples, by its sign seen from the front or the back.
    area: f32,
    corners: [Corner; 3],
    material: Material,
    item: Option<u8>,
}

/// A corner before the camera: x to the right, y down, z into the picture.
#[derive(Clone, Copy)]
struct Seen {
    at: Vector,
    world: Corner,
}

impl Piece {
    /// How much each corner counts at a point of the picture, and one over the depth there.
    fn weights(&self, x: f32, y: f32) -> ([f32; 3], f32) {
        let [a, b, c] = self.flat;
        let weight = |p: [f32; 3], q: [f32; 3]| ((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])) / self.area;
        let weights = [weight(b, c), weight(c, a), weight(a, b)];
        (weights, weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2])
    }

    fn colour(&self, x: f32, y: f32, eye: &Frame, light: &Light) -> [f32; 3] {
        let (weights, near) = self.weights(x, y);
        // Weights of the corners in space, not on the picture.
        let in_space: Vector = std::array::from_fn(|corner| weights[corner] * self.flat[corner][2] / near);
        let blend = |of: fn(&Corner) -> Vector| {
            let [p, q, r] = [0, 1, 2].map(|corner| scale(of(&self.corners[corner]), in_space[corner]));
            add(add(p, q), r)
        };
        shade(&self.material, blend(|corner| corner.at), direction(blend(|corner| corner.normal)), eye, light)
    }
}

impl Canvas {
    /// Of `edge` x `edge` pixels, with this focal length in pixels.
    pub fn new(edge: usize, focal: f32) -> Self {
        let samples = (edge * SAMPLES).pow(2);
        let focal = focal * SAMPLES as f32;
        Self { edge, focal, nearness: vec![0.0; samples], shown: vec![0; samples], pieces: Vec::new() }
    }

    /// Finds what a camera at `eye` sees of a scene.
    pub fn draw(&mut self, mesh: &Mesh, eye: &Frame) {
        self.nearness.fill(0.0);
        self.pieces.clear();
        for triangle in &mesh.triangles {
            let seen = triangle.corners.map(|world| {
                let [x, y, z] = eye.into(world.at);
                Seen { at: [-y, -z, x], world }
            });
            // A triangle that the near plane cuts leaves one or two.
            let (piece, count) = clip(&seen);
            for last in 2..count {
                self.fill([piece[0], piece[last - 1], piece[last]], triangle);
            }
        }
    }

    fn fill(&mut self, corners: [Seen; 3], triangle: &Triangle) {
        let wide = self.edge * SAMPLES;
        let middle = wide as f32 / 2.0;
        let flat = corners.map(|corner| {
            let near = 1.0 / corner.at[2];
            [middle + self.focal * corner.at[0] * near, middle + self.focal * corner.at[1] * near, near]
        });
        let [a, b, c] = flat;
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if area.abs() < 1e-6 {
            return;
        }
        let span = |axis: usize| {
            let low = a[axis].min(b[axis]).min(c[axis]).max(0.0);
            let high = a[axis].max(b[axis]).max(c[axis]).min(wide as f32);
            (low as usize, (high.ceil().max(0.0) as usize).min(wide))
        };
        let ((left, right), (top, bottom)) = (span(0), span(1));
        if left >= right || top >= bottom {
            return;
        }
        let (material, item) = (triangle.material, triangle.item);
        let piece = Piece { flat, area, corners: corners.map(|corner| corner.world), material, item };
        let number = self.pieces.len() as u32;
        for row in top..bottom {
            for column in left..right {
                let (weights, near) = piece.weights(column as f32 + 0.5, row as f32 + 0.5);
                let sample = row * wide + column;
                if near > self.nearness[sample] && weights.iter().all(|&weight| weight >= 0.0) {
                    (self.nearness[sample], self.shown[sample]) = (near, number);
                }
            }
        }
        self.pieces.push(piece);
    }

    /// How many pixels show each of so many items.
    pub fn count_items(&self, items: usize) -> Vec<f32> {
        let mut counts = vec![0_u32; items];
        let shown = self.shown.iter().zip(&self.nearness).filter(|(_, near)| **near > 0.0);
        let seen = shown.filter_map(|(&piece, _)| self.pieces[piece as usize].item);
        seen.for_each(|item| counts[usize::from(item)] += 1);
        counts.into_iter().map(|count| count as f32 / (SAMPLES * SAMPLES) as f32).collect()
    }

    /// Red, green and blue of each pixel, `[edge, edge, 3]`, and its depth along the viewing direction in metres, `[edge, edge]`;
    /// 0: nothing there.
    pub fn develop(&self, eye: &Frame, light: &Light) -> (Vec<u8>, Vec<f32>) {
        let wide = self.edge * SAMPLES;
        let mut rgb = Vec::with_capacity(self.edge * self.edge * 3);
        let mut depth_m = Vec::with_capacity(self.edge * self.edge);
        for (row, column) in (0..self.edge).flat_map(|row| (0..self.edge).map(move |column| (row, column))) {
            let (top, left) = (row * SAMPLES, column * SAMPLES);
            let samples: [[usize; 2]; SAMPLES * SAMPLES] =
                std::array::from_fn(|each| [top + each / SAMPLES, left + each % SAMPLES]);
            let places = samples.map(|[row, column]| row * wide + column);
            let nearest = places.iter().map(|&place| self.nearness[place]).fold(0.0, f32::max);
            depth_m.push(if nearest > 0.0 { 1.0 / nearest } else { 0.0 });
            let one = self.shown[places[0]];
            let is_one = places.iter().all(|&place| self.shown[place] == one && self.nearness[place] > 0.0);
            let colour = if is_one {
                let half = SAMPLES as f32 / 2.0;
                self.pieces[one as usize].colour(left as f32 + half, top as f32 + half, eye, light)
            } else {
                let sum = samples.iter().zip(places).fold([0.0; 3], |sum, ([row, column], place)| {
                    if self.nearness[place] == 0.0 {
                        return sum;
                    }
                    let piece = &self.pieces[self.shown[place] as usize];
                    add(sum, piece.colour(*column as f32 + 0.5, *row as f32 + 0.5, eye, light))
                });
                scale(sum, 1.0 / (SAMPLES * SAMPLES) as f32)
            };
            for (channel, part) in colour.into_iter().enumerate() {
                let noise = unit(mix([column as i32, row as i32, channel as i32]) ^ light.seed) - 0.5;
                let value = part + 2.0 * light.grain * noise;
                // A display's gamma of two: exact everywhere, unlike a power.
                rgb.push((value.clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u8);
            }
        }
        (rgb, depth_m)
    }
}

fn shade(material: &Material, at: Vector, normal: Vector, eye: &Frame, light: &Light) -> [f32; 3] {
    let to_eye = subtract(eye.origin, at);
    let normal = if dot(normal, to_eye) < 0.0 { scale(normal, -1.0) } else { normal };
    let facing = dot(normal, light.from).max(0.0);
    // Surfaces that face up get more of the room's light than those that face down.
    let open = 0.75 + 0.25 * normal[2];
    let colour = material.at(at);
    std::array::from_fn(|channel| colour[channel] * (light.around[channel] * open + light.sun[channel] * facing))
}

/// The part of a triangle that is far enough away: up to four corners, and how many.
fn clip(corners: &[Seen; 3]) -> ([Seen; 4], usize) {
    let mut kept = [corners[0]; 4];
    let mut count = 0;
    for (place, &here) in corners.iter().enumerate() {
        let next = corners[(place + 1) % 3];
        if here.at[2] >= NEAR_M {
            kept[count] = here;
            count += 1;
        }
        if (here.at[2] >= NEAR_M) != (next.at[2] >= NEAR_M) {
            let part = (NEAR_M - here.at[2]) / (next.at[2] - here.at[2]);
            let between = |a: Vector, b: Vector| add(a, scale(subtract(b, a), part));
            let world = Corner {
                at: between(here.world.at, next.world.at),
                normal: between(here.world.normal, next.world.normal),
            };
            kept[count] = Seen { at: between(here.at, next.at), world };
            count += 1;
        }
    }
    (kept, count)
}
