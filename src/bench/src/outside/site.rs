//! The site of a benchmark: a world with its words, in which missions are compared and planned.

use std::sync::Arc;

use anyhow::{Context, Result};
use surefleet_english::Vocabulary;
use surefleet_fleet::RobotId;
use surefleet_ltl::Formula;
use surefleet_safety::{Comparison, compare};
use surefleet_search::{Answer, Budget, Plan, Task, check_plan, shortest};
use surefleet_world::{Domain, Robot, State, World};

use crate::english::same::are_same;

/// The most steps of a plan.
const HORIZON: u32 = 60;

/// The work that a plan may cost.
const BUDGET: Budget = Budget(2_000_000);

/// A plan that search has found.
pub struct Planned {
    /// The plan.
    pub plan: Plan,
    /// Whether no plan has fewer steps.
    pub is_shortest: bool,
}

/// A world and its words.
pub struct Site {
    /// The world.
    pub world: Arc<World>,
    /// Its words.
    pub vocabulary: Vocabulary,
}

impl Site {
    /// The site that a domain file describes, with robots: each a name and a kind.
    ///
    /// # Errors
    /// A mistake in the file, or in a robot.
    pub fn of<'a>(yaml: &str, name: &str, robots: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self> {
        let robots = robots.into_iter().map(|(name, kind)| {
            let id = RobotId::new(name).with_context(|| format!("{name:?} is no name of a robot"))?;
            Ok(Robot { id, kind: Some(kind.to_owned()) })
        });
        let robots = robots.collect::<Result<Vec<_>>>()?;
        let world = Arc::new(World::new(Arc::new(Domain::parse(yaml, name)?), &robots)?);
        Ok(Self { vocabulary: Vocabulary::of(&world), world })
    }

    /// Whether two formulas mean the same in every course of this world; `None`: it took too much work to tell.
    pub fn is_same(&self, one: &Formula, other: &Formula) -> Option<bool> {
        if are_same(one, other) {
            return Some(true);
        }
        let told = compare(&self.world, one, other).ok().flatten()?;
        Some(told == Comparison::Same)
    }

    /// A plan in which one robot acts at a time, as short as the budget allows; `None`: none was found.
    ///
    /// # Errors
    /// A formula about something that the world does not have.
    pub fn plan(&self, state: &State, mission: &Formula) -> Result<Option<Planned>> {
        let task = Task::new(&self.world, mission, &[], &self.team())?.one_at_a_time();
        match shortest(&task, state, &task.begin(state), HORIZON, BUDGET) {
            Answer::Found { plan, is_shortest } => Ok(Some(Planned { plan, is_shortest })),
            Answer::Impossible | Answer::OutOfBudget => Ok(None),
        }
    }

    /// Whether a plan can be done from a state and satisfies a formula, by the checker, which knows nothing of search.
    pub fn is_valid(&self, state: &State, mission: &Formula, plan: &Plan) -> bool {
        check_plan(&self.world, std::slice::from_ref(mission), &self.team(), state, plan).is_ok()
    }

    /// The deeds of a plan in order, but for staying.
    pub fn deeds(&self, plan: &Plan) -> Vec<String> {
        let idle = self.world.options().idle();
        let of_step = |step: &Vec<Option<_>>| {
            let acting = step.iter().enumerate().filter_map(|(robot, decision)| Some((robot, (*decision)?)));
            let deeds = acting.filter(|(_, decision)| *decision != idle);
            deeds.map(|(robot, decision)| self.world.deed(robot, decision)).collect::<Vec<_>>()
        };
        plan.steps.iter().flat_map(of_step).collect()
    }

    fn team(&self) -> Vec<usize> {
        (0..self.world.team_size()).collect()
    }
}
