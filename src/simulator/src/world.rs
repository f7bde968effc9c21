//! A household on virtual time: approved steps in, skills with durations and faults, facts out.

mod approved;
mod belief;
mod effect;
mod layout;
mod pace;
mod skill;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use surefleet_fleet::{JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_mission::{MissionError, State, Transport};

use approved::{Acting, Approved, Part};
pub use layout::seeded_layout;
pub use pace::{Faults, Pace};
pub use skill::{GoalTicket, SkillGoal, WorldError, WorldInput, WorldOutput};

use crate::Scene;

/// So many approved steps are remembered, oldest forgotten first: a goal for a forgotten one is not approved.
const REMEMBERED: usize = 10_000;
/// So many ended missions are remembered; the approvals of a forgotten one are forgotten with it.
const REMEMBERED_ENDS: usize = 1000;

/// The world that robots act in where there are no robots: what a set of skill servers and perception would be.
///
/// A robot acts only on its part of a step that was seen approved, and at most once per (mission, step); a repeated
/// goal gets the first one's result. Nothing is begun once the approval has lapsed, unless it is said again. Once a later step of the mission was approved, an earlier one is not begun; once the mission has
/// ended, none is, and what is under way stops. All decisions of a step happen at once: each skill's needs and effects are those
/// it has in the state in which the step was approved. Skills still end one by one, each after its own time, and each
/// changes the facts when it ends; when all have, the world is what [`surefleet_mission::apply`] says, in whatever
/// order they ended. A skill that no longer fits what others did meanwhile (other missions act at other times) fails
/// and changes nothing, so that no item is ever lost or in two places.
#[derive(Debug, Clone)]
pub struct HouseholdWorld {
    domain: Arc<Transport>,
    robots: Vec<RobotId>,
    /// The state that the robots believe and the facts report.
    state: State,
    /// The true state of the household.
    scene: Scene,
    pace: Pace,
    faults: Faults,
    approval_patience: Duration,
    state_period: Duration,
    steps: BTreeMap<(MissionId, StepIndex), Approved>,
    /// Keys of `steps`, oldest first.
    in_order: VecDeque<(MissionId, StepIndex)>,
    /// Goals whose approval may still be under way, and how long they wait.
    early: Vec<(Stamp, GoalTicket, SkillGoal)>,
    /// Missions that are over, oldest first.
    ended: VecDeque<MissionId>,
    approved: u64,
    ignored: u64,
    state_due: Stamp,
    outputs: VecDeque<WorldOutput>,
}

impl HouseholdWorld {
    /// A world with these robots, in the state given; facts come on every change and at least every `state_period`.
    ///
    /// A goal that comes before its approval waits for it as long as `approval_patience`: the two travel separately.
    ///
    /// # Errors
    /// [`WorldError::Setting`] for a period of zero, [`WorldError::Robots`] where the state has not one place for each
    /// robot.
    pub fn new(
        domain: Arc<Transport>,
        robots: Vec<RobotId>,
        state: State,
        pace: Pace,
        faults: Faults,
        approval_patience: Duration,
        state_period: Duration,
    ) -> Result<Self, WorldError> {
        if robots.len() != state.team_size() {
            return Err(WorldError::Robots(MissionError::TeamSize(robots.len())));
        }
        if state_period.is_zero() {
            return Err(WorldError::Setting { name: "state_period", value: "0".into(), mend: "choose more than 0" });
        }
        Ok(Self {
            scene: Scene::of(&domain, &state),
            domain,
            robots,
            state,
            pace,
            faults,
            approval_patience,
            state_period,
            steps: BTreeMap::new(),
            in_order: VecDeque::new(),
            early: Vec::new(),
            ended: VecDeque::new(),
            approved: 0,
            ignored: 0,
            state_due: Stamp::ZERO,
            outputs: VecDeque::new(),
        })
    }

    /// Takes in what happened; what was due before `now` happens first, in its order.
    pub fn handle(&mut self, now: Stamp, input: WorldInput) {
        self.pass(now);
        match input {
            WorldInput::Approved { joint, until } => self.see_approved(now, joint, until),
            WorldInput::Goal { ticket, goal } => self.receive(now, ticket, goal),
            WorldInput::Cancel { ticket } => self.cancel(ticket),
            WorldInput::Noticed { mission, step, robot } => self.notice(mission, step, &robot),
            WorldInput::Ended(mission) => self.end(mission),
            WorldInput::Tick => {}
        }
        self.pass(now);
    }

    /// The next thing to do.
    pub fn poll(&mut self) -> Option<WorldOutput> {
        self.outputs.pop_front()
    }

    /// When a skill ends, a goal has waited long enough, or the facts are due again.
    pub fn next_deadline(&self) -> Option<Stamp> {
        let early = self.early.iter().map(|(until, ..)| *until);
        let acting = self.acting().map(|acting| acting.until);
        early.chain(acting).chain([self.state_due]).min()
    }

    /// The state of the world as robots believe it to be, in the order of [`HouseholdWorld::robots`].
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The world as it is: what went wrong unnoticed has changed this, and not the state.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The robots.
    pub fn robots(&self) -> &[RobotId] {
        &self.robots
    }

    /// How far the skills under way are, each 0 to 1, by the goals that wait for them.
    pub fn progress(&self, now: Stamp) -> impl Iterator<Item = (GoalTicket, f32)> {
        self.acting().flat_map(move |acting| {
            let (total, done) = (acting.until - acting.since, now - acting.since);
            let part = if total.is_zero() { 1.0 } else { done.as_secs_f32() / total.as_secs_f32() };
            acting.tickets.iter().map(move |ticket| (*ticket, part.min(1.0)))
        })
    }

    /// Messages that changed nothing: approvals of a second joint step for one (mission, step), unknown tickets.
    pub fn ignored(&self) -> u64 {
        self.ignored
    }

    fn acting(&self) -> impl Iterator<Item = &Acting> {
        self.steps.values().flat_map(Approved::acting)
    }

    fn see_approved(&mut self, now: Stamp, joint: JointStep, until: Stamp) {
        let key = (joint.mission, joint.step);
        match self.steps.get_mut(&key) {
            None if self.ended.contains(&joint.mission) => self.ignored += 1,
            Some(known) if known.joint == joint => known.until = known.until.max(until),
            Some(_) => self.ignored += 1,
            None => {
                self.steps.insert(key, Approved::new(joint, until, self.state.clone(), self.approved));
                self.approved += 1;
                self.in_order.push_back(key);
                if self.in_order.len() > REMEMBERED {
                    self.forget_oldest();
                }
            }
        }
        let released = self.take_early(|_, goal| (goal.mission, goal.step) == key);
        released.into_iter().for_each(|(_, ticket, goal)| self.start(now, ticket, &goal));
    }

    /// Takes goals out of those that wait for their approval.
    fn take_early(&mut self, is_meant: impl Fn(Stamp, &SkillGoal) -> bool) -> Vec<(Stamp, GoalTicket, SkillGoal)> {
        let early = std::mem::take(&mut self.early).into_iter();
        let (taken, left) = early.partition(|(until, _, goal)| is_meant(*until, goal));
        self.early = left;
        taken
    }

    fn forget_oldest(&mut self) {
        let is_over = |key: &&(MissionId, StepIndex)| self.steps[key].acting().next().is_none();
        if let Some(place) = self.in_order.iter().position(|key| is_over(&key))
            && let Some(key) = self.in_order.remove(place)
        {
            self.steps.remove(&key);
        }
    }

    fn receive(&mut self, now: Stamp, ticket: GoalTicket, goal: SkillGoal) {
        if self.steps.contains_key(&(goal.mission, goal.step)) || self.ended.contains(&goal.mission) {
            self.start(now, ticket, &goal);
        } else {
            self.early.push((now + self.approval_patience, ticket, goal));
        }
    }

    /// Starts a goal whose step was seen approved, or says at once why not.
    fn start(&mut self, now: Stamp, ticket: GoalTicket, goal: &SkillGoal) {
        if let Err(error) = self.accept(now, ticket, goal) {
            self.outputs.push_back(WorldOutput::SkillFinished { ticket, result: Err(error) });
        }
    }

    fn accept(&mut self, now: Stamp, ticket: GoalTicket, goal: &SkillGoal) -> Result<(), WorldError> {
        let place = self.robots.iter().position(|robot| *robot == goal.robot);
        let place = place.ok_or_else(|| WorldError::UnknownRobot(goal.robot.clone()))?;
        let is_over = self.ended.contains(&goal.mission);
        let is_busy = self.acting().any(|acting| acting.robot == goal.robot);
        let later = self.later_than(goal.mission, goal.step);
        let step = self.steps.get_mut(&(goal.mission, goal.step));
        let step = step.ok_or_else(|| if is_over { goal.mission_ended() } else { goal.not_approved() })?;
        if step.joint.attempt != goal.attempt || step.joint.decision_of(&goal.robot) != Some(goal.decision) {
            return Err(goal.not_approved());
        }
        goal.check_names(&self.domain)?;
        match (step.parts.get_mut(&goal.robot), later) {
            (Some(Part::Acting(acting)), _) => acting.tickets.push(ticket),
            (Some(Part::Ended(result)), _) => {
                let result = result.clone();
                self.outputs.push_back(WorldOutput::SkillFinished { ticket, result });
            }
            (None, _) if is_over => return Err(goal.mission_ended()),
            (None, Some(later)) => return Err(goal.superseded(later)),
            (None, None) if step.until <= now => return Err(goal.lapsed()),
            (None, None) if is_busy => {
                return Err(WorldError::Failed(format!("{} is still busy with an earlier skill", goal.robot)));
            }
            (None, None) => {
                let (domain, robots) = (&self.domain, &self.robots);
                let mut rng = pace::stream(self.faults.seed, step.number, &goal.robot);
                let span = self.pace.draw(domain, goal.decision, &mut rng);
                let span = self.faults.slow(span, &mut rng);
                let fails = self.faults.fails(domain, goal.decision, &mut rng);
                let effect = if fails {
                    Err(format!("{} tried to {} and did not manage", goal.robot, domain.options().text(goal.decision)))
                } else {
                    effect::Effect::of(domain, robots, &step.before, place, goal.decision)
                };
                let mishap = self.faults.goes_wrong_unnoticed(&mut rng).then(|| Box::new(rng));
                let (robot, tickets, decision) = (goal.robot.clone(), vec![ticket], goal.decision);
                let acting = Acting { robot, place, decision, since: now, until: now + span, effect, mishap, tickets };
                step.parts.insert(goal.robot.clone(), Part::Acting(acting));
            }
        }
        Ok(())
    }

    /// A later step of the mission that was seen approved.
    fn later_than(&self, mission: MissionId, step: StepIndex) -> Option<StepIndex> {
        let next = self.steps.range((mission, step.next())..).next();
        next.map(|(key, _)| *key).filter(|key| key.0 == mission).map(|key| key.1)
    }

    fn cancel(&mut self, ticket: GoalTicket) {
        if let Some(place) = self.early.iter().position(|(_, early, _)| *early == ticket) {
            self.early.remove(place);
            self.outputs.push_back(WorldOutput::SkillFinished { ticket, result: Err(WorldError::Canceled) });
            return;
        }
        let of_ticket = |acting: &Acting| acting.tickets.contains(&ticket);
        match self.steps.values_mut().find_map(|step| step.take_acting(of_ticket, Err(WorldError::Canceled))) {
            Some(acting) => self.tell(acting, Err(WorldError::Canceled)),
            None => self.ignored += 1,
        }
    }

    fn end(&mut self, mission: MissionId) {
        if self.ended.contains(&mission) {
            return;
        }
        self.ended.push_back(mission);
        if self.ended.len() > REMEMBERED_ENDS
            && let Some(oldest) = self.ended.pop_front()
        {
            self.steps.retain(|key, _| key.0 != oldest);
            self.in_order.retain(|key| key.0 != oldest);
        }
        for (_, ticket, goal) in self.take_early(|_, goal| goal.mission == mission) {
            let result = Err(goal.mission_ended());
            self.outputs.push_back(WorldOutput::SkillFinished { ticket, result });
        }
        let canceled = Err(WorldError::Canceled);
        let steps = self.steps.iter_mut().filter(|(key, _)| key.0 == mission).map(|(_, step)| step);
        let mut stopped = Vec::new();
        for step in steps {
            stopped.extend(std::iter::from_fn(|| step.take_acting(|_| true, canceled.clone())));
        }
        stopped.into_iter().for_each(|acting| self.tell(acting, canceled.clone()));
    }

    /// Lets happen what is due: skills end in the order of their times, then of the robots.
    fn pass(&mut self, now: Stamp) {
        let mut changed = false;
        while let Some((until, place)) = self.acting().map(|acting| (acting.until, acting.place)).min()
            && until <= now
        {
            changed |= self.finish(until, place);
        }
        for (_, ticket, goal) in self.take_early(|until, _| until <= now) {
            let result = Err(goal.not_approved());
            self.outputs.push_back(WorldOutput::SkillFinished { ticket, result });
        }
        if changed || self.state_due <= now {
            self.state_due = now + self.state_period;
            self.outputs.push_back(WorldOutput::Facts(self.state.to_facts(&self.domain, &self.robots)));
        }
    }

    /// Ends one skill; returns whether the facts changed.
    fn finish(&mut self, until: Stamp, place: usize) -> bool {
        let is_it = |acting: &Acting| acting.until == until && acting.place == place;
        let Some(acting) = self.acting().find(|acting| is_it(acting)).cloned() else { return false };
        let ended = match &acting.effect {
            Ok(effect) => effect.on(&self.domain, &self.robots, &self.state),
            Err(problem) => Err(problem.clone()),
        };
        let (changed, result) = match ended {
            Ok(next) => {
                self.happen(&acting);
                let changed = next != self.state;
                self.state = next;
                (changed, Ok(()))
            }
            Err(problem) => (false, Err(WorldError::Failed(problem))),
        };
        self.steps.values_mut().find_map(|step| step.take_acting(is_it, result.clone()));
        self.tell(acting, result);
        changed
    }

    fn tell(&mut self, acting: Acting, result: Result<(), WorldError>) {
        for ticket in acting.tickets {
            self.outputs.push_back(WorldOutput::SkillFinished { ticket, result: result.clone() });
        }
    }
}
