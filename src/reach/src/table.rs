use serde::{Deserialize, Serialize};

use crate::error::TableError;
use crate::hall::{self, APART_UM};
use crate::ids::ArmId;
use crate::point::TablePoint;
use crate::segment::Segment;
use crate::sweep::PlacedArm;
use crate::ur_arm::JointAngles;

/// The most cells along one axis.
const MOST_CELLS: u8 = 16;

/// What the arms of a table are, and so by which rules they move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArmMake {
    /// BoxNet2D: an arm is the straight line from its base to its end. It reaches the open square of 1 m to each side of its base (Listing 4). Cells
    /// have a side of 1 m, and four points where objects lie (§3).
    #[default]
    Line,
    /// BoxNet3D: a UR5e. It reaches the open band from 0.4 m to 0.8 m around its base (Listing 6, which once says 0.5 m in place of 0.4 m), but for what
    /// is as near to the base of another. Cells have a side of 1.1 m, and objects lie in their middles.
    Ur5e,
}

impl ArmMake {
    /// The side of a cell, in micrometres.
    pub(crate) const fn cell_um(self) -> i64 {
        match self {
            Self::Line => 1_000_000,
            Self::Ur5e => 1_100_000,
        }
    }
}

/// A map of square cells, with the fixed bases of arms.
///
/// An arm reaches as far as the map goes. The paper does not say whether it may reach beside the map; here it may not, since there is no table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArmTable {
    make: ArmMake,
    columns: u8,
    rows: u8,
    bases: Vec<TablePoint>,
    /// The pairs of arms whose reaches overlap; no others can touch.
    neighbours: Vec<[ArmId; 2]>,
}

impl ArmTable {
    /// The table of BoxNet2D with the given cells and bases.
    ///
    /// # Errors
    ///
    /// As [`ArmTable::of`].
    pub fn new(columns: u8, rows: u8, bases: Vec<TablePoint>) -> Result<Self, TableError> {
        Self::of(ArmMake::Line, columns, rows, bases)
    }

    /// The table with the given arms, cells and bases.
    ///
    /// # Errors
    ///
    /// If it has no cell or more than 16 along an axis, or if a base lies beside the map or on another.
    pub fn of(make: ArmMake, columns: u8, rows: u8, bases: Vec<TablePoint>) -> Result<Self, TableError> {
        if !(1..=MOST_CELLS).contains(&columns) || !(1..=MOST_CELLS).contains(&rows) {
            return Err(TableError::MapSize { columns, rows });
        }
        let neighbours =
            pairs(bases.len()).filter(|pair| are_near(make, &bases, *pair)).map(|pair| pair.map(ArmId)).collect();
        let table = Self { make, columns, rows, bases, neighbours };
        if let Some(place) = table.bases.iter().copied().find(|base| !table.has(*base)) {
            return Err(TableError::OffMap { what: "base", place });
        }
        if let Some([one, _]) = pairs(table.bases.len()).find(|[one, other]| table.bases[*one] == table.bases[*other]) {
            return Err(TableError::SharedBase { base: table.bases[one] });
        }
        Ok(table)
    }

    /// What its arms are.
    #[must_use]
    pub const fn make(&self) -> ArmMake {
        self.make
    }

    /// Cells along x.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Cells along y.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// How large it is along x and y, in metres.
    #[must_use]
    pub fn size_m(&self) -> [f64; 2] {
        [self.columns, self.rows].map(|cells| (i64::from(cells) * self.make.cell_um()) as f64 / 1e6)
    }

    /// The bases, by arm.
    #[must_use]
    pub fn bases(&self) -> &[TablePoint] {
        &self.bases
    }

    /// The pairs of arms whose reaches overlap.
    #[must_use]
    pub fn neighbours(&self) -> &[[ArmId; 2]] {
        &self.neighbours
    }

    /// Whether the point lies on the map, its border included.
    #[must_use]
    pub fn has(&self, point: TablePoint) -> bool {
        let within = |um: i64, cells: u8| (0..=i64::from(cells) * self.make.cell_um()).contains(&um);
        within(point.x_um(), self.columns) && within(point.y_um(), self.rows)
    }

    /// Whether the arm's end may be at the point: in its reach and on the map.
    ///
    /// # Panics
    ///
    /// If there is no such arm.
    #[must_use]
    pub fn reaches(&self, arm: ArmId, point: TablePoint) -> bool {
        self.has(point) && self.is_off_bases(point) && is_in_reach(self.make, self.bases[arm.0], point)
    }

    /// Whether no arm stands too near to a point: a UR5e needs 0.4 m around its base for itself, whoever's end or object it is.
    #[must_use]
    pub fn is_off_bases(&self, point: TablePoint) -> bool {
        match self.make {
            ArmMake::Line => true,
            ArmMake::Ur5e => self.bases.iter().all(|base| hall::is_off_base(*base, point)),
        }
    }

    /// An arm in space; `None`: it is a line.
    #[must_use]
    pub fn placed(&self, arm: ArmId) -> Option<PlacedArm> {
        (self.make == ArmMake::Ur5e).then(|| hall::arm(self.bases[arm.0]))
    }

    /// The postures that an arm goes through while its end goes from one point to another, all joints in proportion from one to the next; a single one
    /// if it stays. `None`: it is a line, or a point is out of its reach.
    #[must_use]
    pub fn way(&self, arm: ArmId, from: TablePoint, to: TablePoint) -> Option<Vec<JointAngles>> {
        let is_there = self.make == ArmMake::Ur5e && [from, to].iter().all(|end| self.reaches(arm, *end));
        if is_there { hall::way(self.bases[arm.0], Segment::new(from, to)) } else { None }
    }

    /// Why two arms may not have their ends at these points before anything moves, if they may not.
    pub(crate) fn touching(&self, arms: [ArmId; 2], ends: [TablePoint; 2]) -> Option<TableError> {
        let bases = arms.map(|arm| self.bases[arm.0]);
        match self.make {
            ArmMake::Line => {
                let [one, other] = [0, 1].map(|n| Segment::new(bases[n], ends[n]));
                one.meeting(other).map(|place| TableError::ArmsTouch { arms, place })
            }
            ArmMake::Ur5e => {
                hall::nearness(bases, ends.map(|end| Segment::new(end, end))).map(|_| TableError::ArmsNear { arms })
            }
        }
    }

    /// Whether two objects cannot lie at these points at the same time.
    pub(crate) fn is_one_place(&self, one: TablePoint, other: TablePoint) -> bool {
        match self.make {
            ArmMake::Line => one == other,
            ArmMake::Ur5e => one.distance_um(other) < APART_UM,
        }
    }

    /// The points of each cell where objects lie and arms go, by cell, columns first.
    pub fn points(&self) -> impl Iterator<Item = TablePoint> {
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let along = match self.make {
            ArmMake::Line => 2,
            ArmMake::Ur5e => 1,
        };
        let side = self.make.cell_um() / along;
        let steps = move |cells: i64| (0..along * cells).map(move |part| part * side + side / 2);
        steps(rows).flat_map(move |y| steps(columns).filter_map(move |x| TablePoint::from_micrometres(x, y).ok()))
    }
}

/// Whether an arm on a base reaches a point, were there a table.
pub(crate) fn is_in_reach(make: ArmMake, base: TablePoint, point: TablePoint) -> bool {
    match make {
        ArmMake::Line => base.to(point).iter().all(|part| part.abs() < make.cell_um()),
        ArmMake::Ur5e => hall::is_in_band(base, point),
    }
}

fn are_near(make: ArmMake, bases: &[TablePoint], pair: [usize; 2]) -> bool {
    let [one, other] = pair.map(|arm| bases[arm]);
    match make {
        ArmMake::Line => one.to(other).iter().all(|part| part.abs() < 2 * make.cell_um()),
        ArmMake::Ur5e => hall::can_touch([one, other]),
    }
}

/// All pairs of the first `count` numbers, the smaller one first.
pub(crate) fn pairs(count: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| [one, other]))
}
