use surefleet_reach::{ArmId, ArmPlan, ArmStep, BoxId, BoxNetTask, RuleBreach, TablePoint, TableState};

use crate::writing::write_step;

/// One turn of a planner of single steps as a teacher would take it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    /// Where arms and objects are when the planner is asked.
    pub state: TableState,
    /// The answer: a line of reasoning, and the plan's next step.
    pub answer: String,
}

/// A plan as lessons, one a step.
///
/// The reasoning names what the rest of the plan does next with each object that it still carries: "Robot 2 takes Object 0 to [1.25, 0.75]." What comes
/// first stands first. So a learner says where things are to go before it says who moves now.
///
/// # Errors
///
/// If a step of the plan breaks a rule.
pub fn lessons(task: &BoxNetTask, plan: &ArmPlan) -> Result<Vec<Lesson>, RuleBreach> {
    let mut states = vec![task.start().clone()];
    for step in &plan.steps {
        states.push(task.table().apply(&states[states.len() - 1], step)?);
    }
    let carries: Vec<Vec<Carry>> = plan.steps.iter().zip(&states).map(|(step, state)| carries(step, state)).collect();
    let turns = plan.steps.iter().zip(states).enumerate();
    let lesson = |(number, (step, state))| Lesson { state, answer: write_step(&reasoning(&carries[number..]), step) };
    Ok(turns.map(lesson).collect())
}

/// The sentence of the reasoning by which an arm is to take an object somewhere: "Robot 2 takes Object 0 to [1.25, 0.75]."
#[must_use]
pub fn thought(arm: ArmId, object: BoxId, to: TablePoint) -> String {
    format!("Robot {} takes Object {} to {to}.", arm.0, object.0)
}

/// An arm takes an object along in a step.
struct Carry {
    arm: ArmId,
    object: BoxId,
    to: TablePoint,
}

fn carries(step: &ArmStep, state: &TableState) -> Vec<Carry> {
    let carried = step.moves().iter().filter(|one| one.carries);
    carried.filter_map(|one| Some(Carry { arm: one.arm, object: state.object_at(one.from)?, to: one.to })).collect()
}

fn reasoning(rest: &[Vec<Carry>]) -> String {
    let mut told = Vec::new();
    let mut sentences = Vec::new();
    for Carry { arm, object, to } in rest.iter().flatten() {
        if !told.contains(object) {
            told.push(*object);
            sentences.push(thought(*arm, *object, *to));
        }
    }
    sentences.join(" ")
}
