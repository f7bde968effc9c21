//! `surefleet bench reach`: how fast joint steps of arms are checked, plans found and answers rewarded.

mod arms;
mod hall;
mod ways;

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::json;
use surefleet_boxnet::write_plan;
use surefleet_cli::{percentile::percentile, work::bar};
use surefleet_reach::{
    ArmPlan, ArmStep, BoxNetTask, SearchEffort, TableState, TaskSet, TaskShape, paper_search, solve,
};

use self::{
    arms::{ArmRow, arm_columns},
    hall::{HallRow, hall_columns},
    ways::{WayRow, way_columns},
};
use crate::{
    clock::milliseconds,
    measurement::{Column, Detail, FigureTarget, Measurement, Sheet, Unit},
    python::PythonPeer,
};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
Tasks of BoxNet2D (arXiv:2505.20573) on square tables of 2 to 6 cells a side with 1 to 5 objects are drawn by seed and solved. With --compare, a
plain Python program does the paper's A* on the same tasks in the same run, written from its listing with the rules that we use. So does our
own reading of it in Rust: both must expand as many states and find plans of as many steps, or the benchmark fails. Times are processor times of one
thread. The Python program stops after --iterations states, as our reading of it does; the paper has 1,000.

With --json, one object: schema, machine, date, command, seed, iterations, peer (the version of Python; null: none), results, an array of rows
by table:
  cells, objects, tasks
  median_ms, worst_ms    of our search for a plan with the fewest joint steps
  nodes_s                places of all things that it expands in a second
  solved, fewest         tasks with a plan, and with one that is proven to have the fewest steps
  paper_ms, peer_ms      median of the paper's A* in Rust and in Python
  paper_solved           tasks that it solves within the iterations
  ratio                  how many times as long the Python program takes as our search: median over tasks
  ratio_solved           likewise over the tasks that it solves
  ratio_same             how many times as long it takes as the same search in Rust, which expands the same states, but remembers clashes and
                         drops combinations early: median over tasks
checks, one row:
  valid_s, other_s       joint steps checked in a second: those of plans, and those with another end of their first arm
arms, one row:
  flanges_s, inverse_s   forward and inverse kinematics of a UR5e in a second, at random angles
  sweeps_s, apart, unclear    pairs of paths of two UR5e that are checked in a second, and the shares that stay apart and that are not clear in
                         2,000 parts; each joint turns by up to 1 rad, bases are 0.8 to 1.6 m apart, the margin is 0.05 m
  mujoco_poses, mujoco_m     sets of angles that MuJoCo's forward kinematics was asked for as well, and the largest difference of a position in
                         metres or of an entry of the rotation; null without Python that has mujoco
  judged, judged_apart   pairs of paths of arms 0.4 to 1 m apart, each joint turning by up to 1.5 rad, that MuJoCo moves, too, and those of them
                         that we say stay apart; null likewise
  judged_near, judged_missed  those that MuJoCo has within the margin in one of 20 random timings, each looked at in 40 moments, and those of
                         them that we say stay apart
space, one row, of tasks of BoxNet3D (UR5e on tables of 2 to 4 cells of 1.1 m along each side, 1 to 4 objects):
  tasks, solved, fewest  tasks, those with a plan, and with one that is proven to have the fewest steps
  steps, most_parallel   joint steps of a plan, and the most arms that move in one of its steps: averages over plans
  median_ms, worst_ms    of our search; which ways come near one another is remembered from task to task
  judged, touching       joint steps that MuJoCo lets happen as well, each in 20 random timings of 40 moments, and those in which two arms, or an arm
                         and an object that it does not handle, are within 0.05 m in one of them; null without Python that has mujoco
ways, one row, of pairs of random postures of a UR5e beside two that stand (RRT-Connect, where the straight path is not free):
  pairs, straight, around  pairs, those with a straight way, and those with one around the others; none was found for the rest
  legs                   straight legs of a way around, on average
  median_ms, worst_ms    of the search, straight ones included
  judged, touching       legs of all ways that MuJoCo moves as well, and those of them in which two arms are within 0.05 m in one of 20 timings; null without
                         Python that has mujoco
and reward, one row (null: no Python module):
  plans_s                answers read and rewarded in a second, from Python in batches
  batch, characters      answers in a batch, and characters of an answer on average";

/// The options of this benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// Tasks of each table and number of objects, at most 10; in space at most 5.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=10))]
    tasks: u16,
    /// Cells a side of the largest table, from 2.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=6))]
    cells: u8,
    /// The most states that the paper's A* expands.
    #[arg(long, default_value_t = 100)]
    iterations: u64,
    /// Draws the tasks.
    #[arg(long, default_value_t = 22)]
    seed: u64,
    /// Sets of angles for MuJoCo.
    #[arg(long, default_value_t = 100_000)]
    poses: usize,
    /// Pairs of paths for MuJoCo; a tenth as many pairs of postures get a way.
    #[arg(long, default_value_t = 1_000)]
    pairs: usize,
    /// A Python to compare with; a checkout has one in .ros/test/bin/python.
    #[arg(long, value_name = "PYTHON")]
    compare: Option<PathBuf>,
}

/// How many times as long the Python program is to take.
const RATIO: f64 = 100.0;

/// Rewards in a second from Python.
const REWARDS: f64 = 20_000.0;

/// On the largest table with the most objects: the median and the worst time.
const MEDIAN_MS: f64 = 1_000.0;
const WORST_MS: f64 = 10_000.0;

/// Answers in a batch.
const BATCH: usize = 2_000;

/// Beside the programs, as cargo names it.
const MODULE: &str = "libsurefleet_reward.so";

impl Arguments {
    /// Whether processes are started.
    pub fn has_processes(&self) -> bool {
        self.compare.is_some()
    }
}

/// What the Python program says of a task.
#[derive(Deserialize)]
struct PeerAnswer {
    steps: Option<usize>,
    expanded: u64,
    seconds: f64,
}

/// The tasks of one table and one number of objects.
#[derive(Default)]
struct TableRow {
    cells: u8,
    objects: usize,
    ours_ms: Vec<f64>,
    expanded: u64,
    solved: usize,
    fewest: usize,
    paper_ms: Vec<f64>,
    paper_solved: Vec<bool>,
    peer_ms: Vec<f64>,
}

impl TableRow {
    fn solve(&mut self, task: &BoxNetTask) -> Result<Option<ArmPlan>> {
        let effort = SearchEffort::anytime();
        let found = solve(task, &effort);
        self.ours_ms.push(milliseconds(1, || Ok(solve(task, &effort)))?);
        self.expanded += found.expanded;
        self.fewest += usize::from(found.has_fewest_steps());
        self.solved += usize::from(found.plan.is_some());
        Ok(found.plan)
    }

    fn compare(&mut self, task: &BoxNetTask, iterations: u64, peer: Option<&mut PythonPeer>) -> Result<()> {
        let found = paper_search(task, iterations);
        self.paper_ms.push(milliseconds(1, || Ok(paper_search(task, iterations)))?);
        let steps = found.plan.map(|plan| plan.steps.len());
        self.paper_solved.push(steps.is_some());
        if let Some(peer) = peer {
            let answer: PeerAnswer = peer.order(&json!({"task": task, "iterations": iterations}))?;
            ensure!(
                (answer.steps, answer.expanded) == (steps, found.expanded),
                "the paper's A* differs: in Python {:?} steps after {} states, in Rust {steps:?} after {}; the task: {}",
                answer.steps,
                answer.expanded,
                found.expanded,
                serde_json::to_string(task)?
            );
            self.peer_ms.push(answer.seconds * 1e3);
        }
        Ok(())
    }

    fn name(&self) -> String {
        format!("{0}x{0}", self.cells)
    }

    /// The ratios of the Python program's times to others, task by task, over the tasks that count by whether it solves them.
    fn ratios(&self, others: &[f64], counts: impl Fn(bool) -> bool) -> Vec<f64> {
        let times = self.peer_ms.iter().zip(others).zip(&self.paper_solved);
        times.filter(|(_, solved)| counts(**solved)).map(|((peer, other), _)| peer / other).collect()
    }

    fn ratio(&self, others: &[f64], counts: impl Fn(bool) -> bool) -> Option<f64> {
        median(&self.ratios(others, counts))
    }
}

fn median(values: &[f64]) -> Option<f64> {
    percentile(values, 50).ok()
}

/// Measures.
///
/// # Errors
/// A Python that does not start, a peer that plans otherwise, or an interruption.
pub fn run(arguments: &Arguments, interrupted: &AtomicBool) -> Result<Measurement> {
    let mut peer = arguments.compare.as_deref().map(start).transpose()?;
    let mut rows: Vec<TableRow> = Vec::new();
    let mut solved = Vec::new();
    let (each, cells) = (u64::from(arguments.tasks), arguments.cells);
    let is_wanted = move |shape: &TaskShape, number: u64| shape.columns.max(shape.rows) <= cells && number < each;
    let progress = bar(count(TaskSet::Test, is_wanted), "tasks");
    for task in TaskSet::Test.some_tasks(arguments.seed, is_wanted) {
        ensure!(!interrupted.load(Ordering::Relaxed), "interrupted");
        progress.inc(1);
        let task = task?;
        let (cells, objects) = (task.table().columns(), task.targets().len());
        // Tasks of one shape come one after the other.
        if rows.last().is_none_or(|row| (row.cells, row.objects) != (cells, objects)) {
            rows.push(TableRow { cells, objects, ..TableRow::default() });
        }
        let row = rows.last_mut().context("a row")?;
        let plan = row.solve(&task)?;
        row.compare(&task, arguments.iterations, peer.as_mut().map(|(peer, _)| peer))?;
        solved.extend(plan.map(|plan| (task, plan)));
    }
    progress.finish_and_clear();
    let checks = CheckRow::measure(&solved)?;
    let arms = ArmRow::measure(
        arguments.poses,
        arguments.pairs,
        peer.as_mut().filter(|(_, ready)| ready.mujoco).map(|(peer, _)| peer),
    )?;
    let mujoco = peer.as_mut().filter(|(_, ready)| ready.mujoco).map(|(peer, _)| peer);
    let hall = HallRow::measure(arguments.seed, is_wanted, mujoco)?;
    let mujoco = peer.as_mut().filter(|(_, ready)| ready.mujoco).map(|(peer, _)| peer);
    let ways = WayRow::measure(arguments.pairs.div_ceil(10), mujoco)?;
    let rewards = peer.as_mut().map(|(peer, ready)| RewardRow::measure(&solved, peer, ready)).transpose()?.flatten();
    Ok(Measurement {
        targets: targets(&rows, &arms, &hall, &ways, rewards.as_ref()),
        details: vec![
            Detail::new("seed", "tasks of seed", Unit::Plain, arguments.seed),
            Detail::new("iterations", "most states of the paper's A*:", Unit::Plain, arguments.iterations),
            Detail::new("peer", "beside", Unit::Plain, peer.as_ref().map(|(_, ready)| ready.version.clone())),
        ],
        ..Measurement::new(
            "Checks and plans of arms",
            vec![
                Sheet::new("results", "Plans", &rows, columns()),
                Sheet::new("checks", "Joint steps checked in a second", &[checks], check_columns()).object(),
                Sheet::new("arms", "Two UR5e in space", &[arms], arm_columns()).object(),
                Sheet::new("space", "Plans of BoxNet3D", &[hall], hall_columns()).object(),
                Sheet::new("ways", "Ways around arms that stand", &[ways], way_columns()).object(),
                Sheet::new("reward", "Rewards in a second, from Python", rewards.as_slice(), reward_columns()),
            ],
        )
    })
}

/// How many tasks of a set are wanted.
fn count(set: TaskSet, is_wanted: impl Fn(&TaskShape, u64) -> bool) -> u64 {
    let shapes = set.shapes();
    let counts = shapes.iter().map(|(shape, all)| (0..*all).filter(|number| is_wanted(shape, *number)).count() as u64);
    counts.sum()
}

fn targets(
    rows: &[TableRow],
    arms: &ArmRow,
    hall: &HallRow,
    ways: &WayRow,
    rewards: Option<&RewardRow>,
) -> Vec<FigureTarget> {
    let mut found = Vec::new();
    let all = |others: fn(&TableRow) -> &[f64], counts: fn(bool) -> bool| -> Vec<f64> {
        rows.iter().flat_map(|row| row.ratios(others(row), counts)).collect()
    };
    let ratios = [
        ("the same search in Rust, all tasks", all(|row| &row.paper_ms, |_| true)),
        ("our search, all tasks", all(|row| &row.ours_ms, |_| true)),
        ("our search, tasks that it solves", all(|row| &row.ours_ms, |solved| solved)),
    ];
    for (words, ratios) in ratios {
        let words = format!("times of the paper's A* in Python, stopped early, to those of {words}, median");
        found.extend(median(&ratios).map(|ratio| FigureTarget::at_least(words, ratio, Unit::Digits(0), RATIO)));
    }
    if let Some(row) = rows.last() {
        let worst = row.ours_ms.iter().copied().fold(0.0, f64::max);
        let words = |what| format!("{} with {} objects, {what}", row.name(), row.objects);
        found.extend(
            median(&row.ours_ms).map(|ms| FigureTarget::at_most(words("median"), ms, Unit::Milliseconds(1), MEDIAN_MS)),
        );
        found.push(FigureTarget::at_most(words("worst"), worst, Unit::Milliseconds(1), WORST_MS));
    }
    let words = "flanges beside MuJoCo's, largest difference in millionths of a metre";
    found.extend(arms.mujoco_m.map(|most| FigureTarget::at_most(words, most * 1e6, Unit::Digits(9), 1.0)));
    let words = "pairs of paths said to stay apart that MuJoCo has within the margin in some timing";
    found.extend(
        arms.judged.as_ref().map(|judged| FigureTarget::at_most(words, judged.missed as f64, Unit::Digits(0), 0.0)),
    );
    let words = "joint steps of plans in space in which MuJoCo has something within the margin in some timing";
    found.extend(hall.touching.map(|count| FigureTarget::at_most(words, count as f64, Unit::Digits(0), 0.0)));
    let words = "legs of ways around standing arms in which MuJoCo has two arms within the margin in some timing";
    found.extend(ways.touching.map(|count| FigureTarget::at_most(words, count as f64, Unit::Digits(0), 0.0)));
    found.extend(
        rewards.map(|row| FigureTarget::at_least("answers rewarded in a second", row.plans_s, Unit::Large, REWARDS)),
    );
    found
}

/// What the Python program says when it is ready.
#[derive(Deserialize)]
struct PeerReady {
    version: String,
    /// Whether it found the module of rewards.
    rewards: bool,
    /// Whether it has MuJoCo.
    mujoco: bool,
}

fn start(python: &Path) -> Result<(PythonPeer, PeerReady)> {
    let script = [("peer.py", include_str!("reach/peer.py"))];
    let module = std::env::current_exe()?.with_file_name(MODULE);
    PythonPeer::start(python, "reach", &script, |_| vec![module.display().to_string()], "nothing")
}

/// How fast steps are checked.
struct CheckRow {
    valid_s: f64,
    other_s: f64,
}

impl CheckRow {
    fn measure(solved: &[(BoxNetTask, ArmPlan)]) -> Result<Self> {
        let mut steps: Vec<(&BoxNetTask, TableState, ArmStep)> = Vec::new();
        for (task, plan) in solved {
            let mut state = task.start().clone();
            for step in &plan.steps {
                let next = task.table().apply(&state, step)?;
                steps.push((task, std::mem::replace(&mut state, next), step.clone()));
            }
        }
        let other = steps.iter().map(|(task, state, step)| Ok((*task, state.clone(), elsewhere(task, step)?)));
        let other = other.collect::<Result<Vec<_>>>()?;
        Ok(Self { valid_s: rate(&steps)?, other_s: rate(&other)? })
    }
}

/// The step with the first arm's end at a point of the table that the step's own points choose.
fn elsewhere(task: &BoxNetTask, step: &ArmStep) -> Result<ArmStep> {
    let points: Vec<_> = task.table().points().collect();
    let mut moves = step.moves().to_vec();
    if let Some(first) = moves.first_mut() {
        let number = (first.from.x_um() * 31 + first.to.y_um() * 7).unsigned_abs() as usize;
        first.to = points[number / 250_000 % points.len()];
    }
    Ok(ArmStep::new(moves)?)
}

fn rate(steps: &[(&BoxNetTask, TableState, ArmStep)]) -> Result<f64> {
    let all = || Ok(steps.iter().filter(|(task, state, step)| task.table().apply(state, step).is_ok()).count());
    Ok(steps.len() as f64 * 1e3 / milliseconds(9, all)?)
}

/// How fast answers are rewarded from Python.
struct RewardRow {
    plans_s: f64,
    batch: usize,
    characters: f64,
}

impl RewardRow {
    fn measure(solved: &[(BoxNetTask, ArmPlan)], peer: &mut PythonPeer, ready: &PeerReady) -> Result<Option<Self>> {
        if !ready.rewards || solved.is_empty() {
            return Ok(None);
        }
        let batch: Vec<_> = solved.iter().cycle().take(BATCH).collect();
        let thoughts = "Let me look at the table first. ".repeat(20);
        let answers: Vec<String> = batch.iter().map(|(_, plan)| write_plan(&thoughts, plan)).collect();
        let tasks = batch.iter().map(|(task, _)| serde_json::to_string(task)).collect::<Result<Vec<_>, _>>()?;
        let golden: Vec<usize> = batch.iter().map(|(_, plan)| plan.steps.len()).collect();
        let characters = answers.iter().map(String::len).sum::<usize>() as f64 / BATCH as f64;
        let (seconds, least): (f64, f64) =
            peer.order(&json!({"tasks": tasks, "answers": answers, "golden": golden}))?;
        ensure!(least > 1.09, "a plan of ours has a reward of {least}");
        Ok(Some(Self { plans_s: BATCH as f64 / seconds, batch: BATCH, characters }))
    }
}

fn columns() -> Vec<Column<TableRow>> {
    type C = Column<TableRow>;
    let ms = Unit::Milliseconds(2);
    vec![
        C::new("cells", "table", Unit::Plain, |row| row.name().into()),
        C::new("objects", "objects", Unit::Plain, |row| row.objects.into()),
        C::new("tasks", "tasks", Unit::Plain, |row| row.ours_ms.len().into()),
        C::new("median_ms", "our search, median", ms, |row| median(&row.ours_ms).into()),
        C::new("worst_ms", "worst", ms, |row| row.ours_ms.iter().copied().reduce(f64::max).into()),
        C::new("nodes_s", "places a second", Unit::Large, |row| {
            (row.expanded as f64 * 1e3 / row.ours_ms.iter().sum::<f64>()).into()
        }),
        C::new("solved", "solved", Unit::Plain, |row| row.solved.into()),
        C::new("fewest", "proven fewest", Unit::Plain, |row| row.fewest.into()),
        C::new("paper_ms", "paper's A* in Rust", ms, |row| median(&row.paper_ms).into()),
        C::new("peer_ms", "in Python", ms, |row| median(&row.peer_ms).into()),
        C::new("paper_solved", "solved by it", Unit::Plain, |row| {
            row.paper_solved.iter().filter(|solved| **solved).count().into()
        }),
        C::new("ratio", "ratio of Python to our search", Unit::Digits(0), |row| {
            row.ratio(&row.ours_ms, |_| true).into()
        }),
        C::new("ratio_solved", "on those that it solves", Unit::Digits(0), |row| {
            row.ratio(&row.ours_ms, |solved| solved).into()
        }),
        C::new("ratio_same", "to the same search", Unit::Digits(0), |row| row.ratio(&row.paper_ms, |_| true).into()),
    ]
}

fn check_columns() -> Vec<Column<CheckRow>> {
    type C = Column<CheckRow>;
    vec![
        C::new("valid_s", "steps of plans", Unit::Large, |row| row.valid_s.into()),
        C::new("other_s", "with another end", Unit::Large, |row| row.other_s.into()),
    ]
}

fn reward_columns() -> Vec<Column<RewardRow>> {
    type C = Column<RewardRow>;
    vec![
        C::new("plans_s", "answers", Unit::Large, |row| row.plans_s.into()),
        C::new("batch", "in batches of", Unit::Plain, |row| row.batch.into()),
        C::new("characters", "characters of an answer", Unit::Digits(0), |row| row.characters.into()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_task_by_task_and_over_the_tasks_that_count() {
        let row = TableRow {
            ours_ms: vec![1.0, 10.0, 2.0],
            peer_ms: vec![500.0, 1000.0, 600.0],
            paper_solved: vec![true, false, true],
            ..TableRow::default()
        };
        assert_eq!(row.ratio(&row.ours_ms, |_| true), Some(300.0));
        assert_eq!(row.ratio(&row.ours_ms, |solved| !solved), Some(100.0));
        assert_eq!(TableRow::default().ratio(&[], |_| true), None, "without a peer");
    }
}
