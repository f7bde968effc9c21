//! `surefleet bench boxnet`: plans for arms that share a table, by set of tasks and number of objects, beside the paper's figures.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};
use serde::de::DeserializeOwned;
use surefleet_boxnet::{PlannerFigures, PlannerTrial};
use surefleet_cli::work::bar;
use surefleet_reach::{
    ArmPlan, BoxNetTask, PAPER_ITERATIONS, SearchEffort, SolvedTask, TableRule, TaskSet, paper_search, solve,
};

use crate::measurement::{Cell, Column, Detail, FigureTarget, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
Tasks of BoxNet2D (arXiv:2505.20573) are drawn by seed: test has 250 on square tables of 2 to 6 cells a side with 1 to 5 objects,
random_bases 200 with bases on drawn joints, moved_coordinates the 250 of test with objects and targets moved off the cells' points.
The tasks are ours, drawn by the paper's description; the paper's own are not used. Two methods plan: our search for the fewest joint steps, and
the paper's A* as far as its listing tells it (1,000 states). Each plan is judged by the rules. No trained planner is measured.

With --json, one object: schema, machine, date, command, seed, digests (by set, the hash of its tasks), results, an array of rows:
  set, method        search: ours; paper_astar: the paper's
  objects            in a task; null: all
  tasks, success     their number, and the share that the method solves
  steps              joint steps of its plans, on average over the tasks that it solves itself
  step_difference    steps beyond our search's plan, on average over tasks that both solve
  step_difference_to_paper    likewise beyond the paper's A*
  most_parallel, mean_parallel    arms that move in a step: the most in a plan, and on average over its steps; averages over plans
  fewest             share of tasks in which the plan is proven to have the fewest steps; search only
  form, reachability, alignment, arm_collision, object_collision    plans that broke such a rule
and published, an array of rows, the paper's figures for its own tasks:
  set, planner, success, step_difference, most_parallel    some rows of Tables 2 and 3, with the way to ask";

/// The options of this benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// Sets of tasks.
    #[arg(long, value_delimiter = ',', default_value = "test,random_bases,moved_coordinates", value_parser = word::<TaskSet>)]
    sets: Vec<TaskSet>,
    /// Draws the tasks.
    #[arg(long, default_value_t = 22)]
    seed: u64,
    /// Only every so many tasks of a set.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
}

/// A value by its name in files.
fn word<T: DeserializeOwned>(name: &str) -> Result<T, String> {
    serde_json::from_value(name.into()).map_err(|error| error.to_string())
}

/// The name of a set in files.
fn name(set: TaskSet) -> String {
    serde_json::to_value(set).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

/// What one method did with the tasks of one set and one number of objects.
#[derive(Default, Clone)]
struct MethodRow {
    set: String,
    method: &'static str,
    objects: Option<usize>,
    /// Beside our search, and beside the paper's.
    figures: [PlannerFigures; 2],
    steps: usize,
    mean_parallel: f64,
    fewest: Option<usize>,
}

impl MethodRow {
    fn count(&mut self, task: &BoxNetTask, plan: Option<&ArmPlan>, best: [Option<usize>; 2]) {
        let trial = plan.map_or(PlannerTrial::Unsolved, |plan| PlannerTrial::of_plan(task, plan));
        for (figures, best) in self.figures.iter_mut().zip(best) {
            figures.count(trial, best);
        }
        if let (PlannerTrial::Solved { steps, .. }, Some(plan)) = (trial, plan) {
            self.steps += steps;
            self.mean_parallel += plan.mean_parallel();
        }
    }

    /// A sum over solved tasks as an average.
    fn average(&self, sum: f64) -> Option<f64> {
        let solved = self.figures[0].solved();
        (solved > 0).then(|| sum / solved as f64)
    }

    fn broken(&self, rule: TableRule) -> Cell {
        self.figures[0].broken(rule).into()
    }
}

/// A planner that the paper measured.
struct PublishedRow {
    set: &'static str,
    planner: &'static str,
    success: f64,
    step_difference: f64,
    most_parallel: Option<f64>,
}

/// Tables 2 and 3.
const PUBLISHED: [PublishedRow; 7] = [
    PublishedRow { set: "test", planner: "A*", success: 1.0, step_difference: 0.0, most_parallel: Some(2.24) },
    PublishedRow {
        set: "test",
        planner: "GPT-o4mini, FullPlan",
        success: 0.37,
        step_difference: 0.24,
        most_parallel: Some(1.58),
    },
    PublishedRow {
        set: "test",
        planner: "Qwen3-4B-SFT, FullPlan",
        success: 0.45,
        step_difference: -0.12,
        most_parallel: Some(1.92),
    },
    PublishedRow {
        set: "test",
        planner: "Qwen3-4B-RL, FullPlan",
        success: 0.87,
        step_difference: -0.84,
        most_parallel: Some(1.73),
    },
    PublishedRow {
        set: "test",
        planner: "Qwen3-4B-RL, RePlan",
        success: 0.75,
        step_difference: -0.64,
        most_parallel: Some(1.64),
    },
    PublishedRow {
        set: "random_bases",
        planner: "Qwen3-4B-RL, FullPlan",
        success: 0.79,
        step_difference: -0.40,
        most_parallel: None,
    },
    PublishedRow {
        set: "moved_coordinates",
        planner: "Qwen3-4B-RL, FullPlan",
        success: 0.87,
        step_difference: -0.39,
        most_parallel: None,
    },
];

/// Measures.
///
/// # Errors
/// A set that cannot be drawn, or an interruption.
pub fn run(arguments: &Arguments, interrupted: &AtomicBool) -> Result<Measurement> {
    let (mut rows, mut digests) = (Vec::new(), Vec::new());
    for &set in &arguments.sets {
        let tasks = set.tasks(arguments.seed).step_by(arguments.every.into()).collect::<Result<Vec<_>, _>>()?;
        let parts: Vec<_> = tasks.iter().map(BoxNetTask::digest).collect();
        let digest = surefleet_fleet::Digest::of(parts.iter().map(|digest| &digest.as_bytes()[..]));
        digests.push(format!("{} {digest}", name(set)));
        rows.extend(of_set(set, &tasks, interrupted)?);
    }
    let solved = rows.iter().filter(|row| row.method == SEARCH && row.objects.is_none());
    let least = solved.filter_map(|row| row.figures[0].success()).reduce(f64::min).unwrap_or(0.0);
    Ok(Measurement {
        details: vec![
            Detail::new("seed", "tasks of seed", Unit::Plain, arguments.seed),
            Detail::raw("digests", digests.join(", ")),
        ],
        targets: vec![FigureTarget::at_least("solved by our search", least, Unit::Percent(1), 1.0)],
        notes: vec![
            "Steps differ from the paper's: its tasks are others, and its A* solves all of them, since it chose them.".to_owned(),
            "The paper's A* is our reading of its listing. Our rules forbid two arms to change places in one step; the example plan of Listing 4 does it."
                .to_owned(),
        ],
        ..Measurement::new(
            "Arms that share a table",
            vec![
                Sheet::new("results", "Plans by search", &rows, columns()),
                Sheet::new("published", "The paper's planners on its own tasks", &PUBLISHED, published_columns()),
            ],
        )
    })
}

const SEARCH: &str = "search";
const PAPER: &str = "paper_astar";

/// Two rows for each number of objects, and two for all.
fn of_set(set: TaskSet, tasks: &[BoxNetTask], interrupted: &AtomicBool) -> Result<Vec<MethodRow>> {
    let most = tasks.iter().map(|task| task.targets().len()).max().unwrap_or(0);
    let row = |method, objects| MethodRow { set: name(set), method, objects, ..MethodRow::default() };
    let pair = |objects| [row(SEARCH, objects), row(PAPER, objects)];
    let mut rows: Vec<[MethodRow; 2]> = (1..=most).map(Some).chain([None]).map(pair).collect();
    let progress = bar(tasks.len() as u64, "tasks");
    progress.set_message(name(set));
    for task in tasks {
        ensure!(!interrupted.load(Ordering::Relaxed), "interrupted");
        let found = solve(task, &SearchEffort::anytime());
        let paper = paper_search(task, PAPER_ITERATIONS).plan;
        for place in [task.targets().len() - 1, most] {
            count(&mut rows[place], task, &found, paper.as_ref());
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    let has_tasks = |row: &MethodRow| row.figures[0].trials() > 0;
    Ok(rows.into_iter().flatten().filter(has_tasks).collect())
}

fn count([ours, theirs]: &mut [MethodRow; 2], task: &BoxNetTask, found: &SolvedTask, paper: Option<&ArmPlan>) {
    let best = [found.plan.as_ref(), paper].map(|plan| plan.map(|plan| plan.steps.len()));
    ours.count(task, found.plan.as_ref(), best);
    *ours.fewest.get_or_insert(0) += usize::from(found.has_fewest_steps());
    theirs.count(task, paper, best);
}

fn columns() -> Vec<Column<MethodRow>> {
    type C = Column<MethodRow>;
    let two = Unit::Digits(2);
    vec![
        C::new("set", "tasks", Unit::Plain, |row| row.set.clone().into()),
        C::new("method", "by", Unit::Plain, |row| row.method.into()),
        C::new("objects", "objects", Unit::Plain, |row| row.objects.into()).or("all"),
        C::new("tasks", "number", Unit::Plain, |row| row.figures[0].trials().into()),
        C::new("success", "solved", Unit::Percent(1), |row| row.figures[0].success().into()),
        C::new("steps", "steps", two, |row| row.average(row.steps as f64).into()),
        C::new("step_difference", "more than our search", two, |row| row.figures[0].step_difference().into()),
        C::new("step_difference_to_paper", "more than the paper's A*", two, |row| {
            row.figures[1].step_difference().into()
        }),
        C::new("most_parallel", "most arms in a step", two, |row| row.figures[0].parallelism().into()),
        C::new("mean_parallel", "arms in a step", two, |row| row.average(row.mean_parallel).into()),
        C::new("fewest", "proven fewest steps", Unit::Percent(1), |row| {
            row.fewest.map(|fewest| fewest as f64 / row.figures[0].trials() as f64).into()
        }),
        C::raw("form", |row| row.broken(TableRule::Form)),
        C::raw("reachability", |row| row.broken(TableRule::Reachability)),
        C::raw("alignment", |row| row.broken(TableRule::Alignment)),
        C::raw("arm_collision", |row| row.broken(TableRule::ArmCollision)),
        C::raw("object_collision", |row| row.broken(TableRule::ObjectCollision)),
    ]
}

fn published_columns() -> Vec<Column<PublishedRow>> {
    type C = Column<PublishedRow>;
    let two = Unit::Digits(2);
    vec![
        C::new("set", "tasks", Unit::Plain, |row| row.set.into()),
        C::new("planner", "planner", Unit::Plain, |row| row.planner.into()),
        C::new("success", "solved", Unit::Percent(0), |row| row.success.into()),
        C::new("step_difference", "more than its A*", two, |row| row.step_difference.into()),
        C::new("most_parallel", "most arms in a step", two, |row| row.most_parallel.into()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_method_is_compared_with_both_plans_and_rows_of_all_add_up() {
        let tasks: Vec<_> = TaskSet::Test.tasks(22).take(20).collect::<Result<_, _>>().expect("tasks");
        let rows = of_set(TaskSet::Test, &tasks, &AtomicBool::new(false)).expect("rows");
        let (all, parts): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.objects.is_none());
        assert_eq!((all.len(), parts.len()), (2, 4), "one and two objects, two methods");
        assert_eq!(all[0].figures[0].success(), Some(1.0));
        assert_eq!(all[0].figures[0].step_difference(), Some(0.0), "with itself");
        assert_eq!(all[1].figures[1].step_difference(), Some(0.0), "with itself");
        assert!(all[0].figures[1].step_difference() <= Some(0.0), "no plan of the paper's search has fewer steps");
        assert_eq!(all[0].steps, parts.iter().filter(|row| row.method == SEARCH).map(|row| row.steps).sum::<usize>());
    }
}
