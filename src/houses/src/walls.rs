//! Walls: all of the house that is neither a room nor an opening.

use crate::geometry::{Cuboid, Rect};

/// The height of walls, and of the ceiling.
pub(crate) const WALL_MM: i32 = 2500;
/// The height of openings.
pub(crate) const LINTEL_MM: i32 = 2050;

/// Boxes that fill `extent` but for the rooms, and the parts of walls above openings.
pub(crate) fn walls(extent: Rect, rooms: &[Rect], openings: &[Rect]) -> Vec<Cuboid> {
    let holes: Vec<Rect> = rooms.iter().chain(openings).copied().collect();
    let edges = |axis: usize| {
        let inner = holes.iter().flat_map(|hole| [hole.low_mm[axis], hole.high_mm[axis]]);
        let mut edges: Vec<i32> = inner.chain([extent.low_mm[axis], extent.high_mm[axis]]).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    };
    let (columns, rows) = (edges(0), edges(1));
    // Runs of cells along x that are wall; a run that the row below has too makes that one taller.
    let mut merged: Vec<Rect> = Vec::new();
    for row in rows.windows(2) {
        let mut runs: Vec<Rect> = Vec::new();
        for column in columns.windows(2) {
            let cell = Rect::new([column[0], row[0]], [column[1], row[1]]);
            if holes.iter().any(|hole| hole.holds(&cell)) {
                continue;
            }
            match runs.last_mut() {
                Some(run) if run.high_mm[0] == column[0] => run.high_mm[0] = column[1],
                _ => runs.push(cell),
            }
        }
        for run in runs {
            let is_below = |one: &&mut Rect| {
                one.high_mm[1] == run.low_mm[1] && one.low_mm[0] == run.low_mm[0] && one.high_mm[0] == run.high_mm[0]
            };
            match merged.iter_mut().find(is_below) {
                Some(below) => below.high_mm[1] = run.high_mm[1],
                None => merged.push(run),
            }
        }
    }
    let lintels = openings.iter().map(|opening| opening.raised(LINTEL_MM, WALL_MM));
    merged.iter().map(|wall| wall.raised(0, WALL_MM)).chain(lintels).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_and_rooms_fill_the_house() {
        let extent = Rect::new([0, 0], [5000, 4000]);
        let rooms = [Rect::new([200, 200], [2400, 3800]), Rect::new([2500, 200], [4800, 3800])];
        let door = Rect::new([2400, 1000], [2500, 1900]);
        let boxes = walls(extent, &rooms, &[door]);
        let volume =
            |one: &Cuboid| (0..3).map(|axis| f64::from(one.high_mm[axis] - one.low_mm[axis]) * 1e-3).product::<f64>();
        let open: f64 = rooms.iter().map(Rect::area_m2).sum::<f64>() * 2.5 + door.area_m2() * 2.05;
        let walls: f64 = boxes.iter().map(volume).sum();
        assert!((walls + open - extent.area_m2() * 2.5).abs() < 1e-9);
        for (number, one) in boxes.iter().enumerate() {
            assert!(boxes[number + 1..].iter().all(|other| !one.overlaps(other)));
            assert!(rooms.iter().all(|room| !room.overlaps(&one.footprint())));
        }
    }
}
