use crate::{GroundPoint, MappingError, Metres, Tsdf, block::SIDE};

/// A rectangle of square cells on the floor, in the map frame. A row runs east; the next row is north of it.
///
/// Edges of cells are whole multiples of a cell's side from the map's origin. So cells lie over the voxels of any [`Tsdf`] with that
/// side, and over the cells of any other grid with it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GridLayout {
    /// The first cell's number along x and y, from the map's origin.
    pub(crate) first: [i32; 2],
    width: usize,
    height: usize,
    cell: Metres,
}

/// A cell of a grid: column `x` and row `y`, from its south-west corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridCell {
    /// The column, eastwards.
    pub x: u32,
    /// The row, northwards.
    pub y: u32,
}

impl GridCell {
    /// The cell in column `x` and row `y`.
    pub const fn new(x: u32, y: u32) -> Self {
        Self { x, y }
    }
}

impl GridLayout {
    /// The most cells of a grid: 41,943 m2 of cells of 0.05 m.
    pub const MOST_CELLS: usize = 1 << 24;

    /// The smallest grid that covers the rectangle between two corners.
    ///
    /// # Errors
    /// [`MappingError::Setting`] if the side is not positive, and [`MappingError::Extent`] if the corners are not finite, in the
    /// wrong order, more than 100 km from the origin, or more than [`Self::MOST_CELLS`] apart.
    pub fn covering(low: GroundPoint, high: GroundPoint, cell: Metres) -> Result<Self, MappingError> {
        if !cell.is_length() {
            let (setting, value, mend) = ("the side of a cell", cell.get(), "give metres above 0");
            return Err(MappingError::Setting { setting, value, mend });
        }
        let refuse = || MappingError::Extent { low: [low.x, low.y], high: [high.x, high.y], cell: cell.get() };
        let span = |low: f64, high: f64| {
            let (first, end) = ((low / cell.get()).floor(), (high / cell.get()).ceil());
            let is_near = low >= -1e5 && high <= 1e5 && low <= high && first >= -1e9 && end <= 1e9;
            is_near.then(|| (first as i32, ((end - first) as usize).max(1))).ok_or_else(refuse)
        };
        let ((x, width), (y, height)) = (span(low.x, high.x)?, span(low.y, high.y)?);
        if width.saturating_mul(height) > Self::MOST_CELLS {
            return Err(refuse());
        }
        Ok(Self { first: [x, y], width, height, cell })
    }

    /// The smallest grid that covers every block of a map.
    ///
    /// `None` if the map is empty or the grid would have more than [`Self::MOST_CELLS`].
    pub fn of(map: &Tsdf) -> Option<Self> {
        let (mut low, mut high) = ([i32::MAX; 2], [i32::MIN; 2]);
        for (key, _) in map.numbered_blocks() {
            for axis in 0..2 {
                low[axis] = low[axis].min(key[axis]);
                high[axis] = high[axis].max(key[axis]);
            }
        }
        let size = |axis: usize| (i64::from(high[axis]) - i64::from(low[axis]) + 1) as usize * SIDE;
        let is_any = low[0] <= high[0];
        (is_any && size(0).saturating_mul(size(1)) <= Self::MOST_CELLS).then(|| Self {
            first: low.map(|number| number * SIDE as i32),
            width: size(0),
            height: size(1),
            cell: map.settings().voxel,
        })
    }

    /// The smallest grid that covers this one and another with cells of the same side.
    ///
    /// Cells keep their places. When the map grows past its grid, this is the layout to carry grids and values over to.
    ///
    /// # Errors
    /// [`MappingError::Layouts`] if the sides of the cells differ or the grid would have more than [`Self::MOST_CELLS`].
    pub fn joined(&self, other: &Self) -> Result<Self, MappingError> {
        let end = |layout: &Self, axis: usize| i64::from(layout.first[axis]) + layout.size(axis) as i64;
        let first = [0, 1].map(|axis| self.first[axis].min(other.first[axis]));
        let size = |axis: usize| (end(self, axis).max(end(other, axis)) - i64::from(first[axis])) as usize;
        let (width, height) = (size(0), size(1));
        if self.cell != other.cell || width.saturating_mul(height) > Self::MOST_CELLS {
            return Err(MappingError::Layouts);
        }
        Ok(Self { first, width, height, cell: self.cell })
    }

    /// Values of this grid's cells at the same places of a grid that covers it; `fresh` elsewhere.
    ///
    /// # Errors
    /// [`MappingError::Layouts`] if the other grid does not cover this one, or the sides of the cells differ.
    pub(crate) fn carried<T: Copy>(&self, values: &[T], to: &Self, fresh: T) -> Result<Vec<T>, MappingError> {
        if self.joined(to)? != *to {
            return Err(MappingError::Layouts);
        }
        let [east, north] = [0, 1].map(|axis| self.first[axis].abs_diff(to.first[axis]) as usize);
        let mut carried = vec![fresh; to.count()];
        for (row, values) in values.chunks_exact(self.width).enumerate() {
            let start = (north + row) * to.width + east;
            carried[start..start + self.width].copy_from_slice(values);
        }
        Ok(carried)
    }

    fn size(&self, axis: usize) -> usize {
        [self.width, self.height][axis]
    }

    /// Cells of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Cells of a column.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The side of a cell.
    pub fn cell(&self) -> Metres {
        self.cell
    }

    /// The south-west corner, as `nav_msgs/OccupancyGrid` has it.
    pub fn origin(&self) -> GroundPoint {
        let [x, y] = self.first.map(|number| f64::from(number) * self.cell.get());
        GroundPoint::new(x, y)
    }

    /// The number of cells.
    pub fn count(&self) -> usize {
        self.width * self.height
    }

    /// The cell that a place is in; `None` outside.
    pub fn cell_at(&self, place: GroundPoint) -> Option<GridCell> {
        let number = |at: f64, first: i32, size: usize| {
            let number = (at / self.cell.get()).floor() - f64::from(first);
            (number >= 0.0 && number < size as f64).then_some(number as u32)
        };
        let x = number(place.x, self.first[0], self.width)?;
        Some(GridCell::new(x, number(place.y, self.first[1], self.height)?))
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: GridCell) -> GroundPoint {
        let at = |number: u32, first: i32| (f64::from(first) + f64::from(number) + 0.5) * self.cell.get();
        GroundPoint::new(at(cell.x, self.first[0]), at(cell.y, self.first[1]))
    }

    /// The index of a cell in a list by row; `None` outside.
    pub fn index(&self, cell: GridCell) -> Option<usize> {
        let (x, y) = (cell.x as usize, cell.y as usize);
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    /// The indices of the cells whose middles are within `radius` of a place, and of the cell that the place is in.
    pub(crate) fn around(&self, place: GroundPoint, radius: Metres) -> impl Iterator<Item = usize> + use<> {
        let layout = *self;
        let own = layout.cell_at(place);
        let reach = |at: f64, origin: f64, size: usize| {
            let number = |at: f64| ((at - origin) / layout.cell.get()).floor().clamp(0.0, size as f64);
            number(at - radius.get()) as u32..(number(at + radius.get()) as u32 + 1).min(size as u32)
        };
        let columns = reach(place.x, layout.origin().x, layout.width);
        let rows = reach(place.y, layout.origin().y, layout.height);
        let square = radius.get() * radius.get();
        rows.flat_map(move |y| {
            let north = layout.centre(GridCell::new(0, y)).y - place.y;
            columns.clone().map(move |x| (GridCell::new(x, y), north * north))
        })
        .filter(move |&(cell, north)| {
            let east = layout.centre(cell).x - place.x;
            east * east + north <= square || own == Some(cell)
        })
        .filter_map(move |(cell, _)| layout.index(cell))
    }

    /// The cell with an index in a list by row.
    pub(crate) fn at(&self, index: usize) -> GridCell {
        GridCell::new((index % self.width) as u32, (index / self.width) as u32)
    }

    /// The indices of the neighbours east, north, west and south of a cell; `None` outside.
    pub(crate) fn sides(&self, index: usize) -> [Option<usize>; 4] {
        let (x, y) = (index % self.width, index / self.width);
        [
            (x + 1 < self.width).then(|| index + 1),
            (y + 1 < self.height).then(|| index + self.width),
            (x > 0).then(|| index - 1),
            (y > 0).then(|| index - self.width),
        ]
    }

    /// The indices of the neighbours north-east, north-west, south-west and south-east; number i lies between sides i and i + 1.
    pub(crate) fn corners(&self, index: usize) -> [Option<usize>; 4] {
        let [east, north, west, south] = self.sides(index);
        let both = |across: Option<usize>, along: Option<usize>| Some(across? + along? - index);
        [both(north, east), both(north, west), both(south, west), both(south, east)]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn neighbours_end_at_the_edges() {
        let grid =
            GridLayout::covering(GroundPoint::new(0.0, 0.0), GroundPoint::new(3.0, 2.0), Metres::new(1.0)).unwrap();
        assert_eq!(grid.sides(0), [Some(1), Some(3), None, None]);
        assert_eq!(grid.corners(0), [Some(4), None, None, None]);
        assert_eq!(grid.sides(4), [Some(5), None, Some(3), Some(1)]);
        assert_eq!(grid.corners(4), [None, None, Some(0), Some(2)]);
    }

    #[test]
    fn extents_without_meaning_are_refused() {
        let corner = GroundPoint::new;
        let covering = |low, high, side| GridLayout::covering(low, high, Metres::new(side));
        assert!(matches!(covering(corner(0.0, 0.0), corner(1.0, 1.0), 0.0), Err(MappingError::Setting { .. })));
        assert!(matches!(covering(corner(1.0, 0.0), corner(0.0, 1.0), 0.1), Err(MappingError::Extent { .. })));
        assert!(matches!(covering(corner(0.0, 0.0), corner(f64::NAN, 1.0), 0.1), Err(MappingError::Extent { .. })));
        assert!(matches!(covering(corner(0.0, 0.0), corner(500.0, 500.0), 0.1), Err(MappingError::Extent { .. })));
        assert_eq!(covering(corner(0.0, 0.0), corner(0.0, 0.0), 0.1).unwrap().count(), 1);
    }

    #[test]
    fn grids_that_do_not_lie_on_one_another_are_not_joined() {
        let corner = GroundPoint::new;
        let grid = |low, high, side| GridLayout::covering(low, high, Metres::new(side)).unwrap();
        let small = grid(corner(0.0, 0.0), corner(1.0, 1.0), 0.1);
        assert_eq!(small.joined(&grid(corner(0.0, 0.0), corner(1.0, 1.0), 0.2)), Err(MappingError::Layouts));
        assert_eq!(small.joined(&grid(corner(9e4, 9e4), corner(9e4, 9e4), 0.1)), Err(MappingError::Layouts));
        let beside = grid(corner(0.1, 0.0), corner(2.0, 2.0), 0.1);
        assert_eq!(small.carried(&[0; 100], &beside, 0), Err(MappingError::Layouts), "it does not cover the west");
    }

    proptest! {
        #[test]
        fn a_place_is_in_the_cell_whose_centre_is_nearest(
            low in (-20.0..20.0f64, -20.0..20.0f64), size in (0.1..9.0f64, 0.1..9.0f64), side in 0.05..0.5f64, at in (0.0..1.0f64, 0.0..1.0f64),
        ) {
            let (low, high) = (GroundPoint::new(low.0, low.1), GroundPoint::new(low.0 + size.0, low.1 + size.1));
            let grid = GridLayout::covering(low, high, Metres::new(side)).unwrap();
            let place = GroundPoint::new(low.x + at.0 * size.0, low.y + at.1 * size.1);
            let cell = grid.cell_at(place).expect("the grid covers it");
            let centre = grid.centre(cell);
            prop_assert!((centre.x - place.x).abs() <= side * 0.5001 && (centre.y - place.y).abs() <= side * 0.5001);
            prop_assert_eq!(grid.cell_at(centre), Some(cell));
            prop_assert_eq!(grid.index(cell).map(|index| grid.at(index)), Some(cell));
            prop_assert!(grid.origin().x <= low.x + 1e-9 && grid.origin().y <= low.y + 1e-9);
        }
    }
}
