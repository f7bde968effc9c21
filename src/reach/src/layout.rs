use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use surefleet_fleet::Digest;

use crate::error::TableError;
use crate::point::TablePoint;
use crate::table::{ArmMake, ArmTable, is_in_reach};
use crate::task::BoxNetTask;

/// How far moved coordinates are from a cell's points, along each axis, in micrometres: U(±0.2) of §4.2.
const MOST_OFF_UM: i64 = 200_000;

/// Where the bases of the arms are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BaseLayout {
    /// On every second joint of the grid, as the fields of one colour lie on a chessboard, so that each cell has two arms.
    ///
    /// §4.1 says "evenly placed at the grid joints to ensure that all grids in the map can be reached". Both bases of Listing 4, (1, 1) and (2, 0), are such joints.
    Even,
    /// On joints drawn one by one until each cell has an arm and the arms are connected: objects can be handed on from each to each other.
    ///
    /// §4.2 and B.2 say "connected" and "all objects can be reached by a robot"; here both hold for all cells.
    Random,
    /// A UR5e on each joint of the grid within the map (BoxNet3D): from there it reaches the middles of four cells.
    ///
    /// The paper says "at the corner of a 1.1x1.1 square". Of a joint on the border one would reach two middles at most.
    Ur5e,
}

impl BaseLayout {
    /// What stands on the bases.
    #[must_use]
    pub const fn make(self) -> ArmMake {
        match self {
            Self::Even | Self::Random => ArmMake::Line,
            Self::Ur5e => ArmMake::Ur5e,
        }
    }
}

/// What tasks are drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TaskShape {
    /// Cells along x.
    pub columns: u8,
    /// Cells along y.
    pub rows: u8,
    /// The number of objects; at most as many as half of the points, or for UR5e one fewer than cells.
    pub objects: usize,
    /// Where the bases are.
    pub layout: BaseLayout,
    /// Whether objects and targets are moved off the points of the cells.
    pub is_moved: bool,
}

impl TaskShape {
    /// The task of a seed. Its cells are covered and connected by arms, but arms and objects may still block each other.
    ///
    /// Moved coordinates have a stream of chances of their own, so that the same seed gives the same task without and with them.
    /// Each arm begins with its end near its base, (±0.25, ±0.25) from it, which the paper does not say; a UR5e (0.14, -0.49) from it, as the two of
    /// Listing 6 do.
    ///
    /// # Errors
    ///
    /// If the map has no cell or too many, if there are too many objects, or if coordinates of UR5e are to be moved.
    pub fn draw(&self, seed: u64) -> Result<BoxNetTask, TableError> {
        if self.layout == BaseLayout::Ur5e && self.columns.min(self.rows) < 2 {
            return Err(TableError::NoArms { columns: self.columns, rows: self.rows });
        }
        let table = ArmTable::of(self.layout.make(), self.columns, self.rows, self.bases(seed))?;
        let mut points: Vec<_> = table.points().collect();
        let most = match table.make() {
            ArmMake::Line => points.len() / 2,
            ArmMake::Ur5e if self.is_moved => return Err(TableError::Moved),
            ArmMake::Ur5e => points.len() - 1,
        };
        if self.objects > most {
            return Err(TableError::Count { what: "objects", found: self.objects, wanted: most });
        }
        let mut rng = chances(seed, "places");
        let [objects, targets] = loop {
            let drawn = [(); 2].map(|()| {
                shuffle(&mut points, &mut rng);
                points[..self.objects].to_vec()
            });
            // An object that lies at its target already would make the task one of fewer objects.
            if drawn[0].iter().zip(&drawn[1]).all(|(place, target)| place != target) {
                break drawn;
            }
        };
        let mut rng = chances(seed, "offsets");
        let [objects, targets] =
            [objects, targets].map(|places| places.into_iter().map(|place| self.moved(place, &mut rng)).collect());
        let ends = table.bases().iter().map(|base| rest(*base, &table)).collect();
        BoxNetTask::new(table, ends, objects, targets)
    }

    fn moved(&self, place: TablePoint, rng: &mut ChaCha8Rng) -> TablePoint {
        if !self.is_moved {
            return place;
        }
        let mut off = || rng.random_range(-MOST_OFF_UM..=MOST_OFF_UM);
        place.shifted(off(), off())
    }

    fn bases(&self, seed: u64) -> Vec<TablePoint> {
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let joints = (0..=rows).flat_map(|y| (0..=columns).map(move |x| [x, y]));
        let side = self.layout.make().cell_um();
        let point = |[x, y]: [i64; 2]| TablePoint::from_micrometres(x * side, y * side).ok();
        match self.layout {
            BaseLayout::Ur5e => {
                let inner = joints.filter(|[x, y]| (1..columns).contains(x) && (1..rows).contains(y));
                inner.filter_map(point).collect()
            }
            BaseLayout::Even => joints.filter(|[x, y]| (x + y) % 2 == 0).filter_map(point).collect(),
            BaseLayout::Random => {
                let mut order: Vec<_> = joints.filter_map(point).collect();
                shuffle(&mut order, &mut chances(seed, "bases"));
                let enough = (1..order.len()).find(|count| self.is_covered(&order[..*count]));
                order.truncate(enough.unwrap_or(order.len()));
                order.sort_unstable_by_key(|base| (base.y_um(), base.x_um()));
                order
            }
        }
    }

    /// Whether each cell has an arm, and objects can go from each arm to each other.
    fn is_covered(&self, bases: &[TablePoint]) -> bool {
        let middles = (0..i64::from(self.rows)).flat_map(|y| (0..i64::from(self.columns)).map(move |x| [x, y]));
        let (make, side) = (self.layout.make(), self.layout.make().cell_um());
        let middle = |[x, y]: [i64; 2]| TablePoint::from_micrometres(x * side + side / 2, y * side + side / 2);
        let cells: Vec<TablePoint> = middles.filter_map(|cell| middle(cell).ok()).collect();
        let mut connected = vec![false; bases.len()];
        let mut open = vec![0];
        while let Some(one) = open.pop() {
            if !std::mem::replace(&mut connected[one], true) {
                let shares = |other: &usize| {
                    cells
                        .iter()
                        .any(|cell| is_in_reach(make, bases[one], *cell) && is_in_reach(make, bases[*other], *cell))
                };
                open.extend((0..bases.len()).filter(|other| !connected[*other]).filter(shares));
            }
        }
        connected.iter().all(|is| *is)
            && cells.iter().all(|cell| bases.iter().any(|base| is_in_reach(make, *base, *cell)))
    }
}

/// Where an arm's end is at first: close to its base, towards the corner of the map if there is a cell on that side.
fn rest(base: TablePoint, table: &ArmTable) -> TablePoint {
    if table.make() == ArmMake::Ur5e {
        return base.shifted(140_000, -490_000);
    }
    let quarter = table.make().cell_um() / 4;
    let inward = |um: i64| if um == 0 { quarter } else { -quarter };
    let end = base.shifted(inward(base.x_um()), inward(base.y_um()));
    debug_assert!(table.has(end), "a base is on the map, and the map is at least a cell wide");
    end
}

/// A stream of chances of its own for each purpose.
fn chances(seed: u64, purpose: &str) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(*Digest::of([&seed.to_le_bytes()[..], purpose.as_bytes()]).as_bytes())
}

fn shuffle<T>(list: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..list.len()).rev() {
        list.swap(last, rng.random_range(0..=last));
    }
}
