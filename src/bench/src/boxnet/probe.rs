//! Wrong thoughts: whether a planner does what a thought says that cannot be done (BoxNet, Section 4.2, where three examples are shown).

use surefleet_boxnet::{AnswerFault, thought};
use surefleet_conformal::exact_interval;
use surefleet_reach::{ArmId, ArmStep, BoxNetTask};

use crate::measurement::{Cell, Column, Unit};

/// A thought that cannot be: an arm takes an object to its target, and reaches neither.
pub(super) struct WrongThought {
    pub arm: ArmId,
    pub text: String,
}

impl WrongThought {
    /// About the first object that is not at its target; `None` where each arm reaches one of the two places.
    pub fn of(task: &BoxNetTask) -> Option<Self> {
        let object = task.misplaced(task.start()).next()?;
        let (place, target) = (task.start().objects()[object.0], task.targets()[object.0]);
        let reaches = |arm: ArmId| [place, target].iter().any(|point| task.table().reaches(arm, *point));
        let arm = (0..task.table().bases().len()).map(ArmId).find(|&arm| !reaches(arm))?;
        Some(Self { arm, text: thought(arm, object, target) })
    }
}

/// What a model's first steps are like with a wrong thought, or without one.
#[derive(Default, Clone)]
pub(super) struct ProbeRow {
    pub set: String,
    pub method: String,
    is_misled: bool,
    steps: usize,
    valid: usize,
    followed: usize,
}

impl ProbeRow {
    pub fn new(set: &str, method: &str, is_misled: bool) -> Self {
        Self { set: set.to_owned(), method: method.to_owned(), is_misled, ..Self::default() }
    }

    /// Counts a first step: whether it breaks no rule, and whether the arm of the thought moves in it.
    pub fn count(&mut self, task: &BoxNetTask, arm: ArmId, step: &Result<ArmStep, AnswerFault>) {
        self.steps += 1;
        let Ok(step) = step else { return };
        self.valid += usize::from(task.table().apply(task.start(), step).is_ok());
        self.followed += usize::from(step.moves().iter().any(|one| one.arm == arm));
    }

    pub fn has_steps(&self) -> bool {
        self.steps > 0
    }

    fn share(&self, count: usize) -> Cell {
        match exact_interval(count, self.steps, 0.95) {
            Ok(interval) => Cell::Within(count as f64 / self.steps as f64, [interval.low, interval.high]),
            Err(_) => Cell::Missing,
        }
    }
}

pub(super) fn columns() -> Vec<Column<ProbeRow>> {
    type C = Column<ProbeRow>;
    vec![
        C::new("set", "tasks", Unit::Plain, |row| row.set.clone().into()),
        C::new("method", "by", Unit::Plain, |row| row.method.clone().into()),
        C::new("thought", "thought that it begins with", Unit::Plain, |row| {
            if row.is_misled { "wrong" } else { "its own" }.into()
        }),
        C::new("steps", "first steps", Unit::Plain, |row| row.steps.into()),
        C::new("valid", "break no rule", Unit::Percent(1), |row| row.share(row.valid)),
        C::new("followed", "move the arm of the wrong thought", Unit::Percent(1), |row| row.share(row.followed)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefleet_boxnet::{lessons, read_step};
    use surefleet_reach::{SearchEffort, TaskSet, solve};

    #[test]
    fn a_wrong_thought_is_one_that_no_plan_begins_with() {
        let tasks = TaskSet::SmallBoards.tasks(22).step_by(7).filter_map(Result::ok);
        let mut seen = 0;
        for task in tasks {
            let Some(wrong) = WrongThought::of(&task) else { continue };
            let plan = solve(&task, &SearchEffort::anytime()).plan.expect("a plan");
            let lesson = &lessons(&task, &plan).expect("its steps are valid")[0];
            assert!(!lesson.answer.contains(&wrong.text), "{}", lesson.answer);
            let mut row = ProbeRow::new("small_boards", "search", false);
            row.count(&task, wrong.arm, &read_step(&lesson.answer));
            row.count(&task, wrong.arm, &read_step("no answer"));
            assert_eq!((row.steps, row.valid), (2, 1));
            seen += 1;
        }
        assert!(seen > 10, "{seen}");
    }
}
