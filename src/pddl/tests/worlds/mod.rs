//! Search that needs no idea of a heuristic, and worlds from what was imported.
#![allow(dead_code, reason = "each test uses some of it")]

use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::PathBuf,
    sync::Arc,
};

use surefleet_fleet::{Facts, RobotId};
use surefleet_ltl::{Formula as Mission, Proposition};
use surefleet_pddl::Imported;
use surefleet_world::{Atom, Domain, Formula, ObjectId, Robot, Start, State, Term, Truth, World};

/// The answer of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// A shortest plan has so many steps.
    Shortest(usize),
    /// There is no plan.
    Unsolvable,
    /// Not known: there are too many states.
    TooMany,
}

/// The shortest plan in which one robot acts at a time, by breadth-first search.
pub fn shortest(world: &World, start: &State, most: usize, is_goal: impl Fn(&State) -> bool) -> Found {
    let mut seen = HashSet::from([start.clone()]);
    let mut layer = vec![start.clone()];
    for steps in 0.. {
        if layer.iter().any(&is_goal) {
            return Found::Shortest(steps);
        }
        if seen.len() > most {
            return Found::TooMany;
        }
        let next: Vec<State> =
            layer.iter().flat_map(|state| successors(world, state)).map(|(_, _, state)| state).collect();
        layer = next.into_iter().filter(|state| seen.insert(state.clone())).collect();
        if layer.is_empty() {
            return Found::Unsolvable;
        }
    }
    unreachable!("steps have no end")
}

/// What robots can do alone in a state: the robot's name, the decision's symbol, and the state after it.
pub fn successors(world: &World, state: &State) -> Vec<(String, String, State)> {
    let mut all = Vec::new();
    for robot in 0..world.team_size() {
        for decision in world.applicable(state, robot) {
            let mut joint = vec![None; world.team_size()];
            joint[robot] = Some(decision);
            if let Ok(after) = world.apply(state, &joint) {
                all.push((world.robots()[robot].to_string(), world.symbol(decision), after));
            }
        }
    }
    all
}

/// A world of these robots.
pub fn world(domain: &str, robots: &[(String, String)]) -> World {
    let domain = Domain::parse(domain, "domain").unwrap_or_else(|error| panic!("{error}"));
    let robot = |(name, kind): &(String, String)| Robot { id: RobotId::new(name).unwrap(), kind: Some(kind.clone()) };
    World::new(Arc::new(domain), &robots.iter().map(robot).collect::<Vec<_>>()).unwrap()
}

/// The world of an imported task and the state at its start.
pub fn imported_world(task: &Imported) -> (World, State) {
    let world = world(&task.domain_yaml, &task.robots);
    let state = world.read(&task.facts).unwrap();
    (world, state)
}

/// Whether a mission could end in a state: the trace of this state alone satisfies it.
pub fn satisfies(world: &World, state: &State, mission: &Mission) -> bool {
    let is_true = |one: &&Proposition| world.truth_of(state, &world.atom(one.as_str()).unwrap()) == Truth::True;
    let letter: BTreeSet<Proposition> = mission.propositions().filter(is_true).cloned().collect();
    mission.is_satisfied_by(&[letter])
}

/// The folder with the problems of this crate's tests.
pub fn problems() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/problems")
}

/// A site, and how it may be at the start.
pub struct Site {
    pub domain: Arc<Domain>,
    pub start: Start,
}

/// The sites that are shipped.
pub fn sites() -> Vec<Site> {
    let config = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../config");
    let mut starts: Vec<PathBuf> =
        fs::read_dir(config.join("starts")).unwrap().map(|one| one.unwrap().path()).collect();
    starts.sort();
    let site = |path: &PathBuf| {
        let file = path.file_stem().unwrap().to_str().unwrap();
        let domain = fs::read_to_string(config.join(format!("domains/{file}.yaml"))).unwrap();
        let domain = Domain::parse(&domain, file).unwrap_or_else(|error| panic!("{error}"));
        let start = Start::parse(&fs::read_to_string(path).unwrap(), file, &domain);
        let start = start.unwrap_or_else(|error| panic!("{error}"));
        Site { domain: Arc::new(domain), start }
    };
    starts.iter().map(site).collect()
}

impl Site {
    /// The kinds of robots that the site has.
    pub fn kinds(&self) -> Vec<String> {
        self.domain.kinds().map(|kind| self.domain.types()[kind.index()].name.clone()).collect()
    }

    /// The site with one robot of each of these kinds.
    pub fn world(&self, kinds: &[String]) -> World {
        let id = |place: usize| RobotId::new(&format!("robot_{}", place + 1)).unwrap();
        let robots = kinds.iter().enumerate().map(|(place, kind)| Robot { id: id(place), kind: Some(kind.clone()) });
        World::new(Arc::clone(&self.domain), &robots.collect::<Vec<_>>()).unwrap()
    }

    /// Each robot alone with whom the site can be as at a start. Not every site can be without its other kinds: a basket
    /// of the flat hangs under a drone.
    pub fn worlds_of_one(&self) -> Vec<World> {
        let alone = self.kinds().into_iter().map(|kind| self.world(&[kind]));
        alone.filter(|world| self.start.draw(world, 0).is_ok()).collect()
    }
}

/// The yard of this crate's tests, with the state that walks begin in.
pub fn yard() -> (World, State) {
    let robots = [("lorry".to_owned(), "truck".to_owned()), ("arm".to_owned(), "crane".to_owned())];
    let world = world(include_str!("../domains/yard.yaml"), &robots);
    let facts = ["at(lorry, gate)", "at(arm, hall)", "on(tea, board)", "on(rice, gate)", "on(board, hall)", "whistle"];
    let start = world.read(&Facts::new(facts.map(str::to_owned))).unwrap();
    (world, start)
}

/// That atoms hold, or do not hold.
pub fn all_of<'a>(atoms: impl IntoIterator<Item = &'a (Atom, bool)>) -> Formula {
    let constant = |object: &ObjectId| Term::Constant(*object);
    let literal = |(atom, holds): &(Atom, bool)| {
        let arguments = atom.arguments.iter().map(constant).collect();
        let formula = match &atom.value {
            Some(value) => Formula::Equal(Term::Value(atom.predicate, arguments), constant(value)),
            None => Formula::Holds(atom.predicate, arguments),
        };
        if *holds { formula } else { Formula::Not(Box::new(formula)) }
    };
    Formula::And(atoms.into_iter().map(literal).collect())
}
