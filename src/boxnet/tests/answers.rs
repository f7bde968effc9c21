//! Reading of answers, their rewards, and the figures over many.

use proptest::prelude::*;
use surefleet_boxnet::{
    AnswerFault, PlanReward, PlannerFigures, PlannerTrial, PlanningMode, map_state, read_plan, read_step, write_plan,
    write_step,
};
use surefleet_reach::{
    ArmId, ArmMove, ArmPlan, ArmStep, ArmTable, BaseLayout, BoxNetTask, SearchEffort, TablePoint, TableRule, TaskShape,
    solve,
};

fn at(x_m: f64, y_m: f64) -> TablePoint {
    TablePoint::from_metres(x_m, y_m).expect("near")
}

/// Two arms beside a map of 3 x 1 cells; only their middle cell is in reach of both.
fn task() -> BoxNetTask {
    let table = ArmTable::new(3, 1, vec![at(1.0, 0.0), at(2.0, 0.0)]).expect("a table");
    let arms = vec![at(0.25, 0.25), at(2.75, 0.75)];
    BoxNetTask::new(table, arms, vec![at(0.25, 0.25)], vec![at(2.75, 0.25)]).expect("a task")
}

const PLAN: &str = r#"<think>Robot 0 takes the object to the middle.</think>
```json
[
  {"Robot 0": "[0.25, 0.25] -> [1.25, 0.25], True"},
  {"Robot 0": "[1.25, 0.25] -> [0.25, 0.25], False"},
  {"Robot 1": "[2.75, 0.75] -> [1.25, 0.25], False"},
  {"Robot 1": "[1.25, 0.25] -> [2.75, 0.25], True"}
]
```
"#;

#[test]
fn a_plan_is_read_as_written_and_does_the_task() {
    let plan = read_plan(PLAN).expect("a plan");
    assert_eq!(plan.steps.len(), 4);
    let first = ArmMove { arm: ArmId(0), from: at(0.25, 0.25), to: at(1.25, 0.25), carries: true };
    assert_eq!(plan.steps[0].moves(), [first]);
    plan.check(&task()).expect("a valid plan");
}

#[test]
fn each_fault_of_an_answer_is_told_and_none_is_dropped() {
    let within = |block: &str| format!("<think>a</think>```json{block}```");
    let json = |answer: &str| match read_plan(answer) {
        Err(AnswerFault::Json { wrong }) => wrong,
        other => panic!("{answer}: {other:?}"),
    };
    let one = r#""Robot 0": "[0.25, 0.25] -> [1.25, 0.25], True""#;
    assert_eq!(read_plan("```json\n[]\n```"), Err(AnswerFault::NoThoughts));
    assert_eq!(read_plan("<think>a <think>b</think>```json[]```"), Err(AnswerFault::NoThoughts));
    assert_eq!(read_plan("<think>a</think>[]"), Err(AnswerFault::NoBlock));
    assert_eq!(read_plan("<think>a</think>```json[]"), Err(AnswerFault::Unended), "the answer was cut off");
    let beside =
        |answer: &str, text: &str| assert_eq!(read_plan(answer), Err(AnswerFault::Beside { text: text.to_owned() }));
    beside("<think>a</think>Here it is:```json[]```", "Here it is:");
    beside("<think>a</think>```json[]``` ```json[]```", "```json[]```");
    // The reader of JSON would keep the last move of two and say nothing.
    let repeated = Err(AnswerFault::Repeated { step: 1, arm: 0 });
    assert_eq!(read_plan(&within(&format!("[{{}}, {{{one}, {one}}}]"))), repeated);
    assert!(json(&within(&format!("{{{one}}}"))).contains("expected a sequence"), "a step where a plan is asked");
    assert!(json(&within(&format!("[{{{one},}}]"))).contains("trailing comma"));
    assert!(json(&within("[{\"Robot 0\": 5}]")).contains("expected a string"));
    let long = "x".repeat(5000);
    assert!(json(&within(&format!("[\"{long}\"]"))).len() < 200, "a wrong text is quoted in short");
    for name in ["robot 0", "Robot", "Robot 00", "Robot +1", "Robot -1", "Robot 1.0", "Object 0", "Robot 0 "] {
        let fault = AnswerFault::Name { step: 0, name: name.to_owned() };
        assert_eq!(read_plan(&within(&format!("[{{\"{name}\": \"[0, 0] -> [0, 1], True\"}}]"))), Err(fault));
    }
    let moves = [
        "[0, 0] -> [0, 1]",
        "[0, 0] -> [0, 1], true",
        "[0, 0] -> [0, 1], True.",
        "[0, 0] [0, 1], True",
        "[0, 0] -> [0, 1, 2], True",
        "[0, 0] -> [0], True",
        "(0, 0) -> (0, 1), True",
        "[0, 0] -> [0, 1e9], True",
        "[0, NaN] -> [0, 1], True",
        "",
        "[0, 0] -> [1, 1] -> [0, 1], True",
    ];
    for text in moves {
        let fault = AnswerFault::Move { step: 0, text: text.to_owned() };
        assert_eq!(read_plan(&within(&format!("[{{\"Robot 0\": \"{text}\"}}]"))), Err(fault), "{text}");
    }
}

#[test]
fn an_arm_that_does_not_exist_is_read_and_refused_by_the_rules() {
    let answer = "<think></think>```json[{\"Robot 7\": \"[0, 0] -> [0, 1], False\"}]```";
    assert_eq!(PlannerTrial::judge(&task(), &read_plan(answer)), PlannerTrial::Broke(TableRule::Form));
}

#[test]
fn rewards_are_those_of_the_formula() {
    let (task, near) = (task(), |a: f64, b: f64| (a - b).abs() < 1e-12);
    let total = |answer: &str, golden| PlanReward::of_plan(&task, answer, golden).total();
    assert!(near(total(PLAN, 4), 1.1));
    assert!(near(total(PLAN, 5), 1.1), "a plan with fewer steps gets no more");
    assert!(near(total(PLAN, 2), 0.9), "two steps more");
    // Ten steps too many would take all that the plan has earned, but for the floor.
    let pause = PLAN.replace("[\n", &format!("[\n{}", "{},\n".repeat(10)));
    assert!(near(total(&pause, 4), 0.2));
    assert!(near(total(&PLAN.replace("True", "False"), 4), 0.1), "valid, and the object stays");
    assert!(near(total(&PLAN.replace("True", "False"), 3), 0.0), "one step too long as well");
    assert!(
        near(total(&PLAN.replace("True", "False"), 1), 0.0),
        "no answer is worth less than one that cannot be read"
    );
    assert!(near(total(&PLAN.replace("2.75, 0.25", "3.25, 0.25"), 4), 0.1), "beside the table");
    assert!(near(total("no plan", 0), 0.0));
}

#[test]
fn turns_are_rewarded_as_the_plan_that_they_make_until_the_trial_ends() {
    let task = task();
    let plan = read_plan(PLAN).expect("a plan");
    let turns: Vec<String> = plan.steps.iter().map(|step| write_step("as above", step)).collect();
    let reward = |turns: &[String]| PlanReward::of_turns(&task, turns, 4);
    assert_eq!(reward(&turns), PlanReward::of_plan(&task, PLAN, 4));
    assert_eq!(reward(&turns[..3]).total(), 0.1, "the last step is missing");
    assert_eq!(reward(&[]), PlanReward::default());
    assert_eq!(reward(&[PLAN.to_owned()]), PlanReward::default(), "a plan where a step is asked");
    let rubbish = "and so on".to_owned();
    // What follows after the end of a trial does not count, whether it ends well or not.
    assert_eq!(reward(&[&turns[..], std::slice::from_ref(&rubbish)].concat()), reward(&turns));
    let broken = [turns[1].clone(), rubbish.clone()];
    assert_eq!(reward(&broken).total(), 0.1, "the first step starts elsewhere, and ends the trial");
    assert_eq!(
        reward(&[turns[0].clone(), rubbish]),
        PlanReward::default(),
        "an answer that cannot be read ends it, too"
    );
}

#[test]
fn figures_average_over_the_trials_that_they_are_about() {
    let mut figures = PlannerFigures::default();
    assert_eq!((figures.success(), figures.step_difference()), (None, None));
    figures.count(PlannerTrial::Solved { steps: 6, most_parallel: 2 }, Some(4));
    figures.count(PlannerTrial::Solved { steps: 3, most_parallel: 1 }, Some(4));
    figures.count(PlannerTrial::Solved { steps: 30, most_parallel: 3 }, None);
    figures.count(PlannerTrial::Broke(TableRule::ArmCollision), Some(4));
    figures.count(PlannerTrial::Unread, Some(4));
    figures.count(PlannerTrial::Unsolved, Some(4));
    assert_eq!(figures.success(), Some(0.5));
    assert_eq!(figures.step_difference(), Some(0.5), "of the two that have a plan to compare with");
    assert_eq!(figures.parallelism(), Some(2.0));
    assert_eq!((figures.trials(), figures.unread(), figures.unsolved()), (6, 1, 1));
    assert_eq!([TableRule::ArmCollision, TableRule::Form].map(|rule| figures.broken(rule)), [1, 0]);

    let mut both = PlannerFigures::default();
    both.count(PlannerTrial::Broke(TableRule::ArmCollision), None);
    both.count(PlannerTrial::Solved { steps: 5, most_parallel: 4 }, Some(4));
    both.add(&figures);
    assert_eq!((both.trials(), both.solved(), both.unread(), both.unsolved()), (8, 4, 1, 1));
    assert_eq!((both.step_difference(), both.parallelism()), (Some(2.0 / 3.0), Some(2.5)));
    assert_eq!(both.broken(TableRule::ArmCollision), 2);
}

#[test]
fn prompts_name_every_number_of_the_task() {
    let task = task();
    let state = "Object positions:\nObject 0: [0.25, 0.25]\nTarget positions:\nObject 0 target: [2.75, 0.25]\nRobot positions:\n\
                 Robot 0: base [1, 0], arm [0.25, 0.25]\nRobot 1: base [2, 0], arm [2.75, 0.75]\n";
    assert_eq!(map_state(&task, task.start()), state);
    let full = PlanningMode::FullPlan.prompt(&task, task.start());
    assert!(full.contains("3 m x 1 m") && full.ends_with(state) && !full.contains("observation"));
    let after = task.table().apply(task.start(), &read_plan(PLAN).expect("a plan").steps[0]).expect("valid");
    let single = PlanningMode::RePlan.prompt(&task, &after);
    assert!(single.ends_with("arm [2.75, 0.75]\n</observation>\n") && single.contains("Object 0: [1.25, 0.25]"));
}

#[test]
fn prompts_tell_the_rules_of_the_arms_that_the_task_has() {
    let shape = TaskShape { columns: 3, rows: 2, objects: 2, layout: BaseLayout::Ur5e, is_moved: false };
    let task = shape.draw(1).expect("a task");
    let [full, line] = [&task, &self::task()].map(|task| PlanningMode::FullPlan.prompt(task, task.start()));
    assert!(
        full.contains("3.3 m x 2.2 m")
            && full.contains("more than 0.4 m and less than 0.8 m")
            && !full.contains("less than 1 m in y")
    );
    assert!(line.contains("less than 1 m in y") && !line.contains("0.4 m"));
    let plan = solve(&task, &SearchEffort::anytime()).plan.expect("a plan");
    assert_eq!(read_plan(&write_plan("Well.", &plan)), Ok(plan));
}

/// The examples of the prompts' forms are read: a planner that copies one is not at fault for its form.
#[test]
fn the_forms_that_prompts_show_can_be_read() {
    let task = task();
    let shown = |mode: PlanningMode| {
        let prompt = mode.prompt(&task, task.start());
        let (_, rest) = prompt.split_once("```json").expect("a block");
        let (block, _) = rest.split_once("```").expect("its end");
        format!("<think></think>```json{block}```")
    };
    assert_eq!(read_plan(&shown(PlanningMode::FullPlan)).map(|plan| plan.steps.len()), Ok(2));
    assert_eq!(read_step(&shown(PlanningMode::RePlan)).map(|step| step.parallelism()), Ok(2));
}

fn steps() -> impl Strategy<Value = Vec<ArmStep>> {
    let coordinate = -3_000_000i64..3_000_000;
    let point = (coordinate.clone(), coordinate).prop_map(|(x, y)| TablePoint::from_micrometres(x, y).expect("near"));
    let one = (0usize..5, point.clone(), point, any::<bool>());
    let one = one.prop_map(|(arm, from, to, carries)| ArmMove { arm: ArmId(arm), from, to, carries });
    let step = prop::collection::vec(one, 0..4).prop_filter_map("one move each", |moves| ArmStep::new(moves).ok());
    prop::collection::vec(step, 0..6)
}

proptest! {
    /// To write and to read are inverse, to the micrometre.
    #[test]
    fn what_is_written_is_read_again(steps in steps(), thoughts in "[a-z ,.\\n\"{}]{0,40}") {
        let plan = ArmPlan { steps };
        prop_assert_eq!(read_plan(&write_plan(&thoughts, &plan)), Ok(plan.clone()));
        for step in &plan.steps {
            prop_assert_eq!(read_step(&write_step(&thoughts, step)), Ok(step.clone()));
        }
    }

    /// No text makes the reader panic, one that is cut off is refused, and another digit or letter in the plan is never read as the same plan.
    #[test]
    fn any_change_of_an_answer_is_told(place in 0..PLAN.len(), by in any::<char>(), cut in any::<bool>()) {
        let mut text: Vec<char> = PLAN.chars().collect();
        let was = text[place];
        if cut { text.truncate(place) } else { text[place] = by }
        let read = read_plan(&text.into_iter().collect::<String>());
        if cut {
            prop_assert!(read.is_err() || place >= PLAN.trim_end().len());
        } else if place > PLAN.find("```json").expect("a block") && was.is_ascii_alphanumeric() && was != by {
            prop_assert_ne!(read, read_plan(PLAN));
        }
    }

    /// Plans that do a task always earn more than those that do not.
    #[test]
    fn a_right_plan_earns_more_than_a_wrong_one(seed in 0u64..20, extra in 0usize..30, less in 0usize..30) {
        let shape = TaskShape { columns: 2, rows: 2, objects: 1, layout: BaseLayout::Even, is_moved: false };
        let task = shape.draw(seed).expect("a task");
        let plan = solve(&task, &SearchEffort::anytime()).plan;
        prop_assume!(plan.is_some());
        let mut plan = plan.expect("assumed");
        let golden = plan.steps.len();
        let mut wrong = ArmPlan { steps: plan.steps[1..].to_vec() };
        wrong.steps.extend((0..less).map(|_| ArmStep::default()));
        plan.steps.splice(0..0, (0..extra).map(|_| ArmStep::default()));
        let total = |plan: &ArmPlan| PlanReward::of_plan(&task, &write_plan("", plan), golden).total();
        prop_assert!(wrong.check(&task).is_err() && total(&plan) > total(&wrong));
    }
}
