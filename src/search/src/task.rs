use std::sync::Arc;

use surefleet_fleet::Decision;
use surefleet_ltl::Formula;
use surefleet_world::{Joint, Refusal, State, World};

use crate::{
    agenda::{Agenda, Progress},
    codes::Code,
    error::TaskError,
    letters::Letter,
    problem::Problem,
    symmetry::Symmetry,
};

/// A mission and its constraints in a world, for a team of its robots, compiled for search.
///
/// Immutable: share it in an `Arc`. Compiling takes long compared with one question, so keep it for the whole mission.
#[derive(Debug)]
pub struct Task {
    world: Arc<World>,
    team: Vec<usize>,
    pub(crate) agenda: Agenda,
    pub(crate) problem: Problem,
    pub(crate) symmetry: Symmetry,
}

impl Task {
    /// Compiles a mission and constraints. `team` are the places of the robots that may act, ascending; the others are
    /// absent throughout.
    ///
    /// # Errors
    /// [`TaskError`] for a proposition that says nothing in this world, a formula that is too large, or an unknown robot.
    pub fn new(
        world: &Arc<World>,
        mission: &Formula,
        constraints: &[Formula],
        team: &[usize],
    ) -> Result<Self, TaskError> {
        let mut team = team.to_vec();
        team.sort_unstable();
        team.dedup();
        if let Some(&robot) = team.iter().find(|&&robot| robot >= world.team_size()) {
            return Err(TaskError::Robot { robot, fleet: world.team_size() });
        }
        let formulas = std::iter::once(mission).chain(constraints).cloned();
        let agenda = Agenda::new(world, formulas)?;
        let problem = Problem::new(world, &agenda, &team, true);
        let symmetry = Symmetry::new(world, &agenda, &problem);
        Ok(Self { world: Arc::clone(world), team, agenda, problem, symmetry })
    }

    /// The task in which at most one robot acts in each joint step, and the others stay: then the steps count the deeds.
    #[must_use]
    pub fn one_at_a_time(mut self) -> Self {
        self.problem.is_one_at_a_time = true;
        self
    }

    /// The same task without the decisions that surely bring about what is forbidden outright: it is sooner clear that no plan achieves
    /// it. Its plans are those of the whole task, but search may find another one of them.
    #[must_use]
    pub fn without_forbidden(mut self) -> Self {
        let is_one_at_a_time = self.problem.is_one_at_a_time;
        self.problem = Problem::new(&self.world, &self.agenda, &self.team, false);
        self.problem.is_one_at_a_time = is_one_at_a_time;
        self.symmetry = Symmetry::new(&self.world, &self.agenda, &self.problem);
        self
    }

    /// The world.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// The places of the robots that may act, ascending.
    pub fn team(&self) -> &[usize] {
        &self.team
    }

    /// The progress after the state at admission.
    pub fn begin(&self, state: &State) -> Progress {
        self.agenda.read(&self.world, &self.agenda.initial(), &Letter { state, deeds: None })
    }

    /// The state and the progress after a joint step.
    ///
    /// # Errors
    /// The first [`Refusal`] of the world.
    pub fn advance(
        &self,
        state: &State,
        progress: &Progress,
        joint: &[Option<Decision>],
    ) -> Result<(State, Progress), Refusal> {
        let after = self.world.apply(state, joint)?;
        let mut step = Joint::new(&self.world, state);
        for (robot, decision) in joint.iter().enumerate() {
            decision.iter().for_each(|&decision| step.push(robot, decision));
        }
        let progress = self.pass(progress, state, joint, &step.on_the_way(), &after);
        Ok((after, progress))
    }

    /// The progress after the letters of a joint step.
    pub(crate) fn pass(
        &self,
        progress: &Progress,
        before: &State,
        joint: &[Option<Decision>],
        on_the_way: &State,
        after: &State,
    ) -> Progress {
        let begun = self.agenda.read(&self.world, progress, &Letter { state: before, deeds: Some(joint) });
        let letter = |state| Letter { state, deeds: None };
        let passed = match on_the_way == before {
            true => begun,
            false => self.agenda.read(&self.world, &begun, &letter(on_the_way)),
        };
        self.agenda.read(&self.world, &passed, &letter(after))
    }

    /// Whether the mission may end here: every formula is satisfied.
    pub fn is_achieved(&self, progress: &Progress) -> bool {
        self.agenda.is_satisfied(progress)
    }

    /// Whether some formula is violated, whatever follows.
    pub fn is_lost(&self, progress: &Progress) -> bool {
        self.agenda.is_lost(progress)
    }

    /// The number of decisions of the team that search chooses from: the others cannot be of use.
    pub fn relevant(&self) -> usize {
        self.problem.operators.len()
    }

    /// The compact state: contents of variables, then states of automata.
    pub(crate) fn compact(&self, state: &State, progress: &Progress) -> Vec<Code> {
        let mut compact = self.problem.read(&self.world, state);
        compact.extend(progress.states.iter().map(|state| Code::try_from(state.index()).expect("automata are small")));
        compact
    }
}
