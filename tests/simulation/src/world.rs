use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, LazyLock},
    time::Duration,
};

use surefleet_fleet::{Decision, Facts, JointStep, MissionId, RobotId, SkillOutcome, Stamp, StepIndex};
use surefleet_mission::{Domain, State, is_permitted};
use surefleet_simulator::{Faults, GoalTicket, HouseholdWorld, Pace, SkillGoal, WorldInput, WorldOutput};

use crate::{
    fleet::Fleet,
    message::{Event, Message},
};

/// How long an approval holds, as config/safety_monitor.yaml says.
const APPROVAL_VALIDITY: Duration = Duration::from_secs(5);

/// A yard whose robots go from corner to corner, where there is room for all, and to sheds, each for one at a time.
const YARD: &str = r#"
domain: yard
predicates:
  - at(robot, item | container | surface)
  - holding(robot, item)
  - located(item, container | surface)
  - open(container)
items: [{label: crate, each: [{name: crate_1}]}]
containers:
  - {name: shed_1, label: first shed}
  - {name: shed_2, label: second shed}
  - {name: shed_3, label: third shed}
surfaces:
  - {name: north, label: north}
  - {name: east, label: east}
  - {name: south, label: south}
  - {name: west, label: west}
skills:
  - name: go_to
    role: go_to
    parameter: {name: target, types: [surface, container], exclusive: [container]}
    text: go to {target}
    effects: ["at(robot, spot_of(target))"]
  - {name: idle, role: idle, text: stay}
"#;

/// The domain of all simulated fleets, read once.
pub(crate) fn yard() -> Arc<Domain> {
    static READ: LazyLock<Arc<Domain>> =
        LazyLock::new(|| Arc::new(Domain::parse(YARD, "the yard").expect("every run reads this very text")));
    READ.clone()
}

/// Skills take from 0.05 to 2.5 seconds.
const USUAL: Duration = Duration::from_millis(1275);
const JITTER: f64 = 0.96;
/// A goal waits so long for its approval.
const PATIENCE: Duration = Duration::from_secs(2);
/// The world is asked, it need not tell of itself.
const NEVER: Duration = Duration::from_secs(1_000_000);

/// The robots' skill servers: one process, which stays.
pub(crate) struct World {
    pub domain: Arc<Domain>,
    house: HouseholdWorld,
    facts: Facts,
    goals: BTreeMap<GoalTicket, Asked>,
    begun: BTreeSet<(MissionId, StepIndex, usize)>,
    ended: BTreeSet<MissionId>,
    /// When the next [`Event::WorldWake`] comes.
    wake_at: Option<Stamp>,
}

/// Whose goal it is.
#[derive(Debug, Clone, Copy)]
struct Asked {
    robot: usize,
    life: u32,
    mission: MissionId,
    step: StepIndex,
    decision: Decision,
}

impl World {
    pub fn new(fleet: Vec<RobotId>, seed: u64, failure: f64) -> Self {
        let domain = yard();
        let north = domain.find_place("north").expect("the yard has corners");
        let state = State::new(&domain, fleet.len(), &[north], []).expect("no fleet is larger than a domain holds");
        let facts = state.to_facts(&domain, &fleet);
        let pace = Pace::new(&domain, USUAL, BTreeMap::new(), JITTER).expect("a part");
        let faults = Faults::new(seed, failure, 0.0, 1.0).expect("a probability");
        let house = HouseholdWorld::new(domain.clone(), fleet, state, pace, faults, PATIENCE, NEVER);
        let house = house.expect("the state is of this fleet");
        let (goals, begun, ended) = Default::default();
        Self { domain, house, facts, goals, begun, ended, wake_at: None }
    }

    pub fn facts(&self) -> Facts {
        self.facts.clone()
    }

    fn moving(&self, now: Stamp) -> impl Iterator<Item = &Asked> {
        self.house.progress(now).filter_map(|(ticket, _)| self.goals.get(&ticket))
    }

    /// Checks that nothing still moves that must not move beside what is approved.
    pub fn check_approval(&self, now: Stamp, joint: &JointStep) -> Result<(), String> {
        for moving in self.moving(now) {
            for decided in &joint.decided {
                let place = self.house.robots().iter().position(|robot| *robot == decided.robot);
                let (Some(place), Some(decision)) = (place, decided.decision) else { continue };
                let beside = [(moving.robot, moving.decision)];
                if !is_permitted(&self.domain, self.house.state(), &beside, place, decision)
                    || (place == moving.robot && decision != self.domain.options().idle())
                {
                    return Err(format!("{joint:?} is approved while {moving:?} moves"));
                }
            }
        }
        Ok(())
    }
}

/// The world among the others.
impl Fleet<'_> {
    /// What the skill servers hear on the network.
    pub fn deliver_to_world(&mut self, message: &Message) -> Result<(), String> {
        match message {
            Message::Verdict { joint, verdict: Ok(()) } => {
                let until = self.now + APPROVAL_VALIDITY;
                self.tell_world(WorldInput::Approved { joint: (**joint).clone(), until })
            }
            Message::End { mission, .. } => {
                let told = self.tell_world(WorldInput::Ended(*mission));
                self.world.ended.insert(*mission);
                told
            }
            _ => Ok(()),
        }
    }

    /// A planner process asks its robot to act.
    pub fn ask_world(&mut self, robot: usize, goal: SkillGoal) -> Result<(), String> {
        let ticket = GoalTicket(self.world.goals.len() as u64);
        let (life, mission, step, decision) = (self.robots[robot].life, goal.mission, goal.step, goal.decision);
        self.world.goals.insert(ticket, Asked { robot, life, mission, step, decision });
        self.tell_world(WorldInput::Goal { ticket, goal })
    }

    pub fn wake_world(&mut self) -> Result<(), String> {
        if self.world.wake_at == Some(self.now) {
            self.world.wake_at = None;
            return self.tell_world(WorldInput::Tick);
        }
        Ok(())
    }

    fn tell_world(&mut self, input: WorldInput) -> Result<(), String> {
        self.world.house.handle(self.now, input);
        let moving: Vec<Asked> = self.world.moving(self.now).copied().collect();
        for asked in moving {
            if self.world.begun.insert((asked.mission, asked.step, asked.robot)) {
                self.report.skills += 1;
                self.note(|| format!("    world: {asked:?} begins"));
                if self.world.ended.contains(&asked.mission) {
                    return Err(format!("{asked:?} begins after the end of its mission"));
                }
            }
        }
        while let Some(output) = self.world.house.poll() {
            match output {
                WorldOutput::Facts(facts) => self.world.facts = facts,
                WorldOutput::SkillFinished { ticket, result } => {
                    let Asked { robot, life, mission, step, .. } = self.world.goals[&ticket];
                    let outcome = match result {
                        Ok(()) => SkillOutcome::Done,
                        Err(error) => {
                            let is_stale = matches!(error, surefleet_simulator::WorldError::Superseded { .. });
                            self.report.stale_executions += u64::from(is_stale);
                            SkillOutcome::Failed(error.to_string())
                        }
                    };
                    self.note(|| format!("    world: {robot} {mission} {step} ends: {outcome:?}"));
                    self.after(0.0001..0.001, Event::SkillAnswers { robot, life, mission, step, outcome });
                }
            }
        }
        let due = self.world.house.next_deadline().filter(|due| *due < Stamp::ZERO + NEVER);
        if let Some(due) = due.map(|due| due.max(self.now))
            && self.world.wake_at.is_none_or(|wake_at| wake_at > due)
        {
            self.world.wake_at = Some(due);
            self.at(due, Event::WorldWake);
        }
        Ok(())
    }
}
