use crate::{
    DepthFrame, Frontier, GridCell, GridLayout, GroundPoint, Map, MappingError, Metres, Obstacles, Occupancy,
    OccupancyGrid, Optical, PassableGrid, Slab, Transform, Tsdf, TsdfSettings,
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
/// After so many pictures a robot forgets where it touched something that it does not see.
const FELT_PICTURES: u64 = 60;
/// A shorter way does not bring a robot nearer to what it cannot see.
const LEAST_WAY_M: f64 = 0.3;
/// Frontiers of fewer cells do not count.
const LEAST_CELLS: usize = 4;
/// A robot that believes to stand where it cannot be begins its way at the nearest free place, at most this far away.
const ASTRAY: Metres = Metres::new(1.0);
/// A robot goes to a place that it can reach at most this far from a frontier.
const NEAR: Metres = Metres::new(1.0);

/// A robot's own map of the ground, on a grid of fixed layout: fused depth, free ground, frontiers, ways.
///
/// It puts the parts of this crate together for a robot that drives indoors, with constants of its own.
#[derive(Debug, Clone)]
pub struct GroundMap {
    fused: Tsdf,
    layout: GridLayout,
    /// Where the robot stood since the grid was last projected.
    stood: Vec<GroundPoint>,
    /// The cells that are free because it stood there, unless something was seen in them; and the map as seen from above.
    stands: OccupancyGrid,
    seen: OccupancyGrid,
    /// The revision of the map that the grid shows.
    revision: u64,
    grid: OccupancyGrid,
    passable: PassableGrid,
    /// Where the robot touched something, and how many pictures it had fused then.
    felt: Vec<(GroundPoint, u64)>,
    pictures: u64,
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
        let (stands, seen, revision) = (grid.clone(), grid.clone(), fused.revision());
        Ok(Self {
            fused,
            layout,
            stood: Vec::new(),
            stands,
            seen,
            revision,
            grid,
            passable,
            felt: Vec::new(),
            pictures: 0,
        })
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
        self.stood.push(at);
        self.pictures += 1;
        Ok(())
    }

    /// Notes that the robot touched something at a place, which counts as occupied for the next pictures.
    pub fn feel(&mut self, at: GroundPoint) {
        self.felt.push((at, self.pictures));
    }

    /// Projects what has changed of the map onto the ground, and finds frontiers that a robot at a place has a way to.
    ///
    /// # Errors
    /// As [`OccupancyGrid::renew`].
    pub fn project(&mut self, from: GroundPoint) -> Result<Vec<Frontier>, MappingError> {
        self.seen.renew(&self.fused, &SLAB, self.revision)?;
        self.revision = self.fused.revision();
        for place in self.stood.drain(..) {
            self.stands.stand(place, STOOD);
        }
        let both = self.seen.cells().iter().zip(self.stands.cells());
        let cells = both.map(|(&seen, &stood)| if seen == Occupancy::Unknown { stood } else { seen });
        let mut cells: Vec<Occupancy> = cells.collect();
        let pictures = self.pictures;
        self.felt.retain(|(_, felt)| felt + FELT_PICTURES > pictures);
        for index in self.felt.iter().filter_map(|(at, _)| self.layout.index(self.layout.cell_at(*at)?)) {
            cells[index] = Occupancy::Occupied;
        }
        self.grid = OccupancyGrid::new(self.layout, cells)?;
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
        self.passable.nearest(self.layout.cell_at(from)?, ASTRAY)
    }

    /// A way to a place, or to where the robot can be near it; `None` if there is none.
    ///
    /// Its corners only, with the place of the robot first: the cells between two of them are passable.
    pub fn way(&self, from: GroundPoint, to: GroundPoint) -> Option<Vec<GroundPoint>> {
        let start = self.start(from)?;
        let goal = self.passable.reachable(start).nearest(self.layout.cell_at(to)?, NEAR)?;
        let path = self.passable.path(start, goal)?;
        Some(self.passable.corners(std::iter::once(from).chain(path.points())))
    }

    /// The known part of a way to a place that leads over unknown ground; `None` if no such way is left, or it begins where the robot is.
    ///
    /// # Errors
    /// None that a map can cause.
    pub fn way_into_the_unknown(
        &self,
        from: GroundPoint,
        to: GroundPoint,
    ) -> Result<Option<Vec<GroundPoint>>, MappingError> {
        let hoped = |&cell: &Occupancy| if cell == Occupancy::Unknown { Occupancy::Free } else { cell };
        let hoped = OccupancyGrid::new(self.layout, self.grid.cells().iter().map(hoped).collect())?;
        let hoped = hoped.inflate(RADIUS, Obstacles::Occupied)?;
        let ends = self.start(from).zip(self.layout.cell_at(to));
        let ends = ends.and_then(|(start, goal)| Some((start, hoped.reachable(start).nearest(goal, NEAR)?)));
        let Some(path) = ends.and_then(|(start, goal)| hoped.path(start, goal)) else { return Ok(None) };
        let known = path.cells().iter().take_while(|&&cell| self.passable.is_passable(cell)).count();
        let way = self.passable.corners(std::iter::once(from).chain(path.points().take(known)));
        Ok(Some(way).filter(|way| Self::length_m(way) >= LEAST_WAY_M))
    }

    /// Whether the rest of a way is still passable.
    pub fn is_way_clear(&self, from: GroundPoint, mut way: impl Iterator<Item = GroundPoint>) -> bool {
        let mut last = from;
        way.all(|next| self.passable.is_clear(std::mem::replace(&mut last, next), next))
    }

    /// The middle of a frontier.
    pub fn middle(&self, frontier: &Frontier) -> GroundPoint {
        self.layout.centre(frontier.middle())
    }

    /// A place that a robot can reach, by a number that chance gave; `None` if it is nowhere near free ground.
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
