use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Decision, RobotId, Stamp};
use surefleet_world::{Difference, Expected, State, World};

use super::GoalTicket;
use crate::orders::{Doing, Order, Part};

/// An approved joint step and what the robots made of it.
pub(super) type Approved = Order<Course, Acting>;

/// How the world was when a step was approved, and what came of the step.
#[derive(Debug, Clone)]
pub(super) struct Course {
    /// What was believed when the step was approved.
    pub before: State,
    /// How many steps were approved before it: the seed of its chances.
    pub number: u64,
    /// What its parts have changed so far, oldest first.
    pub changes: Vec<Changed>,
    /// What its ended parts were to change.
    pub done: Vec<Expected>,
}

/// What a part of a step has changed.
#[derive(Debug, Clone, Default)]
pub(super) struct Changed {
    pub believed: Vec<Difference>,
    pub real: Vec<Difference>,
}

/// A skill under way.
#[derive(Debug, Clone)]
pub(super) struct Acting {
    pub robot: RobotId,
    /// The robot's place among the robots of the world.
    pub place: usize,
    pub decision: Decision,
    pub since: Stamp,
    /// When what comes about on the way does; `None`: it has, or nothing does.
    pub arrival: Option<Stamp>,
    pub until: Stamp,
    /// Whether its end was put off until another robot has made room.
    pub waits: bool,
    /// Whether it will fail.
    pub fails: bool,
    /// Chances for what will go wrong without the robot feeling it; `None`: nothing will.
    pub mishap: Option<Box<ChaCha8Rng>>,
    /// The goals that wait for it.
    pub tickets: Vec<GoalTicket>,
}

impl Acting {
    /// When something of it comes about next.
    pub fn next(&self) -> Stamp {
        self.arrival.unwrap_or(self.until)
    }
}

impl Doing for Acting {
    fn robot(&self) -> &RobotId {
        &self.robot
    }

    fn tickets(&mut self) -> &mut Vec<GoalTicket> {
        &mut self.tickets
    }
}

impl Course {
    pub fn new(before: State, number: u64) -> Self {
        Self { before, number, changes: Vec::new(), done: Vec::new() }
    }

    /// What is believed now, but for what the step itself has changed: all its skills start from there.
    pub fn start(&self, world: &World, believed: &State) -> State {
        world.without(believed, self.changes.iter().rev().flat_map(|changed| &changed.believed))
    }

    /// What the step has really changed, newest first.
    pub fn real(&self) -> impl Iterator<Item = &Difference> {
        self.changes.iter().rev().flat_map(|changed| &changed.real)
    }
}

impl Approved {
    /// The decisions of the other robots, but for those that have failed.
    pub fn beside(&self, world: &World, robot: usize) -> Vec<(usize, Decision)> {
        let decided = self.joint.decided.iter().filter_map(|one| Some((&one.robot, one.decision?)));
        let has_failed = |robot: &RobotId| matches!(self.parts.get(robot), Some(Part::Ended(Err(_))));
        let others = decided.filter(|(other, _)| !has_failed(other));
        let others = others.filter_map(|(other, decision)| Some((world.place(other)?, decision)));
        others.filter(|(other, _)| *other != robot).collect()
    }
}
