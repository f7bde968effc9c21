//! BoxNet3D: UR5e arms around a table.

use std::f64::consts::PI;

use nalgebra::{Point3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_reach::{
    ArmId, ArmMake, ArmMove, ArmPlan, ArmStep, ArmTable, BaseLayout, BoxNetTask, Capsule, JointAngles, RuleBreach,
    SearchEffort, TableError, TablePoint, TableRule, TaskSet, TaskShape, UrArm, solve,
};

/// What the documentation of the rules promises, in metres.
const MARGIN_M: f64 = 0.05;
/// An object of 0.08 m on the table is within this sphere around its middle.
const OBJECT_M: (f64, f64) = (0.04, 0.07);

fn at(x: f64, y: f64) -> TablePoint {
    TablePoint::from_metres(x, y).expect("a point")
}

fn goes(arm: usize, from: TablePoint, to: TablePoint, carries: bool) -> ArmMove {
    ArmMove { arm: ArmId(arm), from, to, carries }
}

fn step(moves: &[ArmMove]) -> ArmStep {
    ArmStep::new(moves.to_vec()).expect("one move an arm")
}

/// Two arms on a map of 3 x 2 cells, each with its end near its base.
fn two_arms(objects: &[TablePoint], targets: &[TablePoint]) -> BoxNetTask {
    let table = ArmTable::of(ArmMake::Ur5e, 3, 2, vec![at(1.1, 1.1), at(2.2, 1.1)]).expect("a table");
    let ends = vec![at(1.24, 0.61), at(2.34, 0.61)];
    BoxNetTask::new(table, ends, objects.to_vec(), targets.to_vec()).expect("a task")
}

/// The posture at a part of a way, from 0 to 1.
fn posture(way: &[JointAngles], part: f64) -> JointAngles {
    let along = part * (way.len() - 1) as f64;
    let n = (along.floor() as usize).min(way.len().saturating_sub(2));
    let next = way[(n + 1).min(way.len() - 1)];
    std::array::from_fn(|joint| way[n][joint] + (next[joint] - way[n][joint]) * (along - n as f64))
}

#[test]
fn an_arm_reaches_the_open_band_that_listing_6_has() {
    let table = ArmTable::of(ArmMake::Ur5e, 2, 2, vec![at(1.1, 1.1)]).expect("a table");
    let reaches = |x, y| table.reaches(ArmId(0), at(x, y));
    assert!(reaches(0.55, 0.55) && reaches(0.6, 1.1) && reaches(1.100_001, 0.7 - 1e-6));
    assert!(![(2.0, 1.1), (2.25, 0.65), (1.1, 0.7), (1.1, 0.3), (1.1, 1.1)].iter().any(|(x, y)| reaches(*x, *y)));
    // Where another arm stands nobody's end goes.
    let table = ArmTable::of(ArmMake::Ur5e, 3, 2, vec![at(1.1, 1.1), at(2.2, 1.1)]).expect("a table");
    assert!(!table.reaches(ArmId(0), at(1.85, 1.1)) && table.reaches(ArmId(0), at(1.65, 0.55)));
}

#[test]
fn on_its_way_an_arm_holds_its_tool_straight_down_over_both_ends() {
    let table = ArmTable::of(ArmMake::Ur5e, 2, 2, vec![at(1.1, 1.1)]).expect("a table");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut tried = 0;
    while tried < 2000 {
        let ends = [(); 2].map(|()| at(rng.random_range(0.3..1.9), rng.random_range(0.3..1.9)));
        let Some(way) = table.way(ArmId(0), ends[0], ends[1]) else {
            assert!(ends.iter().any(|end| !table.reaches(ArmId(0), *end)), "{ends:?}");
            continue;
        };
        tried += 1;
        assert_eq!(way.len(), 10);
        for (n, joints) in way.iter().enumerate() {
            let flange = UrArm::UR5E.flange(joints);
            let [x, y] = ends[usize::from(n > 4)].metres();
            let height_m = [0.47, 0.34, 0.26, 0.34, 0.47][n % 5];
            let away = flange.translation.vector - Vector3::new(x - 1.1, y - 1.1, height_m);
            let down = flange * Vector3::z() + Vector3::z();
            assert!(away.norm() < 1e-6 && down.norm() < 1e-6, "{ends:?}: {flange:?}");
            assert!(joints.iter().all(|angle| angle.abs() <= PI));
        }
    }
}

/// All of an arm's way but where it comes down at an end stays clear of objects that lie there, and everywhere of others.
#[test]
fn no_way_comes_near_an_object_that_is_not_gripped() {
    let table = ArmTable::of(ArmMake::Ur5e, 2, 2, vec![at(1.1, 1.1)]).expect("a table");
    let arm = table.placed(ArmId(0)).expect("a UR5e");
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (mut least, mut tried) = (f64::INFINITY, 0);
    while tried < 3000 {
        let mut drawn = || at(rng.random_range(0.3..1.9), rng.random_range(0.3..1.9));
        let [from, to] = [drawn(), drawn()];
        // Now and then as near to an end as objects may lie to one another.
        let place = if tried % 2 == 0 { drawn() } else { at(from.metres()[0], from.metres()[1] + 0.25) };
        let is_apart = [from, to].iter().all(|end| end.distance_um(place) >= 250_000);
        let Some(way) = table.way(ArmId(0), from, to).filter(|_| is_apart && table.is_off_bases(place)) else {
            continue;
        };
        tried += 1;
        let [x, y] = place.metres();
        let object =
            Capsule { from: Point3::new(x, y, OBJECT_M.0), to: Point3::new(x, y, OBJECT_M.0), radius_m: OBJECT_M.1 };
        for n in 0..=270 {
            let joints = posture(&way, f64::from(n) / 270.0);
            least = arm.capsules(&joints).map(|link| link.distance_m(&object)).fold(least, f64::min);
        }
    }
    assert!(least > MARGIN_M, "{least}");
}

#[test]
fn two_arms_do_not_come_to_one_object_or_pass_one_another_there() {
    let middle = at(1.65, 0.55);
    let task = two_arms(&[middle], &[at(0.55, 0.55)]);
    let ends = task.start().arms().to_vec();
    let both = step(&[goes(0, ends[0], middle, false), goes(1, ends[1], middle, false)]);
    let refusals = task.table().refusals(task.start(), &both);
    assert!(matches!(refusals[..], [RuleBreach::ArmsNear { distance_mm: ..=50, .. }]), "{refusals:?}");
    assert_eq!(refusals[0].rule(), TableRule::ArmCollision);
    // Alone each may; and once one is there, the other may not come while it leaves.
    let there = task.table().apply(task.start(), &step(&[goes(0, ends[0], middle, false)])).expect("a free way");
    let change = step(&[goes(0, middle, ends[0], false), goes(1, ends[1], middle, false)]);
    assert!(task.table().apply(&there, &change).is_err());
    let carried = task.table().apply(&there, &step(&[goes(0, middle, at(0.55, 0.55), true)])).expect("a free way");
    assert_eq!(carried.objects(), [at(0.55, 0.55)]);
}

#[test]
fn an_arm_takes_what_is_under_its_end_and_nothing_else() {
    let object = at(0.6, 0.62);
    let task = two_arms(&[object], &[at(0.55, 1.65)]);
    let table = task.table();
    for (end, takes) in [(object, true), (at(0.6, 0.619_999), false)] {
        let there = table.apply(task.start(), &step(&[goes(0, task.start().arms()[0], end, false)])).expect("free");
        let carried = table.apply(&there, &step(&[goes(0, end, at(0.55, 1.65), true)]));
        match takes {
            true => assert_eq!(carried.expect("aligned").objects(), task.targets()),
            false => assert_eq!(carried, Err(RuleBreach::NothingToCarry { arm: ArmId(0), place: end })),
        }
    }
}

#[test]
fn objects_keep_apart_from_one_another_and_from_bases() {
    let table = || ArmTable::of(ArmMake::Ur5e, 2, 2, vec![at(1.1, 1.1)]).expect("a table");
    let task = |one, other| {
        let targets = vec![at(0.55, 0.55), at(1.65, 1.65)];
        BoxNetTask::new(table(), vec![at(1.24, 0.61)], vec![one, other], targets).map(drop)
    };
    assert_eq!(task(at(0.55, 1.65), at(0.8, 1.65)), Ok(()));
    assert!(matches!(task(at(0.55, 1.65), at(0.79, 1.65)), Err(TableError::SharedPlace { .. })));
    assert_eq!(task(at(0.55, 1.65), at(1.1, 0.75)), Err(TableError::AtBase { place: at(1.1, 0.75) }));
    let near = ArmTable::of(ArmMake::Ur5e, 3, 2, vec![at(1.1, 1.1), at(1.2, 1.1)]).expect("a table");
    let ends = vec![at(1.1, 0.6), at(1.2, 1.6)];
    let near = BoxNetTask::new(near, ends, Vec::new(), Vec::new());
    assert!(matches!(near, Err(TableError::ArmsNear { arms: [ArmId(0), ArmId(1)] })), "{near:?}");
}

#[test]
fn a_handover_takes_three_steps_and_files_keep_what_the_arms_are() {
    let task = two_arms(&[at(0.55, 0.55)], &[at(2.75, 0.55)]);
    let found = solve(&task, &SearchEffort::proven());
    let plan = found.plan.as_ref().expect("a plan");
    assert_eq!(plan.check(&task).map(|state| state.objects().to_vec()), Ok(task.targets().to_vec()));
    // Come, carry, leave, come, carry.
    assert_eq!((plan.steps.len(), found.has_fewest_steps()), (5, true));
    let text = serde_json::to_string(&task).expect("text");
    assert!(text.contains(r#""make":"ur5e""#), "{text}");
    assert_eq!(serde_json::from_str::<BoxNetTask>(&text).expect("the same"), task);
}

#[test]
fn sets_have_as_many_tasks_as_table_6_and_a_seed_means_the_same_for_ever() {
    let count = |set: TaskSet| set.shapes().iter().map(|(_, count)| count).sum::<u64>();
    assert_eq!([TaskSet::SpaceTest, TaskSet::SpaceTraining].map(count), [160, 1800]);
    let shape = TaskShape { columns: 3, rows: 3, objects: 3, layout: BaseLayout::Ur5e, is_moved: false };
    let task = shape.draw(5).expect("a task");
    assert_eq!(task.table().bases(), [at(1.1, 1.1), at(2.2, 1.1), at(1.1, 2.2), at(2.2, 2.2)]);
    assert_eq!(task.digest().to_string()[..16], *"21aa40ffb08cf995");
    assert_eq!(TaskShape { is_moved: true, ..shape }.draw(5), Err(TableError::Moved));
    assert_eq!(TaskShape { rows: 1, ..shape }.draw(5), Err(TableError::NoArms { columns: 3, rows: 1 }));
    assert!(matches!(TaskShape { objects: 9, ..shape }.draw(5), Err(TableError::Count { .. })));
}

/// Plans for some tasks of the set pass the check, and their arms stay apart at places of their ways that are drawn independently.
#[test]
fn in_plans_that_pass_no_two_arms_come_near() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut least, mut steps) = (f64::INFINITY, 0);
    for task in TaskSet::SpaceTest.some_tasks(1, |shape, number| number == 0 && shape.objects > 2) {
        let task = task.expect("a task");
        let plan: ArmPlan = solve(&task, &SearchEffort::anytime()).plan.expect("a plan");
        let mut state = task.start().clone();
        for joint in &plan.steps {
            let after = task.table().apply(&state, joint).expect("it passes");
            let arms = 0..task.table().bases().len();
            let ways: Vec<_> = arms
                .clone()
                .map(|arm| task.table().way(ArmId(arm), state.arms()[arm], after.arms()[arm]).expect("in reach"))
                .collect();
            let placed: Vec<_> = arms.map(|arm| task.table().placed(ArmId(arm)).expect("a UR5e")).collect();
            for _ in 0..200 {
                let now: Vec<Vec<Capsule>> = ways
                    .iter()
                    .zip(&placed)
                    .map(|(way, arm)| arm.capsules(&posture(way, rng.random_range(0.0..1.0))).collect())
                    .collect();
                for (n, one) in now.iter().enumerate() {
                    // The two bases do not move.
                    for (other, moving) in
                        now[..n].iter().flat_map(|links| links.iter().enumerate().map(|(m, link)| (link, m)))
                    {
                        let ours = one.iter().enumerate().filter(|(m, _)| m + moving > 0);
                        least = ours.map(|(_, link)| link.distance_m(other)).fold(least, f64::min);
                    }
                }
            }
            steps += 1;
            state = after;
        }
    }
    assert!(steps > 40 && least > MARGIN_M, "{steps} steps, {least} m");
}
