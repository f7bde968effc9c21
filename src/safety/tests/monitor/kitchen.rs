//! A kitchen that a monitor watches: apple 1 in the closed fridge, everything else on the table.

use std::{sync::Arc, time::Duration};

use surefleet_fleet::{
    Attempt, Brief, Decided, Decision, Facts, JointStep, MissionId, Outcome, RobotId, Stamp, StepIndex,
};
use surefleet_mission::Transport;
use surefleet_safety::{
    CancelError, CheckError, CheckReply, CheckRequest, ConstraintId, ConstraintStanding, GateClosed, Input, Monitor,
    MonitorEntry, Output, Policy, StepRefusal, StopProposal, Timing, Unjudged, UnseenWorld,
};
use surefleet_world::{Domain, Robot, State, World};

pub const MISSION: MissionId = MissionId::new([1; 16]);
pub const WORLD_TIMEOUT: Duration = Duration::from_secs(2);
pub const LEASE: Duration = Duration::from_millis(500);

pub const START_PATIENCE: Duration = Duration::from_secs(10);
pub const TIMING: Timing = Timing { world_timeout: WORLD_TIMEOUT, lease: LEASE, start_patience: START_PATIENCE };

pub fn at(millis: u64) -> Stamp {
    Stamp::ZERO + Duration::from_millis(millis)
}

pub fn robot(number: usize) -> RobotId {
    RobotId::new(&format!("robot_{number}")).expect("plain names")
}

pub fn team(size: usize) -> Vec<RobotId> {
    (1..=size).map(robot).collect()
}

pub fn step(number: u32) -> StepIndex {
    StepIndex::new(number).expect("tests count steps from 1")
}

/// A sign of life of a robot that is in step 1 of the mission, if in any.
pub fn heartbeat(who: usize, mission: Option<MissionId>) -> Input {
    Input::Heartbeat { robot: robot(who), at: mission.map(|mission| (mission, StepIndex::FIRST)), finished: None }
}

pub fn brief(text: &str, constraints: &[&str], size: usize) -> Brief {
    Brief {
        constraints: constraints.iter().map(|&text| text.into()).collect(),
        alpha: "0.1".into(),
        ..Brief::new(MISSION, text, 10, team(size))
    }
}

/// A fleet of three robots, its world and its monitor.
#[derive(Clone)]
pub struct Kitchen {
    pub world: Arc<World>,
    pub state: State,
    pub monitor: Monitor,
    pub now: Stamp,
    /// The entries that the monitor asked to journal.
    pub journal: Vec<MonitorEntry>,
}

impl Kitchen {
    pub fn new() -> Self {
        Self::with(true)
    }

    /// A kitchen whose robots have been heard.
    pub fn with(require_grounded: bool) -> Self {
        let mut kitchen = Self::unheard(require_grounded);
        for robot in team(3) {
            kitchen.tell(Input::Heartbeat { robot, at: None, finished: None });
        }
        kitchen
    }

    /// A kitchen whose monitor has neither heard nor seen anything.
    pub fn unheard(require_grounded: bool) -> Self {
        let world = household(3);
        let state = tidy(&world, |item| if item == "apple_1" { "fridge" } else { "table" });
        let monitor = Monitor::new(policy(&world, require_grounded));
        Self { world, state, monitor, now: at(1_000_000), journal: Vec::new() }
    }

    /// The kitchen while it runs the mission with its first `size` robots.
    pub fn running(text: &str, constraints: &[&str], size: usize) -> Self {
        let mut kitchen = Self::new();
        kitchen.look();
        let outputs = kitchen.tell(Input::Mission(brief(text, constraints, size)));
        assert!(outputs.iter().any(|output| matches!(output, Output::Turn(_))), "{outputs:?}");
        kitchen.tell(heartbeat(1, Some(MISSION)));
        kitchen
    }

    pub fn facts(&self) -> Facts {
        self.world.facts(&self.state)
    }

    pub fn seen(&self) -> Input {
        Input::World {
            observed: self.now,
            domain: self.world.domain().digest().to_string(),
            facts: self.facts(),
            arms: Vec::new(),
        }
    }

    /// Shows the present world to the monitor.
    pub fn look(&mut self) -> Vec<Output> {
        self.tell(self.seen())
    }

    pub fn pass(&mut self, span: Duration) {
        self.now = self.now + span;
    }

    /// Gives the monitor an input and returns its outputs, without the standings of what missions ask for; all new entries
    /// go into the journal.
    pub fn tell(&mut self, input: Input) -> Vec<Output> {
        self.monitor.handle(self.now, input);
        let mut outputs: Vec<Output> = std::iter::from_fn(|| self.monitor.poll()).collect();
        for output in &outputs {
            if let Output::Journal(entry) = output {
                self.journal.push(entry.clone());
            }
        }
        let is_of_mission = |standing: &ConstraintStanding| matches!(standing.id, ConstraintId::Mission(..));
        outputs.retain(|output| match output {
            Output::Journal(MonitorEntry::Stood(standings)) => !standings.iter().all(is_of_mission),
            _ => true,
        });
        outputs
    }

    /// Cancels a mission; returns the monitor's answer and its outputs.
    pub fn cancel(&mut self, mission: MissionId, by: &str) -> (Result<(), CancelError>, Vec<Output>) {
        let cancelled = self.monitor.cancel_mission(self.now, mission, by);
        (cancelled, self.tell(Input::Tick))
    }

    pub fn decision(&self, symbol: &str) -> Decision {
        self.world.find_decision(symbol).unwrap_or_else(|| panic!("{symbol} is no decision"))
    }

    pub fn joint(&self, number: u32, attempt: u32, symbols: &[&str]) -> JointStep {
        let attempt = Attempt(attempt);
        let decided = team(symbols.len())
            .into_iter()
            .zip(symbols)
            .map(|(robot, symbol)| Decided {
                robot,
                decision: (!symbol.is_empty()).then(|| self.decision(symbol)),
                attempt,
            })
            .collect();
        JointStep { mission: MISSION, step: step(number), attempt, decided }
    }

    /// Proposes a joint step planned from the present world.
    pub fn propose(&mut self, joint: JointStep) -> Vec<Output> {
        self.tell(Input::Propose { joint, facts: self.facts() })
    }

    /// The monitor's only verdict on a proposed joint step.
    pub fn verdict(&mut self, joint: JointStep) -> Result<(), Vec<StepRefusal>> {
        let mut verdicts = verdicts(self.propose(joint));
        assert_eq!(verdicts.len(), 1, "{verdicts:?}");
        verdicts.remove(0).1
    }

    /// Approves and carries out a joint step; absent robots (`""`) stay.
    pub fn act(&mut self, number: u32, symbols: &[&str]) {
        let joint = self.joint(number, 0, symbols);
        assert_eq!(self.verdict(joint.clone()), Ok(()));
        let decisions: Vec<Option<Decision>> = joint.decided.iter().map(|decided| decided.decision).collect();
        self.state = self.world.apply(&self.state, &decisions).expect("it was approved");
        self.look();
    }

    /// Every robot reports that its part of the step ended.
    pub fn finish(&mut self, number: u32) {
        for robot in team(3) {
            self.tell(Input::Outcome { mission: MISSION, step: step(number), robot });
        }
    }

    pub fn check(&self, number: u32, who: usize, decided: &[(usize, &str)], candidates: &[&str]) -> CheckReply {
        let decided = decided
            .iter()
            .map(|&(who, symbol)| Decided {
                robot: robot(who),
                decision: Some(self.decision(symbol)),
                attempt: Attempt::FIRST,
            })
            .collect();
        let candidates = candidates.iter().map(|symbol| self.decision(symbol)).collect();
        let request = CheckRequest {
            mission: MISSION,
            step: step(number),
            robot: robot(who),
            facts: self.facts(),
            decided,
            candidates,
        };
        self.monitor.check(self.now, &request)
    }

    /// The verdict on each candidate in step 1 of a mission; empty: it is allowed.
    pub fn verdicts_of(&self, mission: MissionId, who: usize, candidates: &[&str]) -> Vec<String> {
        let candidates = candidates.iter().map(|symbol| self.decision(symbol)).collect();
        let facts = self.facts();
        let robot = robot(who);
        let request = CheckRequest { mission, step: step(1), robot, facts, decided: Vec::new(), candidates };
        let verdicts = self.monitor.check(self.now, &request).expect("the mission runs");
        verdicts.iter().map(|verdict| verdict.as_ref().err().map(ToString::to_string).unwrap_or_default()).collect()
    }

    pub fn stop(&mut self, number: u32, outcome: Outcome) -> Vec<Output> {
        let mission = MISSION;
        let step = step(number);
        let attempt = Attempt::FIRST;
        self.tell(Input::ProposeStop(StopProposal { mission, step, attempt, outcome }))
    }

    /// The monitor's next life, started from this journal.
    pub fn restart(&mut self, journal: &[MonitorEntry]) -> Vec<Output> {
        // Entries of a journal survive being written to a file and read back.
        let lines: Vec<String> = journal.iter().map(|entry| serde_json::to_string(entry).expect("JSON")).collect();
        let entries = lines.iter().map(|line| serde_json::from_str(line).expect("what was written"));
        self.monitor = Monitor::restore(self.now, policy(&self.world, true), entries);
        std::iter::from_fn(|| self.monitor.poll()).collect()
    }
}

/// The household with this number of robots.
pub fn household(robots: usize) -> Arc<World> {
    let domain = include_str!("../../../../config/domains/household.yaml");
    let domain = Domain::parse(domain, "household.yaml").expect("a sound file");
    let robots: Vec<Robot> = team(robots).into_iter().map(|id| Robot { id, kind: None }).collect();
    Arc::new(World::new(Arc::new(domain), &robots).expect("a small team"))
}

/// A state in which each item is at a place.
pub fn tidy(world: &World, place: impl Fn(&str) -> &'static str) -> State {
    let item = world.domain().find_type("item").expect("the household has items");
    let fact = |&id| {
        let item = &world.object(id).name;
        format!("located({item}, {})", place(item))
    };
    world.read(&Facts::new(world.members_of(item).iter().map(fact))).expect("a sound state")
}

pub fn transport() -> Arc<Transport> {
    Arc::new(Transport::household())
}

pub fn policy(world: &Arc<World>, require_grounded: bool) -> Policy {
    let policy = Policy::new(world.clone(), Some(transport()), TIMING, require_grounded)
        .expect("a sound policy")
        .taking_meanings(require_grounded);
    policy.calibrated_at(Some("1/10".parse().expect("a fraction")))
}

pub fn verdicts(outputs: Vec<Output>) -> Vec<(JointStep, Result<(), Vec<StepRefusal>>)> {
    let verdict =
        |output| if let Output::Verdict { joint, verdict, .. } = output { Some((joint, verdict)) } else { None };
    outputs.into_iter().filter_map(verdict).collect()
}

pub fn ends(outputs: &[Output]) -> Vec<Outcome> {
    let end = |output: &Output| if let Output::End { outcome, .. } = output { Some(outcome.clone()) } else { None };
    outputs.iter().filter_map(end).collect()
}

/// The reason in a reply why the monitor does not see the world.
pub fn unseen(reply: CheckReply) -> UnseenWorld {
    match reply {
        Err(CheckError::Unjudged(Unjudged::Gate(GateClosed::World(unseen)))) => unseen,
        other => panic!("the world is not seen: {other:?}"),
    }
}
