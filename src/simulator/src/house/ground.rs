use surefleet_houses::House;
use surefleet_mapping::{GridCell, GridLayout, GroundPoint, Metres, PassableGrid};

/// The cells of the floor, and the least distance of a robot's middle from everything on it: a little more than its radius.
const CELL: Metres = Metres::new(0.1);
const CLEARANCE_M: f64 = 0.28;
/// A robot may stand this far from the middle of a passable cell.
const NEAR: Metres = Metres::new(0.6);

/// The floor of a house, as a robot's own navigation knows it.
#[derive(Debug, Clone)]
pub(super) struct HouseGround {
    passable: PassableGrid,
}

impl HouseGround {
    pub fn of(house: &House) -> Self {
        let metres = |[x, y]: [i32; 2]| GroundPoint::new(f64::from(x) / 1000.0, f64::from(y) / 1000.0);
        let extent = house.extent();
        let layout = GridLayout::covering(metres(extent.low_mm), metres(extent.high_mm), CELL);
        let layout = layout.expect("houses are smaller than maps can be");
        let obstacles = house.obstacles();
        let is_free = |place: GroundPoint| {
            let is_inside = extent.contains(place);
            is_inside && obstacles.iter().all(|obstacle| obstacle.distance(place).get() >= CLEARANCE_M)
        };
        let rows = 0..layout.height() as u32;
        let cells = rows.flat_map(|y| (0..layout.width() as u32).map(move |x| GridCell::new(x, y)));
        let cells = cells.map(|cell| is_free(layout.centre(cell))).collect();
        Self { passable: PassableGrid::new(layout, cells).expect("one of each cell") }
    }

    /// The way from a place into a square: to the wished place, if it is in the square and near a place that can be reached, else to the
    /// reachable place that is nearest to the square's middle.
    pub fn way(
        &self,
        from: GroundPoint,
        (middle, side_m): (GroundPoint, f64),
        wish: Option<GroundPoint>,
    ) -> Option<Vec<GroundPoint>> {
        let layout = *self.passable.layout();
        let start = self.passable.nearest(layout.cell_at(from)?, NEAR)?;
        let reachable = self.passable.reachable(start);
        let is_inside = |place: GroundPoint| {
            let half = side_m / 2.0;
            (place.x - middle.x).abs() <= half && (place.y - middle.y).abs() <= half
        };
        let near = |place: GroundPoint, farthest: Metres| {
            let cell = reachable.nearest(layout.cell_at(place)?, farthest)?;
            is_inside(layout.centre(cell)).then_some(cell)
        };
        let wished = wish.filter(|&place| is_inside(place)).and_then(|place| near(place, Metres::new(1.0)));
        // A square that lies partly outside of the house has its middle outside of the grid.
        let nearest = || {
            let rows = 0..layout.height() as u32;
            let cells = rows.flat_map(|y| (0..layout.width() as u32).map(move |x| GridCell::new(x, y)));
            let inside = cells.filter(|&cell| reachable.is_passable(cell) && is_inside(layout.centre(cell)));
            let distance = |cell: &GridCell| layout.centre(*cell).distance(middle).get();
            inside.min_by(|one, other| distance(one).total_cmp(&distance(other)))
        };
        self.passable.way(start, wished.or_else(nearest)?)
    }
}
