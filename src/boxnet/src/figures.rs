use std::collections::BTreeMap;

use surefleet_reach::{ArmPlan, ArmPlanRefusal, BoxNetTask, TableRule};

use crate::fault::AnswerFault;

/// What came of one try of a planner at one task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlannerTrial {
    /// The answer was no plan.
    Unread,
    /// The plan broke a rule.
    Broke(TableRule),
    /// The plan broke no rule and did not do the task.
    Unsolved,
    /// The plan did the task.
    Solved {
        /// Its joint steps.
        steps: usize,
        /// The most arms that move in one step.
        most_parallel: usize,
    },
}

impl PlannerTrial {
    /// Judges what was read of an answer.
    #[must_use]
    pub fn judge(task: &BoxNetTask, read: &Result<ArmPlan, AnswerFault>) -> Self {
        read.as_ref().map_or(Self::Unread, |plan| Self::of_plan(task, plan))
    }

    /// Judges a plan.
    #[must_use]
    pub fn of_plan(task: &BoxNetTask, plan: &ArmPlan) -> Self {
        match plan.check(task) {
            Err(ArmPlanRefusal::Step { refusal, .. }) => Self::Broke(refusal.rule()),
            Err(ArmPlanRefusal::Unsolved { .. }) => Self::Unsolved,
            Ok(_) => Self::Solved { steps: plan.steps.len(), most_parallel: plan.most_parallel() },
        }
    }
}

/// The figures of a planner over many trials (§4.1).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlannerFigures {
    trials: usize,
    solved: usize,
    unread: usize,
    unsolved: usize,
    /// Steps beyond the best known plan, summed over solved trials whose task has one.
    difference: i64,
    compared: usize,
    parallel: usize,
    broken: BTreeMap<TableRule, usize>,
}

impl PlannerFigures {
    /// Counts a trial. `best_steps`: the steps of the plan that it is compared with, if there is one.
    pub fn count(&mut self, trial: PlannerTrial, best_steps: Option<usize>) {
        self.trials += 1;
        match trial {
            PlannerTrial::Unread => self.unread += 1,
            PlannerTrial::Unsolved => self.unsolved += 1,
            PlannerTrial::Broke(rule) => *self.broken.entry(rule).or_default() += 1,
            PlannerTrial::Solved { steps, most_parallel } => {
                self.solved += 1;
                self.parallel += most_parallel;
                if let Some(best) = best_steps {
                    self.compared += 1;
                    self.difference += steps as i64 - best as i64;
                }
            }
        }
    }

    /// Counts all trials of others, too.
    pub fn add(&mut self, others: &Self) {
        self.trials += others.trials;
        self.solved += others.solved;
        self.unread += others.unread;
        self.unsolved += others.unsolved;
        self.difference += others.difference;
        self.compared += others.compared;
        self.parallel += others.parallel;
        for (rule, count) in &others.broken {
            *self.broken.entry(*rule).or_default() += count;
        }
    }

    /// The number of trials.
    #[must_use]
    pub const fn trials(&self) -> usize {
        self.trials
    }

    /// The trials that did the task.
    #[must_use]
    pub const fn solved(&self) -> usize {
        self.solved
    }

    /// The share of trials that did the task: pass@1, as every trial of a task counts alike. `None` without trials.
    #[must_use]
    pub fn success(&self) -> Option<f64> {
        mean(self.solved as f64, self.trials)
    }

    /// StepDiff: steps beyond those of the compared plan, on average over solved trials that have one.
    #[must_use]
    pub fn step_difference(&self) -> Option<f64> {
        mean(self.difference as f64, self.compared)
    }

    /// Para.: the most arms that move in one step, on average over solved trials.
    #[must_use]
    pub fn parallelism(&self) -> Option<f64> {
        mean(self.parallel as f64, self.solved)
    }

    /// The trials whose answer could not be read.
    #[must_use]
    pub const fn unread(&self) -> usize {
        self.unread
    }

    /// The trials whose plan was valid and did not do the task.
    #[must_use]
    pub const fn unsolved(&self) -> usize {
        self.unsolved
    }

    /// The trials whose plan broke this rule before any other.
    #[must_use]
    pub fn broken(&self, rule: TableRule) -> usize {
        self.broken.get(&rule).copied().unwrap_or(0)
    }
}

fn mean(sum: f64, count: usize) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}
