use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{GridCell, GridLayout, GroundPoint, Metres, PassableGrid};

/// A path over the cells of a grid. Each cell touches the next along a side or at a corner.
#[derive(Debug, Clone, PartialEq)]
pub struct GridPath {
    cells: Vec<GridCell>,
    steps: Steps,
    layout: GridLayout,
}

impl GridPath {
    /// The cells from start to goal, both included.
    pub fn cells(&self) -> &[GridCell] {
        &self.cells
    }

    /// The middles of the cells.
    pub fn points(&self) -> impl ExactSizeIterator<Item = GroundPoint> {
        self.cells.iter().map(|&cell| self.layout.centre(cell))
    }

    /// The length from middle to middle.
    pub fn length(&self) -> Metres {
        self.layout.cell() * self.steps.length()
    }
}

/// Numbers of steps. Lengths are computed from these whole numbers, so that paths of equal steps are equally long to the last bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Steps {
    straight: u32,
    diagonal: u32,
}

impl Steps {
    const FAR: Self = Self { straight: u32::MAX, diagonal: u32::MAX };

    /// The steps between two cells of an empty grid (octile distance): a lower bound for every path.
    fn between(from: GridCell, to: GridCell) -> Self {
        let (across, up) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        Self { straight: across.abs_diff(up), diagonal: across.min(up) }
    }

    fn and(self, other: Self) -> Self {
        Self { straight: self.straight + other.straight, diagonal: self.diagonal + other.diagonal }
    }

    /// In sides of cells.
    fn length(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * std::f64::consts::SQRT_2
    }
}

impl PassableGrid {
    /// A shortest path between two cells (A* with the octile distance).
    ///
    /// `None` if there is no path, or an end is outside or not passable. A diagonal step needs both cells beside it, so no corner is cut.
    /// Equal inputs give the same path: at equal length the search prefers cells nearer to the goal, then those earlier by row.
    pub fn path(&self, from: GridCell, to: GridCell) -> Option<GridPath> {
        let layout = *self.layout();
        let ends = [from, to].map(|cell| layout.index(cell).filter(|&index| self.is_passable[index]));
        let [Some(start), Some(goal)] = ends else { return None };
        let mut best = vec![Steps::FAR; layout.count()];
        let mut before = vec![usize::MAX; layout.count()];
        let mut open = BinaryHeap::new();
        // Lengths are not negative, so their bits are in the order of the numbers.
        let entry = |index: usize, steps: Steps| {
            let left = Steps::between(layout.at(index), to);
            Reverse((steps.and(left).length().to_bits(), left.length().to_bits(), index))
        };
        best[start] = Steps { straight: 0, diagonal: 0 };
        open.push(entry(start, best[start]));
        let mut is_closed = vec![false; layout.count()];
        while let Some(Reverse((_, _, index))) = open.pop() {
            if index == goal {
                return Some(self.walk(&before, goal, best[goal]));
            }
            if std::mem::replace(&mut is_closed[index], true) {
                continue;
            }
            for (near, step) in self.steps(index) {
                let steps = best[index].and(step);
                if !is_closed[near] && steps.length() < best[near].length() {
                    best[near] = steps;
                    before[near] = index;
                    open.push(entry(near, steps));
                }
            }
        }
        None
    }

    fn steps(&self, index: usize) -> impl Iterator<Item = (usize, Steps)> {
        let passable = |near: Option<usize>| near.filter(|&near| self.is_passable[near]);
        let sides = self.layout().sides(index).map(passable);
        let corners = self.layout().corners(index).map(passable);
        // Corner i is between sides i and i + 1.
        let is_open = move |corner: usize| sides[corner].is_some() && sides[(corner + 1) % 4].is_some();
        let straight = sides.into_iter().flatten().map(|near| (near, Steps { straight: 1, diagonal: 0 }));
        let diagonal = corners.into_iter().enumerate().filter(move |&(corner, _)| is_open(corner));
        straight.chain(diagonal.filter_map(|(_, near)| Some((near?, Steps { straight: 0, diagonal: 1 }))))
    }

    fn walk(&self, before: &[usize], goal: usize, steps: Steps) -> GridPath {
        let back = std::iter::successors(Some(goal), |&index| Some(before[index]).filter(|&index| index != usize::MAX));
        let mut cells: Vec<GridCell> = back.map(|index| self.layout().at(index)).collect();
        cells.reverse();
        GridPath { cells, steps, layout: *self.layout() }
    }
}
