//! Breadth-first search over all joint steps that the world allows, with one automaton for everything.

use std::collections::{HashMap, VecDeque};

use surefleet_fleet::Decision;
use surefleet_ltl::{Automaton, Binary, Budget, Formula, StateId, Valuation, Verdict, Vocabulary};
use surefleet_search::{STEP, pessimistic};
use surefleet_world::{Joint, State, World};

/// A state and the automaton's.
pub type Node = (State, StateId);

pub struct Exhaustive<'w> {
    world: &'w World,
    team: Vec<usize>,
    automaton: Automaton,
    vocabulary: Vocabulary,
    /// Least numbers of steps to the goal; `None`: there is no way.
    distances: HashMap<Node, Option<u32>>,
    pub start: Node,
}

impl<'w> Exhaustive<'w> {
    /// Explores everything that can be reached; `None` if that is too much.
    pub fn explore(
        world: &'w World,
        state: &State,
        formulas: &[Formula],
        team: &[usize],
        most: usize,
        with_absent: bool,
    ) -> Option<Self> {
        let parts = formulas.iter().map(|formula| pessimistic(world, formula).expect("it means something"));
        let whole = parts.reduce(|one, other| Formula::binary(Binary::And, &one, &other)).expect("some formula");
        let mut vocabulary = Vocabulary::default();
        let automaton = Automaton::compile(&whole, &mut vocabulary, &Budget::default()).ok()?;
        let initial = automaton.initial();
        let mut search = Self {
            world,
            team: team.to_vec(),
            automaton,
            vocabulary,
            distances: HashMap::new(),
            start: (state.clone(), initial),
        };
        search.start.1 = search.read(initial, state, None);
        let mut nodes: Vec<Node> = vec![search.start.clone()];
        let mut numbers: HashMap<Node, usize> = HashMap::from([(search.start.clone(), 0)]);
        let mut origins: Vec<Vec<usize>> = vec![Vec::new()];
        let mut at = 0;
        let mut steps = 0;
        while at < nodes.len() {
            let node = nodes[at].clone();
            // Steps in which robots are absent may come about, but no plan has them.
            let absent = (0..1_u32 << team.len()).map(|bits| {
                let robots = team.iter().enumerate().filter(move |(place, _)| bits >> place & 1 == 1);
                robots.map(|(_, &robot)| (robot, None)).collect::<Vec<_>>()
            });
            for absent in absent.take(if with_absent { usize::MAX } else { 1 }) {
                for (_, next) in search.successors(&node, &absent) {
                    steps += 1;
                    let number = *numbers.entry(next.clone()).or_insert_with(|| {
                        nodes.push(next);
                        origins.push(Vec::new());
                        nodes.len() - 1
                    });
                    if absent.is_empty() {
                        origins[number].push(at);
                    }
                }
            }
            if nodes.len() > most || steps > 80 * most {
                return None;
            }
            at += 1;
        }
        let mut distances: Vec<Option<u32>> = vec![None; nodes.len()];
        let mut open: VecDeque<usize> = VecDeque::new();
        for (number, node) in nodes.iter().enumerate() {
            if search.automaton.verdict(node.1).is_satisfied() {
                distances[number] = Some(0);
                open.push_back(number);
            }
        }
        while let Some(number) = open.pop_front() {
            for &origin in &origins[number] {
                if distances[origin].is_none() {
                    distances[origin] = distances[number].map(|steps| steps + 1);
                    open.push_back(origin);
                }
            }
        }
        search.distances = nodes.into_iter().zip(distances).collect();
        Some(search)
    }

    pub fn distance(&self, node: &Node) -> Option<u32> {
        self.distances[node]
    }

    /// All joint steps in which these robots have decided so, and what they lead to.
    pub fn successors(&self, node: &Node, decided: &[(usize, Option<Decision>)]) -> Vec<(Vec<Option<Decision>>, Node)> {
        if self.automaton.verdict(node.1) == Verdict::ViolatedForGood {
            return Vec::new();
        }
        let mut joints: Vec<Vec<Option<Decision>>> = vec![vec![None; self.world.team_size()]];
        for robot in 0..self.world.team_size() {
            let fixed = decided.iter().find(|(of, _)| *of == robot).map(|(_, decision)| *decision);
            let choices: Vec<Option<Decision>> = match fixed {
                Some(decision) => vec![decision],
                None if !self.team.contains(&robot) => vec![None],
                None => self.world.options().iter().filter(|&one| self.world.has(robot, one)).map(Some).collect(),
            };
            let mut longer = Vec::new();
            for joint in joints {
                for &choice in &choices {
                    let mut joint = joint.clone();
                    joint[robot] = choice;
                    if self.world.apply(&node.0, &joint).is_ok() {
                        longer.push(joint);
                    }
                }
            }
            joints = longer;
        }
        joints.into_iter().map(|joint| (joint.clone(), self.after(node, &joint))).collect()
    }

    fn after(&self, node: &Node, joint: &[Option<Decision>]) -> Node {
        let after = self.world.apply(&node.0, joint).expect("it is allowed");
        let mut state = self.read(node.1, &node.0, Some(joint));
        let mut step = Joint::new(self.world, &node.0);
        for (robot, decision) in joint.iter().enumerate() {
            decision.iter().for_each(|&decision| step.push(robot, decision));
        }
        let way = step.on_the_way();
        if way != node.0 {
            state = self.read(state, &way, None);
        }
        (after.clone(), self.read(state, &after, None))
    }

    fn read(&self, from: StateId, state: &State, joint: Option<&[Option<Decision>]>) -> StateId {
        let mut valuation = Valuation::default();
        for id in self.vocabulary.ids() {
            let name = self.vocabulary.name(id).as_str();
            let holds = match name.strip_prefix("not ") {
                Some(fact) => self.world.truth_of(state, &self.world.atom(fact).expect("a fact")).is_false(),
                None if name == STEP => joint.is_some(),
                None => match self.world.atom(name) {
                    Ok(atom) => self.world.truth_of(state, &atom).is_true(),
                    Err(_) => joint.is_some_and(|joint| {
                        let mut deeds = joint.iter().enumerate();
                        deeds.any(|(robot, one)| one.is_some_and(|one| self.world.deed(robot, one) == name))
                    }),
                },
            };
            valuation.set(id, holds);
        }
        self.automaton.step(from, &valuation)
    }
}
