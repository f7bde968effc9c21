use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::Digest;

use super::{
    furniture::Paint,
    geometry::direction,
    material::{Colour, Material, Pattern},
    raster::Light,
};

/// All of a picture that is chance, by seed: what the house looks like, and the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Appearance {
    /// The house: where its furniture stands, colours and textures.
    pub house: u64,
    /// The moment: the camera's place, light, grain, where on a place things lie, and what else lies there.
    pub moment: u64,
    /// Walls, floor and furniture in patterns and colours that houses otherwise do not have.
    pub has_new_textures: bool,
    /// Light that there is otherwise not: dusk, or coloured and from one side.
    pub has_new_light: bool,
}

/// The materials of one house.
pub(super) struct House {
    pub wall: Material,
    pub floor: Material,
    /// In which order places stand along the walls.
    pub order: Vec<usize>,
    rng: ChaCha8Rng,
    has_new_textures: bool,
}

impl Appearance {
    /// A stream of chances of its own for each `purpose`, in this house; `moment` too: at this moment of it.
    pub(super) fn chances(&self, purpose: &str, at_moment: bool) -> ChaCha8Rng {
        let moment = if at_moment { self.moment.to_le_bytes() } else { [0; 8] };
        let parts = [&self.house.to_le_bytes()[..], &moment, &[u8::from(at_moment)], purpose.as_bytes()];
        ChaCha8Rng::from_seed(*Digest::of(parts).as_bytes())
    }

    pub(super) fn house(&self, places: usize) -> House {
        let mut rng = self.chances("house", false);
        let order = shuffled(places, &mut rng);
        let mut house = House {
            wall: Material::plain([0.0; 3]),
            floor: Material::plain([0.0; 3]),
            order,
            rng,
            has_new_textures: self.has_new_textures,
        };
        let light = house.rng.random_range(0.45..0.8);
        let colour = house.pastel(light);
        house.wall = house.made_of(colour);
        let dark = house.rng.random_range(0.12..0.4);
        let colour = house.wooden(dark);
        house.floor = house.made_of(colour);
        house
    }

    pub(super) fn light(&self) -> Light {
        let mut rng = self.chances("light", true);
        let from = direction([rng.random_range(-0.6..0.6), rng.random_range(-0.6..0.6), 1.0]);
        let warmth = rng.random_range(-0.08..0.08_f32);
        let tint = [1.0 + warmth, 1.0, 1.0 - warmth];
        let (sun, around): (f32, f32) = (rng.random_range(0.3..0.6), rng.random_range(0.4..0.65));
        let (grain, seed) = (rng.random_range(0.0..0.025), rng.random());
        let usual =
            Light { from, sun: tint.map(|part| part * sun), around: tint.map(|part| part * around), grain, seed };
        if !self.has_new_light {
            return usual;
        }
        if rng.random_bool(0.5) {
            let dim = rng.random_range(0.3..0.5);
            return Light {
                sun: usual.sun.map(|part| part * dim),
                around: usual.around.map(|part| part * dim),
                grain: 0.04,
                ..usual
            };
        }
        let side = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
        let from = direction([rng.random_range(-1.0..1.0), side, 0.25]);
        let colour = if rng.random_bool(0.5) { [1.25, 0.95, 0.65] } else { [0.75, 0.95, 1.25] };
        Light { from, sun: colour.map(|part| part * 0.8), around: colour.map(|part| part * 0.3), ..usual }
    }
}

/// The numbers below `count` in an order by chance: spelt out, so that another version of a library draws the same pictures.
pub(super) fn shuffled(count: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, rng.random_range(0..=last));
    }
    order
}

impl House {
    /// The materials of a piece of furniture; called for each place in turn.
    pub fn paint(&mut self) -> Paint {
        let light = self.rng.random_range(0.25..0.75);
        let body = if self.rng.random_bool(0.5) { self.wooden(light) } else { self.pastel(light) };
        let light = self.rng.random_range(0.2..0.7);
        let top = if self.rng.random_bool(0.6) { self.wooden(light) } else { self.pastel(light) };
        let grey = self.rng.random_range(0.4..0.65);
        Paint {
            body: self.made_of(body),
            top: self.made_of(top),
            inside: Material::plain([0.78, 0.79, 0.8]),
            metal: Material::plain([grey, grey, grey * 1.04]),
        }
    }

    fn made_of(&mut self, colour: Colour) -> Material {
        let rng = &mut self.rng;
        let depth = rng.random_range(0.1..0.35);
        let usual = match rng.random_range(0..3) {
            0 => Pattern::Plain,
            1 => Pattern::Noise(rng.random_range(0.05..0.3), depth),
            _ => Pattern::Stripes(rng.random_range(0.08..0.25), depth),
        };
        if !self.has_new_textures {
            return Material { colour, pattern: usual };
        }
        let pattern = match rng.random_range(0..3) {
            0 => Pattern::Checks(rng.random_range(0.08..0.25), rng.random_range(0.25..0.5)),
            1 => Pattern::Speckles(rng.random_range(3..9)),
            _ => Pattern::Stripes(rng.random_range(0.03..0.06), 0.5),
        };
        // Strong colours, where other houses are pale.
        let mut strong = colour;
        let (first, second) = (rng.random_range(0..3), rng.random_range(0..3));
        strong[first] = (strong[first] * 1.4).min(0.9);
        strong[second] *= 0.45;
        Material { colour: strong, pattern }
    }

    fn pastel(&mut self, light: f32) -> Colour {
        std::array::from_fn(|_| (light * self.rng.random_range(0.85..1.1)).min(0.9))
    }

    fn wooden(&mut self, light: f32) -> Colour {
        let warm = self.rng.random_range(0.5..0.8);
        [light, light * warm, light * warm * self.rng.random_range(0.35..0.7)]
    }
}
