use serde::{Deserialize, Serialize};

use crate::beam::Beam;
use crate::board::{Board, Places};
use crate::bounds::{Bounds, is_hopeless};
use crate::exact::{End, Exact};
use crate::plan::ArmPlan;
use crate::relaxed::Relaxed;
use crate::task::BoxNetTask;
use crate::tree::Cost;

/// How much a search may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchEffort {
    /// How many places of all things are kept after each step, by pass: narrow ones find a plan, wide ones a better one. A pass is
    /// left out once a plan has as few steps as the lower bound.
    pub widths: Vec<usize>,
    /// How many choices the search for a better lower bound looks at, once there is a plan; 0 leaves it out.
    pub bound: u64,
    /// How many parts of joint steps the complete search looks at; 0 leaves it out.
    pub proof: u64,
}

impl SearchEffort {
    /// Enough to find plans on maps of 6 x 6 cells, without a complete search.
    #[must_use]
    pub fn anytime() -> Self {
        Self { widths: vec![2, 8, 64, 256], bound: 2_000_000, proof: 0 }
    }

    /// Likewise, and then a complete search, which proves small tasks.
    #[must_use]
    pub fn proven() -> Self {
        Self { proof: 20_000_000, ..Self::anytime() }
    }
}

/// What is known of the best plan of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedTask {
    /// The best plan that was found: the fewest steps, then the shortest paths.
    pub plan: Option<ArmPlan>,
    /// No plan over the search's points has fewer steps. If it has as many as the plan, no plan has fewer.
    pub least_steps: u32,
    /// Whether no plan over the search's points has fewer steps, or as many and shorter paths; without a plan, that there is none.
    pub is_proven: bool,
    /// How many places of all things were expanded.
    pub expanded: u64,
}

impl SolvedTask {
    /// Whether the plan has as few steps as any.
    #[must_use]
    pub fn has_fewest_steps(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.steps.len() as u32 <= self.least_steps)
    }
}

/// Looks for the plan with the fewest joint steps, and among these for the shortest paths of arms' ends.
///
/// The points that arms may go to are those of each cell, and those that the task names; with moved coordinates other points might allow
/// a still better plan. First come passes that keep the most promising places; a lower bound often proves that no plan has fewer
/// steps than what they find. Then A* over all joint steps goes on below the plan's cost until the effort is spent.
///
/// Its cost is (steps, length), compared in this order. Both are bounded from below apart, which keeps it admissible: the optimum's bound
/// is at most its cost in steps, and where that is equal, in length.
#[must_use]
pub fn solve(task: &BoxNetTask, effort: &SearchEffort) -> SolvedTask {
    let board = Board::new(task);
    let bounds = Bounds::new(&board);
    let start = board.start();
    let is_hopeless = is_hopeless(&board, &bounds, &start);
    let least_steps = if is_hopeless { u32::MAX } else { bounds.steps(&board, &start) };
    let best = board.is_solved(&start).then(|| ((0, 0), ArmPlan::default()));
    let is_proven = is_hopeless || best.is_some();
    let mut solving = Solving { board: &board, bounds: &bounds, start, best, least_steps, is_proven, expanded: 0 };
    if !is_proven {
        solving.look_for_plans(effort);
        if effort.proof > 0 {
            solving.prove(effort.proof);
        }
    }
    let Solving { best, least_steps, is_proven, expanded, .. } = solving;
    SolvedTask { plan: best.map(|(_, plan)| plan), least_steps, is_proven, expanded }
}

/// What is known of a task so far.
struct Solving<'a> {
    board: &'a Board<'a>,
    bounds: &'a Bounds,
    start: Places,
    best: Option<(Cost, ArmPlan)>,
    least_steps: u32,
    is_proven: bool,
    expanded: u64,
}

impl Solving<'_> {
    /// The cost that a better plan stays below.
    fn below(&self) -> Cost {
        self.best.as_ref().map_or((u32::MAX, u64::MAX), |(cost, _)| *cost)
    }

    fn look_for_plans(&mut self, effort: &SearchEffort) {
        let mut beam = Beam { board: self.board, bounds: self.bounds, width: 0, expanded: 0 };
        let (relaxed, mut bound) = (Relaxed::new(self.board, self.bounds), effort.bound);
        for &width in &effort.widths {
            beam.width = width;
            if let Some(better) = beam.run(self.start.clone(), self.below()) {
                self.best = Some(better);
                self.least_steps = relaxed.bound(&self.start, self.least_steps, self.below().0, &mut bound);
            }
            if self.below().0 <= self.least_steps {
                break;
            }
        }
        self.expanded += beam.expanded;
    }

    fn prove(&mut self, effort: u64) {
        let mut exact = Exact::new(self.board, self.bounds, self.below(), effort);
        match exact.run(self.start.clone()) {
            End::Proven(better) => {
                self.best = better.or(self.best.take());
                self.is_proven = true;
                self.least_steps = self.below().0;
            }
            End::Spent(bound) => self.least_steps = self.least_steps.max(bound.0),
        }
        self.expanded += exact.expanded;
    }
}
