//! A house with every item on the table, and how tests talk to it.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use surefleet_fleet::{Attempt, Decided, Facts, JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_mission::{PlaceId, State, Transport};
use surefleet_simulator::{Faults, GoalTicket, Pace, SimulatedWorld, SkillGoal, WorldError, WorldInput, WorldOutput};
use surefleet_world::{Drawn, Robot, World};

pub const MISSION: MissionId = MissionId::new([1; 16]);
pub const OTHER_MISSION: MissionId = MissionId::new([2; 16]);

/// How long an approval holds.
pub const APPROVED_FOR: Duration = Duration::from_secs(5);

pub fn at(millis: u64) -> Stamp {
    Stamp::ZERO + Duration::from_millis(millis)
}

pub fn team(size: usize) -> Vec<RobotId> {
    (1..=size).map(|number| RobotId::new(&format!("robot_{number}")).expect("plain names")).collect()
}

/// A house with every item on the table and all containers closed; skills take a second.
pub struct House {
    pub domain: Arc<Transport>,
    pub world: SimulatedWorld,
    pub tickets: u64,
}

impl House {
    pub fn new(robots: usize) -> Self {
        Self::with(robots, Pace::steady(Duration::from_secs(1)), Faults::NONE)
    }

    pub fn with(robots: usize, pace: Pace, faults: Faults) -> Self {
        let domain = Arc::new(Transport::household());
        let table = place(&domain, "table");
        let state = State::new(&domain, robots, &vec![table; domain.items().len()], []).expect("a small team");
        let (patience, period) = (Duration::from_millis(500), Duration::from_secs(3600));
        let (world, start) = start(&domain, &state);
        let world = SimulatedWorld::new(world, Some(domain.clone()), start, pace, faults, patience, period)
            .expect("the settings are sound");
        Self { domain, world, tickets: 0 }
    }

    pub fn joint(&self, mission: MissionId, step: u32, symbols: &[&str]) -> JointStep {
        let decided = team(symbols.len())
            .into_iter()
            .zip(symbols)
            .map(|(robot, symbol)| Decided {
                robot,
                decision: self.domain.options().find(symbol),
                attempt: Attempt::FIRST,
            })
            .collect();
        let step = StepIndex::new(step).expect("tests count steps from 1");
        JointStep { mission, step, attempt: Attempt::FIRST, decided }
    }

    pub fn approve(&mut self, millis: u64, mission: MissionId, step: u32, symbols: &[&str]) {
        let joint = self.joint(mission, step, symbols);
        self.world.handle(at(millis), WorldInput::Approved { joint, until: at(millis) + APPROVED_FOR });
    }

    pub fn goal(&self, mission: MissionId, step: u32, robot: usize, symbol: &str) -> SkillGoal {
        let options = self.domain.options();
        let decision = options.find(symbol).expect("tests name skills well");
        SkillGoal {
            mission,
            step: StepIndex::new(step).expect("tests count steps from 1"),
            attempt: Attempt::FIRST,
            robot: team(robot).remove(robot - 1),
            decision,
            skill: options.skill(decision).to_owned(),
            arguments: options.arguments(decision),
        }
    }

    pub fn send(&mut self, millis: u64, goal: SkillGoal) -> GoalTicket {
        self.tickets += 1;
        let ticket = GoalTicket(self.tickets);
        self.world.handle(at(millis), WorldInput::Goal { ticket, goal });
        ticket
    }

    pub fn tell(&mut self, millis: u64, mission: MissionId, step: u32, robot: usize, symbol: &str) -> GoalTicket {
        let goal = self.goal(mission, step, robot, symbol);
        self.send(millis, goal)
    }

    /// Lets time pass; returns what the goals came to.
    pub fn pass(&mut self, millis: u64) -> BTreeMap<GoalTicket, Result<(), WorldError>> {
        self.world.handle(at(millis), WorldInput::Tick);
        let mut results = BTreeMap::new();
        while let Some(output) = self.world.poll() {
            if let WorldOutput::SkillFinished { ticket, result } = output {
                assert!(results.insert(ticket, result).is_none(), "a goal ends once");
            }
        }
        results
    }

    pub fn facts(&self) -> Facts {
        self.world.world().facts(self.world.state())
    }
}

/// The household with so many robots, in this state, which they know.
pub fn start(domain: &Transport, state: &State) -> (Arc<World>, Drawn) {
    let robots: Vec<Robot> = team(state.team_size()).into_iter().map(|id| Robot { id, kind: None }).collect();
    let world = Arc::new(World::new(domain.domain().clone(), &robots).expect("a small team"));
    let truth = domain.concrete(&world, state);
    (world, Drawn { known: truth.clone(), truth })
}

pub fn place(domain: &Transport, name: &str) -> PlaceId {
    domain.find_place(name).expect("the household has it")
}
