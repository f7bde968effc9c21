use std::sync::Arc;

use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Digest, RobotId};

use crate::{
    Forms, Mission, MissionError, Prohibition, Rule, State, Subtask, TeamClass, Transport,
    objects::{Action, ItemId, PlaceId},
    witness,
};

/// The generator's version: raise it whenever a seed may give another scenario than before.
const GENERATOR: &str = "household-1";
/// The first seed of the missions that forms are learnt from; calibration and test use other seeds.
const FORMS: u64 = 15 << 48;

/// One mission in one world, with everything that a planner gets to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// The seed it was sampled from.
    pub seed: u64,
    /// Its kind.
    pub class: TeamClass,
    /// The robots, `robot_1` first.
    pub team: Vec<RobotId>,
    /// H: the largest number of joint steps.
    pub horizon: u32,
    /// The world at the start.
    pub initial: State,
    /// The meaning of the mission.
    pub mission: Mission,
    /// The mission in words.
    pub text: String,
}

/// The distribution D over feasible scenarios, as in S-ATLAS, Section V-A.
///
/// Every scenario has a plan within its horizon and its rules. A candidate is drawn anew unless a constructive
/// scheduler finds a plan for it, so a few feasible but tight scenarios are never sampled.
#[derive(Debug, Clone)]
pub struct Distribution {
    domain: Arc<Transport>,
}

impl Distribution {
    /// Creates the distribution over missions in this domain, the household or one as large.
    ///
    /// # Errors
    /// [`MissionError::TooSmall`] if the domain has too few items or places for the largest class.
    pub fn household(domain: Arc<Transport>) -> Result<Self, MissionError> {
        let puttable = domain.places().filter(|&place| domain.options().of(Action::Leave(place)).is_some()).count();
        for (what, found, needed) in [("items", domain.items().len(), 12), ("places to put things", puttable, 3)] {
            if found < needed {
                return Err(MissionError::TooSmall { domain: domain.name().to_owned(), what, found, needed });
            }
        }
        Ok(Self { domain })
    }

    /// The domain.
    pub fn domain(&self) -> &Arc<Transport> {
        &self.domain
    }

    /// The distribution's name and version: "household-1".
    pub fn id(&self) -> String {
        GENERATOR.to_owned()
    }

    /// A hash of the generator's version and the domain. If two hashes are equal, seeds mean the same.
    pub fn digest(&self) -> Digest {
        Digest::of([self.id().as_bytes(), self.domain.digest().as_bytes()])
    }

    /// The forms of its missions, learnt from this number of missions of each class. Nothing else is drawn from their
    /// seeds.
    pub fn forms(&self, missions: u64) -> Forms {
        let mut forms = Forms::default();
        for class in TeamClass::ALL {
            for seed in FORMS..FORMS + missions {
                let scenario = self.sample(class, seed);
                forms.learn(&scenario.text, &self.domain, class.team_size());
            }
        }
        forms
    }

    /// The class that the paper's mixture gives this seed.
    pub fn class_of(&self, seed: u64) -> TeamClass {
        let mut left = stream(seed, 0).random_range(0..10);
        for class in TeamClass::ALL {
            if left < class.weight_tenths() {
                return class;
            }
            left -= class.weight_tenths();
        }
        TeamClass::Fifteen
    }

    /// The scenario of this class and seed: always and everywhere the same.
    pub fn sample(&self, class: TeamClass, seed: u64) -> Scenario {
        let mut rng = stream(seed, class.team_size() as u64);
        let name = |number| RobotId::new(&format!("robot_{number}")).expect("letters, digits and an underscore");
        let team: Vec<RobotId> = (1..=class.team_size()).map(name).collect();
        loop {
            let initial = self.layout(&mut rng, class);
            let mission = self.mission(&mut rng, class, &initial);
            if witness::plan(&self.domain, &initial, &mission, class.horizon()).is_some() {
                let text = mission.words(&self.domain, rng.random());
                return Scenario { seed, class, team, horizon: class.horizon(), initial, mission, text };
            }
        }
    }

    /// Draws a layout: items are in containers with probability 1/3, and a container is closed with probability 2/3.
    fn layout(&self, rng: &mut ChaCha8Rng, class: TeamClass) -> State {
        let surfaces: Vec<PlaceId> = self.domain.surfaces().collect();
        let containers: Vec<PlaceId> = self.domain.containers().collect();
        let places: Vec<PlaceId> = (self.domain.items())
            .map(|_| {
                let is_inside = !containers.is_empty() && rng.random_ratio(1, 3);
                let from = if is_inside { &containers } else { &surfaces };
                from[rng.random_range(0..from.len())]
            })
            .collect();
        let open: Vec<PlaceId> = containers.into_iter().filter(|_| rng.random_ratio(1, 3)).collect();
        State::new(&self.domain, class.team_size(), &places, open).expect("classes have small teams")
    }

    fn mission(&self, rng: &mut ChaCha8Rng, class: TeamClass, initial: &State) -> Mission {
        let wanted = rng.random_range(class.subtasks());
        let mut mission = Mission { subtasks: self.subtasks(rng, wanted, initial), rules: Vec::new() };
        if rng.random_bool(0.5) {
            let rule = self.rule(rng, class, &mission);
            mission.rules.extend(rule);
        }
        mission
    }

    /// Sub-tasks over distinct items; none is achieved at the start.
    fn subtasks(&self, rng: &mut ChaCha8Rng, wanted: usize, initial: &State) -> Vec<Subtask> {
        let mut free: Vec<ItemId> = self.domain.items().collect();
        free.shuffle(rng);
        let mut subtasks: Vec<Subtask> = Vec::new();
        while subtasks.len() < wanted {
            let item = free.pop().expect("a sub-task leaves an item for each that is still wanted");
            let left_over = free.len() + 1 + subtasks.len() - wanted;
            let mut items = vec![item];
            if left_over > 0 && rng.random_ratio(1, 4) {
                items.extend(self.alternative(rng, &mut free, item));
            }
            items.sort_unstable();
            let destinations = self.destinations(rng, &items, subtasks.last(), initial);
            subtasks.push(Subtask { items, destinations });
        }
        subtasks
    }

    /// Another item that would do as well: the other one of the label, if it is free, or any.
    fn alternative(&self, rng: &mut ChaCha8Rng, free: &mut Vec<ItemId>, item: ItemId) -> Option<ItemId> {
        let label = &self.domain.item(item).label;
        let alike = free.iter().position(|&other| self.domain.item(other).label == *label);
        let any = if rng.random_ratio(1, 4) { free.len().checked_sub(1) } else { None };
        alike.or(any).map(|index| free.remove(index))
    }

    /// One place, or two with probability 1/4; sometimes the destination of the sub-task before.
    fn destinations(
        &self,
        rng: &mut ChaCha8Rng,
        items: &[ItemId],
        before: Option<&Subtask>,
        initial: &State,
    ) -> Vec<PlaceId> {
        let is_new =
            |place: PlaceId| items.iter().all(|&item| initial.whereabouts(item) != crate::Whereabouts::Place(place));
        let repeated = before.filter(|_| rng.random_bool(0.4));
        if let Some(before) = repeated.filter(|before| before.destinations.iter().all(|&place| is_new(place))) {
            return before.destinations.clone();
        }
        let puttable = |place: &PlaceId| self.domain.options().of(Action::Leave(*place)).is_some();
        let mut places: Vec<PlaceId> = self.domain.places().filter(puttable).filter(|&place| is_new(place)).collect();
        places.shuffle(rng);
        places.truncate(if rng.random_ratio(1, 4) { 2 } else { 1 });
        places.sort_unstable();
        places
    }

    /// A safety requirement about an action that the mission suggests to a robot, or about something else.
    fn rule(&self, rng: &mut ChaCha8Rng, class: TeamClass, mission: &Mission) -> Option<Rule> {
        let everyone = class.team_size() == 1 || rng.random_bool(0.5);
        let robot = if everyone { None } else { Some(rng.random_range(0..class.team_size())) };
        let containers: Vec<PlaceId> = self.domain.containers().collect();
        let never = match rng.random_range(0..6) {
            0 if !containers.is_empty() => Prohibition::Open(vec![containers[rng.random_range(0..containers.len())]]),
            1 => {
                let destinations: Vec<PlaceId> = self.domain.surfaces().collect();
                Prohibition::Leave(vec![destinations[rng.random_range(0..destinations.len())]])
            }
            kind => {
                let items = self.forbidden_items(rng, mission);
                if kind < 4 { Prohibition::Take(items) } else { Prohibition::Approach(items) }
            }
        };
        Some(Rule { robot, never })
    }

    /// An item, or all of a label with probability 1/4; one of the mission's with probability 1/2.
    fn forbidden_items(&self, rng: &mut ChaCha8Rng, mission: &Mission) -> Vec<ItemId> {
        let of_mission: Vec<ItemId> = mission.subtasks.iter().flat_map(|subtask| subtask.items.clone()).collect();
        let all: Vec<ItemId> = self.domain.items().collect();
        let from = if rng.random_bool(0.5) { of_mission } else { all };
        let item = from[rng.random_range(0..from.len())];
        if rng.random_ratio(1, 4) {
            let label = &self.domain.item(item).label;
            return self.domain.items().filter(|&other| self.domain.item(other).label == *label).collect();
        }
        vec![item]
    }
}

/// A separate random stream for every purpose of every seed.
fn stream(seed: u64, purpose: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(purpose);
    rng
}
