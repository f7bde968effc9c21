//! The Python module `surefleet_reward`: tasks of arms that share a table, and the rewards of plans for them.
//!
//! It judges with the very code that guards plans elsewhere in this project; nothing is computed here. Training programs import it. Plans and
//! rewards are those of [`surefleet_boxnet`], tasks those of [`surefleet_reach`].

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use surefleet_boxnet::{PlanReward, PlanningMode, lessons, observation, read_plan, read_step, write_plan};
use surefleet_reach::{BaseLayout, BoxNetTask, SearchEffort, TaskShape, solve};

fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Objects on a table with arms, and where each object should be.
#[pyclass(frozen)]
struct Task(BoxNetTask);

#[pymethods]
impl Task {
    /// The task of a JSON object: columns, rows, bases, arms, objects, targets; points are [x, y] in metres.
    #[new]
    fn new(json: &str) -> PyResult<Self> {
        serde_json::from_str(json).map(Self).map_err(wrong)
    }

    /// The task of a seed. `bases`: "even", on every second joint of the grid; "random", on drawn ones; "ur5e", UR5e arms on each joint within the map
    /// (BoxNet3D). `is_moved`: coordinates off the cells' points.
    #[staticmethod]
    #[pyo3(signature = (columns, rows, objects, seed, *, bases="even", is_moved=false))]
    fn draw(columns: u8, rows: u8, objects: usize, seed: u64, bases: &str, is_moved: bool) -> PyResult<Self> {
        let layout: BaseLayout = serde_json::from_value(bases.into()).map_err(wrong)?;
        TaskShape { columns, rows, objects, layout, is_moved }.draw(seed).map(Self).map_err(wrong)
    }

    /// The task as JSON; `Task(task.json())` is the same task.
    fn json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(wrong)
    }

    /// What a planner is asked: for the whole plan, or for one joint step at a time.
    #[pyo3(signature = (*, single_steps=false))]
    fn prompt(&self, single_steps: bool) -> String {
        let mode = if single_steps { PlanningMode::RePlan } else { PlanningMode::FullPlan };
        mode.prompt(&self.0, self.0.start())
    }

    /// What a planner of single steps is told after these answers; an error tells which of them is no valid step.
    fn observation(&self, answers: Vec<String>) -> PyResult<String> {
        let mut state = self.0.start().clone();
        for (number, answer) in answers.iter().enumerate() {
            let told = |fault: String| wrong(format!("answer {}: {fault}", number + 1));
            let step = read_step(answer).map_err(|fault| told(fault.to_string()))?;
            state = self.0.table().apply(&state, &step).map_err(|breach| told(breach.to_string()))?;
        }
        Ok(observation(&self.0, &state))
    }

    /// A plan by search: the number of its joint steps, and the answer that says it, with these thoughts; None if none was found.
    #[pyo3(signature = (thoughts=""))]
    fn plan(&self, py: Python<'_>, thoughts: &str) -> Option<(usize, String)> {
        let plan = py.detach(|| solve(&self.0, &SearchEffort::anytime()).plan)?;
        Some((plan.steps.len(), write_plan(thoughts, &plan)))
    }

    /// The task from where it is after some random valid moves.
    fn wandered(&self, seed: u64, moves: usize) -> Self {
        Self(self.0.wandered(seed, moves))
    }

    /// What a planner of single steps is taught, by search: what it is told, and its answer with a line of reasoning, for each step of a plan;
    /// None if no plan was found.
    fn lessons(&self, py: Python<'_>) -> PyResult<Option<Vec<(String, String)>>> {
        let Some(plan) = py.detach(|| solve(&self.0, &SearchEffort::anytime()).plan) else { return Ok(None) };
        let lessons = lessons(&self.0, &plan).map_err(wrong)?;
        Ok(Some(lessons.into_iter().map(|each| (observation(&self.0, &each.state), each.answer)).collect()))
    }

    /// Whether the trial of a planner of single steps has ended: an answer cannot be read or breaks a rule, or every object is at its target.
    fn is_over(&self, answers: Vec<String>) -> bool {
        let mut state = self.0.start().clone();
        for answer in &answers {
            let next = read_step(answer).ok().and_then(|step| self.0.table().apply(&state, &step).ok());
            match next {
                Some(next) => state = next,
                None => return true,
            }
        }
        self.0.is_solved_by(&state)
    }

    /// Why a whole plan does not do the task, in words for its writer; None if it does.
    fn fault(&self, answer: &str) -> Option<String> {
        match read_plan(answer) {
            Err(fault) => Some(fault.to_string()),
            Ok(plan) => plan.check(&self.0).err().map(|refusal| refusal.to_string()),
        }
    }
}

/// The reward of each whole plan (BoxNet, section 2.2): one task, one answer and one number of golden steps for each.
///
/// Other Python threads run meanwhile.
#[pyfunction]
fn rewards(
    py: Python<'_>,
    tasks: Vec<PyRef<'_, Task>>,
    answers: Vec<String>,
    golden_steps: Vec<usize>,
) -> PyResult<Vec<f64>> {
    each(py, &tasks, &answers, &golden_steps, |task, answer, golden| PlanReward::of_plan(task, answer, golden))
}

/// The reward of each trial of a planner of single steps: one task, one list of answers and one number of golden steps for each.
#[pyfunction]
fn rewards_of_turns(
    py: Python<'_>,
    tasks: Vec<PyRef<'_, Task>>,
    answers: Vec<Vec<String>>,
    golden_steps: Vec<usize>,
) -> PyResult<Vec<f64>> {
    each(py, &tasks, &answers, &golden_steps, |task, answers, golden| PlanReward::of_turns(task, answers, golden))
}

fn each<T: Sync>(
    py: Python<'_>,
    tasks: &[PyRef<'_, Task>],
    answers: &[T],
    golden_steps: &[usize],
    reward: impl Fn(&BoxNetTask, &T, usize) -> PlanReward + Sync,
) -> PyResult<Vec<f64>> {
    let counts = [tasks.len(), answers.len(), golden_steps.len()];
    if counts[0] != counts[1] || counts[0] != counts[2] {
        let [tasks, answers, golden] = counts;
        return Err(wrong(format!("{tasks} tasks, {answers} answers and {golden} golden steps: give as many of each")));
    }
    let tasks: Vec<&BoxNetTask> = tasks.iter().map(|task| &task.0).collect();
    Ok(py.detach(|| {
        let all = tasks.iter().zip(answers).zip(golden_steps);
        all.map(|((task, answer), golden)| reward(task, answer, *golden).total()).collect()
    }))
}

/// The module.
#[pymodule]
fn surefleet_reward(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Task>()?;
    module.add_function(wrap_pyfunction!(rewards, module)?)?;
    module.add_function(wrap_pyfunction!(rewards_of_turns, module)?)
}
