use crate::{GridCell, GridLayout, GroundPoint, MappingError, Metres, Occupancy, OccupancyGrid};

/// The cells on which the middle of a round robot may be.
#[derive(Debug, Clone, PartialEq)]
pub struct PassableGrid {
    layout: GridLayout,
    pub(crate) is_passable: Vec<bool>,
}

/// The cells that a robot must not touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacles {
    /// Occupied cells. The middle of the robot cannot enter unknown cells, but its rim can.
    Occupied,
    /// Occupied and unknown cells. There may be things in the unknown ones.
    NotFree,
}

impl OccupancyGrid {
    /// The cells on which a round robot of this radius touches no obstacle.
    ///
    /// They are free, and their middle is at least the radius away from every point of an obstacle of the grid.
    ///
    /// # Errors
    /// [`MappingError::Setting`] if the radius is negative or more than 1,000 cells.
    pub fn inflate(&self, radius: Metres, obstacles: Obstacles) -> Result<PassableGrid, MappingError> {
        let layout = *self.layout();
        let cells = radius / layout.cell();
        if !(0.0..=1000.0).contains(&cells) {
            let (setting, mend) = ("the radius of a robot", "give metres from 0 to those of 1,000 cells");
            return Err(MappingError::Setting { setting, value: radius.get(), mend });
        }
        let mut is_passable: Vec<bool> = self.cells().iter().map(|&cell| cell == Occupancy::Free).collect();
        let reach = reach(cells);
        let (width, height) = (layout.width(), layout.height());
        let is_obstacle = |index: usize| match obstacles {
            Obstacles::Occupied => self.cells()[index] == Occupancy::Occupied,
            Obstacles::NotFree => self.cells()[index] != Occupancy::Free,
        };
        for index in 0..self.cells().len() {
            // Around a cell inside obstacles, nothing is nearer to it than to them.
            let is_inside = || layout.sides(index).into_iter().all(|side| side.is_some_and(is_obstacle));
            if !is_obstacle(index) || is_inside() {
                continue;
            }
            let (x, y) = (index % width, index / width);
            for (rows, &columns) in reach.iter().enumerate() {
                let span = x.saturating_sub(columns)..(x + columns + 1).min(width);
                if let Some(south) = y.checked_sub(rows) {
                    is_passable[south * width..][span.clone()].fill(false);
                }
                if y + rows < height {
                    is_passable[(y + rows) * width..][span].fill(false);
                }
            }
        }
        Ok(PassableGrid { layout, is_passable })
    }
}

/// By distance in rows: the most columns at which a cell's middle is less than `radius` cells from the square of another.
fn reach(radius: f64) -> Vec<usize> {
    let gap = |cells: usize| (cells as f64 - 0.5).max(0.0);
    let is_near = |rows: usize, columns: usize| gap(rows).hypot(gap(columns)) < radius;
    let rows = (0..).take_while(|&rows| is_near(rows, 0));
    rows.map(|rows| (0..).take_while(|&columns| is_near(rows, columns)).count() - 1).collect()
}

impl PassableGrid {
    /// A grid from cells by row.
    ///
    /// # Errors
    /// [`MappingError::CellCount`] if there are not as many cells as the layout has.
    pub fn new(layout: GridLayout, is_passable: Vec<bool>) -> Result<Self, MappingError> {
        if is_passable.len() == layout.count() {
            Ok(Self { layout, is_passable })
        } else {
            Err(MappingError::CellCount { found: is_passable.len(), wanted: layout.count() })
        }
    }

    /// Where the cells are.
    pub fn layout(&self) -> &GridLayout {
        &self.layout
    }

    /// Whether a robot's middle may be in a cell; outside the grid it may not.
    pub fn is_passable(&self, cell: GridCell) -> bool {
        self.layout.index(cell).is_some_and(|index| self.is_passable[index])
    }

    /// The cells that can be reached from a cell; none if it is not passable.
    #[must_use]
    pub fn reachable(&self, from: GridCell) -> Self {
        let mut is_reached = vec![false; self.is_passable.len()];
        let mut open: Vec<usize> =
            self.layout.index(from).filter(|&index| self.is_passable[index]).into_iter().collect();
        while let Some(index) = open.pop() {
            // A diagonal step needs both cells beside it, so steps along sides reach as much.
            if !std::mem::replace(&mut is_reached[index], true) {
                let sides = self.layout.sides(index).into_iter().flatten();
                open.extend(sides.filter(|&near| self.is_passable[near] && !is_reached[near]));
            }
        }
        Self { layout: self.layout, is_passable: is_reached }
    }

    /// The corners of a shortest path between two cells; between two of them the way is straight, and its cells are passable.
    ///
    /// `None` as for [`Self::path`].
    pub fn way(&self, from: GridCell, to: GridCell) -> Option<Vec<GroundPoint>> {
        Some(self.corners(self.path(from, to)?.points()))
    }

    /// The corners of a way through places; the cells between two of them are passable where those between its places are.
    pub(crate) fn corners(&self, way: impl Iterator<Item = GroundPoint>) -> Vec<GroundPoint> {
        let points: Vec<GroundPoint> = way.collect();
        let mut corners: Vec<GroundPoint> = points.first().copied().into_iter().collect();
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

    /// Whether all cells on the straight line between two places are passable.
    pub(crate) fn is_clear(&self, from: GroundPoint, to: GroundPoint) -> bool {
        let steps = (from.distance(to).get() / (self.layout.cell().get() / 2.0)).ceil().max(1.0);
        (0..=steps as usize).all(|step| {
            let share = step as f64 / steps;
            let place = GroundPoint::new(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
            self.layout.cell_at(place).is_some_and(|cell| self.is_passable(cell))
        })
    }

    /// The passable cell nearest to a cell and within `farthest` of it, from middle to middle; the first by row of equally near ones.
    ///
    /// A frontier's middle may be too close to a wall for the robot. Of the cells that are [`Self::reachable`], this is its goal then.
    pub fn nearest(&self, cell: GridCell, farthest: Metres) -> Option<GridCell> {
        let reach = (farthest / self.layout.cell()).clamp(0.0, 1e6) as u32;
        let rows = cell.y.saturating_sub(reach)..=cell.y.saturating_add(reach).min(self.layout.height() as u32 - 1);
        let mut best: Option<(u64, GridCell)> = None;
        for y in rows {
            for x in cell.x.saturating_sub(reach)..=cell.x.saturating_add(reach).min(self.layout.width() as u32 - 1) {
                let square = u64::from(x.abs_diff(cell.x)).pow(2) + u64::from(y.abs_diff(cell.y)).pow(2);
                let is_near = square <= u64::from(reach).pow(2) && best.is_none_or(|(least, _)| square < least);
                if is_near && self.is_passable(GridCell::new(x, y)) {
                    best = Some((square, GridCell::new(x, y)));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }
}
