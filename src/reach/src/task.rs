use serde::{Deserialize, Serialize};
use surefleet_fleet::Digest;

use crate::error::TableError;
use crate::ids::BoxId;
use crate::point::TablePoint;
use crate::state::{TableState, check_places};
use crate::table::{ArmMake, ArmTable};

/// The most objects of a task. The memory of a search grows with the fourth power of the points in an arm's reach, and each object names two.
const MOST_OBJECTS: usize = 16;

/// A table, where its arms and objects are, and where each object should be.
///
/// Each object has a target of its own, as in the paper's listings: no two objects are alike.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct BoxNetTask {
    table: ArmTable,
    start: TableState,
    targets: Vec<TablePoint>,
}

impl BoxNetTask {
    /// The task to bring each object of a state to its target.
    ///
    /// # Errors
    ///
    /// If there are more than 16 objects, the state is none of the table, there is not one target for each object, a target lies beside the map, or two are equal.
    pub fn new(
        table: ArmTable,
        arms: Vec<TablePoint>,
        objects: Vec<TablePoint>,
        targets: Vec<TablePoint>,
    ) -> Result<Self, TableError> {
        let (found, wanted) = (targets.len(), objects.len());
        if wanted > MOST_OBJECTS {
            return Err(TableError::TooMany { objects: wanted, most: MOST_OBJECTS });
        }
        let start = TableState::new(&table, arms, objects)?;
        if found != wanted {
            return Err(TableError::Count { what: "targets", found, wanted });
        }
        check_places(&table, "targets", &targets)?;
        Ok(Self { table, start, targets })
    }

    /// The same task, begun at another state of its table.
    pub(crate) fn begun_at(&self, start: TableState) -> Self {
        Self { start, ..self.clone() }
    }

    /// The table.
    #[must_use]
    pub const fn table(&self) -> &ArmTable {
        &self.table
    }

    /// Where arms and objects are at first.
    #[must_use]
    pub const fn start(&self) -> &TableState {
        &self.start
    }

    /// The targets, by object.
    #[must_use]
    pub fn targets(&self) -> &[TablePoint] {
        &self.targets
    }

    /// Whether each object of a state lies at its target, exactly.
    #[must_use]
    pub fn is_solved_by(&self, state: &TableState) -> bool {
        state.objects() == self.targets
    }

    /// The objects of a state that do not lie at their targets.
    pub fn misplaced(&self, state: &TableState) -> impl Iterator<Item = BoxId> {
        let places = state.objects().iter().zip(&self.targets);
        let apart = places.enumerate().filter(|(_, (place, target))| place != target);
        apart.map(|(object, _)| BoxId(object)).collect::<Vec<_>>().into_iter()
    }

    /// The hash of all its numbers. Equal tasks have equal hashes on every machine.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let size = [self.table.columns(), self.table.rows()];
        let lists = [self.table.bases(), self.start.arms(), self.start.objects(), &self.targets];
        let parts: Vec<Vec<u8>> = lists.iter().map(|points| bytes(points)).collect();
        let rules = match self.table.make() {
            ArmMake::Line => &b"boxnet-2d"[..],
            ArmMake::Ur5e => &b"boxnet-3d"[..],
        };
        Digest::of([rules, &size].into_iter().chain(parts.iter().map(Vec::as_slice)))
    }
}

fn bytes(points: &[TablePoint]) -> Vec<u8> {
    points.iter().flat_map(|point| [point.x_um(), point.y_um()]).flat_map(i64::to_le_bytes).collect()
}

/// Whether files leave it out.
const fn is_line(make: &ArmMake) -> bool {
    matches!(make, ArmMake::Line)
}

/// A task as files have it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default, skip_serializing_if = "is_line")]
    make: ArmMake,
    columns: u8,
    rows: u8,
    bases: Vec<TablePoint>,
    arms: Vec<TablePoint>,
    objects: Vec<TablePoint>,
    targets: Vec<TablePoint>,
}

impl TryFrom<Written> for BoxNetTask {
    type Error = TableError;

    fn try_from(written: Written) -> Result<Self, TableError> {
        let table = ArmTable::of(written.make, written.columns, written.rows, written.bases)?;
        Self::new(table, written.arms, written.objects, written.targets)
    }
}

impl From<BoxNetTask> for Written {
    fn from(task: BoxNetTask) -> Self {
        Self {
            make: task.table.make(),
            columns: task.table.columns(),
            rows: task.table.rows(),
            bases: task.table.bases().to_vec(),
            arms: task.start.arms().to_vec(),
            objects: task.start.objects().to_vec(),
            targets: task.targets,
        }
    }
}
