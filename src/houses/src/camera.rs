//! What a camera in a house sees.

use surefleet_mapping::{DepthFrame, Intrinsics, Map, MappingError, Metres, Optical, Point, Transform};

use crate::{
    beam::{Beam, RAYS, SIDE},
    house::House,
    solid::{Hit, Ray, Vector, dot},
};

/// Where light comes from; a vector of length 1.
const SUN: Vector = [0.36, 0.24, 0.9];
const AMBIENT: f32 = 0.66;
const DIRECT: f32 = 0.34;
/// The world outside, where a ray leaves the house.
const OUTSIDE: [u8; 3] = [150, 190, 220];

/// A picture with depths, and what each pixel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    intrinsics: Intrinsics,
    /// Metres along the optical axis by row; 0 where nothing was measured.
    pub depth_m: Vec<f32>,
    /// Red, green and blue by row, three bytes a pixel; empty in a view without colour.
    pub rgb: Vec<u8>,
    /// What each pixel shows, by row: the truth, for calibration and tests only.
    pub hits: Vec<Hit>,
}

impl View {
    /// The view of a camera, from pictures that were sent.
    ///
    /// # Errors
    /// [`MappingError::DepthLength`] if there is not one depth and one hit a pixel.
    pub fn new(intrinsics: Intrinsics, depth_m: Vec<f32>, hits: Vec<Hit>) -> Result<Self, MappingError> {
        DepthFrame::new(intrinsics, &depth_m)?;
        if hits.len() != depth_m.len() {
            let (width, height) = (intrinsics.width(), intrinsics.height());
            return Err(MappingError::DepthLength { found: hits.len(), width, height });
        }
        Ok(Self { intrinsics, depth_m, rgb: Vec::new(), hits })
    }

    /// The camera that took it.
    pub fn intrinsics(&self) -> &Intrinsics {
        &self.intrinsics
    }

    /// Its depths as maps take them.
    pub fn depth_frame(&self) -> DepthFrame<'_> {
        DepthFrame::new(self.intrinsics, &self.depth_m).expect("one depth a pixel")
    }

    /// The number of pixels that show something.
    pub fn count(&self, hit: Hit) -> usize {
        self.hits.iter().filter(|&&one| one == hit).count()
    }
}

/// The view of a camera; depths beyond `farthest` are not measured, as with real ones.
pub fn look(house: &House, pose: Transform<Map, Optical>, camera: &Intrinsics, farthest: Metres) -> View {
    let pixels = camera.width() * camera.height();
    let mut view = View {
        intrinsics: *camera,
        depth_m: Vec::with_capacity(pixels),
        rgb: Vec::with_capacity(3 * pixels),
        hits: Vec::with_capacity(pixels),
    };
    let Eye { start, right, down, ahead } = Eye::at(pose);
    let farthest = farthest.get() as f32;
    let rights: Vec<f32> = (0..camera.width()).map(|u| camera.ray(u as f64, 0.0).x() as f32).collect();
    for v in 0..camera.height() {
        let y = camera.ray(0.0, v as f64).y() as f32;
        for &x in &rights {
            let ray = Ray::new(start, std::array::from_fn(|part| ahead[part] + x * right[part] + y * down[part]));
            match house.solids().meet(&ray) {
                Some(found) => {
                    let light = if found.glows { 1.0 } else { AMBIENT + DIRECT * dot(found.normal, SUN).max(0.0) };
                    view.depth_m.push(if found.at <= farthest { found.at } else { 0.0 });
                    view.rgb.extend(found.rgb.map(|part| (part * light * 255.0).clamp(0.0, 255.0) as u8));
                    view.hits.push(found.hit);
                }
                None => {
                    view.depth_m.push(0.0);
                    view.rgb.extend(OUTSIDE);
                    view.hits.push(Hit::Outside);
                }
            }
        }
    }
    view
}

/// The same view without colour, several times as fast: depths, and what each pixel shows.
pub fn look_without_colour(
    house: &House,
    pose: Transform<Map, Optical>,
    camera: &Intrinsics,
    farthest: Metres,
) -> View {
    let (width, height) = (camera.width(), camera.height());
    let mut view = View {
        intrinsics: *camera,
        depth_m: vec![0.0; width * height],
        rgb: Vec::new(),
        hits: vec![Hit::Outside; width * height],
    };
    let Eye { start, right, down, ahead } = Eye::at(pose);
    let farthest = farthest.get() as f32;
    let rights: Vec<f32> = (0..width).map(|u| camera.ray(u as f64, 0.0).x() as f32).collect();
    let downs: Vec<f32> = (0..height).map(|v| camera.ray(0.0, v as f64).y() as f32).collect();
    for top in (0..height).step_by(SIDE) {
        for left in (0..width).step_by(SIDE) {
            // At the edge of the picture a beam follows some rays twice.
            let pixel = |lane: usize| ((left + lane % SIDE).min(width - 1), (top + lane / SIDE).min(height - 1));
            let directions: [Vector; RAYS] = std::array::from_fn(|lane| {
                let (u, v) = pixel(lane);
                let (x, y) = (rights[u], downs[v]);
                std::array::from_fn(|part| ahead[part] + x * right[part] + y * down[part])
            });
            let found = house.solids().meet_all(&mut Beam::new(start, directions));
            for (lane, (hit, at)) in found.into_iter().enumerate() {
                let (u, v) = pixel(lane);
                view.hits[v * width + u] = hit;
                if hit != Hit::Outside && at <= farthest {
                    view.depth_m[v * width + u] = at;
                }
            }
        }
    }
    view
}

/// Where a camera is, and where its axes lead in a metre.
struct Eye {
    start: Vector,
    right: Vector,
    down: Vector,
    ahead: Vector,
}

impl Eye {
    fn at(pose: Transform<Map, Optical>) -> Self {
        let start = coordinates(pose.origin());
        let axis = |x, y, z| -> Vector {
            let end = coordinates(pose * Point::new(x, y, z));
            std::array::from_fn(|part| end[part] - start[part]).map(|part: f64| part as f32)
        };
        let (right, down, ahead) = (axis(1.0, 0.0, 0.0), axis(0.0, 1.0, 0.0), axis(0.0, 0.0, 1.0));
        Self { start: start.map(|part| part as f32), right, down, ahead }
    }
}

fn coordinates(point: Point<Map>) -> [f64; 3] {
    point.into()
}
