//! COHERENT: missions for quadrotors, robot dogs and arms, in a domain file for each, made from a copy of the flat's (K. Liu et
//! al., "COHERENT: Collaboration of heterogeneous multi-robot system with large language models", 2024).

mod flat;
mod graph;
mod mission;

use anyhow::{Context, Result};
use surefleet_fleet::Facts;
use surefleet_ltl::Formula;

use self::{graph::Task, mission::Mission};
use super::{
    heard::hear,
    item::Item,
    set::Files,
    site::{Planned, Site},
};

const READ: &str = "read";
const ASKED: &str = "asked";
const AS_GOAL: &str = "read as the goal";
const SOLVED: &str = "solved";
const OTHERWISE: &str = "done otherwise";
const WITHIN: &str = "within optimum";
const GOAL_SOLVED: &str = "goal solved";
const GOAL_WITHIN: &str = "goal within optimum";
const GOAL_SHORTEST: &str = "goal proved shortest";

/// In the order of the table.
pub const MEASURES: [&str; 9] =
    [READ, ASKED, AS_GOAL, SOLVED, OTHERWISE, WITHIN, GOAL_SOLVED, GOAL_WITHIN, GOAL_SHORTEST];

/// The part for development.
const ENVIRONMENTS: [&str; 3] = ["env0", "env1", "env2"];

/// The domain whose types, predicates, skills and laws the sites have.
pub const FLAT: &str = "config/domains/flat.yaml";

/// Reads and plans all missions; `flat` is the text of [`FLAT`].
///
/// # Errors
/// A file that is missing or has another form, or a mission about what the flat cannot say.
pub fn items(files: &Files, flat: &str) -> Result<Vec<Item>> {
    let mut items = Vec::new();
    for environment in ENVIRONMENTS {
        let file = format!("env/{environment}.json");
        let tasks: Vec<Task> = serde_json::from_str(&files.read(&file)?)
            .with_context(|| format!("{} is no file of missions", files.path(&file)))?;
        for task in &tasks {
            let told = || format!("task {} of {}", task.task_id, files.path(&file));
            let mission = Mission::new(flat, environment, task).with_context(told)?;
            items.push(item(environment, &mission).with_context(told)?);
        }
    }
    Ok(items)
}

fn item(environment: &str, mission: &Mission) -> Result<Item> {
    let robots = mission.robots.iter().map(|robot| (robot.name.as_str(), robot.kind.as_str()));
    let site = Site::of(&mission.domain, "the domain of the mission", robots)?;
    let state = site.world.read(&Facts::new(mission.facts.clone()))?;
    let goal = Formula::parse(&mission.formula)?;
    let heard = hear(&mission.text, &site.vocabulary);
    let is_within = |planned: &Planned| planned.plan.len() <= mission.optimum as usize;
    let plan = |formula: &Formula| -> Result<Option<Planned>> {
        Ok(site.plan(&state, formula)?.filter(|planned| site.is_valid(&state, &goal, &planned.plan)))
    };
    let mut told = vec![(READ, heard.formula().is_some()), (ASKED, heard.formula().is_none())];
    let mut solved = None;
    if let Some(formula) = heard.formula() {
        told.push((AS_GOAL, site.is_same(formula, &goal) == Some(true)));
        solved = plan(formula)?;
    }
    told.extend([(SOLVED, solved.is_some()), (OTHERWISE, heard.formula().is_some() && solved.is_none())]);
    told.extend(solved.map(|planned| (WITHIN, is_within(&planned))));
    let of_goal = plan(&goal)?;
    told.push((GOAL_SOLVED, of_goal.is_some()));
    if let Some(planned) = of_goal {
        told.extend([(GOAL_WITHIN, is_within(&planned)), (GOAL_SHORTEST, planned.is_shortest)]);
    }
    Ok(Item {
        part: environment.to_owned(),
        id: mission.task.to_string(),
        text: mission.text.clone(),
        heard: heard.name(),
        because: heard.words(),
        told,
    })
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{super::set::Set, *};

    fn made_up() -> Vec<Item> {
        let share: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let flat = std::fs::read_to_string(share.join(FLAT)).expect("the flat is shipped");
        items(&Files::of(Set::Coherent, &share.join("examples/outside")), &flat).expect("the example has this form")
    }

    #[test]
    fn mission_that_is_read_as_its_goal_is_solved_in_the_fewest_steps() {
        let item = &made_up()[0];
        assert_eq!(item.text, "Put the tea cup 7 on the stool 4.");
        assert_eq!(
            item.holding(),
            [READ, AS_GOAL, SOLVED, WITHIN, GOAL_SOLVED, GOAL_WITHIN, GOAL_SHORTEST],
            "{}",
            item.because
        );
    }

    #[test]
    fn plan_for_another_place_than_the_goal_is_done_otherwise() {
        assert_eq!(made_up()[1].holding(), [READ, OTHERWISE, GOAL_SOLVED, GOAL_WITHIN, GOAL_SHORTEST]);
    }

    #[test]
    fn more_steps_than_the_data_says_are_not_within_the_optimum() {
        assert_eq!(made_up()[2].holding(), [ASKED, GOAL_SOLVED, GOAL_SHORTEST]);
    }
}
