//! The rules of joint steps: examples of the paper, laws, and a checker that goes through all pairs of lines.

mod oracle;

use std::collections::BTreeSet;

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_reach::{
    ArmId, ArmMake, ArmMove, ArmPlan, ArmPlanRefusal, ArmStep, ArmTable, BoxId, BoxNetTask, RuleBreach, TablePoint,
    TableRule, TableState,
};

fn at(x_m: f64, y_m: f64) -> TablePoint {
    TablePoint::from_metres(x_m, y_m).expect("near")
}

fn goes(arm: usize, from: TablePoint, to: TablePoint, carries: bool) -> ArmMove {
    ArmMove { arm: ArmId(arm), from, to, carries }
}

fn step(moves: &[ArmMove]) -> ArmStep {
    ArmStep::new(moves.to_vec()).expect("one move an arm")
}

fn table(cells: u8, bases: &[[f64; 2]]) -> ArmTable {
    ArmTable::new(cells, cells, bases.iter().map(|[x, y]| at(*x, *y)).collect()).expect("a table")
}

fn state(table: &ArmTable, arms: &[TablePoint], objects: &[TablePoint]) -> TableState {
    TableState::new(table, arms.to_vec(), objects.to_vec()).expect("a state")
}

/// The task of Listing 4, its robots 1 and 2 as 0 and 1.
fn listing_4() -> BoxNetTask {
    let table = table(3, &[[1.0, 1.0], [2.0, 0.0]]);
    let arms = vec![at(0.75, 0.75), at(1.75, 0.75)];
    BoxNetTask::new(table, arms, vec![at(0.75, 0.75), at(1.75, 0.25)], vec![at(2.25, 0.75), at(0.25, 1.25)])
        .expect("a task")
}

#[test]
fn third_step_of_the_plan_in_listing_4_has_arms_change_places_and_is_refused() {
    let (p, q, r, s) = (at(0.75, 0.75), at(1.25, 0.25), at(1.75, 0.75), at(1.75, 0.25));
    let mut plan = ArmPlan {
        steps: vec![
            step(&[goes(0, p, q, true), goes(1, r, s, false)]),
            step(&[goes(1, s, r, true)]),
            step(&[goes(0, q, r, false), goes(1, r, q, false)]),
            step(&[goes(0, r, at(0.25, 1.25), true), goes(1, q, at(2.25, 0.75), true)]),
        ],
    };
    let Err(ArmPlanRefusal::Step { step: 2, refusal }) = plan.check(&listing_4()) else {
        panic!("{:?}", plan.check(&listing_4()));
    };
    assert_eq!(refusal, RuleBreach::PathsMeet { arms: [ArmId(0), ArmId(1)], place: r });
    // One leaves before the other comes, and the plan holds.
    let aside = at(1.25, 0.75);
    plan.steps[2] = step(&[goes(1, r, at(2.25, 0.25), false), goes(0, q, aside, false)]);
    plan.steps.insert(3, step(&[goes(0, aside, r, false), goes(1, at(2.25, 0.25), q, false)]));
    let state = plan.check(&listing_4()).expect("a plan");
    assert_eq!(state.objects(), listing_4().targets());
    assert_eq!((plan.steps.len(), plan.most_parallel()), (5, 2));
    assert!((plan.mean_parallel() - 9.0 / 5.0).abs() < 1e-12);
    plan.steps.pop();
    assert_eq!(plan.check(&listing_4()), Err(ArmPlanRefusal::Unsolved { objects: vec![BoxId(0), BoxId(1)] }));
}

/// The three examples of collisions in Listing 4, with bases from which they can happen.
#[test]
fn collisions_of_listing_4_are_refused() {
    let refused = |bases: &[[f64; 2]; 2], paths: [[[f64; 2]; 2]; 2]| {
        let table = table(3, bases);
        let [[a, b], [c, d]] = paths.map(|path| path.map(|[x, y]| at(x, y)));
        let step = step(&[goes(0, a, b, false), goes(1, c, d, false)]);
        table.refusals(&state(&table, &[a, c], &[]), &step)
    };
    let arms = [ArmId(0), ArmId(1)];
    let same_end = refused(&[[1.0, 1.0], [2.0, 1.0]], [[[0.75, 0.75], [1.25, 1.25]], [[2.25, 1.75], [1.25, 1.25]]]);
    assert!(same_end.contains(&RuleBreach::PathsMeet { arms, place: at(1.25, 1.25) }), "{same_end:?}");
    assert!(same_end.contains(&RuleBreach::ArmsMeet { arms, place: at(1.25, 1.25) }), "{same_end:?}");
    let on_the_arm = refused(&[[0.0, 0.0], [1.0, 0.0]], [[[0.25, 0.25], [0.75, 0.25]], [[1.25, 0.25], [0.25, 0.75]]]);
    assert!(on_the_arm.contains(&RuleBreach::ArmsMeet { arms, place: at(0.75, 0.25) }), "{on_the_arm:?}");
    let crossing = refused(&[[0.0, 0.0], [0.0, 1.0]], [[[0.25, 0.25], [0.75, 0.75]], [[0.25, 0.75], [0.75, 0.25]]]);
    assert!(crossing.contains(&RuleBreach::PathsMeet { arms, place: at(0.5, 0.5) }), "{crossing:?}");
}

#[test]
fn reach_is_an_open_square_cut_by_the_map() {
    let table = table(3, &[[1.0, 1.0]]);
    let reaches = |x, y| table.reaches(ArmId(0), at(x, y));
    assert!(reaches(0.25, 0.75) && reaches(1.25, 1.75) && reaches(1.999_999, 0.000_001));
    assert!(!reaches(0.0, 0.25) && !reaches(2.0, 0.75) && !reaches(2.25, 1.75));
    let start = state(&table, &[at(1.25, 1.25)], &[]);
    let refusals = |to| table.refusals(&start, &step(&[goes(0, at(1.25, 1.25), to, false)]));
    let base = at(1.0, 1.0);
    assert_eq!(
        refusals(at(2.25, 1.75)),
        [RuleBreach::Unreachable { arm: ArmId(0), to: at(2.25, 1.75), base, make: ArmMake::Line }]
    );
    assert_eq!(refusals(at(-0.25, 0.5)), [RuleBreach::OffTable { arm: ArmId(0), to: at(-0.25, 0.5) }]);
    assert_eq!(refusals(at(0.25, 0.25)), []);
}

#[test]
fn moves_of_wrong_form_name_what_is_wrong() {
    let table = table(2, &[[1.0, 1.0]]);
    let here = at(1.25, 1.25);
    let start = state(&table, &[here], &[at(0.25, 0.25)]);
    let refusal = |one| table.apply(&start, &step(&[one])).expect_err("refused");
    assert_eq!(refusal(goes(1, here, here, false)), RuleBreach::UnknownArm { arm: ArmId(1) });
    let stated = at(0.75, 0.75);
    assert_eq!(refusal(goes(0, stated, here, false)), RuleBreach::WrongStart { arm: ArmId(0), stated, actual: here });
    assert_eq!(refusal(goes(0, here, stated, true)), RuleBreach::NothingToCarry { arm: ArmId(0), place: here });
    let apart = vec![goes(0, here, stated, false), goes(1, here, here, false), goes(0, here, here, false)];
    assert!(ArmStep::new(apart).is_err_and(|second| second.arm == ArmId(0)));
}

#[test]
fn an_object_is_not_put_on_another() {
    let table = table(2, &[[1.0, 1.0]]);
    let [here, there] = [at(1.25, 1.25), at(0.25, 0.25)];
    let start = state(&table, &[here], &[there, here]);
    let found = table.refusals(&start, &step(&[goes(0, here, there, true)]));
    assert_eq!(found, [RuleBreach::ObjectsMeet { objects: [BoxId(0), BoxId(1)], place: there }]);
    let after = table.apply(&start, &step(&[goes(0, here, there, false)])).expect("without the object");
    assert_eq!(after.objects(), start.objects());
}

#[test]
fn tasks_keep_themselves_through_json_and_have_a_digest_of_their_own() {
    let task = listing_4();
    let text = serde_json::to_string(&task).expect("JSON");
    assert_eq!(serde_json::from_str::<BoxNetTask>(&text).expect("a task"), task);
    let moved = text.replace("2.25", "2.250001");
    assert_ne!(serde_json::from_str::<BoxNetTask>(&moved).expect("a task").digest(), task.digest());
    let shared = text.replace("[0.25,1.25]", "[2.25,0.75]");
    assert!(serde_json::from_str::<BoxNetTask>(&shared).is_err_and(|error| error.to_string().contains("targets of")));
}

/// A state and a step on a small table, drawn so that about a third of the steps hold; some points are off the grid.
fn drawn(seed: u64) -> (ArmTable, TableState, ArmStep) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let cells = rng.random_range(2..=3_u8);
        let joints = (0..=cells).flat_map(|x| (0..=cells).map(move |y| [f64::from(x), f64::from(y)]));
        let bases: Vec<_> = joints.filter(|_| rng.random_bool(0.35)).collect();
        let table = table(cells, &bases);
        let limit = i64::from(cells) * 1_000_000;
        let mut point = || {
            let [x, y] = std::array::from_fn(|_| 250_000 + 500_000 * rng.random_range(0..2 * i64::from(cells)));
            let off: [i64; 2] = if rng.random_bool(0.1) {
                std::array::from_fn(|_| rng.random_range(-300_000..300_000))
            } else {
                [0, 0]
            };
            TablePoint::from_micrometres((x + off[0]).min(limit + 100_000), y + off[1]).expect("near")
        };
        let mut near =
            |arm: usize| (0..200).map(|_| point()).find(|end| table.reaches(ArmId(arm), *end)).expect("some");
        let ends: Vec<_> = (0..bases.len()).map(&mut near).collect();
        let targets: Vec<_> = (0..bases.len()).map(&mut near).collect();
        let wild: Vec<_> = (0..bases.len()).map(|_| point()).collect();
        let mut objects: Vec<_> = (0..3).map(|_| point()).filter(|place| table.has(*place)).collect();
        objects.extend(ends.iter().filter(|_| rng.random_bool(0.6)));
        objects.sort_unstable();
        objects.dedup();
        let Ok(state) = TableState::new(&table, ends.clone(), objects) else { continue };
        let mut moves = Vec::new();
        for arm in 0..bases.len() {
            if rng.random_bool(0.4) {
                let to = if rng.random_bool(0.05) { wild[arm] } else { targets[arm] };
                let carries = rng.random_bool(if state.object_at(ends[arm]).is_some() { 0.7 } else { 0.05 });
                moves.push(goes(arm, ends[arm], to, carries));
            }
        }
        return (table, state, step(&moves));
    }
}

type Broken = BTreeSet<(TableRule, Vec<usize>)>;

fn pair(point: TablePoint) -> [i64; 2] {
    [point.x_um(), point.y_um()]
}

/// What a step breaks, by going through all pairs of lines; with the arms or objects that do.
fn broken(table: &ArmTable, state: &TableState, step: &ArmStep) -> Broken {
    let mut found = Broken::new();
    let mut ends = state.arms().to_vec();
    let mut places = state.objects().to_vec();
    for one in step.moves() {
        let arm = one.arm.0;
        ends[arm] = one.to;
        let [[bx, by], [x, y]] = [pair(table.bases()[arm]), pair(one.to)];
        let (width, height) = (i64::from(table.columns()) * 1_000_000, i64::from(table.rows()) * 1_000_000);
        let is_near = bx - 1_000_000 < x && x < bx + 1_000_000 && by - 1_000_000 < y && y < by + 1_000_000;
        if !is_near || x < 0 || y < 0 || x > width || y > height {
            found.insert((TableRule::Reachability, vec![arm]));
        }
        let lying = state.objects().iter().position(|object| *object == state.arms()[arm]);
        match lying {
            Some(object) if one.carries => places[object] = one.to,
            None if one.carries => drop(found.insert((TableRule::Alignment, vec![arm]))),
            _ => {}
        }
    }
    // By arm: its lines of the whole step. The first is its trajectory.
    let lines = |arm: usize| {
        let [base, before, after] = [table.bases()[arm], state.arms()[arm], ends[arm]].map(pair);
        [[before, after], [base, before], [base, after]]
    };
    for one in 0..ends.len() {
        for other in 0..ends.len() {
            let [one_lines, other_lines] = [lines(one), lines(other)];
            let moves = ends[one] != state.arms()[one];
            let path_met = other_lines.iter().any(|line| touch(one_lines[0], *line));
            let touches = path_met || touch(one_lines[2], other_lines[2]);
            if one != other && moves && touches {
                found.insert((TableRule::ArmCollision, vec![one.min(other), one.max(other)]));
            }
        }
    }
    for (one, place) in places.iter().enumerate() {
        for (other, _) in places.iter().enumerate().filter(|(other, there)| one < *other && *there == place) {
            found.insert((TableRule::ObjectCollision, vec![one, other]));
        }
    }
    found
}

fn touch([a, b]: [[i64; 2]; 2], [c, d]: [[i64; 2]; 2]) -> bool {
    oracle::share_a_point([a, b, c, d])
}

fn named(refusal: &RuleBreach) -> (TableRule, Vec<usize>) {
    let who = match *refusal {
        RuleBreach::UnknownArm { arm }
        | RuleBreach::WrongStart { arm, .. }
        | RuleBreach::OffTable { arm, .. }
        | RuleBreach::Unreachable { arm, .. }
        | RuleBreach::NothingToCarry { arm, .. } => vec![arm.0],
        RuleBreach::PathsMeet { arms, .. }
        | RuleBreach::ArmsMeet { arms, .. }
        | RuleBreach::ArmsNear { arms, .. }
        | RuleBreach::ArmsUnclear { arms } => arms.map(|arm| arm.0).to_vec(),
        RuleBreach::PathMeetsArm { mover, other, .. } => vec![mover.0.min(other.0), mover.0.max(other.0)],
        RuleBreach::ObjectsMeet { objects, .. } => objects.map(|object| object.0).to_vec(),
    };
    (refusal.rule(), who)
}

#[test]
fn what_is_refused_breaks_a_rule_and_what_is_accepted_breaks_none() {
    let [mut accepted, mut refused] = [0, 0];
    let mut kinds = BTreeSet::new();
    for seed in 0..20_000 {
        let (table, state, step) = drawn(seed);
        let expected = broken(&table, &state, &step);
        let found: Broken = table.refusals(&state, &step).iter().map(named).collect();
        // Arms whose reaches do not overlap can touch only where one leaves its reach, for which the step is refused anyway.
        let is_in_reach = !expected.iter().any(|(rule, _)| *rule == TableRule::Reachability);
        assert!(found.is_subset(&expected), "seed {seed}: {found:?} and {expected:?}");
        assert!(!is_in_reach || found == expected, "seed {seed}: {found:?} and {expected:?}");
        assert_eq!(table.apply(&state, &step).is_ok(), expected.is_empty(), "seed {seed}");
        accepted += u32::from(expected.is_empty() && step.parallelism() > 1);
        refused += u32::from(!expected.is_empty());
        kinds.extend(expected.into_iter().map(|(rule, _)| rule));
    }
    assert!(accepted > 1_000 && refused > 5_000, "{accepted} accepted, {refused} refused");
    assert_eq!(kinds.len(), 4, "{kinds:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn order_of_moves_does_not_matter(seed in any::<u64>(), turn in 0_usize..8) {
        let (table, state, step) = drawn(seed);
        let mut moves = step.moves().to_vec();
        let turn = turn % moves.len().max(1);
        moves.rotate_left(turn);
        moves.reverse();
        let again = ArmStep::new(moves).expect("one move an arm");
        prop_assert_eq!(&again, &step);
        prop_assert_eq!(table.refusals(&state, &again), table.refusals(&state, &step));
        prop_assert_eq!(table.apply(&state, &again), table.apply(&state, &step));
    }

    #[test]
    fn a_valid_step_moves_the_named_arms_and_objects_and_nothing_else(seed in any::<u64>()) {
        let (table, state, step) = drawn(seed);
        if let Ok(after) = table.apply(&state, &step) {
            let of = |arm: usize| step.moves().iter().find(|one| one.arm.0 == arm);
            for (arm, end) in after.arms().iter().enumerate() {
                prop_assert_eq!(*end, of(arm).map_or(state.arms()[arm], |one| one.to));
            }
            for (object, place) in after.objects().iter().enumerate() {
                let before = state.objects()[object];
                let carrier = step.moves().iter().find(|one| one.carries && one.from == before);
                prop_assert_eq!(*place, carrier.map_or(before, |one| one.to));
            }
            prop_assert!(TableState::new(&table, after.arms().to_vec(), after.objects().to_vec()).is_ok());
        }
    }

    #[test]
    fn a_valid_lone_move_is_undone_by_its_reverse(seed in any::<u64>()) {
        let (table, state, drawn) = drawn(seed);
        for &one in drawn.moves() {
            if let Ok(after) = table.apply(&state, &step(&[one])) {
                let back = step(&[goes(one.arm.0, one.to, one.from, one.carries)]);
                prop_assert_eq!(table.apply(&after, &back), Ok(state.clone()));
            }
        }
    }
}
