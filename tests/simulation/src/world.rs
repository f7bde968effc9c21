use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use surefleet_fleet::{Decision, Facts, JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_robot::GoalTicket;
use surefleet_safety::{ApprovalGuard, ApprovalKey, UsedStep};
use surefleet_simulator::{Faults, Pace, SimulatedWorld};
use surefleet_world::Drawn;

use crate::yard::yard_of;

/// Skills take between 0.05 and 2.5 seconds.
const USUAL: Duration = Duration::from_millis(1275);
const JITTER: f64 = 0.96;
/// How long a goal waits for its approval.
const PATIENCE: Duration = Duration::from_secs(2);
/// The world only answers requests; it need not report by itself.
pub(crate) const NEVER: Duration = Duration::from_secs(1_000_000);

/// The robots' skill servers: one process, which never dies.
pub(crate) struct World {
    pub site: Arc<surefleet_world::World>,
    pub house: SimulatedWorld,
    key: ApprovalKey,
    pub guard: ApprovalGuard,
    /// How often the guard was restarted.
    pub guard_life: u32,
    /// The steps that the guard remembers: something was begun for each of them.
    pub used: Vec<UsedStep>,
    pub facts: Facts,
    /// All goals; each place is the goal's number in the house.
    pub goals: Vec<Asked>,
    /// Parts of steps that have begun and ended.
    pub over: BTreeSet<(MissionId, StepIndex, usize)>,
    pub begun: BTreeSet<(MissionId, StepIndex, usize)>,
    pub ended: BTreeSet<MissionId>,
    /// When the next [`Event::WorldWake`] comes.
    pub wake_at: Option<Stamp>,
}

/// A goal and the robot that asked for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    pub robot: usize,
    pub life: u32,
    pub ticket: GoalTicket,
    pub mission: MissionId,
    pub step: StepIndex,
    pub decision: Decision,
    /// Whether its end was reported.
    pub has_ended: bool,
}

impl World {
    pub fn new(fleet: Vec<RobotId>, seed: u64, failure: f64, key: ApprovalKey) -> Self {
        let world = yard_of(&fleet);
        let facts = Facts::new(["located(crate_1, north)".to_owned()]);
        let known = world.read(&facts).expect("the yard has a crate and corners");
        let pace = Pace::new(world.domain(), USUAL, BTreeMap::new(), JITTER).expect("a part");
        let faults = Faults::new(seed, failure, 0.0, 1.0).expect("a probability");
        let start = Drawn { truth: known.clone(), known };
        let house = SimulatedWorld::new(world.clone(), None, start, pace, faults, PATIENCE, NEVER);
        let house = house.expect("a period above zero");
        let (used, goals, over, begun, ended) = Default::default();
        let guard = ApprovalGuard::new(key, []);
        Self { site: world, house, key, guard, guard_life: 0, used, facts, goals, over, begun, ended, wake_at: None }
    }

    pub fn facts(&self) -> Facts {
        self.facts.clone()
    }

    pub fn moving(&self, now: Stamp) -> impl Iterator<Item = &Asked> {
        self.house.progress(now).filter_map(|(ticket, _)| self.goals.get(ticket.0 as usize))
    }

    /// The skill servers forget the approvals that they heard, except for what they keep.
    pub fn restart_guard(&mut self) {
        self.guard = ApprovalGuard::new(self.key, self.used.iter().copied());
        self.guard_life += 1;
    }

    /// Checks that nothing still moves that must not move together with the approved step.
    pub fn check_approval(&self, now: Stamp, joint: &JointStep) -> Result<(), String> {
        let world = self.house.world();
        for moving in self.moving(now) {
            for decided in &joint.decided {
                let (Some(place), Some(decision)) = (world.place(&decided.robot), decided.decision) else { continue };
                let beside = [(moving.robot, moving.decision)];
                if !world.is_permitted(self.house.state(), &beside, place, decision)
                    || (place == moving.robot && decision != world.options().idle())
                {
                    return Err(format!("{joint:?} is approved while {moving:?} moves"));
                }
            }
        }
        Ok(())
    }
}
