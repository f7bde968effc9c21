//! The oracle's assumptions about a team and a mission, checked once so that it is never silently inexact.
//!
//! Those about the domain are what makes it a [`Transport`].

use crate::{
    Mission, MissionError, Transport,
    objects::{Action, ItemId, Target},
};

/// The most sub-tasks: they are the bits of a word.
const MAX_SUBTASKS: usize = 64;

/// Checks that the oracle can reason about these robots and sub-tasks.
pub(super) fn check(domain: &Transport, mission: &Mission, team_size: usize) -> Result<(), MissionError> {
    if team_size == 0 || team_size > crate::objects::MAX_TEAM {
        return Err(MissionError::TeamSize(team_size));
    }
    check_subtasks(domain, mission)?;
    check_items(domain, mission)?;
    match mission.rules.iter().filter_map(|rule| rule.robot).find(|&robot| robot >= team_size) {
        Some(robot) => Err(MissionError::UnknownRobot { robot: format!("robot {}", robot + 1), team_size }),
        None => Ok(()),
    }
}

fn beyond(what: String, mend: &str) -> MissionError {
    MissionError::BeyondOracle { what, mend: mend.to_owned() }
}

fn check_subtasks(domain: &Transport, mission: &Mission) -> Result<(), MissionError> {
    if mission.subtasks.len() > MAX_SUBTASKS {
        let what = format!("a mission of {} sub-tasks", mission.subtasks.len());
        return Err(beyond(what, "split it into missions of at most 64"));
    }
    let mut taken: Vec<(ItemId, usize)> = Vec::new();
    for (number, subtask) in (1..).zip(&mission.subtasks) {
        if subtask.items.is_empty() || subtask.destinations.is_empty() {
            let what = format!("sub-task {number} without an item or without a destination");
            return Err(beyond(what, "say what is to go where"));
        }
        for &item in &subtask.items {
            if let Some(&(_, first)) = taken.iter().find(|(other, first)| *other == item && *first != number) {
                let item = domain.item(item).phrase.clone();
                return Err(MissionError::SharedItem { first, second: number, item });
            }
            taken.push((item, number));
        }
    }
    Ok(())
}

/// Robots can go to every item of the mission, and take it.
fn check_items(domain: &Transport, mission: &Mission) -> Result<(), MissionError> {
    let mut items = mission.subtasks.iter().flat_map(|subtask| &subtask.items);
    let is_there = |action| domain.options().of(action).is_some();
    let is_usual = |item: ItemId| is_there(Action::Reach(Target::Item(item))) && is_there(Action::Take(item));
    match items.find(|&&item| !is_usual(item)) {
        None => Ok(()),
        Some(&item) => Err(beyond(
            format!("{} that no robot may take", domain.item(item).phrase),
            "let robots go to it and take it",
        )),
    }
}
