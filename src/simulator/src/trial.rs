//! Actions that a robot has just tried, with what came of them: what a failure detector is trained, calibrated and tested on.

use std::ops::Range;

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Decision, Digest};
use surefleet_mission::{Action, ItemId, PlaceId, State, Subgoal, Target, Transport, Whereabouts, apply};

use crate::{Appearance, Mishap, Scene, seeded_layout};

/// One action that was tried on the way of an item from one place to another.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The household after the action.
    pub scene: Scene,
    /// The robot that tried it.
    pub robot: usize,
    /// The whole errand in words.
    pub task: String,
    /// The intended effect of each of its actions.
    pub plan: Vec<Subgoal>,
    /// Which of them was tried, from 0; those before it worked.
    pub step: usize,
    /// The mishap, if one happened.
    pub mishap: Option<Mishap>,
    /// The look of a picture of it.
    pub look: Appearance,
}

/// From which houses trials are drawn, and what they look like.
#[derive(Debug, Clone)]
pub struct TrialDistribution {
    /// Seeds of houses.
    pub houses: Range<u64>,
    /// How often an action goes wrong, 0 to 1.
    pub failure_rate: f64,
    /// See [`Appearance`].
    pub has_new_textures: bool,
    /// See [`Appearance`].
    pub has_new_light: bool,
}

/// The sorts of action, each as frequent as the others.
const SORTS: usize = 4;

impl Trial {
    /// Draws a trial; the same seed gives the same one.
    pub fn draw(domain: &Transport, from: &TrialDistribution, seed: u64) -> Self {
        let parts =
            [&b"trial"[..], &seed.to_le_bytes(), &from.houses.start.to_le_bytes(), &from.houses.end.to_le_bytes()];
        let mut rng = ChaCha8Rng::from_seed(*Digest::of(parts).as_bytes());
        let sort = rng.random_range(0..SORTS);
        loop {
            let errand = Errand::draw(domain, &mut rng);
            let of_sort = (0..errand.decisions.len())
                .find(|&step| sort_of(domain.options().action(errand.decisions[step])) == Some(sort));
            // An errand need not open anything.
            if let Some(step) = of_sort {
                return errand.tried(domain, from, step, &mut rng);
            }
        }
    }

    /// The intended effect of the tried action.
    pub fn subgoal(&self) -> &Subgoal {
        &self.plan[self.step]
    }

    /// Whether it did.
    pub fn worked(&self) -> bool {
        self.scene.shows(self.robot, self.subgoal().effect)
    }
}

/// The way of one item to a surface, as it is planned.
struct Errand {
    believed: State,
    robot: usize,
    task: String,
    plan: Vec<Subgoal>,
    decisions: Vec<Decision>,
}

impl Errand {
    fn draw(domain: &Transport, rng: &mut ChaCha8Rng) -> Self {
        let robots = rng.random_range(1..=3);
        let believed = seeded_layout(domain, robots, rng.random()).expect("so few robots are a team");
        let (items, surfaces): (Vec<ItemId>, Vec<PlaceId>) = (domain.items().collect(), domain.surfaces().collect());
        let &item = items.choose(rng).expect("a household has items");
        let there: Vec<PlaceId> =
            surfaces.into_iter().filter(|&place| believed.whereabouts(item) != Whereabouts::Place(place)).collect();
        let &to = there.choose(rng).expect("a household has two surfaces");
        let robot = rng.random_range(0..robots);
        let decisions = errand(domain, &believed, item, to);
        let mut state = believed.clone();
        let mut plan = Vec::new();
        for &decision in &decisions {
            plan.extend(Subgoal::of(domain, &state, robot, decision));
            state = step(domain, &state, robot, decision);
        }
        let task = format!("Move {} to {}.", domain.item(item).phrase, domain.place(to).phrase);
        Self { believed, robot, task, plan, decisions }
    }

    fn tried(self, domain: &Transport, from: &TrialDistribution, step_at: usize, rng: &mut ChaCha8Rng) -> Trial {
        let Self { mut believed, robot, task, plan, decisions } = self;
        let mut scene = Scene::of(domain, &believed);
        let places: Vec<PlaceId> = domain.places().collect();
        for other in 0..scene.robots() {
            let place = rng.random_bool(0.8).then(|| places[rng.random_range(0..places.len())]);
            scene.stand(other, place);
        }
        for &decision in &decisions[..step_at] {
            scene.act(domain, &believed, robot, domain.options().action(decision));
            believed = step(domain, &believed, robot, decision);
        }
        let action = domain.options().action(decisions[step_at]);
        let mishaps = scene.mishaps(domain, robot, action);
        let mishap = mishaps.choose(rng).copied().filter(|_| rng.random_bool(from.failure_rate));
        match mishap {
            Some(mishap) => scene.fail(domain, &believed, robot, action, mishap, rng),
            None => scene.act(domain, &believed, robot, action),
        }
        let look = Appearance {
            house: rng.random_range(from.houses.clone()),
            moment: rng.random(),
            has_new_textures: from.has_new_textures,
            has_new_light: from.has_new_light,
        };
        Trial { scene, robot, task, plan, step: step_at, mishap, look }
    }
}

/// The decisions that bring an item to a surface: go there, open what is closed, take it, leave it.
pub fn errand(domain: &Transport, state: &State, item: ItemId, to: PlaceId) -> Vec<Decision> {
    let options = domain.options();
    let closed = match state.whereabouts(item) {
        Whereabouts::Place(place) if !state.is_open(place) => Some(Action::Open(place)),
        _ => None,
    };
    let actions = [Action::Reach(Target::Item(item))].into_iter().chain(closed);
    let actions = actions.chain([Action::Take(item), Action::Leave(to)]);
    actions.filter_map(|action| options.of(action)).collect()
}

/// The state after one robot's decision alone.
fn step(domain: &Transport, state: &State, robot: usize, decision: Decision) -> State {
    let mut joint = vec![None; state.team_size()];
    joint[robot] = Some(decision);
    apply(domain, state, &joint).expect("an errand's decisions follow from one another")
}

fn sort_of(action: Action) -> Option<usize> {
    match action {
        Action::Reach(_) => Some(0),
        Action::Open(_) => Some(1),
        Action::Take(_) => Some(2),
        Action::Leave(_) => Some(3),
        Action::Idle => None,
    }
}
