//! Rows of the benchmark.

use surefleet_boxnet::{PlannerFigures, PlannerTrial};
use surefleet_conformal::{MissionTotal, clustered_bootstrap, exact_interval};
use surefleet_reach::{ArmPlan, TableRule};

use crate::measurement::{Cell, Column, Unit};

/// What one method did with the tasks of one set and one number of objects.
#[derive(Default, Clone)]
pub(super) struct MethodRow {
    set: String,
    pub method: String,
    pub objects: Option<usize>,
    /// Beside our search, and beside the paper's.
    pub figures: [PlannerFigures; 2],
    pub steps: usize,
    mean_parallel: f64,
    fewest: Option<usize>,
    /// Of models, by task: trials that did it, and all.
    by_task: Vec<MissionTotal>,
    /// Of the grounded loop: tasks that the model did alone, and its answers.
    own: Option<usize>,
    answers: Option<usize>,
}

impl MethodRow {
    pub fn new(set: String, method: String, objects: Option<usize>) -> Self {
        Self { set, method, objects, ..Self::default() }
    }

    /// Counts a trial. `best`: the steps of our search's plan, and of the paper's.
    pub fn count(&mut self, trial: PlannerTrial, plan: Option<&ArmPlan>, best: [Option<usize>; 2]) {
        for (figures, best) in self.figures.iter_mut().zip(best) {
            figures.count(trial, best);
        }
        if let (PlannerTrial::Solved { steps, .. }, Some(plan)) = (trial, plan) {
            self.steps += steps;
            self.mean_parallel += plan.mean_parallel();
        }
    }

    pub fn count_fewest(&mut self, has_fewest: bool) {
        *self.fewest.get_or_insert(0) += usize::from(has_fewest);
    }

    pub fn count_loop(&mut self, is_own: bool, answers: usize) {
        *self.own.get_or_insert(0) += usize::from(is_own);
        *self.answers.get_or_insert(0) += answers;
    }

    /// Makes one task of all trials that were counted: they depend on one another.
    pub fn close_task(&mut self) {
        let [sum, count] = [self.figures[0].solved(), self.figures[0].trials()].map(|number| number as f64);
        self.by_task = vec![MissionTotal { sum, count }];
    }

    /// Counts what another row did.
    pub fn add(&mut self, other: &Self) {
        for (figures, others) in self.figures.iter_mut().zip(&other.figures) {
            figures.add(others);
        }
        self.steps += other.steps;
        self.mean_parallel += other.mean_parallel;
        self.by_task.extend_from_slice(&other.by_task);
        let both = [(&mut self.fewest, other.fewest), (&mut self.own, other.own), (&mut self.answers, other.answers)];
        for (sum, more) in both {
            *sum = more.map(|more| sum.unwrap_or(0) + more).or(*sum);
        }
    }

    pub fn has_tasks(&self) -> bool {
        self.figures[0].trials() > 0
    }

    /// Of models with the interval over tasks: exact where each was tried once.
    fn success(&self) -> Cell {
        let figures = &self.figures[0];
        let Some(success) = figures.success() else { return Cell::Missing };
        let interval = if self.by_task.len() == figures.trials() {
            exact_interval(figures.solved(), figures.trials(), 0.95)
        } else {
            clustered_bootstrap(&self.by_task, RESAMPLES, 0.95, 1)
        };
        match interval {
            Ok(interval) => Cell::Within(success, [interval.low, interval.high]),
            Err(_) => success.into(),
        }
    }

    fn own(&self) -> Cell {
        let Some(own) = self.own else { return Cell::Missing };
        let trials = self.figures[0].trials();
        match exact_interval(own, trials, 0.95) {
            Ok(interval) => Cell::Within(own as f64 / trials as f64, [interval.low, interval.high]),
            Err(_) => Cell::Missing,
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

/// Of the bootstrap.
const RESAMPLES: usize = 2_000;

/// Their columns.
pub(super) fn columns() -> Vec<Column<MethodRow>> {
    type C = Column<MethodRow>;
    let two = Unit::Digits(2);
    vec![
        C::new("set", "tasks", Unit::Plain, |row| row.set.clone().into()),
        C::new("method", "by", Unit::Plain, |row| row.method.clone().into()),
        C::new("objects", "objects", Unit::Plain, |row| row.objects.into()).or("all"),
        C::new("tasks", "number", Unit::Plain, |row| row.figures[0].trials().into()),
        C::new("success", "solved", Unit::Percent(1), MethodRow::success),
        C::new("alone", "by the model alone", Unit::Percent(1), MethodRow::own),
        C::new("answers", "answers", Unit::Digits(1), |row| {
            row.answers.map(|answers| answers as f64 / row.figures[0].trials() as f64).into()
        }),
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
        C::raw("unread", |row| row.figures[0].unread().into()),
        C::raw("unsolved", |row| row.figures[0].unsolved().into()),
        C::raw("form", |row| row.broken(TableRule::Form)),
        C::raw("reachability", |row| row.broken(TableRule::Reachability)),
        C::raw("alignment", |row| row.broken(TableRule::Alignment)),
        C::raw("arm_collision", |row| row.broken(TableRule::ArmCollision)),
        C::raw("object_collision", |row| row.broken(TableRule::ObjectCollision)),
    ]
}
