//! What simulated robots may begin: goals, measured against the steps that were seen approved.

use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use surefleet_fleet::{JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_world::World;

use crate::{GoalTicket, SkillGoal, WorldError};

/// So many approved steps are remembered, oldest forgotten first: a goal for a forgotten one is not approved.
const REMEMBERED: usize = 10_000;
/// So many ended missions are remembered; the approvals of a forgotten one are forgotten with it.
const REMEMBERED_ENDS: usize = 1000;

/// A joint step, by its mission and its number.
pub(crate) type Key = (MissionId, StepIndex);

/// What a robot does for its part of a step.
pub(crate) trait Doing {
    /// The robot.
    fn robot(&self) -> &RobotId;
    /// The goals that wait for its end.
    fn tickets(&mut self) -> &mut Vec<GoalTicket>;
}

/// Steps that were seen approved, goals that wait for their approval, and missions that are over. `C` is kept with each step, `D` is
/// what a robot does for its part.
///
/// A robot begins only its part of a step that was seen approved, and at most once per (mission, step); a repeated goal gets the first
/// one's end. Nothing is begun once the approval has lapsed, unless it is said again, nor once a later step of the mission was approved,
/// nor once the mission has ended. A goal that comes before its approval waits for it: the two travel separately.
#[derive(Debug, Clone)]
pub(crate) struct Orders<C, D> {
    patience: Duration,
    steps: BTreeMap<Key, Order<C, D>>,
    /// Keys of `steps`, oldest first.
    in_order: VecDeque<Key>,
    /// Goals whose approval may still be under way, and how long they wait.
    early: Vec<(Stamp, GoalTicket, SkillGoal)>,
    /// Missions that are over, oldest first.
    ended: VecDeque<MissionId>,
}

/// An approved joint step and what the robots made of it.
#[derive(Debug, Clone)]
pub(crate) struct Order<C, D> {
    pub joint: JointStep,
    /// From then on no part of it is begun.
    until: Stamp,
    pub parts: BTreeMap<RobotId, Part<D>>,
    pub course: C,
}

/// One robot's part of a step, once its goal has come.
#[derive(Debug, Clone)]
pub(crate) enum Part<D> {
    UnderWay(D),
    Ended(Result<(), WorldError>),
}

/// What a goal comes to.
pub(crate) enum Permit {
    /// The robot may begin.
    Begin,
    /// It is at it already: the goal waits for the same end.
    Joined,
    /// It has been at it, and this was the end.
    Ended(Result<(), WorldError>),
}

/// What ends with a mission.
pub(crate) struct Ending<D> {
    /// Goals that waited for an approval.
    pub early: Vec<(GoalTicket, SkillGoal)>,
    /// What was under way; it counts as cancelled.
    pub stopped: Vec<D>,
}

impl<C, D: Doing> Orders<C, D> {
    /// Nothing was approved yet; a goal waits so long for its approval.
    pub fn new(patience: Duration) -> Self {
        let (steps, in_order, early, ended) = Default::default();
        Self { patience, steps, in_order, early, ended }
    }

    /// Takes in an approval, with what is kept with the step if it is new. Returns whether it says anything: it does not where it is
    /// another joint step for the same (mission, step), or its mission is over.
    pub fn see(&mut self, joint: JointStep, until: Stamp, course: impl FnOnce() -> C) -> bool {
        let key = (joint.mission, joint.step);
        match self.steps.get_mut(&key) {
            Some(known) if known.joint == joint => known.until = known.until.max(until),
            Some(_) => return false,
            None if self.ended.contains(&joint.mission) => return false,
            None => {
                self.steps.insert(key, Order { joint, until, parts: BTreeMap::new(), course: course() });
                self.in_order.push_back(key);
                if self.in_order.len() > REMEMBERED {
                    self.forget_oldest();
                }
            }
        }
        true
    }

    /// Goals that have waited for this step.
    pub fn released(&mut self, key: Key) -> Vec<(GoalTicket, SkillGoal)> {
        self.take_early(|_, goal| (goal.mission, goal.step) == key)
    }

    /// Goals that have waited long enough.
    pub fn overdue(&mut self, now: Stamp) -> Vec<(GoalTicket, SkillGoal)> {
        self.take_early(|until, _| until <= now)
    }

    /// When the next goal has waited long enough.
    pub fn next_overdue(&self) -> Option<Stamp> {
        self.early.iter().map(|(until, ..)| *until).min()
    }

    /// Takes in a goal; gives it back if its time has come, else it waits.
    pub fn receive(&mut self, now: Stamp, ticket: GoalTicket, goal: SkillGoal) -> Option<SkillGoal> {
        if self.steps.contains_key(&(goal.mission, goal.step)) || self.ended.contains(&goal.mission) {
            return Some(goal);
        }
        self.early.push((now + self.patience, ticket, goal));
        None
    }

    /// What a goal comes to now.
    ///
    /// # Errors
    /// Why the robot does not begin.
    pub fn permit(
        &mut self,
        now: Stamp,
        ticket: GoalTicket,
        goal: &SkillGoal,
        world: &World,
    ) -> Result<Permit, WorldError> {
        if world.place(&goal.robot).is_none() {
            return Err(WorldError::UnknownRobot(goal.robot.clone()));
        }
        let is_over = self.ended.contains(&goal.mission);
        let is_busy = self.under_way().any(|(_, deed)| *deed.robot() == goal.robot);
        let later = self.later_than(goal.mission, goal.step);
        let step = self.steps.get_mut(&(goal.mission, goal.step));
        let step = step.ok_or_else(|| if is_over { goal.mission_ended() } else { goal.not_approved() })?;
        if step.joint.attempt != goal.attempt || step.joint.decision_of(&goal.robot) != Some(goal.decision) {
            return Err(goal.not_approved());
        }
        goal.check_names(world)?;
        match (step.parts.get_mut(&goal.robot), later) {
            (Some(Part::UnderWay(deed)), _) => {
                deed.tickets().push(ticket);
                Ok(Permit::Joined)
            }
            (Some(Part::Ended(result)), _) => Ok(Permit::Ended(result.clone())),
            (None, _) if is_over => Err(goal.mission_ended()),
            (None, Some(later)) => Err(goal.superseded(later)),
            (None, None) if step.until <= now => Err(goal.lapsed()),
            (None, None) if is_busy => {
                Err(WorldError::Failed(format!("{} is still busy with an earlier skill", goal.robot)))
            }
            (None, None) => Ok(Permit::Begin),
        }
    }

    /// Notes what became of a robot's part of a step.
    pub fn note(&mut self, key: Key, robot: &RobotId, part: Part<D>) {
        if let Some(step) = self.steps.get_mut(&key) {
            step.parts.insert(robot.clone(), part);
        }
    }

    /// Takes back a goal that waits for its approval; whether there was one.
    pub fn cancel_early(&mut self, ticket: GoalTicket) -> bool {
        let place = self.early.iter().position(|(_, early, _)| *early == ticket);
        place.map(|place| self.early.remove(place)).is_some()
    }

    /// Cancels what is under way for a goal.
    pub fn cancel(&mut self, ticket: GoalTicket) -> Option<D> {
        let canceled = Err(WorldError::Canceled);
        self.steps.values_mut().find_map(|step| step.take(|deed| deed.tickets().contains(&ticket), canceled.clone()))
    }

    /// Ends a mission; `None`: it was over already.
    pub fn end(&mut self, mission: MissionId) -> Option<Ending<D>> {
        if self.ended.contains(&mission) {
            return None;
        }
        self.ended.push_back(mission);
        if self.ended.len() > REMEMBERED_ENDS
            && let Some(oldest) = self.ended.pop_front()
        {
            self.steps.retain(|key, _| key.0 != oldest);
            self.in_order.retain(|key| key.0 != oldest);
        }
        let early = self.take_early(|_, goal| goal.mission == mission);
        let mut stopped = Vec::new();
        for (_, step) in self.steps.iter_mut().filter(|(key, _)| key.0 == mission) {
            stopped.extend(std::iter::from_fn(|| step.take(|_| true, Err(WorldError::Canceled))));
        }
        Some(Ending { early, stopped })
    }

    pub fn step(&self, key: Key) -> Option<&Order<C, D>> {
        self.steps.get(&key)
    }

    pub fn step_mut(&mut self, key: Key) -> Option<&mut Order<C, D>> {
        self.steps.get_mut(&key)
    }

    /// What is under way, with its steps.
    pub fn under_way(&self) -> impl Iterator<Item = (Key, &D)> {
        self.steps.iter().flat_map(|(key, step)| step.under_way().map(move |deed| (*key, deed)))
    }

    /// A later step of the mission that was seen approved.
    fn later_than(&self, mission: MissionId, step: StepIndex) -> Option<StepIndex> {
        let next = self.steps.range((mission, step.next())..).next();
        next.map(|(key, _)| *key).filter(|key| key.0 == mission).map(|key| key.1)
    }

    fn take_early(&mut self, is_meant: impl Fn(Stamp, &SkillGoal) -> bool) -> Vec<(GoalTicket, SkillGoal)> {
        let early = std::mem::take(&mut self.early).into_iter();
        let (taken, left): (Vec<_>, Vec<_>) = early.partition(|(until, _, goal)| is_meant(*until, goal));
        self.early = left;
        taken.into_iter().map(|(_, ticket, goal)| (ticket, goal)).collect()
    }

    fn forget_oldest(&mut self) {
        let is_over = |key: &Key| self.steps[key].under_way().next().is_none();
        if let Some(place) = self.in_order.iter().position(is_over)
            && let Some(key) = self.in_order.remove(place)
        {
            self.steps.remove(&key);
        }
    }
}

impl<C, D> Order<C, D> {
    /// What is under way of it.
    pub fn under_way(&self) -> impl Iterator<Item = &D> {
        self.parts.values().filter_map(|part| match part {
            Part::UnderWay(deed) => Some(deed),
            Part::Ended(_) => None,
        })
    }

    pub fn under_way_mut(&mut self) -> impl Iterator<Item = &mut D> {
        self.parts.values_mut().filter_map(|part| match part {
            Part::UnderWay(deed) => Some(deed),
            Part::Ended(_) => None,
        })
    }

    /// Ends what is meant, with the result that a repeated goal will get; `None`: it is not of this step.
    pub fn take(&mut self, mut is_meant: impl FnMut(&mut D) -> bool, result: Result<(), WorldError>) -> Option<D> {
        let mut parts = self.parts.values_mut();
        let part = parts.find_map(|part| match part {
            Part::UnderWay(deed) => is_meant(deed).then_some(part),
            Part::Ended(_) => None,
        })?;
        match std::mem::replace(part, Part::Ended(result)) {
            Part::UnderWay(deed) => Some(deed),
            Part::Ended(_) => None,
        }
    }
}
