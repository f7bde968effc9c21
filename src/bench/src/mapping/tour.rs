//! The house, and pictures of it.

use anyhow::{Result, ensure};
use surefleet_mapping::{
    DepthFrame, GridLayout, GroundPoint, Intrinsics, Map, Metres, Optical, Slab, Transform, Tsdf, TsdfSettings,
};

use super::clock::ProcessorTime;

#[path = "../../../mapping/tests/house/mod.rs"]
mod house;

const ROOMS: usize = 4;
/// Four rooms of this side make 250 m2.
const SIDE_M: f64 = 3.953;
/// The area of the house.
pub const AREA_M2: f64 = (ROOMS as f64 * SIDE_M) * (ROOMS as f64 * SIDE_M);
const WALLS_M: f64 = 2.5;
const PIXELS: usize = 128;
/// The settings of every map.
pub const SETTINGS: TsdfSettings = TsdfSettings {
    voxel: Metres::new(0.1),
    truncation: Metres::new(0.3),
    max_depth: Metres::new(6.0),
    max_weight: 64.0,
    max_blocks: 4096,
};
/// The heights of a robot.
pub const SLAB: Slab = Slab { low: Metres::new(0.2), high: Metres::new(1.5), least_weight: 1.0, least_known: 0.5 };

/// Pictures of the house with the poses that they were taken from.
pub struct Tour {
    pub degrees: u16,
    pub camera: Intrinsics,
    pub looks: Vec<(Transform<Map, Optical>, Vec<f32>)>,
}

impl Tour {
    /// So many pictures in every room and every door.
    ///
    /// # Errors
    /// An angle that no camera has.
    pub fn new(degrees: u16, turns: u16) -> Result<Self> {
        let scene = house::house(ROOMS, SIDE_M);
        let camera = Intrinsics::with_fov(PIXELS, PIXELS, f64::from(degrees).to_radians())?;
        let poses = house::tour(ROOMS, SIDE_M, turns.into());
        let looks = poses.into_iter().map(|pose| (pose, scene.depths(&camera, &pose))).collect();
        Ok(Self { degrees, camera, looks })
    }

    /// Fuses one picture; the pictures come again after the last.
    ///
    /// # Errors
    /// None that this tour can cause.
    pub fn fuse(&self, map: &mut Tsdf, look: usize) -> Result<()> {
        let (pose, depths) = &self.looks[look % self.looks.len()];
        map.fuse(pose, &DepthFrame::new(self.camera, depths)?)?;
        Ok(())
    }

    /// Fuses all pictures into an empty map, then all again: the seconds of both.
    ///
    /// # Errors
    /// A kernel that does not count processor time, or too few pictures for its count.
    pub fn round(&self, map: &mut Tsdf) -> Result<[f64; 2]> {
        *map = Tsdf::new(SETTINGS)?;
        let mut pass = || -> Result<f64> {
            let time = ProcessorTime::start()?;
            (0..self.looks.len()).try_for_each(|look| self.fuse(map, look))?;
            let seconds = time.seconds()?;
            ensure!(seconds > 0.0, "the kernel counted no time for {} pictures: give more --turns", self.looks.len());
            Ok(seconds)
        };
        Ok([pass()?, pass()?])
    }

    /// A map of a fifth of the pictures, so that there are frontiers.
    ///
    /// # Errors
    /// None that this tour can cause.
    pub fn some_rooms(&self) -> Result<Tsdf> {
        let mut map = Tsdf::new(SETTINGS)?;
        (0..self.looks.len() / 5).try_for_each(|look| self.fuse(&mut map, look))?;
        Ok(map)
    }
}

/// The cells of the house.
///
/// # Errors
/// None that this house can cause.
pub fn layout() -> Result<GridLayout> {
    let corner = GroundPoint::new(ROOMS as f64 * SIDE_M, ROOMS as f64 * SIDE_M);
    Ok(GridLayout::covering(GroundPoint::new(0.0, 0.0), corner, SETTINGS.voxel)?)
}

/// The voxels of a dense grid around the house: the index of the first, and their numbers along x, y and z.
pub fn dense() -> ([i32; 3], [usize; 3]) {
    // Behind a wall, voxels are known up to the truncation.
    let number = |at: f64| (at / SETTINGS.voxel.get()).floor() as i32;
    let reach = SETTINGS.truncation.get() + SETTINGS.voxel.get();
    let (first, width) = (number(-reach), ROOMS as f64 * SIDE_M);
    let size = |length: f64| (number(length + reach) + 1 - first) as usize;
    ([first; 3], [size(width), size(width), size(WALLS_M)])
}
