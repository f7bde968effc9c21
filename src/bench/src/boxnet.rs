//! `surefleet bench boxnet`: plans for arms that share a table, by set of tasks and number of objects, beside the paper's figures.

mod planners;
mod probe;
mod published;
mod rows;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};
use planners::Planner;
use probe::{ProbeRow, WrongThought, columns as probe_columns};
use published::{PUBLISHED, columns as published_columns};
use rows::{MethodRow, columns};
use serde::de::DeserializeOwned;
use surefleet_boxnet::{LoopEnd, LoopLimits, PlannerTrial};
use surefleet_cli::{place::Place, work::bar};
use surefleet_reach::{ArmMake, ArmPlan, BoxNetTask, PAPER_ITERATIONS, SearchEffort, TaskSet, paper_search, solve};

use crate::measurement::{Detail, FigureTarget, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
Tasks of BoxNet2D and BoxNet3D (arXiv:2505.20573) are drawn by seed: test has 250 on square tables of 2 to 6 cells a side with 1 to 5 objects,
random_bases 200 with bases on drawn joints, moved_coordinates the 250 of test with objects and targets moved off the cells' points; space_test has 160 with UR5e arms on tables of 2 to 4
cells along each side with 1 to 4 objects, for which no model is asked, since none is trained for it;
small_boards, which is not the paper's, has 240 on tables of 2 to 3 cells a side with 1 to 3 objects, for which the shipped planner is trained.
The tasks are ours, drawn by the paper's description; the paper's own are not used. Our search looks for the fewest joint steps, and the paper's A* is
used as far as its listing tells it (1,000 states). Each model writes one joint step at a time (RePlan), drawn at temperature 1: alone, in several
trials, and in the grounded loop, which verifies each step and lets search go on where the model cannot. Each plan is judged by the rules.

With --json, one object: schema, machine, date, command, seed, digests (by set, the hash of its tasks), results, an array of rows:
  set, method        search: ours; paper_astar: the paper's; a model's folder; grounded: the loop with that model
  objects            in a task; null: all
  tasks, success     their number (with models: of trials), and the share that the method solves; of models success_95, its interval over tasks
  alone              grounded only: the share that the model solves without a step by search; alone_95, its interval
  answers            grounded only: what the model wrote for a task, on average
  steps              joint steps of its plans, on average over the tasks that it solves itself
  step_difference    steps beyond our search's plan, on average over tasks that both solve
  step_difference_to_paper    likewise beyond the paper's A*
  most_parallel, mean_parallel    arms that move in a step: the most in a plan, and on average over its steps; averages over plans
  fewest             share of tasks in which the plan is proven to have the fewest steps; search only
  unread, unsolved   answers that cannot be read, and plans that break no rule and leave the task undone
  form, reachability, alignment, arm_collision, object_collision    plans that broke such a rule
probe, an array of rows, one for each model with a thought of its own and one with a wrong one that it is made to begin with (an arm takes the
first misplaced object to its target, and reaches neither), as in the paper's Section 4.2, which shows examples and no figures:
  set, method, thought      wrong, or its own
  steps, valid, followed    first steps of tasks that have such an arm, those that break no rule, and those that move that arm
and published, an array of rows, the paper's figures for its own tasks:
  set, planner, success, step_difference, most_parallel    some rows of Tables 2 and 3, with the way to ask";

/// The options of this benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// Sets of tasks.
    #[arg(long, value_delimiter = ',', default_value = "test,random_bases,moved_coordinates,space_test,small_boards", value_parser = word::<TaskSet>)]
    sets: Vec<TaskSet>,
    /// Draws the tasks.
    #[arg(long, default_value_t = 22)]
    seed: u64,
    /// Only every so many tasks of a set.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// Folders of models that plan, the one for the grounded loop last; none: the shipped models/box-planner.
    #[arg(long, value_delimiter = ',', value_name = "FOLDER")]
    models: Vec<PathBuf>,
    /// Models are asked only for every so many of those tasks; 0: for none.
    #[arg(long, default_value_t = 4)]
    models_every: u16,
    /// Trials of a model at each task.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    trials: u16,
    /// Answers for each joint step in the grounded loop.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    candidates: u16,
    /// How often the grounded loop asks for a joint step before search goes on.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    tries: u16,
    /// The most joint steps of a model.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    steps: u16,
}

/// A value by its name in files.
fn word<T: DeserializeOwned>(name: &str) -> Result<T, String> {
    serde_json::from_value(name.into()).map_err(|error| error.to_string())
}

/// The name of a set in files.
fn name(set: TaskSet) -> String {
    serde_json::to_value(set).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

const SEARCH: &str = "search";
const PAPER: &str = "paper_astar";
const GROUNDED: &str = "grounded";

/// Measures.
///
/// # Errors
/// A set that cannot be drawn, a model that does not run, or an interruption.
pub fn run(arguments: &Arguments, place: &Place, interrupted: &AtomicBool) -> Result<Measurement> {
    let shipped = [place.share.join("models/box-planner")];
    let folders = match (arguments.models_every, arguments.models.as_slice()) {
        (0, _) => &[][..],
        (_, []) => &shipped[..],
        (_, named) => named,
    };
    let models = folders.iter().map(|folder| Planner::load(folder, arguments.seed)).collect::<Result<Vec<_>>>()?;
    let mut bench = Bench { arguments, models, interrupted, probes: Vec::new() };
    let (mut rows, mut digests) = (Vec::new(), Vec::new());
    for &set in &arguments.sets {
        let tasks = set.tasks(arguments.seed).step_by(arguments.every.into()).collect::<Result<Vec<_>, _>>()?;
        let parts: Vec<_> = tasks.iter().map(BoxNetTask::digest).collect();
        let digest = surefleet_fleet::Digest::of(parts.iter().map(|digest| &digest.as_bytes()[..]));
        digests.push(format!("{} {digest}", name(set)));
        rows.extend(bench.of_set(set, &tasks)?);
    }
    let least = |method: &str| {
        let all = rows.iter().filter(|row| row.method == method && row.objects.is_none());
        all.filter_map(|row| row.figures[0].success()).reduce(f64::min)
    };
    let (search, grounded) = (least(SEARCH).unwrap_or(0.0), least(GROUNDED));
    let mut targets = vec![FigureTarget::at_least("solved by our search", search, Unit::Percent(1), 1.0)];
    let by_loop = |share| FigureTarget::at_least("solved by the grounded loop", share, Unit::Percent(1), 0.99);
    targets.extend(grounded.map(by_loop));
    Ok(Measurement {
        details: vec![
            Detail::new("seed", "tasks of seed", Unit::Plain, arguments.seed),
            Detail::raw("digests", digests.join(", ")),
        ],
        targets,
        notes: vec![
            "Steps differ from the paper's: its tasks are others, and its A* solves all of them, since it chose them.".to_owned(),
            "The paper's A* is our reading of its listing. Our rules forbid two arms to change places in one step; the example plan of Listing 4 does it."
                .to_owned(),
            "The grounded loop solves by search whatever the model cannot; \"by the model alone\" is the model's own share. Models are trained for small_boards; all \
             other sets have larger boards, other bases or other coordinates."
                .to_owned(),
        ],
        ..Measurement::new(
            "Arms that share a table",
            vec![
                Sheet::new("results", "Plans", &rows, columns()),
                Sheet::new("probe", "First steps after a wrong thought", &bench.probes, probe_columns()),
                Sheet::new("published", "The paper's planners on its own tasks", &PUBLISHED, published_columns()),
            ],
        )
    })
}

/// What plans, and how.
struct Bench<'a> {
    arguments: &'a Arguments,
    models: Vec<Planner>,
    interrupted: &'a AtomicBool,
    probes: Vec<ProbeRow>,
}

impl Bench<'_> {
    /// A row for each method and number of objects, and one for each method and all.
    fn of_set(&mut self, set: TaskSet, tasks: &[BoxNetTask]) -> Result<Vec<MethodRow>> {
        let most = tasks.iter().map(|task| task.targets().len()).max().unwrap_or(0);
        let mut methods = vec![SEARCH.to_owned(), PAPER.to_owned()];
        methods.extend(self.models.iter().map(|model| model.name.clone()));
        methods.extend(self.models.last().map(|_| GROUNDED.to_owned()));
        let of =
            |objects| methods.iter().map(move |method| MethodRow::new(name(set), method.clone(), objects)).collect();
        let mut rows: Vec<Vec<MethodRow>> = (1..=most).map(Some).chain([None]).map(of).collect();
        let both = |model: &Planner| [false, true].map(|is_misled| ProbeRow::new(&name(set), &model.name, is_misled));
        let mut probes: Vec<[ProbeRow; 2]> = self.models.iter().map(both).collect();
        let progress = bar(tasks.len() as u64, "tasks");
        progress.set_message(name(set));
        for (number, task) in tasks.iter().enumerate() {
            ensure!(!self.interrupted.load(Ordering::Relaxed), "interrupted");
            let mut done = vec![MethodRow::new(name(set), String::new(), None); methods.len()];
            let best = search(&mut done, task);
            let is_for_models = !self.models.is_empty() && task.table().make() == ArmMake::Line;
            if is_for_models && number % usize::from(self.arguments.models_every) == 0 {
                self.ask(&mut done[2..], task, best)?;
                self.probe(&mut probes, task)?;
            }
            for place in [task.targets().len() - 1, most] {
                rows[place].iter_mut().zip(&done).for_each(|(row, done)| row.add(done));
            }
            progress.inc(1);
        }
        progress.finish_and_clear();
        self.probes.extend(probes.into_iter().flatten().filter(ProbeRow::has_steps));
        Ok(rows.into_iter().flatten().filter(MethodRow::has_tasks).collect())
    }

    /// First steps of each model, with a thought of its own and with a wrong one.
    fn probe(&mut self, probes: &mut [[ProbeRow; 2]], task: &BoxNetTask) -> Result<()> {
        let Some(wrong) = WrongThought::of(task) else { return Ok(()) };
        for (model, [own, misled]) in self.models.iter_mut().zip(probes) {
            own.count(task, wrong.arm, &model.first_step(task, None)?);
            misled.count(task, wrong.arm, &model.first_step(task, Some(&wrong.text))?);
        }
        Ok(())
    }

    /// A row for each model alone, and one for the grounded loop.
    fn ask(&mut self, done: &mut [MethodRow], task: &BoxNetTask, best: [Option<usize>; 2]) -> Result<()> {
        let Arguments { trials, candidates, tries, steps, .. } = self.arguments;
        for (model, row) in self.models.iter_mut().zip(&mut *done) {
            for _ in 0..*trials {
                let read = model.alone(task, (*steps).into())?;
                row.count(PlannerTrial::judge(task, &read), read.as_ref().ok(), best);
            }
            row.close_task();
        }
        if let (Some(model), Some(row)) = (self.models.last_mut(), done.last_mut()) {
            let limits = LoopLimits { tries: (*tries).into(), steps: (*steps).into(), effort: SearchEffort::anytime() };
            let (end, answers) = model.grounded(task, &limits, (*candidates).into())?;
            let (plan, is_own) = match end {
                LoopEnd::Solved { plan, by_search } => (plan, by_search == 0),
                LoopEnd::Help { plan, .. } => (plan, false),
            };
            row.count(PlannerTrial::of_plan(task, &plan), Some(&plan), best);
            row.count_loop(is_own, answers);
            row.close_task();
        }
        Ok(())
    }
}

/// Counts the two searches, and tells the steps of their plans.
fn search(done: &mut [MethodRow], task: &BoxNetTask) -> [Option<usize>; 2] {
    let found = solve(task, &SearchEffort::anytime());
    let paper = paper_search(task, PAPER_ITERATIONS).plan;
    let plans = [found.plan.as_ref(), paper.as_ref()];
    let best = plans.map(|plan| plan.map(|plan| plan.steps.len()));
    for (row, plan) in done.iter_mut().zip(plans) {
        let trial = plan.map_or(PlannerTrial::Unsolved, |plan: &ArmPlan| PlannerTrial::of_plan(task, plan));
        row.count(trial, plan, best);
    }
    done[0].count_fewest(found.has_fewest_steps());
    best
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        arguments: Arguments,
    }

    #[test]
    fn each_method_is_compared_with_both_plans_and_rows_of_all_add_up() {
        let tasks: Vec<_> = TaskSet::Test.tasks(22).take(20).collect::<Result<_, _>>().expect("tasks");
        let arguments = Command::parse_from(["boxnet"]).arguments;
        let interrupted = AtomicBool::new(false);
        let mut bench =
            Bench { arguments: &arguments, models: Vec::new(), interrupted: &interrupted, probes: Vec::new() };
        let rows = bench.of_set(TaskSet::Test, &tasks).expect("rows");
        let (all, parts): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.objects.is_none());
        assert_eq!((all.len(), parts.len()), (2, 4), "one and two objects, two methods");
        assert_eq!(all[0].figures[0].success(), Some(1.0));
        assert_eq!(all[0].figures[0].step_difference(), Some(0.0), "with itself");
        assert_eq!(all[1].figures[1].step_difference(), Some(0.0), "with itself");
        assert!(all[0].figures[1].step_difference() <= Some(0.0), "no plan of the paper's search has fewer steps");
        assert_eq!(all[0].steps, parts.iter().filter(|row| row.method == SEARCH).map(|row| row.steps).sum::<usize>());
    }
}
