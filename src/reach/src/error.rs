use crate::ids::{ArmId, BoxId};
use crate::point::{FarPoint, TablePoint};
use crate::table::ArmMake;

/// Why a table, a state of it, or a task cannot be: for whoever writes task files.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TableError {
    /// A coordinate is not a number, or too far away.
    #[error(transparent)]
    Point(#[from] FarPoint),
    /// The map has no cell, or too many.
    #[error("a map of {columns} x {rows} cells: give 1 to 16 columns and rows")]
    MapSize {
        /// Cells along x.
        columns: u8,
        /// Cells along y.
        rows: u8,
    },
    /// The map has no joint within, where a UR5e would stand.
    #[error("a map of {columns} x {rows} cells has no place for a UR5e: give 2 or more columns and rows")]
    NoArms {
        /// Cells along x.
        columns: u8,
        /// Cells along y.
        rows: u8,
    },
    /// Two arms stand on one base.
    #[error("two arms have the base {base}: move one")]
    SharedBase {
        /// Where both stand.
        base: TablePoint,
    },
    /// There are fewer or more numbers of one kind than of another.
    #[error("{found} {what} for {wanted}: give as many")]
    Count {
        /// What was counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// There are more objects than a search can hold.
    #[error("{objects} objects: give at most {most}")]
    TooMany {
        /// How many there are.
        objects: usize,
        /// How many there may be.
        most: usize,
    },
    /// A point lies beside the map.
    #[error("{what} {place} lies beside the map: move it")]
    OffMap {
        /// What lies there.
        what: &'static str,
        /// Where it lies.
        place: TablePoint,
    },
    /// An arm's end is where the arm cannot reach.
    #[error("{arm} cannot have its end at {place}: keep it {}", reach_in_words(*make))]
    OutOfReach {
        /// The arm.
        arm: ArmId,
        /// Where its end should be.
        place: TablePoint,
        /// What arms the table has.
        make: ArmMake,
    },
    /// Two arms touch before anything has moved.
    #[error("{} and {} touch at {place}: move one", arms[0], arms[1])]
    ArmsTouch {
        /// The two arms.
        arms: [ArmId; 2],
        /// A point that both cover.
        place: TablePoint,
    },
    /// Two arms are within the margin before anything has moved.
    #[error("{} and {} are nearer than 0.05 m: move one", arms[0], arms[1])]
    ArmsNear {
        /// The two arms.
        arms: [ArmId; 2],
    },
    /// An object lies, or a target is, where an arm stands.
    #[error("object {place} lies within 0.4 m of the base of an arm: move it")]
    AtBase {
        /// Where it lies.
        place: TablePoint,
    },
    /// The coordinates of a map of UR5e arms cannot be moved: their band is too narrow.
    #[error("objects of UR5e arms lie in the middles of cells: leave out is_moved")]
    Moved,
    /// Two objects lie, or two targets are, at one point.
    #[error("the {what} of {} and {} are both {place}, or too near to it: move one", objects[0], objects[1])]
    SharedPlace {
        /// Positions or targets.
        what: &'static str,
        /// The two objects.
        objects: [BoxId; 2],
        /// The point.
        place: TablePoint,
    },
    /// No task was found that has a plan.
    #[error("no task with a plan among {tries} drawn: use another seed or fewer objects")]
    NoneSolvable {
        /// How many were drawn.
        tries: u64,
    },
}

/// Where an arm's end may be, after "stay" or "keep it".
pub(crate) const fn reach_in_words(make: ArmMake) -> &'static str {
    match make {
        ArmMake::Line => "less than 1 m from its base in x and in y",
        ArmMake::Ur5e => "more than 0.4 m from each base, and less than 0.8 m from its own",
    }
}
