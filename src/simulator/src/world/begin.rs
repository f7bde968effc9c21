//! What is begun: goals, measured against the steps that were seen approved.

use surefleet_fleet::{JointStep, MissionId, Stamp, StepIndex};

use super::{Acting, Approved, GoalTicket, Part, REMEMBERED, SimulatedWorld, SkillGoal, WorldError, WorldOutput, pace};

impl SimulatedWorld {
    pub(super) fn see_approved(&mut self, now: Stamp, joint: JointStep, until: Stamp) {
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
    pub(super) fn take_early(
        &mut self,
        is_meant: impl Fn(Stamp, &SkillGoal) -> bool,
    ) -> Vec<(Stamp, GoalTicket, SkillGoal)> {
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

    pub(super) fn receive(&mut self, now: Stamp, ticket: GoalTicket, goal: SkillGoal) {
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
        let place = self.world.place(&goal.robot);
        let place = place.ok_or_else(|| WorldError::UnknownRobot(goal.robot.clone()))?;
        let is_over = self.ended.contains(&goal.mission);
        let is_busy = self.acting().any(|acting| acting.robot == goal.robot);
        let later = self.later_than(goal.mission, goal.step);
        let step = self.steps.get_mut(&(goal.mission, goal.step));
        let step = step.ok_or_else(|| if is_over { goal.mission_ended() } else { goal.not_approved() })?;
        if step.joint.attempt != goal.attempt || step.joint.decision_of(&goal.robot) != Some(goal.decision) {
            return Err(goal.not_approved());
        }
        goal.check_names(&self.world)?;
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
                let (world, decision) = (&self.world, goal.decision);
                let mut rng = pace::stream(self.faults.seed, step.number, &goal.robot);
                let span = self.pace.draw(world, decision, &mut rng);
                let span = self.faults.slow(span, &mut rng);
                let fails = self.faults.fails(world, decision, &mut rng);
                let mishap = self.faults.goes_wrong_unnoticed(&mut rng).then(|| Box::new(rng));
                let has_first = !world.domain().skill(world.options().skill(decision)).first.is_empty();
                let acting = Acting {
                    robot: goal.robot.clone(),
                    place,
                    decision,
                    since: now,
                    arrival: has_first.then(|| now + span / 2),
                    until: now + span,
                    waits: false,
                    fails,
                    mishap,
                    tickets: vec![ticket],
                };
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
}
