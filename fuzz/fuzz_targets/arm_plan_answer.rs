//! Any text as a planner's answer: its fault is told, or it is a plan; what is written of a plan is read back as the same plan.

#![no_main]

use libfuzzer_sys::fuzz_target;
use surefleet_boxnet::{PlanReward, read_plan, read_step, write_plan, write_step};
use surefleet_reach::{BaseLayout, TaskShape};

const SHAPE: TaskShape = TaskShape { columns: 3, rows: 2, objects: 2, layout: BaseLayout::Even, is_moved: false };

fuzz_target!(|text: &str| {
    let task = SHAPE.draw(1).expect("a task");
    let reward = PlanReward::of_plan(&task, text, 3);
    assert!((0.0..=1.1).contains(&reward.total()));
    if let Ok(plan) = read_plan(text) {
        assert_eq!(read_plan(&write_plan("", &plan)).as_ref(), Ok(&plan));
        assert_eq!(reward.is_done(), plan.check(&task).is_ok());
    } else {
        assert_eq!(reward.total(), 0.0);
    }
    if let Ok(step) = read_step(text) {
        assert_eq!(read_step(&write_step("", &step)), Ok(step));
        assert!(read_plan(text).is_err(), "a step and a plan at once");
    }
});
