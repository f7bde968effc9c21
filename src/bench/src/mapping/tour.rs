//! The house, and pictures of it.

use std::f64::consts::TAU;

use anyhow::{Context, Result, ensure};
use surefleet_houses::{FloorPose, House, HouseSplit, SizeClass, look};
use surefleet_mapping::{
    Body, DepthFrame, GridCell, GridLayout, GroundPoint, Intrinsics, Map, Metres, Optical, Point, Slab, Transform,
    Tsdf, TsdfSettings,
};

use crate::clock::ProcessorTime;

/// Draws the house: of the large ones, one of the smallest.
const SEED: u64 = 14;
const CEILING_M: f64 = 2.5;
/// The front door lies within an outer wall, which is less thick than this.
const OUTER_WALL_M: f64 = 0.3;
/// The camera's height above the floor, and how far it looks down, in radians.
const EYE_M: f64 = 1.3;
const PITCH_RAD: f64 = 0.2;
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
    pub house: House,
    pub degrees: u16,
    pub camera: Intrinsics,
    pub looks: Vec<(Transform<Map, Optical>, Vec<f32>)>,
}

impl Tour {
    /// So many pictures before the front door, in every room and in every open doorway, those near the front door first.
    ///
    /// # Errors
    /// An angle that no camera has.
    pub fn new(degrees: u16, turns: u16) -> Result<Self> {
        let house = House::draw(SEED, SizeClass::Large, HouseSplit::Test);
        let camera = Intrinsics::with_fov(PIXELS, PIXELS, f64::from(degrees).to_radians())?;
        let mounting = Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, EYE_M), PITCH_RAD);
        let mut looks = Vec::new();
        for spot in spots(&house) {
            for turn in 0..turns {
                let pose = FloorPose::new(spot, f64::from(turn) * TAU / f64::from(turns)).transform() * mounting;
                // Depths that no map takes prove free space.
                let view = look(&house, pose, &camera, Metres::new(f64::INFINITY));
                looks.push((pose, view.depth_m));
            }
        }
        Ok(Self { house, degrees, camera, looks })
    }

    /// The cells of the house.
    ///
    /// # Errors
    /// None that this house can cause.
    pub fn layout(&self) -> Result<GridLayout> {
        let (low, high) = self.corners();
        let [low, high] = [low, high].map(|[x, y]| GroundPoint::new(x, y));
        Ok(GridLayout::covering(low, high, SETTINGS.voxel)?)
    }

    /// The cell before the front door, from which robots set out.
    ///
    /// # Errors
    /// None that this house can cause.
    pub fn start(&self) -> Result<GridCell> {
        self.layout()?.cell_at(self.house.entrance()).context("the house has its front door on its edge")
    }

    /// The voxels of a dense grid around the house: the index of the first, and their numbers along x, y and z.
    pub fn dense(&self) -> ([i32; 3], [usize; 3]) {
        // Behind a wall, voxels are known up to the truncation.
        let number = |at: f64| (at / SETTINGS.voxel.get()).floor() as i32;
        let reach = OUTER_WALL_M + SETTINGS.truncation.get() + SETTINGS.voxel.get();
        let (low, high) = self.corners();
        let low = [low[0], low[1], 0.0].map(|at| number(at - reach));
        let high = [high[0], high[1], CEILING_M].map(|at| number(at + reach));
        (low, [0, 1, 2].map(|axis| (high[axis] + 1 - low[axis]) as usize))
    }

    /// South-west and north-east, in metres.
    fn corners(&self) -> ([f64; 2], [f64; 2]) {
        let metres = |corner: [i32; 2]| corner.map(|at| f64::from(at) / 1000.0);
        let extent = self.house.extent();
        (metres(extent.low_mm), metres(extent.high_mm))
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

/// Where the robot turns, by the distance from the front door.
fn spots(house: &House) -> Vec<GroundPoint> {
    let entrance = house.entrance();
    let in_room = |room| {
        let middle = house.room(room).floor.middle();
        let places = house.places(room).into_iter();
        places.min_by(|one, other| one.distance(middle).get().total_cmp(&other.distance(middle).get()))
    };
    let open = house.doorways().iter().filter(|doorway| doorway.is_open && !doorway.rooms.contains(&None));
    let mut spots: Vec<GroundPoint> = house.room_ids().filter_map(in_room).collect();
    spots.extend(open.map(|doorway| doorway.opening.middle()));
    spots.push(entrance);
    spots.sort_by(|one, other| one.distance(entrance).get().total_cmp(&other.distance(entrance).get()));
    spots
}
