//! A shortest plan, one robot at a time, by breadth-first search among the things that a mission is about.

use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

use anyhow::{Context, Result};
use surefleet_fleet::{Decision, Facts, RobotId};
use surefleet_world::{Atom, Domain, Robot, State, World};

use crate::mission::Mission;

/// The most states to look at.
const MOST: usize = 4_000_000;

/// What a search found.
pub struct Found {
    /// The deeds in order; `None` if no plan was found among the states looked at.
    pub plan: Option<Vec<String>>,
    /// The number of states looked at.
    pub states: usize,
}

/// The world of a mission, its state at the start, and its goals.
///
/// # Errors
/// The domain, the robots, the facts or a goal are not well formed.
pub fn world(mission: &Mission) -> Result<(World, State, Vec<Atom>)> {
    let domain = Domain::parse(&mission.domain, "the domain of the mission")?;
    let robot = |robot: &crate::mission::Robot| {
        Ok(Robot { id: RobotId::new(&robot.name).context("a robot's name")?, kind: Some(robot.kind.clone()) })
    };
    let robots = mission.robots.iter().map(robot).collect::<Result<Vec<_>>>()?;
    let world = World::new(Arc::new(domain), &robots)?;
    let state = world.read(&Facts::new(mission.facts.clone()))?;
    let goals = mission.goals.iter().map(|goal| Ok(world.atom(goal)?)).collect::<Result<_>>()?;
    Ok((world, state, goals))
}

/// Searches for a shortest plan of at most `most_steps`.
///
/// Robots touch only the goal's things, what these are on or in, doors, rooms and where drones land. So a plan that must
/// clear something else out of the way would not be found; none of the missions needs that.
///
/// # Errors
/// As [`world`].
pub fn plan(mission: &Mission, most_steps: usize) -> Result<Found> {
    let (world, start, goals) = world(mission)?;
    let relevant = relevant(&world, mission);
    let is_done = |state: &State| goals.iter().all(|goal| world.truth_of(state, goal).is_true());
    let is_relevant = |decision: Decision| {
        world.options().arguments(decision).iter().all(|object| relevant.contains(&world.object(*object).name))
    };
    let mut seen: HashSet<State> = HashSet::from([start.clone()]);
    let mut layers = vec![vec![(start, usize::MAX, None)]];
    for step in 0..=most_steps {
        if let Some(place) = layers[step].iter().position(|(state, ..)| is_done(state)) {
            return Ok(Found { plan: Some(deeds(&world, &layers, place)), states: seen.len() });
        }
        let mut next = Vec::new();
        for (from, (state, ..)) in layers[step].iter().enumerate() {
            for robot in 0..world.team_size() {
                for decision in world.applicable(state, robot).into_iter().filter(|&one| is_relevant(one)) {
                    let mut joint = vec![None; world.team_size()];
                    joint[robot] = Some(decision);
                    let Ok(after) = world.apply(state, &joint) else { continue };
                    if seen.len() < MOST && seen.insert(after.clone()) {
                        next.push((after, from, Some((robot, decision))));
                    }
                }
            }
        }
        layers.push(next);
    }
    Ok(Found { plan: None, states: seen.len() })
}

type Layer = Vec<(State, usize, Option<(usize, Decision)>)>;

fn deeds(world: &World, layers: &[Layer], mut place: usize) -> Vec<String> {
    let mut deeds = Vec::new();
    for layer in layers.iter().rev() {
        let (_, from, deed) = &layer[place];
        deeds.extend(deed.map(|(robot, decision)| world.deed(robot, decision)));
        place = *from;
    }
    deeds.reverse();
    deeds
}

/// The names of the things that the search may touch.
fn relevant(world: &World, mission: &Mission) -> BTreeSet<String> {
    let always = world.domain().always().iter().map(|fact| {
        let mut objects: Vec<&str> = fact.arguments.iter().map(|one| world.object(*one).name.as_str()).collect();
        objects.extend(fact.value.map(|value| world.object(value).name.as_str()));
        (world.domain().predicate(fact.predicate).name.as_str(), objects)
    });
    let facts = mission.facts.iter().chain(&mission.goals).filter_map(|fact| {
        let (predicate, rest) = fact.split_once('(')?;
        Some((predicate, rest.trim_end_matches(')').split(", ").collect::<Vec<_>>()))
    });
    let facts: Vec<(&str, Vec<&str>)> = always.chain(facts).collect();
    let mut all: BTreeSet<&str> = BTreeSet::new();
    for (predicate, objects) in &facts {
        if matches!(*predicate, "floor_of" | "leads_to" | "landable" | "hung" | "landed" | "mounted") {
            all.extend(objects);
        }
    }
    for goal in &mission.goals {
        all.extend(goal.split(['(', ')', ',']).skip(1).map(str::trim));
    }
    loop {
        let before = all.len();
        for (predicate, objects) in &facts {
            if matches!(*predicate, "on" | "in" | "stands") && all.contains(objects[0]) {
                all.extend(objects);
            }
        }
        if all.len() == before {
            return all.into_iter().map(str::to_owned).collect();
        }
    }
}
