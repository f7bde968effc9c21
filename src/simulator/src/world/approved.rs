use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Decision, JointStep, RobotId, Stamp};
use surefleet_mission::State;

use super::{GoalTicket, WorldError, effect::Effect};

/// An approved joint step and what the robots made of it.
#[derive(Debug, Clone)]
pub(super) struct Approved {
    pub joint: JointStep,
    /// From then on no part of it is begun.
    pub until: Stamp,
    /// The world when the step was approved: what all its skills start from.
    pub before: State,
    /// How many steps were approved before it: the seed of its chances.
    pub number: u64,
    pub parts: BTreeMap<RobotId, Part>,
}

/// One robot's part of a step, once its goal has come.
#[derive(Debug, Clone)]
pub(super) enum Part {
    Acting(Acting),
    Ended(Result<(), WorldError>),
}

/// A skill under way.
#[derive(Debug, Clone)]
pub(super) struct Acting {
    pub robot: RobotId,
    /// The robot's place among the robots of the world.
    pub place: usize,
    pub decision: Decision,
    pub since: Stamp,
    pub until: Stamp,
    /// Chances for what will go wrong without the robot feeling it; `None`: nothing will.
    pub mishap: Option<Box<ChaCha8Rng>>,
    /// The changes that it will make, or the reason why it will fail.
    pub effect: Result<Effect, String>,
    /// The goals that wait for it.
    pub tickets: Vec<GoalTicket>,
}

impl Approved {
    pub fn new(joint: JointStep, until: Stamp, before: State, number: u64) -> Self {
        Self { joint, until, before, number, parts: BTreeMap::new() }
    }

    pub fn acting(&self) -> impl Iterator<Item = &Acting> {
        self.parts.values().filter_map(|part| match part {
            Part::Acting(acting) => Some(acting),
            Part::Ended(_) => None,
        })
    }

    /// Ends the skill that is meant, with the result that a repeated goal will get; `None`: it is not of this step.
    pub fn take_acting(
        &mut self,
        is_meant: impl Fn(&Acting) -> bool,
        result: Result<(), WorldError>,
    ) -> Option<Acting> {
        let is_it = |part: &&mut Part| matches!(part, Part::Acting(acting) if is_meant(acting));
        let part = self.parts.values_mut().find(is_it)?;
        match std::mem::replace(part, Part::Ended(result)) {
            Part::Acting(acting) => Some(acting),
            Part::Ended(_) => None,
        }
    }
}
