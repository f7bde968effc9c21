use serde::{Deserialize, Serialize};
use surefleet_fleet::Digest;

use crate::error::TableError;
use crate::layout::{BaseLayout, TaskShape};
use crate::planning::{SearchEffort, solve};
use crate::task::BoxNetTask;

/// How many tasks are drawn until one has a plan.
const MOST_TRIES: u64 = 100;

/// The most objects of a task in the paper's sets (§4.1).
const MOST_OBJECTS: usize = 5;

/// The paper's sets of tasks (Table 6), and one of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskSet {
    /// 250 tasks: 10 for each square map of 2 to 6 cells a side and 1 to 5 objects.
    Test,
    /// 200 tasks on random bases: 10 for each square map of 2 to 5 cells a side and 1 to 5 objects.
    RandomBases,
    /// The tasks of [`TaskSet::Test`] with objects and targets moved off the cells' points.
    MovedCoordinates,
    /// 55,000 tasks: 440 for each map of 2 to 6 columns and rows and 1 to 5 objects.
    ///
    /// B.2 allows "at most 150" for each such configuration. There are 125 of them, which would give 18,750 tasks; Table 6 has 55,000,
    /// which is 440 for each.
    Training,
    /// 160 tasks of BoxNet3D: 5 for each map of 2 to 4 columns and rows but that of 2 x 2 cells, which has one arm, and 1 to 4 objects.
    ///
    /// §4.1 has 1 to 3 objects, B.2 has 1 to 4 and "at most 5" tasks of each kind. So do these, and are as many as in Table 6.
    SpaceTest,
    /// 1,800 tasks of BoxNet3D: 100 for each map of 2 to 4 columns and no more rows than columns, and 1 to 3 objects.
    ///
    /// That is §4.1's number of objects and B.2's "at most 100", and gives the number of Table 6.
    SpaceTraining,
    /// 240 tasks: 20 for each map of 2 to 3 columns and rows and 1 to 3 objects. Not the paper's: what a small model is trained for.
    SmallBoards,
}

impl TaskSet {
    /// The shapes of its tasks, each with how many tasks it has.
    #[must_use]
    pub fn shapes(self) -> Vec<(TaskShape, u64)> {
        let (most_cells, most_objects, count) = match self {
            Self::Test | Self::MovedCoordinates => (6, MOST_OBJECTS, 10),
            Self::RandomBases => (5, MOST_OBJECTS, 10),
            Self::Training => (6, MOST_OBJECTS, 440),
            Self::SpaceTest => (4, 4, 5),
            Self::SpaceTraining => (4, 3, 100),
            Self::SmallBoards => (3, 3, 20),
        };
        let layout = match self {
            Self::RandomBases => BaseLayout::Random,
            Self::SpaceTest | Self::SpaceTraining => BaseLayout::Ur5e,
            Self::Test | Self::MovedCoordinates | Self::Training | Self::SmallBoards => BaseLayout::Even,
        };
        let sizes = (2..=most_cells).flat_map(|columns| (2..=most_cells).map(move |rows| (columns, rows)));
        let sizes = sizes.filter(move |(columns, rows)| match self {
            Self::Test | Self::RandomBases | Self::MovedCoordinates => columns == rows,
            Self::SpaceTest => columns + rows > 4,
            Self::SpaceTraining => columns >= rows,
            Self::Training | Self::SmallBoards => true,
        });
        let is_moved = self == Self::MovedCoordinates;
        let shape = move |(columns, rows), objects| TaskShape { columns, rows, objects, layout, is_moved };
        sizes.flat_map(|size| (1..=most_objects).map(move |objects| (shape(size, objects), count))).collect()
    }

    /// Its tasks, all of which have a plan. The same seed gives the same tasks.
    ///
    /// A task for which the search finds no plan is drawn again. The paper does the same with its A*, and thus has only tasks that its A* solves.
    pub fn tasks(self, seed: u64) -> impl Iterator<Item = Result<BoxNetTask, TableError>> {
        self.some_tasks(seed, |_, _| true)
    }

    /// Those of them that are wanted, by shape and number among the tasks of that shape. The others are not drawn.
    pub fn some_tasks(
        self,
        seed: u64,
        is_wanted: impl Fn(&TaskShape, u64) -> bool,
    ) -> impl Iterator<Item = Result<BoxNetTask, TableError>> {
        let all = self.shapes().into_iter().flat_map(|(shape, count)| (0..count).map(move |number| (shape, number)));
        let wanted = all.filter(move |(shape, number)| is_wanted(shape, *number));
        wanted.map(move |(shape, number)| solvable(&shape, seed, number))
    }
}

/// One task of a set. Whether it is moved does not change which one is drawn, unless one of the two has no plan.
fn solvable(shape: &TaskShape, seed: u64, number: u64) -> Result<BoxNetTask, TableError> {
    let effort = SearchEffort { widths: vec![8, 64], bound: 0, proof: 0 };
    for attempt in 0..MOST_TRIES {
        let numbers = [seed, number, attempt, shape.objects as u64].map(u64::to_le_bytes);
        let size = [shape.columns, shape.rows];
        let task = shape.draw(Digest::of([&size[..]].into_iter().chain(numbers.iter().map(|n| &n[..]))).seed())?;
        if solve(&task, &effort).plan.is_some() {
            return Ok(task);
        }
    }
    Err(TableError::NoneSolvable { tries: MOST_TRIES })
}
