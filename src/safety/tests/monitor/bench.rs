//! Four arms at two tables: the site of `examples/arms`, with the poses of its fleet file.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use nalgebra::{Isometry3, Translation3, UnitQuaternion};
use serde::Deserialize;
use surefleet_fleet::{Attempt, Brief, Decided, Decision, Facts, JointStep, MissionId, RobotId, Stamp};
use surefleet_reach::{ArmWay, CellArm, JointAngles, PlacedArm, WorkCell};
use surefleet_safety::{ArmPosition, CheckRequest, Input, Monitor, MonitorEntry, Output, Policy, StepRefusal};
use surefleet_world::{Domain, Robot, World};

use crate::kitchen::{TIMING, at, step, verdicts};

pub const MOST_AGE: Duration = Duration::from_millis(500);
pub const MARGIN_M: f64 = 0.05;

/// What of the example's fleet file says where arms are.
#[derive(Deserialize)]
struct FleetFile {
    arms: Arms,
}

#[derive(Deserialize)]
struct Arms {
    moves: BTreeMap<String, Vec<String>>,
    robots: BTreeMap<String, Arm>,
}

#[derive(Deserialize)]
struct Arm {
    base: Base,
    tool_m: f64,
    poses: BTreeMap<String, JointAngles>,
}

#[derive(Deserialize)]
struct Base {
    position_m: [f64; 3],
    turn_rad: [f64; 3],
}

pub fn arm(number: usize) -> RobotId {
    RobotId::new(&format!("arm_{number}")).expect("plain names")
}

fn example() -> Arms {
    let file: FleetFile = serde_yaml::from_str(include_str!("../../../../examples/arms/fleet.yaml")).expect("a file");
    file.arms
}

pub fn site() -> Arc<World> {
    let domain = Domain::parse(include_str!("../../../../examples/arms/cell.yaml"), "cell.yaml").expect("a domain");
    let robots: Vec<Robot> = (1..=4).map(|number| Robot { id: arm(number), kind: None }).collect();
    Arc::new(World::new(Arc::new(domain), &robots).expect("four arms"))
}

/// The work cell; a pose that the file does not have is unknown.
pub fn cell(world: &World) -> WorkCell {
    let Arms { moves, robots } = example();
    let placed = |arm: &Arm| {
        let ([x, y, z], [roll, pitch, yaw]) = (arm.base.position_m, arm.base.turn_rad);
        let turned = UnitQuaternion::from_euler_angles(roll, pitch, yaw);
        PlacedArm::ur5e(Isometry3::from_parts(Translation3::new(x, y, z), turned), arm.tool_m)
    };
    let way = |arm: &Arm, decision: Decision| {
        let symbol = world.symbol(decision);
        let (skill, arguments) = symbol.trim_end_matches(')').split_once('(').unwrap_or((&symbol, ""));
        let target = arguments.rsplit(", ").next().unwrap_or_default();
        let poses: Vec<String> = moves[skill].iter().map(|pose| pose.replace("{where}", target)).collect();
        match poses.iter().find(|pose| !arm.poses.contains_key(*pose)) {
            Some(pose) => ArmWay::Unknown { pose: pose.clone() },
            None if poses.is_empty() => ArmWay::Stays,
            None => ArmWay::Through(poses.iter().map(|pose| arm.poses[pose]).collect()),
        }
    };
    let arms = robots.iter().map(|(robot, arm)| CellArm {
        robot: RobotId::new(robot).expect("plain names"),
        placed: placed(arm),
        ways: world.options().iter().map(|decision| (decision, way(arm, decision))).collect(),
    });
    WorkCell::new(arms.collect(), MARGIN_M, MOST_AGE).expect("sound arms")
}

/// The angles of a named pose.
pub fn pose(number: usize, name: &str) -> JointAngles {
    example().robots[arm(number).as_str()].poses[name]
}

/// The two tables, seen by a monitor.
#[derive(Clone)]
pub struct Bench {
    pub world: Arc<World>,
    pub cell: Arc<WorkCell>,
    pub monitor: Monitor,
    pub now: Stamp,
    pub facts: BTreeSet<String>,
    /// What the next world state says of arms.
    pub arms: Vec<ArmPosition>,
    pub journal: Vec<MonitorEntry>,
}

impl Bench {
    /// Everything as in the example's start; every robot was heard.
    pub fn new() -> Self {
        let world = site();
        let cell = Arc::new(cell(&world));
        let monitor = Monitor::new(policy(&world, &cell));
        let facts = (1..=4).flat_map(|n| [format!("located(gear_{n}, tray_{n})"), format!("home(arm_{n})")]).collect();
        let now = at(1_000_000);
        let arms = (1..=4).map(|n| position(n, &pose(n, "home"), now)).collect();
        let mut bench = Self { world, cell, monitor, now, facts, arms, journal: Vec::new() };
        (1..=4).for_each(|n| drop(bench.tell(Input::Heartbeat { robot: arm(n), at: None, finished: None })));
        bench.look();
        bench
    }

    /// A mission of these arms begins; missions are numbered.
    pub fn begin(&mut self, mission: u8, team: &[usize]) {
        let first = team[0];
        let brief = Brief::new(
            MissionId::new([mission; 16]),
            format!("Bring gear {first} to fixture {first}."),
            10,
            team.iter().map(|&number| arm(number)).collect(),
        );
        let outputs = self.tell(Input::Mission(brief));
        assert!(outputs.iter().any(|output| matches!(output, Output::Turn(_))), "{outputs:?}");
    }

    /// An arm holds a gear and is in a named pose, as a fresh world state will say.
    pub fn holds(&mut self, number: usize, name: &str) {
        self.facts.retain(|fact| {
            *fact != format!("located(gear_{number}, tray_{number})") && *fact != format!("home(arm_{number})")
        });
        self.facts.insert(format!("holding(arm_{number}, gear_{number})"));
        self.put(number, &pose(number, name));
        self.look();
    }

    /// An arm is at these angles now.
    pub fn put(&mut self, number: usize, joints: &JointAngles) {
        self.arms.retain(|position| position.robot != arm(number));
        self.arms.push(position(number, joints, self.now));
    }

    /// All arms that are told are measured anew, and shown.
    pub fn measure(&mut self) -> Vec<Output> {
        let now = self.now;
        self.arms.iter_mut().for_each(|position| position.measured = now);
        self.look()
    }

    pub fn look(&mut self) -> Vec<Output> {
        let (observed, domain) = (self.now, self.world.domain().digest().to_string());
        self.tell(Input::World { observed, domain, facts: self.known(), arms: self.arms.clone() })
    }

    pub fn known(&self) -> Facts {
        Facts::new(self.facts.iter().cloned())
    }

    pub fn tell(&mut self, input: Input) -> Vec<Output> {
        self.monitor.handle(self.now, input);
        let outputs: Vec<Output> = std::iter::from_fn(|| self.monitor.poll()).collect();
        self.journal.extend(outputs.iter().filter_map(|output| match output {
            Output::Journal(entry) => Some(entry.clone()),
            _ => None,
        }));
        outputs
    }

    pub fn joint(&self, mission: u8, number: u32, decided: &[(usize, &str)]) -> JointStep {
        let part = |&(number, symbol): &(usize, &str)| Decided {
            robot: arm(number),
            decision: Some(self.decision(symbol)),
            attempt: Attempt::FIRST,
        };
        let mission = MissionId::new([mission; 16]);
        JointStep { mission, step: step(number), attempt: Attempt::FIRST, decided: decided.iter().map(part).collect() }
    }

    pub fn decision(&self, symbol: &str) -> Decision {
        self.world.find_decision(symbol).unwrap_or_else(|| panic!("{symbol} is no decision"))
    }

    /// The verdict on a joint step; `None`: it is withheld.
    pub fn verdict(&mut self, joint: JointStep) -> Option<Result<(), Vec<StepRefusal>>> {
        let facts = self.known();
        verdicts(self.tell(Input::Propose { joint, facts })).pop().map(|(_, verdict)| verdict)
    }

    /// The verdict on a joint step of mission 1 by a copy of this bench, in words; empty: it is approved.
    pub fn tried(&self, decided: &[(usize, &str)]) -> String {
        let mut copy = self.clone();
        let joint = copy.joint(1, 1, decided);
        let reasons =
            copy.verdict(joint).map_or_else(|| panic!("it is withheld"), |verdict| verdict.err().unwrap_or_default());
        reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    /// The reasons against candidates in step 1 of a mission, beside what others decided; empty: it is allowed.
    pub fn refusals(&self, mission: u8, who: usize, decided: &[(usize, &str)], candidates: &[&str]) -> Vec<String> {
        let request = CheckRequest {
            mission: MissionId::new([mission; 16]),
            step: step(1),
            robot: arm(who),
            facts: self.known(),
            decided: self.joint(mission, 1, decided).decided,
            candidates: candidates.iter().map(|symbol| self.decision(symbol)).collect(),
        };
        let verdicts = self.monitor.check(self.now, &request).expect("the mission runs");
        verdicts.into_iter().map(|verdict| verdict.err().map(|why| why.to_string()).unwrap_or_default()).collect()
    }

    pub fn finish(&mut self, mission: u8, who: usize) -> Vec<Output> {
        self.tell(Input::Outcome { mission: MissionId::new([mission; 16]), step: step(1), robot: arm(who) })
    }

    pub fn pass(&mut self, millis: u64) {
        self.now = self.now + Duration::from_millis(millis);
    }

    /// The monitor's next life.
    pub fn restart(&mut self) {
        self.monitor = Monitor::restore(self.now, policy(&self.world, &self.cell), self.journal.clone());
    }
}

fn policy(world: &Arc<World>, cell: &Arc<WorkCell>) -> Policy {
    Policy::new(world.clone(), None, TIMING, true).expect("a sound policy").keeping_apart(Some(cell.clone()))
}

pub fn position(number: usize, joints: &[f64], measured: Stamp) -> ArmPosition {
    ArmPosition { robot: arm(number), joints: joints.to_vec(), measured }
}
