//! Plans made from the known one: many options only need a small change of it.

use surefleet_fleet::Decision;

use crate::{
    codes::Code,
    descent::Found,
    expansion::{self, Scene, Work},
    joint::{Act, Assembly},
    memory::Memory,
    task::Task,
};

/// A plan from a state, by place in the team.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub state: Vec<Code>,
    /// The first joint step, as far as it is the team's to choose.
    pub first: Vec<Decision>,
    /// The state after it, and the steps from there.
    pub after: Vec<Code>,
    pub rest: Vec<Vec<Decision>>,
}

/// The rest of a known plan from a state on its way; `None` if the state is not on it.
pub(super) fn from_here(task: &Task, known: Known, state: &[Code]) -> Option<Known> {
    if known.state == state {
        return Some(known);
    }
    let (first, rest) = known.rest.split_first()?;
    if known.after != state {
        return None;
    }
    let (after, _) = step(task, state, first, false)?;
    Some(Known { state: known.after, first: first.clone(), after, rest: rest.to_vec() })
}

/// A plan as it is known from a state.
pub(super) fn known(task: &Task, state: &[Code], steps: &[Vec<Decision>]) -> Option<Known> {
    let (first, rest) = steps.split_first()?;
    let (after, _) = step(task, state, first, false)?;
    Some(Known { state: state.to_vec(), first: first.clone(), after, rest: rest.to_vec() })
}

/// Tries the known plan after another first step: as it is, with the robot's part one step later, and all of it.
pub(super) fn adapted(
    task: &Task,
    memory: &mut Memory,
    state: &[Code],
    known: &Known,
    place: Option<usize>,
    most: u32,
    work: &mut Work,
) -> Option<Found> {
    let later = delayed(task, known, place, &[]);
    let whole: Vec<Vec<Decision>> = std::iter::once(&known.first).chain(&known.rest).cloned().collect();
    [&known.rest, &later, &whole].into_iter().find_map(|steps| follow(task, memory, state, steps, most, work))
}

/// Tries the known plan after the robot has undone its option: with its part two steps later, and all of it.
#[expect(clippy::too_many_arguments, reason = "they are what the callers have, and nothing of its own")]
pub(super) fn undone(
    task: &Task,
    memory: &mut Memory,
    state: &[Code],
    known: &Known,
    place: usize,
    alone: &[Code],
    most: u32,
    work: &mut Work,
) -> Option<Found> {
    let is_back = |act: &&Act| {
        let mut vars = (0..).zip(alone.iter().zip(&known.state)).filter(|(_, (after, before))| after != before);
        let writes = |var: u32, code: Code| act.writes.iter().any(|write| write.var == var && write.code == code);
        vars.all(|(var, (_, before))| writes(var, *before))
    };
    work.take(1);
    let acts = task.problem.acts(state, task.team()[place]);
    let back = acts.iter().find(is_back)?;
    let back = task.problem.operators[back.operator as usize].decision;
    let later = delayed(task, known, Some(place), &[back]);
    let mut whole = vec![task.team().iter().map(|_| task.world().options().idle()).collect::<Vec<_>>()];
    whole[0][place] = back;
    whole.extend(std::iter::once(&known.first).chain(&known.rest).cloned());
    [&later, &whole].into_iter().find_map(|steps| follow(task, memory, state, steps, most, work))
}

/// The known plan after its first step, with one robot's part later: it does something else before.
fn delayed(task: &Task, known: &Known, place: Option<usize>, before: &[Decision]) -> Vec<Vec<Decision>> {
    let idle = task.world().options().idle();
    let mut steps = known.rest.clone();
    steps.extend((0..=before.len()).map(|_| task.team().iter().map(|_| idle).collect()));
    if let Some(place) = place {
        let own = std::iter::once(&known.first).chain(&known.rest).map(|step| step[place]);
        let own = before.iter().copied().chain(own).collect::<Vec<_>>();
        steps.iter_mut().zip(own).for_each(|(step, decision)| step[place] = decision);
    }
    steps
}

/// Does as a plan says as far as that is possible, until all formulas are satisfied.
fn follow(
    task: &Task,
    memory: &mut Memory,
    state: &[Code],
    steps: &[Vec<Decision>],
    most: u32,
    work: &mut Work,
) -> Option<Found> {
    let mut state = state.to_vec();
    let mut found = Found { steps: Vec::new(), states: vec![memory.intern(task, &state)] };
    let mut steps = steps.iter();
    while !expansion::is_achieved(task, &state) {
        if found.steps.len() as u32 >= most || !work.take(task.team().len() as u64) {
            return None;
        }
        let (after, choice) = step(task, &state, steps.next()?, true)?;
        state = after;
        found.steps.push(choice);
        found.states.push(memory.intern(task, &state));
    }
    Some(found)
}

/// The state after a joint step, and the step. Where a robot cannot do as it should, it stays if `is_lenient`.
fn step(task: &Task, state: &[Code], choice: &[Decision], is_lenient: bool) -> Option<(Vec<Code>, Vec<Decision>)> {
    let scene = Scene::with(task, state, choice);
    let mut assembly = Assembly::new(&task.problem, state);
    for (own, decision) in scene.acts.iter().zip(choice) {
        let act = own.iter().find(|act| scene.decision(act) == *decision);
        let is_done = act.is_some_and(|act| assembly.push(act));
        if !(is_done || is_lenient && own.first().is_some_and(|idle| assembly.push(idle))) {
            return None;
        }
    }
    let done = assembly.parts.iter().map(|act| scene.decision(act)).collect();
    Some((scene.after(&assembly)?, done))
}
