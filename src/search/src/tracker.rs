//! The progress of a mission for one who sees the world at the beginning of each joint step.

use std::sync::Arc;

use surefleet_fleet::{Brief, Decision, Turn};
use surefleet_ltl::Formula;
use surefleet_world::{Joint, State, World};

use crate::{agenda::Progress, error::TaskError, letters::Letter, task::Task};

/// Follows a mission from turn to turn.
///
/// It is told the joint steps so far and the world after them. A step that was missed is filled in: it did what its
/// decisions do. One that begins in the middle has not seen the worlds before, so it takes all of them for the present
/// one; then [`is_whole`](Self::is_whole) is false. The safety monitor, which sees every world, has the last word on
/// whether a mission is achieved.
#[derive(Debug)]
pub struct Tracker {
    task: Arc<Task>,
    seen: Option<Seen>,
    is_whole: bool,
}

#[derive(Debug)]
struct Seen {
    steps: usize,
    state: State,
    progress: Progress,
}

impl Tracker {
    /// Follows a mission that it has not seen anything of.
    pub fn new(task: Arc<Task>) -> Self {
        Self { task, seen: None, is_whole: true }
    }

    /// The task.
    pub fn task(&self) -> &Arc<Task> {
        &self.task
    }

    /// Whether it has seen the world after each step.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The progress in the world of a turn, which tells the joint steps so far.
    pub fn follow_turn(&mut self, state: &State, turn: &Turn) -> &Progress {
        let world = Arc::clone(self.task.world());
        let places: Vec<Option<usize>> = turn.brief.team.iter().map(|robot| world.place(robot)).collect();
        let row = |row: &Vec<Option<Decision>>| {
            let mut joint = vec![None; world.team_size()];
            for (decision, place) in row.iter().zip(&places) {
                if let Some(place) = place {
                    joint[*place] = decision.filter(|&decision| world.options().contains(decision));
                }
            }
            joint
        };
        let steps: Vec<Vec<Option<Decision>>> = turn.history.iter().map(row).collect();
        self.follow(state, &steps)
    }

    /// The progress in a world after these joint steps; in each step the decisions stand by place in the world.
    pub fn follow(&mut self, state: &State, steps: &[Vec<Option<Decision>>]) -> &Progress {
        let task = Arc::clone(&self.task);
        let known = self.seen.take().filter(|seen| seen.steps <= steps.len());
        let mut seen = known.unwrap_or_else(|| {
            self.is_whole = steps.is_empty();
            Seen { steps: 0, state: state.clone(), progress: task.begin(state) }
        });
        while let Some(joint) = steps.get(seen.steps) {
            let is_last = seen.steps + 1 == steps.len();
            let predicted = || task.world().apply(&seen.state, joint).unwrap_or_else(|_| seen.state.clone());
            let after = if is_last { state.clone() } else { predicted() };
            self.is_whole &= is_last;
            seen = Seen {
                steps: seen.steps + 1,
                progress: task.observe(&seen.progress, &seen.state, joint, &after),
                state: after,
            };
        }
        if seen.state != *state {
            // Somebody else has changed the world.
            seen = Seen { progress: task.see(&seen.progress, state), state: state.clone(), ..seen };
        }
        &self.seen.insert(seen).progress
    }
}

impl Task {
    /// The task of a mission that the safety monitor has read as formulas, for the mission's team, which keeps the fleet's rules.
    ///
    /// # Errors
    /// [`TaskError`]: there are no formulas, or one says nothing in this world.
    pub fn of_brief(world: &Arc<World>, brief: &Brief) -> Result<Self, TaskError> {
        let [mission, rest @ ..] = brief.formulas.as_slice() else { return Err(TaskError::NoFormula) };
        let mission = Formula::parse(mission)?;
        let rest = rest.iter().chain(&brief.rules).map(|text| Formula::parse(text)).collect::<Result<Vec<_>, _>>()?;
        let mut team: Vec<usize> = brief.team.iter().filter_map(|robot| world.place(robot)).collect();
        team.sort_unstable();
        Self::new(world, &mission, &rest, &team)
    }

    /// The progress after a joint step that ended in a world, whatever it was expected to do.
    pub fn observe(&self, progress: &Progress, before: &State, joint: &[Option<Decision>], after: &State) -> Progress {
        let mut step = Joint::new(self.world(), before);
        for (robot, decision) in joint.iter().enumerate() {
            let permitted = decision.filter(|&decision| step.is_permitted(robot, decision));
            permitted.iter().for_each(|&decision| step.push(robot, decision));
        }
        self.pass(progress, before, joint, &step.on_the_way(), after)
    }

    /// The progress after one more moment of the world, in which no step begins.
    pub fn see(&self, progress: &Progress, state: &State) -> Progress {
        self.agenda.read(self.world(), progress, &Letter { state, deeds: None })
    }
}
