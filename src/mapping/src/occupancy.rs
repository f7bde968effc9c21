use rustc_hash::FxHashMap;

use crate::{
    GridCell, GridLayout, GroundPoint, MappingError, Metres, Tsdf,
    block::{Block, SIDE},
};

/// The state of a cell of the floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Occupancy {
    /// Too little was seen.
    #[default]
    Unknown,
    /// Nothing is in the way.
    Free,
    /// Something is in the way.
    Occupied,
}

/// The heights that a robot takes up, and the evidence that a cell between them needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slab {
    /// Voxels with a lower centre do not count. Keep this at least one voxel above the floor, or the floor is an obstacle.
    pub low: Metres,
    /// Voxels with a centre at this height or higher do not count.
    pub high: Metres,
    /// A voxel with less weight than this is unknown. One look gives at most 1.
    pub least_weight: f32,
    /// A cell is free only if this share of its voxels between the heights is known; above 0, at most 1.
    pub least_known: f64,
}

/// The floor seen from above: free, occupied and unknown cells.
#[derive(Debug, Clone, PartialEq)]
pub struct OccupancyGrid {
    layout: GridLayout,
    cells: Vec<Occupancy>,
}

impl OccupancyGrid {
    /// A grid of cells by row.
    ///
    /// # Errors
    /// [`MappingError::CellCount`] if there are not as many cells as the layout has.
    pub fn new(layout: GridLayout, cells: Vec<Occupancy>) -> Result<Self, MappingError> {
        if cells.len() == layout.count() {
            Ok(Self { layout, cells })
        } else {
            Err(MappingError::CellCount { found: cells.len(), wanted: layout.count() })
        }
    }

    /// Projects a map between the heights of a slab onto the floor.
    ///
    /// A cell is occupied if one of its known voxels is behind a surface, or less than half a voxel before one. It is free if none is and
    /// enough of its voxels are known. The inside of things stays unknown.
    ///
    /// # Errors
    /// [`MappingError::Setting`] if the layout's cells are not of the map's voxels, or the slab has no voxel between its heights
    /// or a share outside its range.
    pub fn of(map: &Tsdf, layout: GridLayout, slab: &Slab) -> Result<Self, MappingError> {
        let mut grid = Self { layout, cells: vec![Occupancy::Unknown; layout.count()] };
        grid.renew(map, slab, 0)?;
        Ok(grid)
    }

    /// Projects again what has changed in the map after a revision of it ([`Tsdf::revision`]).
    ///
    /// A grid that was projected with the same slab at that revision is afterwards as [`Self::of`] makes it. Cells that [`Self::stand`] made
    /// free stay free where nothing has changed.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn renew(&mut self, map: &Tsdf, slab: &Slab, since: u64) -> Result<(), MappingError> {
        let refuse = |setting, value, mend| Err(MappingError::Setting { setting, value, mend });
        let (voxel, layout) = (map.settings().voxel, self.layout);
        if layout.cell() != voxel {
            return refuse("the side of a cell", layout.cell().get(), "give the side of the map's voxels");
        }
        if !(slab.least_known > 0.0 && slab.least_known <= 1.0) {
            return refuse("the least share of known voxels", slab.least_known, "give a share above 0 and at most 1");
        }
        let number = |height: Metres| (height / voxel - 0.5).ceil().clamp(-1e9, 1e9) as i32;
        let (low, high) = (number(slab.low), number(slab.high));
        if low >= high {
            return refuse("the upper height", slab.high.get(), "give at least a voxel more than the lower height");
        }
        let least = (slab.least_known * f64::from(high - low)).ceil() as u32;
        let mut columns: FxHashMap<[i32; 2], [[Column; SIDE]; SIDE]> = FxHashMap::default();
        for [x, y, _] in map.changed_since(since) {
            columns.entry([x, y]).or_default();
        }
        let surface = (voxel.get() / 2.0) as f32;
        for (key, block) in map.numbered_blocks() {
            let bottom = key[2] * SIDE as i32;
            let layers = (low - bottom).clamp(0, SIDE as i32) as usize..(high - bottom).clamp(0, SIDE as i32) as usize;
            let Some(columns) = columns.get_mut(&[key[0], key[1]]).filter(|_| !layers.is_empty()) else { continue };
            for (y, columns) in columns.iter_mut().enumerate() {
                let row = Column::of_row(block, y, layers.clone(), slab.least_weight, surface);
                columns.iter_mut().zip(row).for_each(|(column, part)| column.add(part));
            }
        }
        let inside = |number: i32, size: usize| usize::try_from(number).ok().filter(|&number| number < size);
        for ([x, y], columns) in columns {
            for (cell, column) in columns.as_flattened().iter().enumerate() {
                let east = inside(x * SIDE as i32 + (cell % SIDE) as i32 - layout.first[0], layout.width());
                let north = inside(y * SIDE as i32 + (cell / SIDE) as i32 - layout.first[1], layout.height());
                if let (Some(east), Some(north)) = (east, north) {
                    self.cells[north * layout.width() + east] = column.occupancy(least);
                }
            }
        }
        Ok(())
    }

    /// Notes that a robot stood at a place: unknown cells whose middles are within `radius` of it are free.
    ///
    /// A camera does not see the ground at its robot's feet. Without this, the places of a robot's own looks stay frontiers.
    pub fn stand(&mut self, at: GroundPoint, radius: Metres) {
        for index in self.layout.around(at, radius) {
            if self.cells[index] == Occupancy::Unknown {
                self.cells[index] = Occupancy::Free;
            }
        }
    }

    /// The same cells on a larger grid ([`GridLayout::joined`]). Cells outside the old grid are unknown.
    ///
    /// # Errors
    /// [`MappingError::Layouts`] if the layout does not cover that of the grid.
    pub fn grown(&self, layout: GridLayout) -> Result<Self, MappingError> {
        Ok(Self { layout, cells: self.layout.carried(&self.cells, &layout, Occupancy::Unknown)? })
    }

    /// Where the cells are.
    pub fn layout(&self) -> &GridLayout {
        &self.layout
    }

    /// All cells by row.
    pub fn cells(&self) -> &[Occupancy] {
        &self.cells
    }

    /// The state of a cell; unknown outside the grid.
    pub fn get(&self, cell: GridCell) -> Occupancy {
        self.layout.index(cell).map_or(Occupancy::Unknown, |index| self.cells[index])
    }
}

/// The voxels above one cell, between the heights.
#[derive(Debug, Clone, Copy, Default)]
struct Column {
    known: u32,
    is_occupied: bool,
}

impl Column {
    /// The state of the cell, of which so many voxels must be known.
    fn occupancy(&self, least: u32) -> Occupancy {
        match self {
            Self { is_occupied: true, .. } => Occupancy::Occupied,
            Self { known, .. } if *known >= least => Occupancy::Free,
            Self { .. } => Occupancy::Unknown,
        }
    }

    fn add(&mut self, other: Self) {
        self.known += other.known;
        self.is_occupied |= other.is_occupied;
    }

    /// The columns of a row of a block.
    fn of_row(
        block: &Block,
        y: usize,
        layers: std::ops::Range<usize>,
        least_weight: f32,
        surface: f32,
    ) -> [Self; SIDE] {
        let (mut known, mut occupied) = ([0u32; SIDE], [0u32; SIDE]);
        for z in layers {
            let start = (z * SIDE + y) * SIDE;
            let distances = &block.distance[start..start + SIDE];
            let weights = &block.weight[start..start + SIDE];
            for x in 0..SIDE {
                let is_known = u32::from(weights[x] >= least_weight) & u32::from(weights[x] > 0.0);
                known[x] += is_known;
                occupied[x] |= is_known & u32::from(distances[x] < surface);
            }
        }
        std::array::from_fn(|x| Self { known: known[x], is_occupied: occupied[x] != 0 })
    }
}
