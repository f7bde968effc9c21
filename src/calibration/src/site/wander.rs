//! A way that a team might take: permitted steps at random, those rather that change something new.

use std::collections::{HashMap, HashSet};

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::Decision;
use surefleet_world::{SkillId, State, World};

/// The chance that a robot stays where it is.
const STAYS: f64 = 0.1;
/// How much less likely a decision is that leads where the way has been.
const KNOWN: f64 = 0.05;

/// A way of joint steps, with the states between them.
pub(super) struct Way {
    /// The first state, and the one after each step.
    pub states: Vec<State>,
    /// The steps, by place in the fleet.
    pub steps: Vec<Vec<Option<Decision>>>,
}

/// Wanders from a state for so many joint steps.
pub(super) fn wander(world: &World, team: &[usize], start: &State, steps: usize, rng: &mut ChaCha8Rng) -> Way {
    let mut wanderer = Wanderer { world, rng, used: HashMap::new(), seen: HashSet::from([start.clone()]) };
    let mut way = Way { states: vec![start.clone()], steps: Vec::new() };
    for _ in 0..steps {
        let now = way.states.last().expect("it begins with one");
        let step = wanderer.step(team, now);
        // What all decisions together do was permitted one by one, so it can be done.
        let Ok(next) = world.apply(now, &step) else { break };
        wanderer.seen.insert(next.clone());
        way.steps.push(step);
        way.states.push(next);
    }
    way
}

struct Wanderer<'a> {
    world: &'a World,
    rng: &'a mut ChaCha8Rng,
    /// How often each skill was used: rare ones are more likely.
    used: HashMap<SkillId, u32>,
    seen: HashSet<State>,
}

impl Wanderer<'_> {
    fn step(&mut self, team: &[usize], state: &State) -> Vec<Option<Decision>> {
        let options = self.world.options();
        let mut step = vec![None; self.world.team_size()];
        let mut decided: Vec<(usize, Decision)> = Vec::new();
        for &robot in team {
            let decision = match self.rng.random_bool(STAYS) {
                true => options.idle(),
                false => self.decision(robot, state, &decided).unwrap_or(options.idle()),
            };
            let is_possible = self.world.is_permitted(state, &decided, robot, decision);
            let decision = if is_possible { decision } else { options.idle() };
            *self.used.entry(options.skill(decision)).or_default() += 1;
            decided.push((robot, decision));
            step[robot] = Some(decision);
        }
        step
    }

    fn decision(&mut self, robot: usize, state: &State, decided: &[(usize, Decision)]) -> Option<Decision> {
        let (world, options) = (self.world, self.world.options());
        let joint = world.joint(state, decided);
        let mut choices: Vec<(Decision, f64)> = Vec::new();
        for decision in world.applicable(state, robot) {
            if decision == options.idle() || !joint.is_permitted(robot, decision) {
                continue;
            }
            let after = world.joint(state, &[(robot, decision)]).after();
            let used = self.used.get(&options.skill(decision)).copied().unwrap_or(0);
            let rare = 1.0 / f64::from(1 + used);
            let new = if self.seen.contains(&after) { KNOWN } else { 1.0 };
            choices.push((decision, rare * new));
        }
        // A skill that has many instances is no more likely for it.
        let mut alike: HashMap<SkillId, u32> = HashMap::new();
        choices.iter().for_each(|(decision, _)| *alike.entry(options.skill(*decision)).or_default() += 1);
        choices.iter_mut().for_each(|(decision, weight)| *weight /= f64::from(alike[&options.skill(*decision)]));
        choices.choose_weighted(self.rng, |(_, weight)| *weight).ok().map(|(decision, _)| *decision)
    }
}
