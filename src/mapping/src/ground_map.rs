use crate::{
    DepthFrame, Frontier, GridCell, GridLayout, GroundPoint, Map, MappingError, Metres, Obstacles, OccupancyGrid,
    Optical, PassableGrid, Slab, Transform, Tsdf, TsdfSettings,
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

/// A robot's own map of the ground, on a grid of fixed layout: fused depth, free ground, frontiers, ways.
///
/// It puts the parts of this crate together for a robot that drives indoors, with constants of its own.
#[derive(Debug, Clone)]
pub struct GroundMap {
    fused: Tsdf,
    layout: GridLayout,
    stood: Vec<GroundPoint>,
    grid: OccupancyGrid,
    passable: PassableGrid,
}

impl GroundMap {
    /// The layout of a map from one corner to the opposite one, with cells of the size of its voxels.
    ///
    /// # Errors
    /// As [`GridLayout::covering`].
    pub fn layout_covering(low: GroundPoint, high: GroundPoint) -> Result<GridLayout, MappingError> {
        GridLayout::covering(low, high, VOXEL)
    }

    /// An empty map.
    ///
    /// # Errors
    /// [`MappingError::Setting`] for a layout with cells of another size than [`Self::layout_covering`] gives.
    pub fn new(layout: GridLayout) -> Result<Self, MappingError> {
        let fused = Tsdf::new(SETTINGS)?;
        let grid = OccupancyGrid::of(&fused, layout, &SLAB)?;
        let passable = grid.inflate(RADIUS, Obstacles::Occupied)?;
        Ok(Self { fused, layout, stood: Vec::new(), grid, passable })
    }

    /// Takes in a picture of a camera at a pose, by a robot that stands at a place.
    ///
    /// # Errors
    /// As [`Tsdf::fuse`].
    pub fn fuse(
        &mut self,
        frame: &DepthFrame<'_>,
        pose: &Transform<Map, Optical>,
        at: GroundPoint,
    ) -> Result<(), MappingError> {
        self.fused.fuse(pose, frame)?;
        if self.stood.last() != Some(&at) {
            self.stood.push(at);
        }
        Ok(())
    }

    /// Projects the map onto the ground again, and finds frontiers that a robot at a place has a way to.
    ///
    /// # Errors
    /// As [`OccupancyGrid::of`].
    pub fn project(&mut self, from: GroundPoint) -> Result<Vec<Frontier>, MappingError> {
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

    /// The ground as it was projected last.
    pub fn grid(&self) -> &OccupancyGrid {
        &self.grid
    }

    fn start(&self, from: GroundPoint) -> Option<GridCell> {
        self.passable.nearest(self.layout.cell_at(from)?, Metres::new(0.6))
    }

    /// A way to a place, or to where the robot can be near it; `None` if there is none.
    ///
    /// Its corners only: the cells between two of them are passable.
    pub fn way(&self, from: GroundPoint, to: GroundPoint) -> Option<Vec<GroundPoint>> {
        let start = self.start(from)?;
        let goal = self.passable.reachable(start).nearest(self.layout.cell_at(to)?, NEAR)?;
        self.passable.way(start, goal)
    }

    /// The middle of a frontier.
    pub fn middle(&self, frontier: &Frontier) -> GroundPoint {
        self.layout.centre(frontier.middle())
    }

    /// A place that a robot can reach, by a number that chance gave; `None` if it stands on no free ground.
    pub fn anywhere(&self, from: GroundPoint, number: u64) -> Option<GroundPoint> {
        let start = self.start(from)?;
        let reachable = self.passable.reachable(start);
        let rows = (0..self.layout.height() as u32).step_by(3);
        let cells = rows.flat_map(|y| (0..self.layout.width() as u32).step_by(3).map(move |x| GridCell::new(x, y)));
        let cells: Vec<GridCell> = cells.filter(|&cell| reachable.is_passable(cell)).collect();
        let place = cells.get((number % cells.len().max(1) as u64) as usize).copied().unwrap_or(start);
        Some(self.layout.centre(place))
    }

    /// The length of a way.
    pub fn length_m(way: &[GroundPoint]) -> f64 {
        way.windows(2).map(|pair| pair[0].distance(pair[1]).get()).sum()
    }
}
