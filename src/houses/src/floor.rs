//! Whether a robot gets from every door of a room to every other, and to the front of everything in it.

use crate::geometry::Rect;

/// The spacing of places, and the least distance of a place that counts as passable from any obstacle.
///
/// Between two neighbours no point is farther than half the spacing from one of them. So a robot whose radius is the difference of
/// the two, 0.25 m, touches nothing on its way.
const SPACING_MM: i32 = 100;
const CLEARANCE_MM: i32 = 300;
/// How far inside a room the place before a door is.
const BEFORE_DOOR_MM: i32 = 400;
/// How deep the strip before an opening is that stays free.
const FREE_DEPTH_MM: i32 = 900;
const FREE_SIDE_MM: i32 = 100;
/// Where a robot stands to use or see a thing.
const FRONT_MM: [i32; 2] = [200, 800];

/// The floor of one room with what stands on it.
#[derive(Debug, Clone)]
pub(crate) struct RoomFloor {
    pub rect: Rect,
    /// What stays free before openings.
    pub free: Vec<Rect>,
    /// Numbers of the places before openings.
    doors: Vec<[i32; 2]>,
    obstacles: Vec<Rect>,
    fronts: Vec<Rect>,
}

impl RoomFloor {
    /// An empty floor; `openings` are those in its walls, each with the axis that crosses the wall.
    pub fn new(rect: Rect, openings: &[(Rect, usize)]) -> Self {
        let mut floor = Self { rect, free: Vec::new(), doors: Vec::new(), obstacles: Vec::new(), fronts: Vec::new() };
        for &(opening, across) in openings {
            let is_low = opening.high_mm[across] <= rect.low_mm[across];
            let (edge, inwards) = if is_low { (rect.low_mm[across], 1) } else { (rect.high_mm[across], -1) };
            let mut free = opening.grown(FREE_SIDE_MM);
            let far = edge + inwards * FREE_DEPTH_MM;
            (free.low_mm[across], free.high_mm[across]) = (edge.min(far), edge.max(far));
            let mut place = opening.middle_mm();
            place[across] = edge + inwards * BEFORE_DOOR_MM;
            let nearest = |axis: usize| (place[axis] - rect.low_mm[axis] + SPACING_MM / 2) / SPACING_MM;
            floor.doors.push([nearest(0), nearest(1)]);
            floor.free.push(free);
        }
        floor
    }

    /// Adds an obstacle without a question.
    pub fn block(&mut self, obstacle: Rect) {
        self.obstacles.push(obstacle);
    }

    /// Adds an obstacle, unless it would cut off a door or the front of anything; says whether it was added.
    ///
    /// `step` leads to its front; `None` if any side will do.
    pub fn try_to_block(&mut self, obstacle: Rect, step: Option<[i32; 2]>) -> bool {
        self.obstacles.push(obstacle);
        self.fronts.push(front(obstacle, step));
        let is_added = self.is_reachable();
        if !is_added {
            self.obstacles.pop();
            self.fronts.pop();
        }
        is_added
    }

    /// Whether every door, and the front of everything, can be reached from the first door.
    pub fn is_reachable(&self) -> bool {
        let reached = self.reached();
        let has_place = |front: &Rect| reached.places().any(|place| front.square_distance(self.at(place)) == 0);
        self.doors.iter().all(|&door| reached.has(door)) && self.fronts.iter().all(has_place)
    }

    /// The places in millimetres that can be reached from the first door.
    pub fn reachable(&self) -> Vec<[i32; 2]> {
        self.reached().places().map(|place| self.at(place)).collect()
    }

    fn at(&self, [x, y]: [i32; 2]) -> [i32; 2] {
        [self.rect.low_mm[0] + x * SPACING_MM, self.rect.low_mm[1] + y * SPACING_MM]
    }

    fn is_passable(&self, place: [i32; 2]) -> bool {
        let point = self.at(place);
        let is_clear = |obstacle: &Rect| obstacle.square_distance(point) >= i64::from(CLEARANCE_MM).pow(2);
        self.rect.grown(-CLEARANCE_MM).square_distance(point) == 0 && self.obstacles.iter().all(is_clear)
    }

    fn reached(&self) -> Reached {
        let [width, height] = self.rect.size_mm().map(|size| size / SPACING_MM + 1);
        let mut reached = Reached { width, height, cells: vec![false; (width * height) as usize] };
        let mut is_looked = reached.cells.clone();
        let mut open: Vec<[i32; 2]> = self.doors.first().copied().into_iter().collect();
        while let Some(place) = open.pop() {
            let Some(index) = reached.index(place) else { continue };
            if std::mem::replace(&mut is_looked[index], true) || !self.is_passable(place) {
                continue;
            }
            reached.cells[index] = true;
            let [x, y] = place;
            open.extend([[x + 1, y], [x, y + 1], [x - 1, y], [x, y - 1]]);
        }
        reached
    }
}

/// The places of a floor that were reached, by row.
struct Reached {
    width: i32,
    height: i32,
    cells: Vec<bool>,
}

impl Reached {
    fn index(&self, [x, y]: [i32; 2]) -> Option<usize> {
        let is_inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
        is_inside.then(|| (y * self.width + x) as usize)
    }

    fn has(&self, place: [i32; 2]) -> bool {
        self.index(place).is_some_and(|index| self.cells[index])
    }

    fn places(&self) -> impl Iterator<Item = [i32; 2]> {
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| [x, y]));
        all.filter(|&place| self.has(place))
    }
}

fn front(of: Rect, step: Option<[i32; 2]>) -> Rect {
    let [near, far] = FRONT_MM;
    let Some(step) = step else { return of.grown(far) };
    let mut front = of;
    for (axis, towards) in step.into_iter().enumerate() {
        match towards {
            1 => (front.low_mm[axis], front.high_mm[axis]) = (of.high_mm[axis] + near, of.high_mm[axis] + far),
            -1 => (front.low_mm[axis], front.high_mm[axis]) = (of.low_mm[axis] - far, of.low_mm[axis] - near),
            _ => {}
        }
    }
    front
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room() -> RoomFloor {
        let west = Rect::new([-100, 1000], [0, 1900]);
        let east = Rect::new([4000, 1000], [4100, 1900]);
        RoomFloor::new(Rect::new([0, 0], [4000, 3000]), &[(west, 0), (east, 0)])
    }

    #[test]
    fn what_would_part_two_doors_is_refused() {
        assert!(!room().try_to_block(Rect::new([1900, 0], [2100, 3000]), None));
        assert!(!room().try_to_block(Rect::new([1900, 0], [2100, 2500]), None), "0.5 m are too narrow");
        assert!(room().try_to_block(Rect::new([1900, 0], [2100, 2300]), None));
    }

    #[test]
    fn what_would_hide_the_front_of_another_is_refused() {
        let mut room = room();
        assert!(room.try_to_block(Rect::new([1000, 2400], [2000, 3000]), Some([0, -1])));
        assert!(!room.try_to_block(Rect::new([900, 1500], [2100, 2350]), None), "nobody can stand before the first");
        assert!(room.try_to_block(Rect::new([2600, 2400], [3200, 3000]), Some([0, -1])));
    }

    #[test]
    fn a_front_that_looks_at_a_wall_is_refused() {
        assert!(!room().try_to_block(Rect::new([1000, 2400], [2000, 3000]), Some([0, 1])));
    }
}
