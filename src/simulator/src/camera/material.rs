//! The materials of things: a colour, and how it varies from point to point.

use super::geometry::Vector;

/// Red, green and blue, 0 to 1.
pub(super) type Colour = [f32; 3];

/// The look of a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Material {
    pub colour: Colour,
    pub pattern: Pattern,
}

/// How a colour varies, by the place in the world in metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Pattern {
    Plain,
    /// Cloudy: cells of so many metres, so much lighter or darker.
    Noise(f32, f32),
    /// As wood: stripes of so many metres, so much darker.
    Stripes(f32, f32),
    /// As tiles: squares of so many metres, every second so much darker.
    Checks(f32, f32),
    /// Light grains: one in so many cells of a centimetre.
    Speckles(u32),
}

impl Material {
    pub const fn plain(colour: Colour) -> Self {
        Self { colour, pattern: Pattern::Plain }
    }

    /// The colour at a place of the world.
    pub fn at(&self, place: Vector) -> Colour {
        let factor = match self.pattern {
            Pattern::Plain => 1.0,
            Pattern::Noise(cell, depth) => 1.0 + depth * (smooth(place, cell) - 0.5),
            Pattern::Stripes(period, depth) => {
                let along = (place[0] + place[1] + place[2]) / period + 2.0 * smooth(place, period * 4.0);
                let wave = (along - along.floor() - 0.5).abs() * 2.0;
                1.0 - depth * wave * wave
            }
            Pattern::Checks(edge, depth) => {
                let odd = place.iter().fold(0, |sum, part| sum + (part / edge + 0.37).floor() as i32) & 1;
                1.0 - depth * odd as f32
            }
            Pattern::Speckles(one_in) => {
                let cell = place.map(|part| (part * 100.0).floor() as i32);
                if mix(cell).is_multiple_of(one_in.max(1)) { 1.35 } else { 1.0 }
            }
        };
        self.colour.map(|part| part * factor)
    }
}

/// Noise between 0 and 1, without edges: lattice values with this spacing, blended.
fn smooth(place: Vector, spacing: f32) -> f32 {
    let scaled = place.map(|part| part / spacing);
    let cell = scaled.map(|part| part.floor());
    let part: Vector = std::array::from_fn(|axis| {
        let t = scaled[axis] - cell[axis];
        t * t * (3.0 - 2.0 * t)
    });
    let base = cell.map(|part| part as i32);
    let corner = |dx: i32, dy: i32, dz: i32| unit(mix([base[0] + dx, base[1] + dy, base[2] + dz]));
    let blend = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let row = |dy, dz| blend(corner(0, dy, dz), corner(1, dy, dz), part[0]);
    let layer = |dz| blend(row(0, dz), row(1, dz), part[1]);
    blend(layer(0), layer(1), part[2])
}

/// A number that hangs on the cell alone, and looks like chance.
pub(super) fn mix(cell: [i32; 3]) -> u32 {
    let [x, y, z] = cell.map(|part| part as u32);
    let mut hash = x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77) ^ z.wrapping_mul(0xC2B2_AE3D);
    hash ^= hash >> 15;
    hash = hash.wrapping_mul(0x2C1B_3C6D);
    hash ^= hash >> 12;
    hash = hash.wrapping_mul(0x297A_2D39);
    hash ^ (hash >> 15)
}

/// Between 0 and 1.
pub(super) fn unit(hash: u32) -> f32 {
    (hash >> 8) as f32 / (1 << 24) as f32
}
