//! The oracle's assumptions about a domain and a mission, checked once so that it is never silently inexact.

use crate::{
    Mission, MissionError, Transport,
    declaration::Role,
    domain::Skill,
    objects::{Action, ItemId, Target},
    term::{Condition, Effect, Predicate, Term},
};

/// The most sub-tasks: they are the bits of a word.
const MAX_SUBTASKS: usize = 64;

/// Checks that the oracle can reason about these robots, skills and sub-tasks.
pub(super) fn check(domain: &Transport, mission: &Mission, team_size: usize) -> Result<(), MissionError> {
    if team_size == 0 || team_size > crate::objects::MAX_TEAM {
        return Err(MissionError::TeamSize(team_size));
    }
    domain.skills.iter().try_for_each(|skill| check_skill(domain, skill))?;
    check_subtasks(domain, mission)?;
    check_names(domain, mission)?;
    match mission.rules.iter().filter_map(|rule| rule.robot).find(|&robot| robot >= team_size) {
        Some(robot) => Err(MissionError::UnknownRobot { robot: format!("robot {}", robot + 1), team_size }),
        None => Ok(()),
    }
}

fn beyond(what: String, mend: &str) -> MissionError {
    MissionError::BeyondOracle { what, mend: mend.to_owned() }
}

/// A skill must need and change the same as the household's skill of its role; it may omit what the role implies.
fn check_skill(domain: &Transport, skill: &Skill) -> Result<(), MissionError> {
    let target = || Term::Parameter;
    let is = |predicate| Condition { negated: false, predicate };
    let not = |predicate| Condition { negated: true, predicate };
    let at_spot = is(Predicate::At(Term::SpotOf(Box::new(target()))));
    let in_open = is(Predicate::Open(Term::PlaceOf(Box::new(target()))));
    let (needed, implied) = match skill.role {
        Role::GoTo => (vec![], vec![is(Predicate::Placed(target()))]),
        Role::Grab => (vec![at_spot, in_open], vec![not(Predicate::HoldingAny), is(Predicate::Placed(target()))]),
        Role::PutDown => (vec![], vec![is(Predicate::HoldingAny)]),
        Role::Open => {
            (vec![not(Predicate::HoldingAny), is(Predicate::At(target()))], vec![not(Predicate::Open(target()))])
        }
        Role::Idle => (vec![], vec![]),
    };
    let effects = match skill.role {
        Role::GoTo => vec![Effect::At(Term::SpotOf(Box::new(target())))],
        Role::Grab => vec![Effect::Holding(target())],
        Role::PutDown => vec![Effect::Located(Term::HeldBy(Box::new(Term::Robot)), target()), Effect::At(target())],
        Role::Open => vec![Effect::Open(target())],
        Role::Idle => vec![],
    };
    let declared = |condition: &Condition| skill.needs.iter().any(|need| need.any == [condition.clone()]);
    let is_known = |condition: &Condition| needed.contains(condition) || implied.contains(condition);
    let needs_agree = needed.iter().all(declared)
        && skill.needs.iter().all(|need| matches!(need.any.as_slice(), [only] if is_known(only)));
    let effects_agree = skill.effects.iter().all(|effect| effects.contains(effect))
        && effects.iter().all(|effect| skill.effects.contains(effect));
    if needs_agree && effects_agree {
        return Ok(());
    }
    Err(beyond(
        format!("skill {:?} of domain {:?}", skill.name, domain.name()),
        "give it the needs and effects of the household's skill of its role, or plan without the oracle",
    ))
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

/// In one step, at most one robot may name an item; any number may go to a container or put down at a surface.
fn check_names(domain: &Transport, mission: &Mission) -> Result<(), MissionError> {
    let exclusive = |action| domain.options().of(action).map(|decision| domain.options().choice(decision).exclusive);
    for container in domain.containers() {
        if exclusive(Action::GoTo(Target::Place(container))) != Some(false) {
            let what = format!("{} that robots cannot go to together", domain.place(container).phrase);
            return Err(beyond(what, "let go_to take containers, and not exclusively"));
        }
    }
    if let Some(place) = domain.places().find(|&place| exclusive(Action::PutDown(place)) == Some(true)) {
        let what = format!("{} where robots cannot put things down together", domain.place(place).phrase);
        return Err(beyond(what, "let put_down take surfaces, and not exclusively"));
    }
    if let Some(place) = domain.containers().find(|&place| exclusive(Action::PutDown(place)).is_some()) {
        let what = format!("{} where robots can put things down", domain.place(place).phrase);
        return Err(beyond(what, "let put_down take surfaces only"));
    }
    let mut items = mission.subtasks.iter().flat_map(|subtask| &subtask.items);
    let is_usual = |item: ItemId| {
        exclusive(Action::GoTo(Target::Item(item))) == Some(true) && exclusive(Action::Grab(item)) == Some(true)
    };
    match items.find(|&&item| !is_usual(item)) {
        None => Ok(()),
        Some(&item) => Err(beyond(
            format!("{} that several robots may name in one step, or none", domain.item(item).phrase),
            "let go_to and grab take items exclusively",
        )),
    }
}
