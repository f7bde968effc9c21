use surefleet_reach::BoxNetTask;

use crate::answer::{read_plan, read_step};

/// What an answer of the asked form is worth.
const FORM: f64 = 0.1;

/// What a plan that does the task is worth.
const EXECUTION: f64 = 1.0;

/// What each step costs that a shorter plan does without.
const STEP: f64 = 0.1;

/// The paper's reward of an answer (§2.2): r = r_format + r_execute - r_efficiency.
///
/// The paper "caps" the reward of a plan that does the task at "a minimum" of 2 r_format, so that it is always above the reward of one that
/// does not. That is a floor, and here it is one. We also set a floor of 0 for answers that fail: by the formula a long wrong plan would earn less than
/// one that cannot be read, and training would reward rubbish.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlanReward {
    /// r_format: 0.1 for an answer of the asked form, else 0.
    pub form: f64,
    /// r_execute: 1 for a plan that does the task and breaks no rule, else 0.
    pub execution: f64,
    /// r_efficiency: 0.1 for each step more than the shorter plan has, never below 0.
    pub efficiency: f64,
}

impl PlanReward {
    /// The reward of a whole plan. `golden_steps`: the steps of the plan that it is compared with; the paper's is that of its A*, ours
    /// the one with the fewest steps.
    #[must_use]
    pub fn of_plan(task: &BoxNetTask, answer: &str, golden_steps: usize) -> Self {
        match read_plan(answer) {
            Ok(plan) => Self::of_steps(plan.steps.len(), plan.check(task).is_ok(), golden_steps),
            Err(_) => Self::default(),
        }
    }

    /// The reward of all answers of a planner of single steps, in their order.
    ///
    /// Steps are taken as they come. The trial ends at the first answer that cannot be read or breaks a rule, or when all objects are at their targets;
    /// answers after that do not count. The paper does not say how its RePlan is rewarded. Here a trial has the asked form if each of its answers has it.
    #[must_use]
    pub fn of_turns(task: &BoxNetTask, answers: &[impl AsRef<str>], golden_steps: usize) -> Self {
        let mut state = task.start().clone();
        let mut steps = 0;
        for answer in answers {
            let Ok(step) = read_step(answer.as_ref()) else { return Self::default() };
            steps += 1;
            match task.table().apply(&state, &step) {
                Ok(next) => state = next,
                Err(_) => return Self::of_steps(steps, false, golden_steps),
            }
            if task.is_solved_by(&state) {
                return Self::of_steps(steps, true, golden_steps);
            }
        }
        if steps == 0 { Self::default() } else { Self::of_steps(steps, false, golden_steps) }
    }

    fn of_steps(steps: usize, is_done: bool, golden_steps: usize) -> Self {
        Self {
            form: FORM,
            execution: if is_done { EXECUTION } else { 0.0 },
            efficiency: STEP * steps.saturating_sub(golden_steps) as f64,
        }
    }

    /// Whether the task was done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.execution > 0.0
    }

    /// The number that training raises.
    #[must_use]
    pub fn total(&self) -> f64 {
        let sum = self.form + self.execution - self.efficiency;
        sum.max(if self.is_done() { 2.0 * FORM } else { 0.0 })
    }
}
