//! A plan for a mission, one robot at a time, as the oracle finds it.

use std::sync::Arc;

use anyhow::{Context, Result};
use surefleet_fleet::{Facts, RobotId};
use surefleet_ltl::Formula;
use surefleet_search::{Answer, Budget, Task, check_plan, shortest};
use surefleet_world::{Domain, Robot, World};

use crate::mission::Mission;

/// The most steps of a plan.
const HORIZON: u32 = 60;

/// What the oracle found.
pub struct Planned {
    /// The deeds in order; `None` if no plan was found within the budget.
    pub plan: Option<Vec<String>>,
    /// Whether no plan has fewer deeds.
    pub is_shortest: bool,
    /// The processor time, for compiling the task and for the search.
    pub seconds: f64,
}

impl Planned {
    /// Plans a mission.
    ///
    /// # Errors
    /// The domain, the robots, the facts or the formula are not well formed, or the checker refuses the plan.
    pub fn find(mission: &Mission, budget: Budget) -> Result<Self> {
        let domain = Domain::parse(&mission.domain, "the domain of the mission")?;
        let robot = |robot: &crate::mission::Robot| {
            Ok(Robot { id: RobotId::new(&robot.name).context("a robot's name")?, kind: Some(robot.kind.clone()) })
        };
        let robots = mission.robots.iter().map(robot).collect::<Result<Vec<_>>>()?;
        let world = Arc::new(World::new(Arc::new(domain), &robots)?);
        let state = world.read(&Facts::new(mission.facts.clone()))?;
        let formula = Formula::parse(&mission.formula)?;
        let team: Vec<usize> = (0..world.team_size()).collect();
        let begin = used_s();
        let task = Task::new(&world, &formula, &[], &team)?.one_at_a_time();
        let answer = shortest(&task, &state, &task.begin(&state), HORIZON, budget);
        let seconds = used_s() - begin;
        let Answer::Found { plan, is_shortest } = answer else {
            return Ok(Self { plan: None, is_shortest: false, seconds });
        };
        check_plan(&world, &[formula], &team, &state, &plan)?;
        let idle = world.options().idle();
        let mut deeds = Vec::new();
        for step in &plan.steps {
            let acting = step.iter().enumerate().filter_map(|(robot, decision)| Some((robot, (*decision)?)));
            deeds.extend(acting.filter(|(_, decision)| *decision != idle).map(|(robot, one)| world.deed(robot, one)));
        }
        Ok(Self { plan: Some(deeds), is_shortest, seconds })
    }
}

/// The seconds that the process has run on a processor.
fn used_s() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = text.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}
