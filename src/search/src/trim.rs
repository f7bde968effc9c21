//! Plans with less in them: what nothing rests on is left out, and what can be done earlier is.

use surefleet_fleet::Decision;

use crate::{
    codes::Code,
    descent::Found,
    expansion::{self, Scene, Work},
    joint::Assembly,
    memory::Memory,
    task::Task,
};

/// A plan as good as this one or shorter, and no longer needs anything that can be left out.
pub(crate) fn trimmed(task: &Task, memory: &mut Memory, state: &[Code], found: Found, work: &mut Work) -> Found {
    let idle = task.problem.idle;
    let mut steps = found.steps;
    let mut is_stable = false;
    while !std::mem::replace(&mut is_stable, true) {
        for place in 0..task.team().len() {
            let mut at = 0;
            while at < steps.len() {
                let mut tried = steps.clone();
                if steps[at][place] == idle {
                    // The robot does the rest of its share one step earlier.
                    let rest = steps[at + 1..].iter().map(|step| step[place]).chain([idle]);
                    tried[at..].iter_mut().zip(rest).for_each(|(step, decision)| step[place] = decision);
                } else {
                    tried[at][place] = idle;
                }
                if tried != steps
                    && work.take(task.team().len() as u64 * steps.len() as u64)
                    && let Some(shorter) = follow(task, state, &tried)
                {
                    steps.truncate(shorter);
                    tried.truncate(shorter);
                    steps = tried;
                    is_stable = false;
                } else {
                    at += 1;
                }
            }
        }
    }
    let mut states = vec![memory.intern(task, state)];
    let mut now = state.to_vec();
    for step in &steps {
        match after(task, &now, step) {
            Some(next) => now = next,
            None => break,
        }
        states.push(memory.intern(task, &now));
    }
    Found { steps, states }
}

/// The steps after which all formulas are satisfied, if all can be done.
fn follow(task: &Task, state: &[Code], steps: &[Vec<Decision>]) -> Option<usize> {
    let mut state = state.to_vec();
    for (at, step) in steps.iter().enumerate() {
        if expansion::is_achieved(task, &state) {
            return Some(at);
        }
        state = after(task, &state, step)?;
    }
    expansion::is_achieved(task, &state).then_some(steps.len())
}

fn after(task: &Task, state: &[Code], step: &[Decision]) -> Option<Vec<Code>> {
    let scene = Scene::with(task, state, step);
    let mut assembly = Assembly::new(&task.problem, state);
    for (own, decision) in scene.acts.iter().zip(step) {
        let act = own.iter().find(|act| scene.decision(act) == *decision)?;
        if !assembly.push(act) {
            return None;
        }
    }
    scene.after(&assembly)
}
