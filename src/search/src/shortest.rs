//! The shortest plan: a first plan by descent, then proofs and better plans by iterative deepening.

use surefleet_fleet::Decision;
use surefleet_world::State;

use crate::{
    agenda::Progress,
    codes::Code,
    descent::{self, Found},
    expansion::{Scene, Work},
    memory::{Memory, Reach},
    plan::Plan,
    task::Task,
};

/// The work that a question may cost, counted in decisions that are tried within joint steps (a look at a state's
/// relaxation counts as one for every 64 of its nodes): not in time, so that every machine gives the same answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget(pub u64);

impl Default for Budget {
    /// A million: about a second.
    fn default() -> Self {
        Self(1_000_000)
    }
}

/// The answer to the question for a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A plan, which the checker has accepted.
    Found {
        /// The plan.
        plan: Plan,
        /// Whether no plan has fewer steps.
        is_shortest: bool,
    },
    /// No plan of so few steps exists.
    Impossible,
    /// The budget did not suffice to tell.
    OutOfBudget,
}

/// Looks for a plan of at most `most` joint steps from a state, as short as the budget allows.
pub fn shortest(task: &Task, state: &State, progress: &Progress, most: u32, budget: Budget) -> Answer {
    let start = task.compact(state, progress);
    let mut memory = Memory::new(task, &start);
    let mut best = None;
    loop {
        let mut work = Work { left: budget.0 };
        let answer = search(task, &mut memory, &start, most, best.take(), &mut work);
        if memory.is_symmetric && memory.is_order_felt {
            // Its plan is one all the same.
            memory.without_symmetry(task);
            if let Answer::Found { plan, .. } = answer {
                best = Some(plan).filter(|plan| is_accepted(task, state, progress, plan));
            }
            continue;
        }
        return match answer {
            Answer::Found { plan, is_shortest } if is_accepted(task, state, progress, &plan) => {
                Answer::Found { plan, is_shortest }
            }
            Answer::Found { .. } => Answer::OutOfBudget,
            answer => answer,
        };
    }
}

/// The plan without what can be left out of it: a decision by itself, or two of one robot, such as opening what it closes later. It takes
/// as many joint steps.
pub fn without_needless(task: &Task, state: &State, progress: &Progress, mut plan: Plan) -> Plan {
    let idle = task.world().options().idle();
    for &robot in task.team() {
        for first in 0..plan.len() {
            // The same step twice: one decision.
            for last in first..plan.len() {
                if [first, last].iter().any(|step| plan.steps[*step][robot] == Some(idle)) {
                    continue;
                }
                let mut leaner = plan.clone();
                [first, last].iter().for_each(|step| leaner.steps[*step][robot] = Some(idle));
                if is_accepted(task, state, progress, &leaner) {
                    plan = leaner;
                }
            }
        }
    }
    plan
}

/// Whether the world allows a plan and it satisfies the formulas: search is not believed.
pub(crate) fn is_accepted(task: &Task, state: &State, progress: &Progress, plan: &Plan) -> bool {
    let mut now = (state.clone(), progress.clone());
    for joint in &plan.steps {
        match task.advance(&now.0, &now.1, joint) {
            Ok(next) => now = next,
            Err(_) => return false,
        }
    }
    task.agenda.is_satisfied_by_definition(&now.1)
}

fn search(task: &Task, memory: &mut Memory, start: &[Code], most: u32, known: Option<Plan>, work: &mut Work) -> Answer {
    let root = memory.intern(task, start);
    if crate::expansion::is_lost(task, start) {
        return Answer::Impossible;
    }
    memory.estimate(task, root, work);
    memory.estimate_closely(task, root, work);
    if memory.lower(root).is_none_or(|lower| lower > most) {
        return Answer::Impossible;
    }
    // Half of the work for a first plan, and each time a shorter one.
    let mut best: Option<Plan> = (memory.upper(root) == Some(0)).then(Plan::default).or(known);
    let found = work.part(work.left / 2, |work| match &best {
        Some(plan) => descent::shorter(task, memory, start, plan.len() as u32, work),
        None => descent::descend(task, memory, start, most, work)
            .map(|found| descent::improved(task, memory, start, found, work)),
    });
    if let Some(found) = found {
        note(memory, &found);
        best = Some(whole(task, &found.steps));
    }
    let limit = best.as_ref().map_or(most, |plan| plan.len() as u32 - u32::from(!plan.is_empty()));
    let is_settled = deepen(task, memory, root, limit, work);
    if let (Some(true), Some(upper)) = (is_settled, memory.upper(root))
        && best.as_ref().is_none_or(|plan| (upper as usize) < plan.len())
    {
        if let Some(plan) = walk(task, memory, start, upper) {
            return Answer::Found { plan, is_shortest: true };
        }
        return best.map_or(Answer::OutOfBudget, |plan| Answer::Found { plan, is_shortest: false });
    }
    match (best, is_settled) {
        (Some(plan), settled) => Answer::Found { plan, is_shortest: settled.is_some() },
        (None, Some(false)) => Answer::Impossible,
        (None, _) => Answer::OutOfBudget,
    }
}

/// Whether a plan of at most so many steps exists; then the least number is known. `None`: the work was not enough.
pub(crate) fn deepen(task: &Task, memory: &mut Memory, root: u32, most: u32, work: &mut Work) -> Option<bool> {
    loop {
        let Some(lower) = memory.lower(root).filter(|&lower| lower <= most) else { return Some(false) };
        match memory.reach(task, root, lower, work) {
            Reach::Yes => return Some(true),
            Reach::No => {}
            Reach::Open => return None,
        }
    }
}

/// Notes the bounds that a plan gives for the states on its way.
pub(crate) fn note(memory: &mut Memory, found: &Found) {
    for (&state, left) in found.states.iter().rev().zip(0..) {
        memory.note_upper(state, left);
    }
}

/// The plan of the whole fleet.
pub(crate) fn whole(task: &Task, steps: &[Vec<Decision>]) -> Plan {
    let steps = steps.iter().map(|choice| {
        let mut joint = vec![None; task.world().team_size()];
        task.team().iter().zip(choice).for_each(|(&robot, &decision)| joint[robot] = Some(decision));
        joint
    });
    Plan { steps: steps.collect() }
}

/// Follows known bounds from a state to the goal.
pub(crate) fn walk(task: &Task, memory: &mut Memory, start: &[Code], steps: u32) -> Option<Plan> {
    let mut state = start.to_vec();
    let mut choices: Vec<Vec<Decision>> = Vec::new();
    // What was found once is walked again, whatever is left.
    let mut again = Work { left: 1 << 24 };
    for left in (0..steps).rev() {
        let mut scene = Scene::new(task, &state, false);
        let mut next: Option<(Vec<Code>, Vec<Decision>)> = None;
        scene.each(&mut again, &mut |after, choice| {
            let number = memory.intern(task, &after);
            if memory.upper(number).is_some_and(|upper| upper <= left) {
                next = Some((after, choice.to_vec()));
            }
            next.is_none()
        });
        let (after, choice) = next?;
        choices.push(choice);
        state = after;
    }
    Some(whole(task, &choices))
}
