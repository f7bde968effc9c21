//! How long the search takes, what it proves, and how it compares to the paper's A*, by set of tasks and number of objects.
//!
//! `cargo run --release -p surefleet-reach --example fewest_steps -- [test|random_bases|moved_coordinates] [proof effort]`

use std::time::Instant;

use surefleet_reach::{BoxNetTask, PAPER_ITERATIONS, SearchEffort, TaskSet, paper_search, solve};

/// What is added up over the tasks of one size.
#[derive(Default)]
struct Row {
    times_ms: Vec<f64>,
    paper_ms: f64,
    solved: usize,
    fewest: usize,
    proven: usize,
    steps: usize,
    bound: u32,
    most_parallel: usize,
    mean_parallel: f64,
    expanded: u64,
    paper_solved: usize,
    paper_steps: usize,
    steps_there: usize,
}

impl Row {
    fn add(&mut self, task: &BoxNetTask, effort: &SearchEffort) -> Result<(), Box<dyn std::error::Error>> {
        let begin = Instant::now();
        let found = solve(task, effort);
        self.times_ms.push(begin.elapsed().as_secs_f64() * 1e3);
        self.expanded += found.expanded;
        self.fewest += usize::from(found.has_fewest_steps());
        self.proven += usize::from(found.is_proven);
        let begin = Instant::now();
        let paper = paper_search(task, PAPER_ITERATIONS);
        self.paper_ms += begin.elapsed().as_secs_f64() * 1e3;
        let Some(plan) = found.plan else { return Ok(()) };
        plan.check(task)?;
        self.solved += 1;
        self.steps += plan.steps.len();
        self.bound += found.least_steps;
        self.most_parallel += plan.most_parallel();
        self.mean_parallel += plan.mean_parallel();
        if let Some(paper) = paper.plan {
            paper.check(task)?;
            self.paper_solved += 1;
            self.paper_steps += paper.steps.len();
            self.steps_there += plan.steps.len();
        }
        Ok(())
    }

    fn print(mut self, name: &str) {
        self.times_ms.sort_by(f64::total_cmp);
        let tasks = self.times_ms.len();
        let each = |sum: f64| sum / tasks as f64;
        println!(
            "{name:>12} {tasks:5} {:6} {:6} {:6} {:6.2} {:6.2} {:5.2} {:5.2} {:9.1} {:9.1} {:9.0} {:6} {:6.2} {:6.2} {:8.1}",
            self.solved,
            self.fewest,
            self.proven,
            each(self.steps as f64),
            each(f64::from(self.bound)),
            each(self.most_parallel as f64),
            each(self.mean_parallel),
            self.times_ms[tasks / 2],
            self.times_ms[tasks - 1],
            each(self.expanded as f64),
            self.paper_solved,
            self.paper_steps as f64 / self.paper_solved as f64,
            self.steps_there as f64 / self.paper_solved as f64,
            each(self.paper_ms),
        );
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let set: TaskSet = serde_json::from_value(arguments.next().unwrap_or_else(|| "test".to_owned()).into())?;
    let proof = arguments.next().map_or(Ok(0), |text| text.parse())?;
    let effort = SearchEffort { proof, ..SearchEffort::anytime() };
    println!(
        "       cells tasks solved fewest proven  steps  bound  most  mean median_ms  worst_ms  expanded  paper  steps   ours paper_ms"
    );
    let tasks: Vec<_> = set.tasks(22).collect::<Result<_, _>>()?;
    let mut all = Row::default();
    let mut rest = tasks.iter();
    for (shape, count) in set.shapes() {
        let mut row = Row::default();
        for task in rest.by_ref().take(usize::try_from(count)?) {
            row.add(task, &effort)?;
            all.add(task, &effort)?;
        }
        row.print(&format!("{}x{} {}", shape.columns, shape.rows, shape.objects));
    }
    all.print("all");
    Ok(())
}
