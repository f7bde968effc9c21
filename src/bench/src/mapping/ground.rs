//! What follows on fusion: frontiers, paths, the turns of a team, memory, files.

use anyhow::{Context, Result};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_mapping::{
    Confidence, FinalValues, GridCell, GroundPoint, HouseMap, Marks, Metres, ObjectMap, ObjectRule, Obstacles,
    OccupancyGrid, PassableGrid, Tsdf, ValueMap, ValueRule,
};

use super::tour::{SLAB, Tour};
use crate::{
    clock::milliseconds,
    measurement::{Column, Unit},
};

const ROBOTS: usize = 3;
const HERTZ: f64 = 10.0;
const QUESTIONS: u32 = 6;
const RADIUS: Metres = Metres::new(0.25);
/// Frontiers of fewer cells do not count.
const LEAST: usize = 3;

/// Frontiers and paths on one map.
pub struct GroundRow {
    map: &'static str,
    ground_ms: f64,
    frontiers_ms: f64,
    frontiers: usize,
    inflation_ms: f64,
    path_ms: f64,
    path_cells: usize,
}

impl GroundRow {
    /// Measures.
    ///
    /// # Errors
    /// A map on which no robot can move.
    pub fn measure(name: &'static str, tour: &Tour, map: &Tsdf, samples: u16) -> Result<Self> {
        let grid = OccupancyGrid::of(map, tour.layout()?, &SLAB)?;
        let passable = grid.inflate(RADIUS, Obstacles::NotFree)?;
        let (start, goal) = farthest(&passable, tour.start()?).context("no cell is passable")?;
        let path = passable.path(start, goal).context("a cell that is reached has a path")?;
        Ok(Self {
            map: name,
            ground_ms: milliseconds(samples, || Ok(OccupancyGrid::of(map, *grid.layout(), &SLAB)?))?,
            frontiers_ms: milliseconds(samples, || Ok(grid.frontiers(LEAST)))?,
            frontiers: grid.frontiers(LEAST).len(),
            inflation_ms: milliseconds(samples, || Ok(grid.inflate(RADIUS, Obstacles::NotFree)?))?,
            path_ms: milliseconds(samples, || Ok(passable.path(start, goal)))?,
            path_cells: path.cells().len(),
        })
    }
}

/// The start, and of all cells that can be reached the one with the largest detour in cells, of every seventh row and column.
fn farthest(passable: &PassableGrid, from: GridCell) -> Option<(GridCell, GridCell)> {
    let start = passable.nearest(from, Metres::new(1.0))?;
    let reachable = passable.reachable(start);
    let layout = *passable.layout();
    let rows = (0..layout.height() as u32).step_by(7);
    let cells = rows.flat_map(|y| (0..layout.width() as u32).step_by(7).map(move |x| GridCell::new(x, y)));
    let lengths = cells.filter(|&cell| reachable.is_passable(cell)).filter_map(|cell| {
        let cells = passable.path(start, cell)?.cells().len();
        Some((cells, cell))
    });
    lengths.max().map(|(_, cell)| (start, cell))
}

/// Robots that explore together.
pub struct TeamRow {
    turn_ms: f64,
    values_ms: f64,
}

impl TeamRow {
    /// Measures: in its turn a robot fuses a picture, values the frontiers for its questions, and plans a path.
    ///
    /// # Errors
    /// None that this tour can cause.
    pub fn measure(tour: &Tour, mut map: Tsdf, samples: u16) -> Result<Self> {
        let (layout, start, mut questions) = (tour.layout()?, tour.start()?, Vec::new());
        let middle = tour.house.extent().middle();
        for number in 0..QUESTIONS {
            let mut values = ValueMap::new(layout, ValueRule::DEFAULT)?;
            values.message(GroundPoint::new(middle.x + f64::from(number) - 3.0, middle.y), 2, 0);
            questions.push(values);
        }
        let questions: Vec<&ValueMap> = questions.iter().collect();
        let known = tour.looks.len() / 5;
        let (mut random, mut look) = (ChaCha8Rng::seed_from_u64(0), 0);
        let turn_ms = milliseconds(samples, || {
            look += 1;
            // Only pictures of the rooms that are known, so that there are always frontiers.
            tour.fuse(&mut map, look % known.max(1))?;
            let grid = OccupancyGrid::of(&map, layout, &SLAB)?;
            let frontiers = grid.frontiers(LEAST);
            let passable = grid.inflate(RADIUS, Obstacles::NotFree)?;
            let choice = FinalValues::new(layout, &questions)?.choose(&frontiers, &mut random);
            let goal = choice.and_then(|number| passable.nearest(frontiers[number].middle(), Metres::new(1.0)));
            let from = passable.nearest(start, Metres::new(1.0));
            Ok(from.zip(goal).and_then(|(from, goal)| passable.path(from, goal)))
        })?;
        let values_ms = milliseconds(samples, || Ok(FinalValues::new(layout, &questions)?))?;
        Ok(Self { turn_ms, values_ms })
    }

    /// The share of one core that all robots need.
    pub fn share(&self) -> f64 {
        ROBOTS as f64 * HERTZ * self.turn_ms / 1e3
    }
}

/// The map of the whole house as it is kept and sent.
pub struct MemoryRow {
    blocks: usize,
    map_mb: f64,
    most_mb: f64,
    merge_ms: f64,
    file_mb: f64,
    save_ms: f64,
    load_ms: f64,
}

impl MemoryRow {
    /// Measures.
    ///
    /// # Errors
    /// A file that does not load.
    pub fn measure(tsdf: Tsdf, samples: u16) -> Result<Self> {
        let mut joint = tsdf.clone();
        let merge_ms = milliseconds(samples, || Ok(joint.merge(&tsdf)?))?;
        let (blocks, map_mb, most_mb) =
            (tsdf.blocks(), megabytes(tsdf.bytes()), megabytes(tsdf.settings().most_bytes()));
        let [most, miss, gone] = [0.99, 0.3, 0.2].map(Confidence::new);
        let rule = ObjectRule { gate: Metres::new(0.5), most: most?, miss: miss?, gone: gone? };
        let house = HouseMap { tsdf, objects: ObjectMap::new(rule)?, marks: Marks::default() };
        let text = house.to_json();
        Ok(Self {
            blocks,
            map_mb,
            most_mb,
            merge_ms,
            file_mb: megabytes(text.len()),
            save_ms: milliseconds(samples, || Ok(house.to_json()))?,
            load_ms: milliseconds(samples, || Ok(HouseMap::from_json(&text)?))?,
        })
    }
}

fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

/// The columns of [`GroundRow`].
pub fn ground_columns() -> Vec<Column<GroundRow>> {
    type C = Column<GroundRow>;
    vec![
        C::new("map", "map", Unit::Plain, |row| row.map.into()),
        C::new("ground_ms", "free ground", Unit::Milliseconds(2), |row| row.ground_ms.into()),
        C::new("frontiers_ms", "frontiers", Unit::Milliseconds(2), |row| row.frontiers_ms.into()),
        C::new("frontiers", "their number", Unit::Plain, |row| row.frontiers.into()),
        C::new("inflation_ms", "inflation", Unit::Milliseconds(2), |row| row.inflation_ms.into()),
        C::new("path_ms", "the longest path", Unit::Milliseconds(2), |row| row.path_ms.into()),
        C::new("path_cells", "its cells", Unit::Plain, |row| row.path_cells.into()),
    ]
}

/// The columns of [`TeamRow`].
pub fn team_columns() -> Vec<Column<TeamRow>> {
    type C = Column<TeamRow>;
    vec![
        C::new("robots", "robots", Unit::Plain, |_| ROBOTS.into()),
        C::new("hertz", "turns of each in a second", Unit::Digits(0), |_| HERTZ.into()),
        C::new("turn_ms", "a turn", Unit::Milliseconds(2), |row| row.turn_ms.into()),
        C::new("values_ms", "values of 6 questions in it", Unit::Milliseconds(2), |row| row.values_ms.into()),
        C::new("share", "of one core, together", Unit::Percent(1), |row| row.share().into()),
    ]
}

/// The columns of [`MemoryRow`].
pub fn memory_columns() -> Vec<Column<MemoryRow>> {
    type C = Column<MemoryRow>;
    vec![
        C::new("blocks", "blocks", Unit::Plain, |row| row.blocks.into()),
        C::new("map_mb", "memory", Unit::Megabytes(1), |row| row.map_mb.into()),
        C::new("most_mb", "at most", Unit::Megabytes(1), |row| row.most_mb.into()),
        C::new("merge_ms", "merge another map", Unit::Milliseconds(2), |row| row.merge_ms.into()),
        C::new("file_mb", "file", Unit::Megabytes(1), |row| row.file_mb.into()),
        C::new("save_ms", "save", Unit::Milliseconds(1), |row| row.save_ms.into()),
        C::new("load_ms", "load", Unit::Milliseconds(1), |row| row.load_ms.into()),
    ]
}
