//! A small world with doors that nobody has tried, and how tests talk to it.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use surefleet_fleet::{Attempt, Decided, Facts, JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_simulator::{Faults, GoalTicket, Pace, SimulatedWorld, SkillGoal, WorldError, WorldInput, WorldOutput};
use surefleet_world::{Domain, Drawn, Robot, World};

/// Rooms in a row with a box in each; a room has room for one robot.
const YARD: &str = r#"
domain: yard
types:
  - {name: room, at: in}
  - {name: crate, at: in}
  - {name: thing}
objects:
  - {type: room, each: [{name: west}, {name: middle}, {name: east}]}
  - {type: crate, each: [{name: crate_1}, {name: crate_2}]}
  - {type: thing, each: [{name: ball}, {name: key}]}
predicates:
  - {is: "at(robot) = room", says: "{1} is in {2}"}
  - {is: "holding(robot) = thing", says: "{1} holds {2}"}
  - {is: "located(thing) = crate | room", says: "{1} is in {2}"}
  - {is: "stands(crate) = room", fixed: true}
  - {is: "open(crate)", says: "{1} is open", denies: "{1} is closed"}
  - {is: "seen(room)", says: "{1} was seen", denies: "{1} was not seen"}
always: ["stands(crate_1, west)", "stands(crate_2, east)"]
skills:
  - is: "go_to(target: room)"
    text: go to {target}
    effects: [at(robot) = target]
    takes_s: 10
  - is: "open(target: crate)"
    text: open {target}
    needs: [{that: at(robot) = stands(target), otherwise: "it is not at {target}"}]
    effects: [open(target)]
    occupies: [target]
  - is: "take(target: thing)"
    text: take {target}
    needs:
      - {that: holding(robot) = nothing, otherwise: "it holds {holding(robot)}"}
      - {that: "located(target) = at(robot) or stands(located(target)) = at(robot)", otherwise: "{target} is not here"}
      - {that: "crate(located(target)) implies open(located(target))", otherwise: "{located(target)} is closed"}
    effects: [holding(robot) = target, located(target) = nothing]
    occupies: [target]
  - is: "bring(target: room)"
    text: bring it to {target}
    needs: [{that: holding(robot) != nothing, otherwise: it holds nothing}]
    first: [at(robot) = target]
    effects: [located(holding(robot)) = target, holding(robot) = nothing, seen(target)]
  - {is: idle, text: stay}
laws:
  - {at_most_one_of: ["at(r: robot) = p"], about: "p: room", says: "one robot at a time is in {p}"}
  - {one_of: ["located(t)", "holding(r: robot) = t"], about: "t: thing", says: "{t} is in one place or one hand"}
"#;

pub const MISSION: MissionId = MissionId::new([1; 16]);

pub fn at(millis: u64) -> Stamp {
    Stamp::ZERO + Duration::from_millis(millis)
}

pub fn robots(names: &[(&str, Option<&str>)]) -> Vec<Robot> {
    let id = |name: &str| RobotId::new(name).expect("a plain name");
    names.iter().map(|(name, kind)| Robot { id: id(name), kind: kind.map(str::to_owned) }).collect()
}

/// A simulated world, and the number of goals so far. A skill of five seconds takes a second.
#[derive(Clone)]
pub struct Site {
    pub world: Arc<World>,
    pub simulated: SimulatedWorld,
    tickets: u64,
}

impl Site {
    pub fn new(world: World, start: Drawn, pace: Pace, faults: Faults) -> Self {
        let (world, patience, period) = (Arc::new(world), Duration::from_millis(500), Duration::from_secs(3600));
        let simulated = SimulatedWorld::new(world.clone(), None, start, pace, faults, patience, period);
        Self { world, simulated: simulated.expect("sound settings"), tickets: 0 }
    }

    /// The yard with so many robots.
    pub fn yard(team: usize, truth: &[&str], known: &[&str], faults: Faults) -> Self {
        let domain = Arc::new(Domain::parse(YARD, "the yard").expect("well formed"));
        let names = [("robot_1", None), ("robot_2", None), ("robot_3", None)];
        let world = World::new(domain, &robots(&names[..team])).expect("a small team");
        let read = |facts: &[&str]| world.read(&Facts::new(facts.iter().map(|fact| (*fact).to_owned())));
        let start = Drawn { truth: read(truth).expect("a state"), known: read(known).expect("a state") };
        Self::new(world, start, Pace::steady(Duration::from_secs(1)), faults)
    }

    /// Approves a step and has all robots of it act, at the times given.
    pub fn act(&mut self, step: u32, parts: &[(&str, u64)]) -> Vec<GoalTicket> {
        let step = StepIndex::new(step).expect("from 1");
        let symbols = self.world.robots().iter().zip(parts);
        let decided: Vec<Decided> = symbols
            .map(|(robot, (symbol, _))| {
                let decision = Some(self.world.find_decision(symbol).expect("tests name decisions well"));
                Decided { robot: robot.clone(), decision, attempt: Attempt::FIRST }
            })
            .collect();
        let joint = JointStep { mission: MISSION, step, attempt: Attempt::FIRST, decided: decided.clone() };
        let begin = parts.iter().map(|(_, millis)| *millis).min().unwrap_or(0);
        self.simulated.handle(at(begin), WorldInput::Approved { joint, until: at(begin + 3_600_000) });
        let mut order: Vec<usize> = (0..parts.len()).collect();
        order.sort_by_key(|&part| parts[part].1);
        let mut tickets = vec![GoalTicket(0); parts.len()];
        for part in order {
            self.tickets += 1;
            tickets[part] = GoalTicket(self.tickets);
            let Decided { robot, decision, attempt } = decided[part].clone();
            let decision = decision.expect("all act");
            let world = &self.world;
            let skill = world.domain().skill(world.options().skill(decision)).name.clone();
            let arguments = world.options().arguments(decision).iter().map(|&one| world.object(one).name.clone());
            let goal =
                SkillGoal { mission: MISSION, step, attempt, robot, decision, skill, arguments: arguments.collect() };
            self.simulated.handle(at(parts[part].1), WorldInput::Goal { ticket: tickets[part], goal });
        }
        tickets
    }

    /// Lets time pass; returns what the goals came to.
    pub fn pass(&mut self, millis: u64) -> BTreeMap<GoalTicket, Result<(), WorldError>> {
        self.simulated.handle(at(millis), WorldInput::Tick);
        let mut results = BTreeMap::new();
        while let Some(output) = self.simulated.poll() {
            match output {
                WorldOutput::SkillFinished { ticket, result } => assert!(results.insert(ticket, result).is_none()),
                WorldOutput::Facts(facts) => assert!(self.world.read(&facts).is_ok(), "no law is broken"),
            }
        }
        results
    }

    /// What is believed.
    pub fn facts(&self) -> Facts {
        self.world.facts(self.simulated.state())
    }

    /// What is so.
    pub fn truth(&self) -> Facts {
        self.world.facts(self.simulated.truth().expect("there is no scene"))
    }
}

pub fn failed(result: Option<&Result<(), WorldError>>) -> &str {
    match result {
        Some(Err(WorldError::Failed(why))) => why,
        other => panic!("{other:?}"),
    }
}
