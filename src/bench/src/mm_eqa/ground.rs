//! A robot's own map of a house: fused depth, free ground, frontiers, ways.

use anyhow::{Context, Result};
use surefleet_houses::{FloorPose, House, View};
use surefleet_mapping::{
    Frontier, GridCell, GridLayout, GroundPoint, Map, Metres, Obstacles, OccupancyGrid, Optical, PassableGrid, Slab,
    Transform, Tsdf, TsdfSettings,
};

const VOXEL: Metres = Metres::new(0.1);
const SETTINGS: TsdfSettings = TsdfSettings {
    voxel: VOXEL,
    truncation: Metres::new(0.3),
    max_depth: Metres::new(6.0),
    max_weight: 64.0,
    max_blocks: 8192,
};
const SLAB: Slab = Slab { low: Metres::new(0.2), high: Metres::new(1.5), least_weight: 1.0, least_known: 0.5 };
/// The radius of the cells that a robot's middle keeps free; a little more than the robot's own.
const RADIUS: Metres = Metres::new(0.25);
/// A robot knows that the ground is free this far around where it stood.
const STOOD: Metres = Metres::new(0.45);
/// Frontiers of fewer cells do not count.
const LEAST_CELLS: usize = 4;
/// A robot goes to a place that it can reach at most this far from a frontier.
const NEAR: Metres = Metres::new(1.0);

/// The map, on a grid of fixed layout over the whole house.
pub struct Ground {
    fused: Tsdf,
    layout: GridLayout,
    stood: Vec<GroundPoint>,
    grid: OccupancyGrid,
    passable: PassableGrid,
}

/// The layout of every grid over a house: a metre more than the house on each side, for drift.
pub fn layout(house: &House) -> Result<GridLayout> {
    let metres =
        |[x, y]: [i32; 2], more: f64| GroundPoint::new(f64::from(x) / 1000.0 + more, f64::from(y) / 1000.0 + more);
    let extent = house.extent();
    Ok(GridLayout::covering(metres(extent.low_mm, -1.0), metres(extent.high_mm, 1.0), VOXEL)?)
}

impl Ground {
    /// An empty map.
    pub fn new(house: &House) -> Result<Self> {
        let (fused, layout) = (Tsdf::new(SETTINGS)?, layout(house)?);
        let grid = OccupancyGrid::of(&fused, layout, &SLAB)?;
        let passable = grid.inflate(RADIUS, Obstacles::Occupied)?;
        Ok(Self { fused, layout, stood: Vec::new(), grid, passable })
    }

    /// Takes in a picture.
    pub fn fuse(&mut self, view: &View, pose: &Transform<Map, Optical>, at: FloorPose) -> Result<()> {
        self.fused.fuse(pose, &view.depth_frame())?;
        self.stood.push(at.at);
        Ok(())
    }

    /// Projects the map onto the ground again, and finds frontiers that the robot has a way to.
    pub fn project(&mut self, from: FloorPose) -> Result<Vec<Frontier>> {
        self.grid = OccupancyGrid::of(&self.fused, self.layout, &SLAB)?;
        for &place in &self.stood {
            self.grid.stand(place, STOOD);
        }
        self.passable = self.grid.inflate(RADIUS, Obstacles::Occupied)?;
        let Some(start) = self.start(from) else { return Ok(Vec::new()) };
        let reachable = self.passable.reachable(start);
        let frontiers = self.grid.frontiers(LEAST_CELLS).into_iter();
        Ok(frontiers.filter(|frontier| reachable.nearest(frontier.middle(), NEAR).is_some()).collect())
    }

    fn start(&self, from: FloorPose) -> Option<GridCell> {
        self.passable.nearest(self.layout.cell_at(from.at)?, Metres::new(0.6))
    }

    /// A way to a place, or to where the robot can be near it; `None` if there is none.
    ///
    /// Its corners only: the cells between two of them are passable.
    pub fn way(&self, from: FloorPose, to: GroundPoint) -> Option<Vec<GroundPoint>> {
        let start = self.start(from)?;
        let goal = self.passable.reachable(start).nearest(self.layout.cell_at(to)?, NEAR)?;
        let points: Vec<GroundPoint> = self.passable.path(start, goal)?.points().collect();
        let mut corners = vec![points[0]];
        let mut last = 0;
        while last + 1 < points.len() {
            // The farthest of the next places that is in line of sight.
            let reach = (last + 1..points.len())
                .take_while(|&place| place == last + 1 || self.is_clear(points[last], points[place]));
            last = reach.last().unwrap_or(last + 1);
            corners.push(points[last]);
        }
        Some(corners)
    }

    fn is_clear(&self, from: GroundPoint, to: GroundPoint) -> bool {
        let steps = (from.distance(to).get() / (VOXEL.get() / 2.0)).ceil().max(1.0);
        (0..=steps as usize).all(|step| {
            let share = step as f64 / steps;
            let place = GroundPoint::new(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
            self.layout.cell_at(place).is_some_and(|cell| self.passable.is_passable(cell))
        })
    }

    /// The middle of a frontier.
    pub fn middle(&self, frontier: &Frontier) -> GroundPoint {
        self.layout.centre(frontier.middle())
    }

    /// A place that the robot can reach, by a number that chance gave.
    pub fn anywhere(&self, from: FloorPose, number: u64) -> Result<GroundPoint> {
        let start = self.start(from).context("a robot stands on free ground")?;
        let reachable = self.passable.reachable(start);
        let rows = (0..self.layout.height() as u32).step_by(3);
        let cells = rows.flat_map(|y| (0..self.layout.width() as u32).step_by(3).map(move |x| GridCell::new(x, y)));
        let cells: Vec<GridCell> = cells.filter(|&cell| reachable.is_passable(cell)).collect();
        let place = cells.get((number % cells.len().max(1) as u64) as usize).copied().unwrap_or(start);
        Ok(self.layout.centre(place))
    }

    /// The length of a way.
    pub fn length_m(way: &[GroundPoint]) -> f64 {
        way.windows(2).map(|pair| pair[0].distance(pair[1]).get()).sum()
    }
}
