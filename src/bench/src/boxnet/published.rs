//! What the paper says of planners on its own tasks.

use crate::measurement::{Column, Unit};

/// A planner that the paper measured.
pub(super) struct PublishedRow {
    set: &'static str,
    planner: &'static str,
    success: f64,
    step_difference: f64,
    most_parallel: Option<f64>,
}

/// Tables 2 and 3.
pub(super) const PUBLISHED: [PublishedRow; 11] = [
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
    PublishedRow { set: "space_test", planner: "A*", success: 1.0, step_difference: 0.0, most_parallel: Some(2.14) },
    PublishedRow {
        set: "space_test",
        planner: "GPT-o4mini, RePlan",
        success: 0.33,
        step_difference: 1.21,
        most_parallel: Some(1.53),
    },
    PublishedRow {
        set: "space_test",
        planner: "Qwen3-4B-SFT, RePlan",
        success: 0.43,
        step_difference: -0.11,
        most_parallel: Some(1.48),
    },
    PublishedRow {
        set: "space_test",
        planner: "Qwen3-4B-RL, RePlan",
        success: 0.53,
        step_difference: -0.29,
        most_parallel: Some(1.56),
    },
];

pub(super) fn columns() -> Vec<Column<PublishedRow>> {
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
