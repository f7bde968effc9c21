//! Missions drawn in the sites and in the yard of the tests, for `tests/test_fast_downward.py`: as PDDL, and with the answer
//! of a breadth-first search of our own.
//!
//! Without arguments it prints a JSON object a line: name, domain, problem, and the number of steps of a shortest plan, or
//! why there is none. With `--replay` it reads lines with a name and a plan, as PDDL has it, and prints for each whether
//! our world admits every step and the goal holds after them.

#![allow(clippy::unwrap_used, reason = "a failed unwrap in a test is a failed test")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::BufRead;

use common::{Found, Site, all_of, shortest, sites, successors, yard};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use surefleet_pddl::export;
use surefleet_world::{Atom, Formula, State, Truth, World};

/// A mission: a world, a state, and what is to hold in the end.
struct Instance<'w> {
    name: String,
    world: &'w World,
    start: State,
    goal: Formula,
}

/// Missions for each world.
const EACH: u64 = 8;

/// A search gives up beyond so many states.
const STATES: usize = 30_000;

fn instances<'w>(sites: &'w [Site], yard: &'w (World, State)) -> Vec<Instance<'w>> {
    let mut all = Vec::new();
    for seed in 0..EACH {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for Site { world, start } in sites {
            let start = start.draw(world, seed).expect("a start can be drawn").truth;
            all.push(draw(world, start, seed, &mut random));
        }
        let length = random.random_range(0..20);
        let start = walk(&yard.0, &yard.1, length, &mut random);
        all.push(draw(&yard.0, start, seed, &mut random));
    }
    all
}

fn walk(world: &World, start: &State, length: usize, random: &mut ChaCha8Rng) -> State {
    let mut state = start.clone();
    for _ in 0..length {
        let next: Vec<State> = successors(world, &state).into_iter().map(|(_, _, after)| after).collect();
        state = next.choose(random).cloned().unwrap_or(state);
    }
    state
}

/// Two goals of three come from where a walk leads; the others can be anything, and often cannot be reached.
fn draw<'w>(world: &'w World, start: State, seed: u64, random: &mut ChaCha8Rng) -> Instance<'w> {
    let atoms = world.atoms();
    let goal: Vec<(Atom, bool)> = if seed % 3 == 2 {
        (0..2).map(|_| (atoms.choose(random).expect("there are atoms").clone(), random.random_bool(0.8))).collect()
    } else {
        let length = random.random_range(3..12);
        let end = walk(world, &start, length, random);
        let truth = |state: &State, atom: &Atom| world.truth_of(state, atom) == Truth::True;
        let changed = atoms.iter().filter(|atom| truth(&start, atom) != truth(&end, atom));
        let mut changed: Vec<_> = changed.map(|atom| (atom.clone(), truth(&end, atom))).collect();
        while changed.len() > 2 {
            changed.remove(random.random_range(0..changed.len()));
        }
        changed
    };
    Instance { name: format!("{} {seed}", world.domain().name()), world, start, goal: all_of(&goal) }
}

impl Instance<'_> {
    fn print(&self) {
        let is_goal = |state: &State| self.world.truth(state, &self.goal, &[]) == Truth::True;
        let found = shortest(self.world, &self.start, STATES, is_goal);
        let (steps, answer) = match found {
            Found::Shortest(steps) => (Some(steps), "shortest"),
            Found::Unsolvable => (None, "unsolvable"),
            Found::TooMany => (None, "open"),
        };
        let exported = export(self.world, &self.start, &self.goal);
        let line = json!({
            "name": self.name, "domain": exported.domain, "problem": exported.problem, "answer": answer, "steps": steps,
        });
        println!("{line}");
    }

    /// Why the plan is none; `None` if all is well.
    fn fault(&self, plan: &[String]) -> Option<String> {
        let mut state = self.start.clone();
        for action in plan {
            // As in `(go_to robot_1 table)`: the names of the sites are names of PDDL.
            let words: Vec<&str> = action.split_whitespace().map(|word| word.trim_end_matches('-')).collect();
            let [skill, arguments @ ..] = words.as_slice() else { return Some("an empty step".to_owned()) };
            let deed = format!("{skill}({})", arguments.join(", "));
            let Some((robot, decision)) = self.world.find_deed(&deed) else {
                return Some(format!("{deed} is no deed"));
            };
            let mut joint = vec![None; self.world.team_size()];
            joint[robot] = Some(decision);
            match self.world.apply(&state, &joint) {
                Ok(after) => state = after,
                Err(refusal) => return Some(format!("{deed}: {refusal}")),
            }
        }
        (self.world.truth(&state, &self.goal, &[]) != Truth::True)
            .then(|| "the goal does not hold in the end".to_owned())
    }
}

fn main() {
    let (sites, yard) = (sites(), yard());
    let instances = instances(&sites, &yard);
    if std::env::args().nth(1).as_deref() != Some("--replay") {
        return instances.iter().for_each(Instance::print);
    }
    for line in std::io::stdin().lock().lines() {
        let line: serde_json::Value = serde_json::from_str(&line.expect("text")).expect("JSON");
        let plan: Vec<String> = serde_json::from_value(line["plan"].clone()).expect("a plan is a list of texts");
        let instance = instances.iter().find(|one| line["name"] == one.name).expect("an instance that was printed");
        println!("{}", json!({"name": instance.name, "fault": instance.fault(&plan)}));
    }
}
