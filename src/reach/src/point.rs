use serde::{Deserialize, Serialize};

const UM_PER_M: f64 = 1e6;

/// The farthest coordinate in micrometres; twice differences of such numbers, multiplied, fit into 64 bits.
const MOST_UM: i64 = 1 << 29;

/// A coordinate that is not a number, or too far away.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("point [{x_m}, {y_m}] is no point of a table: give numbers within 536 m")]
pub struct FarPoint {
    /// Its x in metres.
    pub x_m: f64,
    /// Its y in metres.
    pub y_m: f64,
}

/// A point of the table, in whole micrometres from the table's corner, x to the right and y upwards.
///
/// BoxNet's own points are multiples of 0.25 m and thus exact. Its moved coordinates (U(±0.2)) are rounded to a micrometre once, here,
/// so that every later comparison is exact arithmetic of integers. Coordinates are at most 536 m.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "[f64; 2]", into = "[f64; 2]")]
pub struct TablePoint {
    x_um: i64,
    y_um: i64,
}

impl TablePoint {
    /// The point nearest to the given metres.
    ///
    /// # Errors
    ///
    /// If a coordinate is not a number, or farther than 536 m away.
    pub fn from_metres(x_m: f64, y_m: f64) -> Result<Self, FarPoint> {
        let far = || FarPoint { x_m, y_m };
        let um = |metres: f64| {
            let rounded = (metres * UM_PER_M).round();
            (rounded.abs() <= MOST_UM as f64).then_some(rounded as i64).ok_or_else(far)
        };
        Ok(Self { x_um: um(x_m)?, y_um: um(y_m)? })
    }

    /// The point at whole micrometres.
    ///
    /// # Errors
    ///
    /// If a coordinate is farther than 536 m away.
    pub fn from_micrometres(x_um: i64, y_um: i64) -> Result<Self, FarPoint> {
        let point = Self { x_um, y_um };
        if x_um.unsigned_abs().max(y_um.unsigned_abs()) > MOST_UM.unsigned_abs() {
            let [x_m, y_m] = point.metres();
            return Err(FarPoint { x_m, y_m });
        }
        Ok(point)
    }

    /// Its x and y in metres.
    #[must_use]
    pub fn metres(self) -> [f64; 2] {
        [self.x_um as f64 / UM_PER_M, self.y_um as f64 / UM_PER_M]
    }

    /// Its x in micrometres.
    #[must_use]
    pub const fn x_um(self) -> i64 {
        self.x_um
    }

    /// Its y in micrometres.
    #[must_use]
    pub const fn y_um(self) -> i64 {
        self.y_um
    }

    /// The distance to another point in micrometres, rounded up, so that sums do not depend on their order.
    #[must_use]
    pub fn distance_um(self, other: Self) -> u64 {
        let [dx, dy] = self.to(other);
        let squared = (dx * dx + dy * dy).unsigned_abs();
        // Rounded numbers come close, and are set right: several times as fast as a root of integers, which searches ask for often.
        let mut root = (squared as f64).sqrt() as u64;
        while root * root >= squared && root > 0 {
            root -= 1;
        }
        while root * root < squared {
            root += 1;
        }
        root
    }

    /// The point a short way off; beyond the limits of coordinates, the nearest one within.
    pub(crate) fn shifted(self, x_um: i64, y_um: i64) -> Self {
        let near = |um: i64| um.clamp(-MOST_UM, MOST_UM);
        Self { x_um: near(self.x_um + x_um), y_um: near(self.y_um + y_um) }
    }

    /// The vector to another point.
    pub(crate) const fn to(self, other: Self) -> [i64; 2] {
        [other.x_um - self.x_um, other.y_um - self.y_um]
    }

    /// The point at a part of the way to another one, rounded to a micrometre; `numerator` / `denominator` is within 0..=1.
    pub(crate) fn between(self, other: Self, numerator: i64, denominator: i64) -> Self {
        let part = numerator as f64 / denominator as f64;
        let along = |from: i64, to: i64| from + ((to - from) as f64 * part).round() as i64;
        Self { x_um: along(self.x_um, other.x_um), y_um: along(self.y_um, other.y_um) }
    }
}

impl TryFrom<[f64; 2]> for TablePoint {
    type Error = FarPoint;

    fn try_from([x_m, y_m]: [f64; 2]) -> Result<Self, FarPoint> {
        Self::from_metres(x_m, y_m)
    }
}

impl From<TablePoint> for [f64; 2] {
    fn from(point: TablePoint) -> Self {
        point.metres()
    }
}

impl std::fmt::Display for TablePoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [x_m, y_m] = self.metres();
        write!(f, "[{x_m}, {y_m}]")
    }
}
