//! A robot's own map of a house: fused depth, free ground, frontiers, ways.

use anyhow::Result;
use surefleet_houses::{FloorPose, House, View};
use surefleet_mapping::{
    Frontier, GridCell, GridLayout, GroundPoint, Map, Metres, Obstacles, Occupancy, OccupancyGrid, Optical,
    PassableGrid, Slab, Transform, Tsdf, TsdfSettings,
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

/// The map, on a grid of fixed layout over the whole house.
pub struct Ground {
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

    /// Takes in a picture.
    pub fn fuse(&mut self, view: &View, pose: &Transform<Map, Optical>, at: FloorPose) -> Result<()> {
        self.fused.fuse(pose, &view.depth_frame())?;
        self.stood.push(at.at);
        self.pictures += 1;
        Ok(())
    }

    /// Notes that the robot touched something.
    pub fn feel(&mut self, at: GroundPoint) {
        self.felt.push((at, self.pictures));
    }

    /// Projects the map onto the ground again, and finds frontiers that the robot has a way to.
    pub fn project(&mut self, from: FloorPose) -> Result<Vec<Frontier>> {
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

    fn start(&self, from: FloorPose) -> Option<GridCell> {
        self.passable.nearest(self.layout.cell_at(from.at)?, ASTRAY)
    }

    /// A way to a place, or to where the robot can be near it; `None` if there is none.
    pub fn way(&self, from: FloorPose, to: GroundPoint) -> Option<Vec<GroundPoint>> {
        let start = self.start(from)?;
        let goal = self.passable.reachable(start).nearest(self.layout.cell_at(to)?, NEAR)?;
        Some(self.corners(from, self.passable.path(start, goal)?.points()))
    }

    /// The known part of a way to a place that leads over unknown ground; `None` if no such way is left, or it begins where the robot is.
    pub fn way_into_the_unknown(&self, from: FloorPose, to: GroundPoint) -> Result<Option<Vec<GroundPoint>>> {
        let hoped = |&cell: &Occupancy| if cell == Occupancy::Unknown { Occupancy::Free } else { cell };
        let hoped = OccupancyGrid::new(self.layout, self.grid.cells().iter().map(hoped).collect())?;
        let hoped = hoped.inflate(RADIUS, Obstacles::Occupied)?;
        let ends = self.start(from).zip(self.layout.cell_at(to));
        let ends = ends.and_then(|(start, goal)| Some((start, hoped.reachable(start).nearest(goal, NEAR)?)));
        let Some(path) = ends.and_then(|(start, goal)| hoped.path(start, goal)) else { return Ok(None) };
        let known = path.cells().iter().take_while(|&&cell| self.passable.is_passable(cell)).count();
        let way = self.corners(from, path.points().take(known));
        Ok(Some(way).filter(|way| Self::length_m(way) >= LEAST_WAY_M))
    }

    /// Where the robot is, and the corners of a path: the cells between two of them are passable.
    fn corners(&self, from: FloorPose, path: impl Iterator<Item = GroundPoint>) -> Vec<GroundPoint> {
        let points: Vec<GroundPoint> = std::iter::once(from.at).chain(path).collect();
        let mut corners = vec![points[0]];
        let mut last = 0;
        while last + 1 < points.len() {
            // The farthest of the next places that is in line of sight.
            let reach = (last + 1..points.len())
                .take_while(|&place| place == last + 1 || self.is_clear(points[last], points[place]));
            last = reach.last().unwrap_or(last + 1);
            corners.push(points[last]);
        }
        corners
    }

    /// Whether the rest of a way is still passable.
    pub fn is_way_clear(&self, from: FloorPose, way: impl Iterator<Item = GroundPoint>) -> bool {
        let mut last = from.at;
        way.into_iter().all(|next| self.is_clear(std::mem::replace(&mut last, next), next))
    }

    fn is_clear(&self, from: GroundPoint, to: GroundPoint) -> bool {
        let steps = (from.distance(to).get() / (VOXEL.get() / 2.0)).ceil().max(1.0);
        (0..=steps as usize).all(|step| {
            let share = step as f64 / steps;
            let place = GroundPoint::new(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
            self.layout.cell_at(place).is_some_and(|cell| self.passable.is_passable(cell))
        })
    }

    /// The map, as seen from above.
    pub fn grid(&self) -> &OccupancyGrid {
        &self.grid
    }

    /// The middle of a frontier.
    pub fn middle(&self, frontier: &Frontier) -> GroundPoint {
        self.layout.centre(frontier.middle())
    }

    /// A place that the robot can reach, by a number that chance gave; `None` if it is nowhere near free ground.
    pub fn anywhere(&self, from: FloorPose, number: u64) -> Option<GroundPoint> {
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
