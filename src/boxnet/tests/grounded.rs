//! The grounded loop: what it takes of a planner, what it tells it, and what it does without it.

use surefleet_boxnet::{GroundedLoop, LoopEnd, LoopLimits, LoopTurn, lessons, write_step};
use surefleet_reach::{
    ArmId, ArmMove, ArmPlan, ArmStep, ArmTable, BaseLayout, BoxNetTask, SearchEffort, TablePoint, TaskShape, solve,
};

fn task(seed: u64) -> BoxNetTask {
    let shape = TaskShape { columns: 3, rows: 3, objects: 2, layout: BaseLayout::Even, is_moved: false };
    shape.draw(seed).expect("a task")
}

fn limits(tries: usize, steps: usize) -> LoopLimits {
    LoopLimits { tries, steps, effort: SearchEffort::anytime() }
}

/// The loop with a planner that is given by its answers to a prompt and the number of prompts before it.
fn run(
    task: &BoxNetTask,
    limits: &LoopLimits,
    mut answers: impl FnMut(&str, usize) -> Vec<String>,
) -> (LoopEnd, usize) {
    let mut grounded = GroundedLoop::new(task, limits);
    for asked in 0.. {
        match grounded.turn() {
            LoopTurn::Ask(prompt) => grounded.hear(&answers(&prompt, asked)),
            LoopTurn::Ended(end) => return (end, asked),
        }
    }
    unreachable!("it ends")
}

fn taught(task: &BoxNetTask) -> (ArmPlan, Vec<String>) {
    let plan = solve(task, &SearchEffort::anytime()).plan.expect("a plan");
    let answers = lessons(task, &plan).expect("valid").into_iter().map(|lesson| lesson.answer).collect();
    (plan, answers)
}

#[test]
fn a_planner_that_is_right_makes_the_plan_by_itself() {
    let task = task(5);
    let (plan, answers) = taught(&task);
    let (end, asked) = run(&task, &limits(3, 20), |_, asked| vec![answers[asked].clone()]);
    assert_eq!((end, asked), (LoopEnd::Solved { plan: plan.clone(), by_search: 0 }, plan.steps.len()));
}

#[test]
fn refusals_are_told_in_words_and_forgotten_after_the_next_step() {
    let task = task(5);
    let (plan, answers) = taught(&task);
    let bad = write_step("", &ArmStep::new(vec![far(&task)]).expect("one move"));
    let (end, asked) = run(&task, &limits(2, 20), |prompt, asked| {
        assert_eq!(prompt.contains("refused:\n- robot 0 cannot"), asked % 2 == 1, "{asked}: {prompt}");
        vec![if asked % 2 == 0 { bad.clone() } else { answers[asked / 2].clone() }]
    });
    assert_eq!((end, asked), (LoopEnd::Solved { plan: plan.clone(), by_search: 0 }, 2 * plan.steps.len()));
}

fn far(task: &BoxNetTask) -> ArmMove {
    let to = TablePoint::from_metres(2.75, 2.75).expect("near");
    ArmMove { arm: ArmId(0), from: task.start().arms()[0], to, carries: false }
}

#[test]
fn after_bounded_tries_search_makes_the_rest_and_it_is_told_apart() {
    let task = task(5);
    let (plan, answers) = taught(&task);
    let (end, asked) =
        run(&task, &limits(3, 20), |_, asked| vec![if asked == 0 { answers[0].clone() } else { "no step".to_owned() }]);
    assert_eq!(asked, 4, "one good answer, three bad ones");
    let LoopEnd::Solved { plan: made, by_search } = end else { panic!("{end:?}") };
    made.check(&task).expect("it does the task");
    assert_eq!((&made.steps[0], by_search), (&plan.steps[0], made.steps.len() - 1));
}

#[test]
fn a_step_is_not_undone_and_a_planner_that_goes_astray_is_stopped() {
    let task = task(5);
    let (from, to) = (task.start().arms()[0], TablePoint::from_metres(0.25, 0.75).expect("near"));
    let go = |from, to| {
        let step = ArmStep::new(vec![ArmMove { arm: ArmId(0), from, to, carries: false }]).expect("one move");
        write_step("", &step)
    };
    let (there, back) = (go(from, to), go(to, from));
    let (end, asked) = run(&task, &limits(2, 20), |prompt, asked| {
        assert_eq!(prompt.contains("like that before"), asked == 2);
        vec![if asked == 0 { there.clone() } else { back.clone() }]
    });
    assert!(matches!(end, LoopEnd::Solved { by_search, .. } if by_search > 0) && asked == 3);
    let (end, asked) = run(&task, &limits(2, 1), |_, _| vec![there.clone()]);
    assert!(matches!(end, LoopEnd::Solved { by_search, .. } if by_search > 0) && asked == 1, "one step was allowed");
}

#[test]
fn of_several_candidates_the_one_nearer_to_the_end_is_taken_and_bad_ones_do_not_count() {
    let task = task(5);
    let (plan, answers) = taught(&task);
    let last = plan.steps.len() - 1;
    let (end, _) = run(&task, &limits(1, 20), |_, asked| {
        // A pause leaves everything as it was.
        let mut all = vec!["no step".to_owned(), "<think></think>```json{}```".to_owned(), answers[asked].clone()];
        if asked == last {
            let state = &lessons(&task, &plan).expect("valid")[last].state;
            let idle = state.arms().iter().enumerate().find_map(|(arm, from)| other_move(&task, state, arm, *from));
            all.extend(vec![idle.expect("a move beside"); 3]);
        }
        all
    });
    assert_eq!(
        end,
        LoopEnd::Solved { plan, by_search: 0 },
        "three answers for a useless step do not outvote the last one"
    );
}

/// A valid answer that carries nothing.
fn other_move(task: &BoxNetTask, state: &surefleet_reach::TableState, arm: usize, from: TablePoint) -> Option<String> {
    task.table().points().filter(|to| *to != from).find_map(|to| {
        let step = ArmStep::new(vec![ArmMove { arm: ArmId(arm), from, to, carries: false }]).ok()?;
        task.table().apply(state, &step).ok().map(|_| write_step("", &step))
    })
}

#[test]
fn where_search_finds_nothing_a_person_is_called() {
    // One arm, and a target out of its reach.
    let at = |x_m, y_m| TablePoint::from_metres(x_m, y_m).expect("near");
    let table = ArmTable::new(3, 1, vec![at(0.0, 0.0)]).expect("a table");
    let task =
        BoxNetTask::new(table, vec![at(0.25, 0.25)], vec![at(0.25, 0.25)], vec![at(2.75, 0.25)]).expect("a task");
    let (end, asked) = run(&task, &limits(2, 5), |_, _| vec!["no step".to_owned()]);
    let LoopEnd::Help { plan, refused } = end else { panic!("{end:?}") };
    assert_eq!((plan.steps.len(), refused.len(), asked), (0, 1, 2));
    assert!(refused[0].contains("<think>"), "{refused:?}");
}
