//! The search for the fewest joint steps against one through all states and all joint steps.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_reach::{
    ArmId, ArmMove, ArmStep, ArmTable, BaseLayout, BoxNetTask, PAPER_ITERATIONS, SearchEffort, TablePoint, TableState,
    TaskShape, paper_search, solve,
};

fn at(x_m: f64, y_m: f64) -> TablePoint {
    TablePoint::from_metres(x_m, y_m).expect("near")
}

/// Steps and length in micrometres of the cheapest plan: Dijkstra's search over the public rules, without bounds.
fn cheapest(task: &BoxNetTask) -> Option<(usize, u64)> {
    let mut points: Vec<_> = task.table().points().chain(task.start().objects().to_vec()).collect();
    points.extend(task.targets());
    points.extend(task.start().arms());
    points.sort_unstable();
    points.dedup();
    let mut known: HashMap<TableState, (usize, u64)> = HashMap::from([(task.start().clone(), (0, 0))]);
    let mut states = vec![task.start().clone()];
    let mut open = BinaryHeap::from([Reverse(((0, 0), 0))]);
    while let Some(Reverse((cost, number))) = open.pop() {
        let state = states[number].clone();
        if task.is_solved_by(&state) {
            return Some(cost);
        }
        if known[&state] < cost {
            continue;
        }
        for step in all_steps(task.table(), &state, &points) {
            let Ok(after) = task.table().apply(&state, &step) else { continue };
            let length: u64 = step.moves().iter().map(ArmMove::length_um).sum();
            let cost = (cost.0 + 1, cost.1 + length);
            if known.get(&after).is_none_or(|known| cost < *known) {
                known.insert(after.clone(), cost);
                open.push(Reverse((cost, states.len())));
                states.push(after);
            }
        }
    }
    None
}

fn all_steps(table: &ArmTable, state: &TableState, points: &[TablePoint]) -> Vec<ArmStep> {
    let mut steps = vec![Vec::new()];
    for (arm, &from) in state.arms().iter().enumerate() {
        let arm = ArmId(arm);
        let reached = points.iter().filter(|to| **to != from && table.reaches(arm, **to));
        let moves: Vec<_> = reached
            .flat_map(|to| [false, true].map(|carries| ArmMove { arm, from, to: *to, carries }))
            .filter(|one| !one.carries || state.object_at(from).is_some())
            .collect();
        let longer: Vec<Vec<ArmMove>> =
            steps.iter().flat_map(|step| moves.iter().map(|one| [step.as_slice(), &[*one]].concat())).collect();
        steps.extend(longer);
    }
    steps.into_iter().map(|moves| ArmStep::new(moves).expect("one move an arm")).collect()
}

/// Tables of two cells with two or three arms, with one or two objects at random points, some of them moved.
fn small_task(seed: u64) -> BoxNetTask {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let layouts: [&[[f64; 2]]; 3] =
        [&[[1.0, 0.0], [1.0, 1.0]], &[[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]], &[[0.0, 1.0], [1.0, 0.0]]];
    let bases: Vec<_> = layouts[rng.random_range(0..3)].iter().map(|[x, y]| at(*x, *y)).collect();
    let table = ArmTable::new(2, 1, bases).expect("a table");
    let points: Vec<_> = table.points().collect();
    let objects = rng.random_range(1..=2);
    loop {
        let mut some =
            |count: usize| -> Vec<_> { (0..count).map(|_| points[rng.random_range(0..points.len())]).collect() };
        let (arms, mut places, targets) = (some(table.bases().len()), some(objects), some(objects));
        if seed.is_multiple_of(5) {
            let [x_m, y_m] = places[0].metres();
            places[0] = at(x_m + 0.1, y_m - 0.07);
        }
        if let Ok(task) = BoxNetTask::new(table.clone(), arms, places, targets) {
            return task;
        }
    }
}

#[test]
fn plans_are_as_cheap_as_a_search_through_everything_finds() {
    let [mut several, mut impossible] = [0, 0];
    for seed in 0..60 {
        let task = small_task(seed);
        let expected = cheapest(&task);
        let found = solve(&task, &SearchEffort::proven());
        let cost = found.plan.as_ref().map(|plan| (plan.steps.len(), plan.length_um()));
        assert_eq!(cost, expected, "seed {seed}");
        assert!(found.is_proven, "seed {seed}");
        let Some(plan) = found.plan else {
            impossible += 1;
            continue;
        };
        plan.check(&task).expect("a plan");
        several += u32::from(plan.steps.len() > 3);
        // Before the complete search, the bound must not be above the optimum, nor the plan below it.
        let quick = solve(&task, &SearchEffort::anytime());
        assert!(quick.least_steps as usize <= plan.steps.len(), "seed {seed}: bound {}", quick.least_steps);
        let steps = quick.plan.map_or(usize::MAX, |plan| plan.steps.len());
        assert!(steps >= plan.steps.len(), "seed {seed}: {steps} steps");
        // The complete search finds the cheapest plan whichever plan it has to begin with: none, or a poor one.
        for widths in [vec![], vec![1], vec![3]] {
            let only = solve(&task, &SearchEffort { widths: widths.clone(), bound: 0, proof: 50_000_000 });
            assert_eq!(only.plan.map(|plan| (plan.steps.len(), plan.length_um())), expected, "seed {seed}, {widths:?}");
        }
        if let Some(paper) = paper_search(&task, PAPER_ITERATIONS).plan {
            paper.check(&task).expect("a plan of the paper's search");
            assert!(paper.steps.len() >= plan.steps.len(), "seed {seed}");
        }
    }
    assert!(several >= 8, "{several} tasks of more than three steps");
    assert!(impossible < 30, "{impossible} without a plan");
}

#[test]
fn bounds_hold_along_optimal_plans() {
    for seed in 0..60 {
        let task = small_task(seed);
        let Some(plan) = solve(&task, &SearchEffort::proven()).plan else { continue };
        let mut state = task.start().clone();
        for (n, step) in plan.steps.iter().enumerate() {
            let rest = BoxNetTask::new(
                task.table().clone(),
                state.arms().to_vec(),
                state.objects().to_vec(),
                task.targets().to_vec(),
            );
            let bound =
                solve(&rest.expect("a task"), &SearchEffort { widths: Vec::new(), bound: 0, proof: 0 }).least_steps;
            assert!(bound as usize <= plan.steps.len() - n, "seed {seed}, step {n}: {bound}");
            state = task.table().apply(&state, step).expect("a valid step");
        }
    }
}

#[test]
fn bound_of_three_objects_is_never_above_the_optimum() {
    let [mut tight, mut all] = [0, 0];
    for seed in 0..60 {
        let bases = vec![at(1.0, 1.0), at(2.0, 0.0), at(3.0, 1.0)];
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let table = ArmTable::new(3, 1, bases).expect("a table");
        let points: Vec<_> = table.points().collect();
        let mut three = || [(); 3].map(|()| points[rng.random_range(0..points.len())]).to_vec();
        let arms = vec![at(0.75, 0.75), at(2.25, 0.25), at(2.75, 0.75)];
        let Ok(task) = BoxNetTask::new(table, arms, three(), three()) else { continue };
        let best = solve(&task, &SearchEffort { proof: 50_000_000, ..SearchEffort::anytime() });
        if let Some(plan) = best.plan.filter(|_| best.is_proven) {
            // Passes of any width would stop at the bound; only the complete search goes on below it.
            let only = solve(&task, &SearchEffort { widths: Vec::new(), bound: 0, proof: 50_000_000 });
            let optimum = only.plan.filter(|_| only.is_proven).map(|plan| plan.steps.len());
            let quick = solve(&task, &SearchEffort::anytime());
            assert_eq!(optimum, Some(plan.steps.len()), "seed {seed}");
            assert!(quick.least_steps as usize <= plan.steps.len(), "seed {seed}: {}", quick.least_steps);
            tight += u32::from(quick.has_fewest_steps());
            all += 1;
        }
    }
    assert!(all >= 20 && 2 * tight > all, "{tight} of {all} bounds are tight");
}

#[test]
fn five_objects_on_six_by_six_cells_get_valid_plans() {
    let shape = TaskShape { columns: 6, rows: 6, objects: 5, layout: BaseLayout::Even, is_moved: false };
    let mut fewest = 0;
    for seed in 0..10 {
        let task = shape.draw(seed).expect("a task");
        let found = solve(&task, &SearchEffort::anytime());
        let plan = found.plan.as_ref().expect("a plan");
        plan.check(&task).expect("valid");
        assert!(plan.steps.len() as u32 >= found.least_steps, "seed {seed}");
        fewest += u32::from(found.has_fewest_steps());
    }
    assert!(fewest >= 5, "only {fewest} of 10 have the fewest steps by the bound");
}

#[test]
fn an_object_that_no_arm_can_bring_on_has_no_plan() {
    let table = ArmTable::new(4, 1, vec![at(1.0, 0.0), at(3.0, 0.0)]).expect("a table");
    let arms = vec![at(0.75, 0.25), at(2.75, 0.25)];
    let task = BoxNetTask::new(table, arms, vec![at(0.25, 0.25)], vec![at(3.25, 0.25)]).expect("a task");
    let found = solve(&task, &SearchEffort::proven());
    assert_eq!((found.plan, found.is_proven), (None, true));
}

#[test]
fn a_handover_takes_three_steps() {
    let table = ArmTable::new(3, 1, vec![at(1.0, 0.0), at(2.0, 0.0)]).expect("a table");
    let arms = vec![at(0.25, 0.25), at(2.75, 0.75)];
    let task = BoxNetTask::new(table, arms, vec![at(0.25, 0.25)], vec![at(2.75, 0.25)]).expect("a task");
    let found = solve(&task, &SearchEffort::proven());
    assert_eq!((found.plan.map(|plan| plan.steps.len()), found.least_steps, found.is_proven), (Some(4), 4, true));
}

#[test]
fn equal_seeds_give_equal_plans() {
    let shape = TaskShape { columns: 3, rows: 3, objects: 3, layout: BaseLayout::Random, is_moved: true };
    let plans = [(); 2].map(|()| solve(&shape.draw(7).expect("a task"), &SearchEffort::anytime()));
    assert_eq!(plans[0], plans[1]);
}
