//! Drawn tasks: shapes, seeds, bases, moved coordinates.

use std::collections::HashSet;

use surefleet_reach::{ArmId, BaseLayout, BoxNetTask, TaskSet, TaskShape};

const QUARTER_UM: i64 = 250_000;

fn draw(shape: &TaskShape, seed: u64) -> BoxNetTask {
    shape.draw(seed).expect("a task")
}

fn shape(cells: u8, layout: BaseLayout, is_moved: bool) -> TaskShape {
    TaskShape { columns: cells, rows: cells, objects: 4, layout, is_moved }
}

#[test]
fn sets_have_as_many_tasks_as_table_6() {
    let count = |set: TaskSet| set.shapes().iter().map(|(_, count)| count).sum::<u64>();
    let sets = [TaskSet::Test, TaskSet::RandomBases, TaskSet::MovedCoordinates, TaskSet::Training];
    assert_eq!(sets.map(count), [250, 200, 250, 55_000]);
    assert_eq!(count(TaskSet::SmallBoards), 240, "ours");
    assert!(TaskSet::Test.shapes().iter().all(|(shape, _)| shape.columns == shape.rows));
}

#[test]
fn tasks_of_a_set_differ_and_come_again_with_the_same_seed() {
    let digests = |seed| TaskSet::Test.tasks(seed).map(|task| task.expect("a task").digest()).collect::<Vec<_>>();
    let first = digests(1);
    assert_eq!(first.len(), 250);
    // A map of 2 x 2 cells with one object has only 240 tasks, so a few may come twice.
    assert!(first.iter().collect::<HashSet<_>>().len() >= 245);
    assert_eq!(first[..30], digests(1)[..30]);
    assert_ne!(first[..30], digests(2)[..30]);
}

/// If this changes, so do all sets of tasks.
#[test]
fn a_seed_means_the_same_task_for_ever() {
    let digests = [BaseLayout::Even, BaseLayout::Random]
        .map(|layout| draw(&shape(3, layout, true), 5).digest().to_string()[..16].to_owned());
    assert_eq!(digests, ["a7af79674098acbe", "716277ada7c397d3"]);
}

#[test]
fn moved_coordinates_lie_within_a_fifth_of_a_metre_of_the_same_task_without() {
    let mut is_off = false;
    for seed in 0..50 {
        let [plain, moved] = [false, true].map(|is_moved| draw(&shape(4, BaseLayout::Even, is_moved), seed));
        let pairs = plain.start().objects().iter().zip(moved.start().objects());
        for (one, other) in pairs.chain(plain.targets().iter().zip(moved.targets())) {
            let off = [one.x_um() - other.x_um(), one.y_um() - other.y_um()];
            assert!(off.iter().all(|off| off.abs() <= 200_000), "{off:?}");
            assert!([one.x_um(), one.y_um()].iter().all(|um| um % (2 * QUARTER_UM) == QUARTER_UM));
            is_off |= off.iter().all(|off| off.abs() > 150_000);
        }
    }
    assert!(is_off, "some point is moved far");
}

#[test]
fn every_point_is_in_reach_and_random_bases_are_connected() {
    for seed in 0..40 {
        for cells in 2..=6 {
            for layout in [BaseLayout::Even, BaseLayout::Random] {
                let task = draw(&shape(cells, layout, false), seed);
                let arms = task.table().bases().len();
                let points: Vec<_> = task.table().points().collect();
                assert_eq!(points.len(), 4 * usize::from(cells).pow(2));
                let reaches = |arm: usize, point: usize| task.table().reaches(ArmId(arm), points[point]);
                assert!((0..points.len()).all(|point| (0..arms).any(|arm| reaches(arm, point))), "seed {seed}");
                // By closure: points that objects can get to from the first one.
                let mut got = vec![false; points.len()];
                got[0] = true;
                for _ in 0..arms {
                    for arm in 0..arms {
                        if (0..points.len()).any(|point| got[point] && reaches(arm, point)) {
                            (0..points.len()).filter(|point| reaches(arm, *point)).for_each(|point| got[point] = true);
                        }
                    }
                }
                assert!(got.iter().all(|got| *got), "seed {seed}: {cells} cells, {layout:?}");
            }
        }
    }
}

#[test]
fn too_many_objects_are_refused() {
    let crowded = TaskShape { objects: 9, ..shape(2, BaseLayout::Even, false) };
    assert!(crowded.draw(0).is_err_and(|error| error.to_string().contains("9 objects")));
}

#[test]
fn a_wandered_task_is_another_state_of_the_same_table_and_can_be_solved() {
    let shape = TaskShape { columns: 3, rows: 3, objects: 3, layout: BaseLayout::Even, is_moved: false };
    let mut carried = 0;
    for seed in 0..20 {
        let task = draw(&shape, seed);
        let (far, again) = (task.wandered(seed, 30), task.wandered(seed, 30));
        assert_eq!(far, again);
        assert_eq!((far.table(), far.targets()), (task.table(), task.targets()));
        assert_ne!(far.start().arms(), task.start().arms());
        carried += usize::from(far.start().objects() != task.start().objects());
        // It is a state that the rules allow.
        let [arms, objects] = [far.start().arms(), far.start().objects()].map(<[_]>::to_vec);
        BoxNetTask::new(far.table().clone(), arms, objects, far.targets().to_vec()).expect("a task");
        assert_eq!(task.wandered(seed, 0), task);
    }
    assert!((5..20).contains(&carried), "objects are carried about: {carried}");
}
