use crate::ids::BoxId;
use crate::moves::{ArmMove, ArmStep};
use crate::rules::RuleBreach;
use crate::state::TableState;
use crate::task::BoxNetTask;

/// Joint steps, one after the other.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct ArmPlan {
    /// Its steps.
    pub steps: Vec<ArmStep>,
}

/// Why a plan does not solve a task.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArmPlanRefusal {
    /// A step is refused where it would be taken.
    #[error("step {}: {refusal}", step + 1)]
    Step {
        /// The number of the step, from 0.
        step: usize,
        /// Why it is refused.
        refusal: RuleBreach,
    },
    /// All steps are valid, but objects are not where they should be.
    #[error("after the last step {} is not at its target: add steps", objects[0])]
    Unsolved {
        /// The objects; there is one at least.
        objects: Vec<BoxId>,
    },
}

impl ArmPlan {
    /// Takes all steps from the start of a task, and returns the last state.
    ///
    /// The goal must hold in the end; whether it held before does not count.
    ///
    /// # Errors
    ///
    /// If a step is refused, or an object is not at its target in the end.
    pub fn check(&self, task: &BoxNetTask) -> Result<TableState, ArmPlanRefusal> {
        let mut state = task.start().clone();
        for (step, joint) in self.steps.iter().enumerate() {
            let next = task.table().apply(&state, joint);
            state = next.map_err(|refusal| ArmPlanRefusal::Step { step, refusal })?;
        }
        let objects: Vec<_> = task.misplaced(&state).collect();
        if objects.is_empty() { Ok(state) } else { Err(ArmPlanRefusal::Unsolved { objects }) }
    }

    /// How far all ends of arms go together, in micrometres.
    #[must_use]
    pub fn length_um(&self) -> u64 {
        self.steps.iter().flat_map(ArmStep::moves).map(ArmMove::length_um).sum()
    }

    /// The most arms that move in one step: what §4.1 calls Para., 2.24 on average for A* in Table 2.
    #[must_use]
    pub fn most_parallel(&self) -> usize {
        self.steps.iter().map(ArmStep::parallelism).max().unwrap_or(0)
    }

    /// How many arms move in a step, on average; 0 for a plan without steps.
    ///
    /// Table 6 has 1.75 for the same A* on the same tasks, and does not say what it counts. An average over steps is the reading that
    /// is always below [`ArmPlan::most_parallel`].
    #[must_use]
    pub fn mean_parallel(&self) -> f64 {
        let moves: usize = self.steps.iter().map(ArmStep::parallelism).sum();
        moves as f64 / self.steps.len().max(1) as f64
    }
}
