//! Plans of BoxNet3D, and what MuJoCo sees of them.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use surefleet_cli::work::bar;
use surefleet_reach::{ArmId, ArmPlan, BoxNetTask, SearchEffort, TableState, TaskSet, TaskShape, solve};

use super::{arms::touches, count, median};
use crate::{
    clock::milliseconds,
    measurement::{Column, Unit},
    python::PythonPeer,
};

/// The margin that the rules promise, and the side of an object, in metres.
const MARGIN_M: f64 = 0.05;
const OBJECT_M: f64 = 0.08;

/// An arm comes down at what is so near to an end of its way, in micrometres.
const HANDLED_UM: u64 = 100_000;

/// Plans for tasks of BoxNet3D.
#[derive(Default)]
pub struct HallRow {
    tasks: usize,
    pub solved: usize,
    fewest: usize,
    steps: usize,
    most_parallel: usize,
    times_ms: Vec<f64>,
    judged: Option<usize>,
    pub touching: Option<usize>,
}

impl HallRow {
    /// Measures, on the tasks that are wanted by shape and number; a peer has its MuJoCo move the arms as the plans say.
    ///
    /// # Errors
    /// A task that cannot be drawn, a plan that breaks a rule, or a peer that ended.
    pub fn measure(
        seed: u64,
        is_wanted: impl Fn(&TaskShape, u64) -> bool + Copy,
        mut peer: Option<&mut PythonPeer>,
    ) -> Result<Self> {
        let mut row = Self::default();
        let progress = bar(count(TaskSet::SpaceTest, is_wanted), "tasks in space");
        for task in TaskSet::SpaceTest.some_tasks(seed, is_wanted) {
            let task = task?;
            row.tasks += 1;
            // Only once: pairs of ways are remembered, also from drawing the task.
            let mut found = None;
            let solving = || {
                found = Some(solve(&task, &SearchEffort::anytime()));
                Ok(())
            };
            row.times_ms.push(milliseconds(1, solving)?);
            let found = found.context("it was solved")?;
            row.fewest += usize::from(found.has_fewest_steps());
            if let Some(plan) = found.plan {
                let scenes = scenes(&task, &plan)?;
                row.solved += 1;
                row.steps += plan.steps.len();
                row.most_parallel += plan.most_parallel();
                if let Some(peer) = peer.as_deref_mut() {
                    let touching = touches(task.table().placed(ArmId(0)).as_ref(), &scenes, MARGIN_M, peer)?;
                    *row.judged.get_or_insert(0) += scenes.len();
                    *row.touching.get_or_insert(0) += touching.iter().filter(|timings| **timings > 0).count();
                }
            }
            progress.inc(1);
        }
        progress.finish_and_clear();
        Ok(row)
    }

    /// A sum over all plans as their average.
    fn mean(&self, sum: usize) -> Option<f64> {
        (self.solved > 0).then(|| sum as f64 / self.solved as f64)
    }
}

/// The steps of a plan, which is checked, for MuJoCo: where the arms stand, the ways that they go, and the objects that nobody carries.
fn scenes(task: &BoxNetTask, plan: &ArmPlan) -> Result<Vec<Value>> {
    let table = task.table();
    let mut state = task.start().clone();
    let scene = |before: &TableState, after: &TableState| -> Result<Value> {
        let ends = |arm: usize| [before.arms()[arm], after.arms()[arm]];
        let arms = 0..table.bases().len();
        let ways = arms.clone().map(|arm| table.way(ArmId(arm), ends(arm)[0], ends(arm)[1]).context("a way"));
        let lying = before.objects().iter().zip(after.objects()).filter(|(was, is)| was == is).map(|(place, _)| place);
        let objects = lying.map(|place| {
            let is_handled = |arm: &usize| ends(*arm).iter().any(|end| end.distance_um(*place) < HANDLED_UM);
            let [x, y] = place.metres();
            json!({"x": x, "y": y, "side_m": OBJECT_M, "handled_by": arms.clone().filter(is_handled).collect::<Vec<_>>()})
        });
        let bases = table.bases().iter().map(|base| {
            let [x, y] = base.metres();
            json!({"x": x, "y": y, "yaw": 0.0})
        });
        Ok(json!({
            "bases": bases.collect::<Vec<_>>(), "ways": ways.collect::<Result<Vec<_>>>()?, "objects": objects.collect::<Vec<_>>(),
        }))
    };
    let steps = plan.steps.iter().map(|step| {
        let after = table.apply(&state, step)?;
        let scene = scene(&state, &after)?;
        state = after;
        Ok(scene)
    });
    let scenes = steps.collect::<Result<Vec<_>>>()?;
    plan.check(task)?;
    Ok(scenes)
}

/// The columns of its sheet.
pub fn hall_columns() -> Vec<Column<HallRow>> {
    type C = Column<HallRow>;
    vec![
        C::new("tasks", "tasks", Unit::Plain, |row| row.tasks.into()),
        C::new("solved", "solved", Unit::Plain, |row| row.solved.into()),
        C::new("fewest", "proven fewest", Unit::Plain, |row| row.fewest.into()),
        C::new("steps", "joint steps", Unit::Digits(2), |row| row.mean(row.steps).into()),
        C::new("most_parallel", "most arms in a step", Unit::Digits(2), |row| row.mean(row.most_parallel).into()),
        C::new("median_ms", "search, median", Unit::Milliseconds(1), |row| median(&row.times_ms).into()),
        C::new("worst_ms", "worst", Unit::Milliseconds(1), |row| row.times_ms.iter().copied().reduce(f64::max).into()),
        C::new("judged", "joint steps beside MuJoCo", Unit::Plain, |row| row.judged.into()),
        C::new("touching", "of these near in some timing", Unit::Plain, |row| row.touching.into()),
    ]
}
