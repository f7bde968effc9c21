use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};
use surefleet_reach::{ArmMake, BoxNetTask, TableState};

/// How a planner is asked (§2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanningMode {
    /// For the whole plan at once (the paper's FullPlan).
    FullPlan,
    /// For one joint step at a time; each answer is followed by an observation of where things are then (the paper's RePlan).
    RePlan,
}

const TASK: &str = "\
Several robot arms share a table. Plan their joint steps so that every object comes to its target, in as few joint steps as possible.

How to read the numbers
- A point is [x, y] in metres. Base, arm, object and target are given by such points.
";

const LINE_RULES: &str = "\
- An arm is the straight line from its base, which never moves, to its end. \"arm\" below is the point of that end.

What an arm may do
- In one joint step, an arm's end goes straight from where it is to another point. Several arms may move in one step, each at most once.
- The end stays less than 1 m from the base in x and less than 1 m in y, and on the table. A base at [1, 1] reaches [0.25, 1.75], not [0, 0.25].
- An arm takes an object along only if the move says True and the arm's end is exactly where the object is before the move.
  Otherwise, first move the end to the object, with False.

What must not happen
- Two arms must not touch, before or after a step. Paths of ends must not touch each other, and the path of one end must not touch
  another arm, wherever that arm is before or after the step. Two ends at one point touch, too.
- Two objects must not lie at one point after a step.
";

const UR5E_RULES: &str = "\
- An arm swings around its base, which never moves. \"arm\" below is the point under its end.

What an arm may do
- In one joint step, an arm's end goes from where it is to another point, over the objects. Several arms may move in one step, each at most once.
- The end stays more than 0.4 m and less than 0.8 m from the arm's own base, more than 0.4 m from each other base, and on the table. A base at
  [1.1, 1.1] reaches [0.55, 0.55], not [1.1, 0.8] and not [2, 1.1].
- An arm takes an object along only if the move says True and the arm's end is exactly where the object is before the move.
  Otherwise, first move the end to the object, with False.

What must not happen
- Two arms must not come within 0.05 m of each other while they move, however fast each is. So no arm comes to a point while another leaves it.
- Two objects must not lie within 0.25 m of each other after a step, and none within 0.4 m of a base.
";

const ANSWER: &str = "
How to answer
First think, once, between <think> and </think>: where everything is, which arm reaches what, what could collide, what can be done at the same time.
Then write one block of JSON and nothing else. ";

const PLAN_FORM: &str = "It is a list of joint steps; a robot that does not move is left out of its step:
```json
[
  {\"Robot 0\": \"[0.25, 0.25] -> [0.75, 0.75], True\", \"Robot 1\": \"[2.25, 0.25] -> [1.75, 0.25], False\"},
  {\"Robot 1\": \"[1.75, 0.25] -> [1.25, 0.75], True\"}
]
```
After the last step every object must lie at its target.";

const STEP_FORM: &str = "It is the next joint step; a robot that does not move is left out:
```json
{\"Robot 0\": \"[0.25, 0.25] -> [0.75, 0.75], True\", \"Robot 1\": \"[2.25, 0.25] -> [1.75, 0.25], False\"}
```
Then you are told where everything is, between <observation> and </observation>, and answer with the step after it, until every object lies at its
target.";

impl PlanningMode {
    /// The prompt for a task whose arms and objects are as in the state.
    #[must_use]
    pub fn prompt(self, task: &BoxNetTask, state: &TableState) -> String {
        let table = task.table();
        let [width_m, height_m] = table.size_m();
        let size = format!("The table is {width_m} m x {height_m} m, with a corner at [0, 0].");
        let rules = match table.make() {
            ArmMake::Line => LINE_RULES,
            ArmMake::Ur5e => UR5E_RULES,
        };
        let (form, places) = match self {
            Self::FullPlan => (PLAN_FORM, map_state(task, state)),
            Self::RePlan => (STEP_FORM, observation(task, state)),
        };
        format!("{TASK}{rules}{ANSWER}{form}\n\n{size}\n{places}")
    }
}

/// What a planner of single steps is told after a step: where everything is then.
#[must_use]
pub fn observation(task: &BoxNetTask, state: &TableState) -> String {
    format!("<observation>\n{}</observation>\n", map_state(task, state))
}

/// Where objects, targets and arms are, in the lines of the paper's listings. Numbers begin at 0.
#[must_use]
pub fn map_state(task: &BoxNetTask, state: &TableState) -> String {
    let mut text = "Object positions:\n".to_owned();
    let mut line = |line: fmt::Arguments<'_>| text.write_fmt(line).expect("a String takes all that is written");
    for (object, place) in state.objects().iter().enumerate() {
        line(format_args!("Object {object}: {place}\n"));
    }
    line(format_args!("Target positions:\n"));
    for (object, target) in task.targets().iter().enumerate() {
        line(format_args!("Object {object} target: {target}\n"));
    }
    line(format_args!("Robot positions:\n"));
    for (arm, (base, end)) in task.table().bases().iter().zip(state.arms()).enumerate() {
        line(format_args!("Robot {arm}: base {base}, arm {end}\n"));
    }
    text
}
