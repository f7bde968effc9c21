use crate::{GridCell, GroundPoint, Occupancy, OccupancyGrid};

/// Connected free cells next to unknown ones: the places where a robot sees something new.
///
/// B. Yamauchi, "A frontier-based approach for autonomous exploration", 1997.
#[derive(Debug, Clone, PartialEq)]
pub struct Frontier {
    cells: Vec<GridCell>,
    centroid: GroundPoint,
    middle: GridCell,
}

impl Frontier {
    /// Its cells by row; at least one.
    pub fn cells(&self) -> &[GridCell] {
        &self.cells
    }

    /// The number of its cells.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// The mean of its cells' centres; it need not lie in one of them.
    pub fn centroid(&self) -> GroundPoint {
        self.centroid
    }

    /// Its cell nearest to the centroid, the first by row of equally near ones.
    pub fn middle(&self) -> GridCell {
        self.middle
    }
}

impl OccupancyGrid {
    /// The frontiers of at least `least` cells, larger ones first, equal ones by their first cell.
    ///
    /// A frontier cell is free, and its neighbour to the east, north, west or south is unknown. The outside of the grid does not count as
    /// unknown. Cells that touch at a corner are connected.
    pub fn frontiers(&self, least: usize) -> Vec<Frontier> {
        let layout = self.layout();
        let cells = self.cells();
        let is_frontier = |index: usize| {
            let unknown = |side: Option<usize>| side.is_some_and(|side| cells[side] == Occupancy::Unknown);
            cells[index] == Occupancy::Free && layout.sides(index).into_iter().any(unknown)
        };
        let mut is_open: Vec<bool> = (0..cells.len()).map(is_frontier).collect();
        let mut found = Vec::new();
        for start in 0..cells.len() {
            if !is_open[start] {
                continue;
            }
            is_open[start] = false;
            let mut members = vec![start];
            let mut next = 0;
            while let Some(&member) = members.get(next) {
                next += 1;
                for near in layout.sides(member).into_iter().chain(layout.corners(member)).flatten() {
                    if is_open[near] {
                        is_open[near] = false;
                        members.push(near);
                    }
                }
            }
            if members.len() >= least {
                members.sort_unstable();
                found.push(self.frontier(&members));
            }
        }
        found.sort_by_key(|frontier| std::cmp::Reverse(frontier.size()));
        found
    }

    fn frontier(&self, members: &[usize]) -> Frontier {
        let layout = self.layout();
        let cells: Vec<GridCell> = members.iter().map(|&index| layout.at(index)).collect();
        let (mut x, mut y) = (0.0, 0.0);
        for &cell in &cells {
            let centre = layout.centre(cell);
            (x, y) = (x + centre.x, y + centre.y);
        }
        let centroid = GroundPoint::new(x / cells.len() as f64, y / cells.len() as f64);
        let distance = |cell: GridCell| layout.centre(cell).distance(centroid).get();
        let nearest = cells.iter().copied().min_by(|&left, &right| distance(left).total_cmp(&distance(right)));
        Frontier { middle: nearest.expect("a frontier has a cell"), cells, centroid }
    }
}
