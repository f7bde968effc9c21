use surefleet_reach::{ArmMove, ArmPlan, ArmStep};

/// The answer that says a plan, with thoughts before it: what a planner of whole plans is taught to write.
#[must_use]
pub fn write_plan(thoughts: &str, plan: &ArmPlan) -> String {
    let steps: Vec<String> = plan.steps.iter().map(step_text).collect();
    format!("<think>{thoughts}</think>\n```json\n[\n{}\n]\n```", steps.join(",\n"))
}

/// The answer that says one joint step, with thoughts before it.
#[must_use]
pub fn write_step(thoughts: &str, step: &ArmStep) -> String {
    format!("<think>{thoughts}</think>\n```json\n{}\n```", step_text(step))
}

fn step_text(step: &ArmStep) -> String {
    let moves: Vec<String> = step.moves().iter().map(move_text).collect();
    format!("{{{}}}", moves.join(", "))
}

fn move_text(one: &ArmMove) -> String {
    let carries = if one.carries { "True" } else { "False" };
    format!("\"Robot {}\": \"{} -> {}, {carries}\"", one.arm.0, one.from, one.to)
}
