//! A robot's camera in the household: pictures of solids, drawn on the processor.

mod furniture;
mod geometry;
mod look;
mod material;
mod mesh;
mod raster;
mod stage;
mod wares;

use surefleet_mission::Transport;

pub use look::Appearance;
use raster::Canvas;

use crate::Scene;

/// A camera on a robot's head, above its gripper; it looks at the place that the robot stands at.
///
/// A pinhole without distortion: square pixels, the principal point in the middle, x to the right, y down, z into the picture (the
/// optical frame of REP-103).
pub struct Camera {
    edge: usize,
    canvas: Canvas,
}

/// One picture, with the depth of each pixel.
#[derive(Debug, Clone, PartialEq)]
pub struct Shot {
    /// Rows, and columns.
    pub edge: usize,
    /// Red, green and blue of each pixel, `[edge, edge, 3]`.
    pub rgb: Vec<u8>,
    /// Along the viewing direction in metres, `[edge, edge]`; 0: nothing there.
    pub depth_m: Vec<f32>,
    /// How many pixels show each item, in the order of the domain's items; those in a gripper too.
    pub item_px: Vec<f32>,
}

/// Half the width of the picture over its distance: an angle of view of 53 degrees.
const HALF_VIEW: f32 = 0.5;

impl Camera {
    /// With `edge` x `edge` pixels.
    ///
    /// # Panics
    /// Where there is no pixel.
    pub fn new(edge: usize) -> Self {
        assert!(edge > 0, "a camera has a pixel at least");
        Self { edge, canvas: Canvas::new(edge, Self::focal_of(edge)) }
    }

    /// The focal length in pixels, the same along both axes.
    pub fn focal_px(&self) -> f32 {
        Self::focal_of(self.edge)
    }

    fn focal_of(edge: usize) -> f32 {
        edge as f32 / (2.0 * HALF_VIEW)
    }

    /// The view of `robot` from its present place.
    ///
    /// The same arguments give the same bytes.
    ///
    /// # Panics
    /// Where there is no such robot, or the scene is of another domain.
    pub fn shoot(&mut self, domain: &Transport, scene: &Scene, robot: usize, look: &Appearance) -> Shot {
        let stage = stage::set(domain, scene, robot, look);
        self.canvas.draw(&stage.mesh, &stage.eye);
        let (rgb, depth_m) = self.canvas.develop(&stage.eye, &stage.light);
        Shot { edge: self.edge, rgb, depth_m, item_px: self.canvas.count_items(domain.items().len()) }
    }
}
