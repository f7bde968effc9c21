//! Missions of the shipped sites and of small random domains, for `tests/test_fast_downward.py`: as PDDL, and with the answer
//! of our own search.
//!
//! The argument says how many missions each site has; random domains have three times as many. It prints a JSON object a
//! line: name, number of robots, goal, domain, problem, our answer ("shortest", "found", "impossible" or "open"), the number
//! of steps, and that of a shortest plan in which all robots act at once. With `--replay` after it, it reads lines with a
//! name and a plan, as PDDL has it, and prints for each whether our world admits every step and the goal holds after them.
//!
//! A task of PDDL is done in a sequence. So that both sides count the same, constraints keep our robots from acting two at
//! a time: a joint step of ours is then an action of PDDL.

#![allow(clippy::unwrap_used, reason = "a failed unwrap in a test is a failed test")]

#[allow(dead_code, reason = "missions of its own are not asked for")]
#[path = "../../search/tests/random/generator.rs"]
mod generator;
#[path = "../tests/worlds/mod.rs"]
mod worlds;

use std::{collections::HashSet, io::BufRead, sync::Arc};

use generator::Generator;
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use surefleet_fleet::Facts;
use surefleet_ltl::Formula as Mission;
use surefleet_pddl::{deed, export};
use surefleet_search::{Answer, Budget, Task, shortest};
use surefleet_world::{Atom, State, Truth, World};
use worlds::{Site, all_of, sites, successors};

/// The first seed: Fast Downward decides the missions of this one and the next few within seconds.
const FIRST: u64 = 4;

/// Goals are so far away that a search sees so many states before.
const SEEN: usize = 12_000;

/// No plan is longer. What has none within so many steps counts as impossible.
const MOST: u32 = 60;

/// The work of a search.
const BUDGET: Budget = Budget(20_000_000);

/// A mission: a world, a state, and what is to hold in the end, or not to hold.
struct Instance {
    name: String,
    world: Arc<World>,
    start: State,
    goal: Vec<(Atom, bool)>,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let each = arguments.next().expect("how many missions each site has").parse().expect("a number");
    let instances = instances(each);
    if arguments.next().as_deref() != Some("--replay") {
        return instances.iter().for_each(Instance::print);
    }
    for line in std::io::stdin().lock().lines() {
        let line: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let plan: Vec<String> = serde_json::from_value(line["plan"].clone()).unwrap();
        let instance = instances.iter().find(|one| line["name"] == one.name).expect("an instance that was printed");
        println!("{}", json!({"name": instance.name, "fault": instance.fault(&plan)}));
    }
}

fn instances(each: u64) -> Vec<Instance> {
    let of_sites = sites().into_iter().flat_map(|site| (FIRST..FIRST + each).map(move |seed| of_site(&site, seed)));
    of_sites.chain((0..).filter_map(of_random_domain).take(3 * each as usize)).collect()
}

/// A mission of a site: for one of its robots where the seed is even, else for one of each kind.
fn of_site(site: &Site, seed: u64) -> Instance {
    let kinds = site.kinds();
    let world = if seed.is_multiple_of(2) {
        let mut alone = site.worlds_of_one();
        alone.swap_remove(seed as usize / 2 % alone.len())
    } else {
        site.world(&kinds.iter().cycle().take(kinds.len().max(2)).cloned().collect::<Vec<_>>())
    };
    let start = site.start.draw(&world, seed).expect("a start can be drawn").truth;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let goal = if seed % 4 == 2 { any(&world, &mut random) } else { far(&world, &start, &mut random) };
    Instance { name: format!("{} {seed}", site.domain.name()), world: Arc::new(world), start, goal }
}

/// A mission in a domain of the generator that the search's own tests use, if everything is known in it.
fn of_random_domain(seed: u64) -> Option<Instance> {
    let sample = Generator::new(seed).sample().ok()?;
    if sample.text.contains("= unknown") {
        return None;
    }
    let known: Vec<String> = sample.world.facts(&sample.state).iter().map(str::to_owned).collect();
    let known = known.into_iter().filter(|fact| !fact.starts_with('?'));
    let start = sample.world.read(&Facts::new(known)).ok()?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let goal =
        if seed.is_multiple_of(3) { any(&sample.world, &mut random) } else { far(&sample.world, &start, &mut random) };
    if sample.world.truth(&start, &all_of(&goal), &[]) == Truth::True {
        return None;
    }
    Some(Instance { name: format!("random {seed}"), world: sample.world, start, goal })
}

/// Some of what has changed in a state that cannot be reached in fewer steps than the others that a search sees.
fn far(world: &World, start: &State, random: &mut ChaCha8Rng) -> Vec<(Atom, bool)> {
    let mut seen = HashSet::from([start.clone()]);
    let mut layer = vec![start.clone()];
    while seen.len() < SEEN {
        let next = layer.iter().flat_map(|state| successors(world, state)).map(|(_, _, after)| after);
        let next: Vec<State> = next.filter(|after| seen.insert(after.clone())).collect();
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    let end = layer.choose(random).unwrap();
    let truth = |state: &State, atom: &Atom| world.truth_of(state, atom) == Truth::True;
    let changed = world.atoms().into_iter().filter(|atom| truth(start, atom) != truth(end, atom));
    let mut changed: Vec<_> = changed.map(|atom| (atom.clone(), truth(end, &atom))).collect();
    while changed.len() > 4 {
        changed.remove(random.random_range(0..changed.len()));
    }
    changed
}

/// Anything, which often cannot be reached.
fn any(world: &World, random: &mut ChaCha8Rng) -> Vec<(Atom, bool)> {
    let atoms = world.atoms();
    (0..2).map(|_| (atoms.choose(random).unwrap().clone(), random.random_bool(0.8))).collect()
}

impl Instance {
    fn print(&self) {
        let (answer, steps) = match self.search(true) {
            Answer::Found { plan, is_shortest: true } => ("shortest", Some(plan.len())),
            Answer::Found { plan, .. } => ("found", Some(plan.len())),
            Answer::Impossible => ("impossible", None),
            Answer::OutOfBudget => ("open", None),
        };
        let joint_steps = match self.search(false) {
            Answer::Found { plan, is_shortest: true } => Some(plan.len()),
            _ => None,
        };
        let exported = export(&self.world, &self.start, &all_of(&self.goal));
        let line = json!({
            "name": self.name, "robots": self.world.team_size(), "goal": self.mission(),
            "domain": exported.domain, "problem": exported.problem,
            "answer": answer, "steps": steps, "joint_steps": joint_steps,
        });
        println!("{line}");
    }

    fn mission(&self) -> String {
        let literal =
            |(atom, holds): &(Atom, bool)| format!("{}{}", if *holds { "" } else { "!" }, self.world.atom_name(atom));
        let literals: Vec<String> = self.goal.iter().map(literal).collect();
        format!("F G ({})", literals.join(" & "))
    }

    /// The answer of our search, where all robots act at once or one at a time.
    fn search(&self, is_sequence: bool) -> Answer {
        let world = &self.world;
        let team: Vec<usize> = (0..world.team_size()).collect();
        let stays = |robot: usize| world.deed(robot, world.options().idle());
        let pairs = team.iter().flat_map(|&one| (0..one).map(move |other| (one, other))).filter(|_| is_sequence);
        let constraints = pairs.map(|(one, other)| format!("G (!step | {} | {})", stays(one), stays(other)));
        let constraints: Vec<Mission> = constraints.map(|text| Mission::parse(&text).unwrap()).collect();
        let task = Task::new(world, &Mission::parse(&self.mission()).unwrap(), &constraints, &team).unwrap();
        shortest(&task, &self.start, &task.begin(&self.start), MOST, BUDGET)
    }

    /// Why the plan is none; `None` if all is well.
    fn fault(&self, plan: &[String]) -> Option<String> {
        let mut state = self.start.clone();
        for action in plan {
            let Some((robot, decision)) = deed(&self.world, action) else {
                return Some(format!("{action} is no deed"));
            };
            let mut joint = vec![None; self.world.team_size()];
            joint[robot] = Some(decision);
            match self.world.apply(&state, &joint) {
                Ok(after) => state = after,
                Err(refusal) => return Some(format!("{action}: {refusal}")),
            }
        }
        (self.world.truth(&state, &all_of(&self.goal), &[]) != Truth::True)
            .then(|| "the goal does not hold in the end".to_owned())
    }
}
