use crate::error::TableError;
use crate::ids::ArmId;
use crate::point::TablePoint;
use crate::segment::Segment;

/// The side of a cell, and how far an arm reaches along each axis (exclusive), in micrometres.
pub(crate) const CELL_UM: i64 = 1_000_000;

/// The most cells along one axis.
const MOST_CELLS: u8 = 16;

/// A map of cells of 1 m x 1 m, with the fixed bases of arms.
///
/// An arm is the straight line from its base to its end. It reaches the open square of 1 m to each side of its base (Listing 4), as far as
/// the map goes. The paper does not say whether an arm may reach beside the map; here it may not, since there is no table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArmTable {
    columns: u8,
    rows: u8,
    bases: Vec<TablePoint>,
    /// The pairs of arms whose reaches overlap; no others can touch.
    neighbours: Vec<[ArmId; 2]>,
}

impl ArmTable {
    /// The table with the given cells and bases.
    ///
    /// # Errors
    ///
    /// If it has no cell or more than 16 along an axis, or if a base lies beside the map or on another.
    pub fn new(columns: u8, rows: u8, bases: Vec<TablePoint>) -> Result<Self, TableError> {
        if !(1..=MOST_CELLS).contains(&columns) || !(1..=MOST_CELLS).contains(&rows) {
            return Err(TableError::MapSize { columns, rows });
        }
        let neighbours =
            pairs(bases.len()).filter(|pair| are_near(&bases, *pair)).map(|pair| pair.map(ArmId)).collect();
        let table = Self { columns, rows, bases, neighbours };
        if let Some(place) = table.bases.iter().copied().find(|base| !table.has(*base)) {
            return Err(TableError::OffMap { what: "base", place });
        }
        if let Some([one, _]) = pairs(table.bases.len()).find(|[one, other]| table.bases[*one] == table.bases[*other]) {
            return Err(TableError::SharedBase { base: table.bases[one] });
        }
        Ok(table)
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
        let within = |um: i64, cells: u8| (0..=i64::from(cells) * CELL_UM).contains(&um);
        within(point.x_um(), self.columns) && within(point.y_um(), self.rows)
    }

    /// Whether the arm's end may be at the point: in its open reach and on the map.
    ///
    /// # Panics
    ///
    /// If there is no such arm.
    #[must_use]
    pub fn reaches(&self, arm: ArmId, point: TablePoint) -> bool {
        self.has(point) && is_in_square(self.bases[arm.0], point)
    }

    /// The arm as the line from its base to its end.
    pub(crate) fn line(&self, arm: ArmId, end: TablePoint) -> Segment {
        Segment::new(self.bases[arm.0], end)
    }

    /// The four points of each cell where objects lie and arms go (§3), by cell, columns first.
    pub fn points(&self) -> impl Iterator<Item = TablePoint> {
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let steps = move |cells: i64| (0..2 * cells).map(|half| half * CELL_UM / 2 + CELL_UM / 4);
        steps(rows).flat_map(move |y| steps(columns).filter_map(move |x| TablePoint::from_micrometres(x, y).ok()))
    }
}

/// Whether the point is less than a cell away from the base, in x and in y.
pub(crate) fn is_in_square(base: TablePoint, point: TablePoint) -> bool {
    base.to(point).iter().all(|part| part.abs() < CELL_UM)
}

fn are_near(bases: &[TablePoint], [one, other]: [usize; 2]) -> bool {
    bases[one].to(bases[other]).iter().all(|part| part.abs() < 2 * CELL_UM)
}

/// All pairs of the first `count` numbers, the smaller one first.
pub(crate) fn pairs(count: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| [one, other]))
}
