//! What is begun: a robot acts once its goal is permitted.

use surefleet_fleet::{JointStep, Stamp};

use super::{Acting, GoalTicket, SimulatedWorld, SkillGoal, WorldError, WorldOutput, approved::Course, pace};
use crate::orders::{Part, Permit};

impl SimulatedWorld {
    pub(super) fn see_approved(&mut self, now: Stamp, joint: JointStep, until: Stamp) {
        let key = (joint.mission, joint.step);
        let (state, approved) = (&self.state, &mut self.approved);
        let course = || {
            *approved += 1;
            Course::new(state.clone(), *approved - 1)
        };
        if !self.orders.see(joint, until, course) {
            self.ignored += 1;
        }
        self.orders.released(key).into_iter().for_each(|(ticket, goal)| self.start(now, ticket, &goal));
    }

    pub(super) fn receive(&mut self, now: Stamp, ticket: GoalTicket, goal: SkillGoal) {
        if let Some(goal) = self.orders.receive(now, ticket, goal) {
            self.start(now, ticket, &goal);
        }
    }

    /// Starts a goal whose step was seen approved, or says at once why not.
    fn start(&mut self, now: Stamp, ticket: GoalTicket, goal: &SkillGoal) {
        let ended = match self.orders.permit(now, ticket, goal, &self.world) {
            Ok(Permit::Begin) => self.begin(now, ticket, goal).map_or_else(|error| Some(Err(error)), |()| None),
            Ok(Permit::Joined) => None,
            Ok(Permit::Ended(result)) => Some(result),
            Err(error) => Some(Err(error)),
        };
        self.outputs.extend(ended.map(|result| WorldOutput::SkillFinished { ticket, result }));
    }

    fn begin(&mut self, now: Stamp, ticket: GoalTicket, goal: &SkillGoal) -> Result<(), WorldError> {
        let (world, decision, key) = (&self.world, goal.decision, (goal.mission, goal.step));
        let place = world.place(&goal.robot).ok_or_else(|| WorldError::UnknownRobot(goal.robot.clone()))?;
        let number = self.orders.step(key).ok_or_else(|| goal.not_approved())?.course.number;
        let mut rng = pace::stream(self.faults.seed, number, &goal.robot);
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
        self.orders.note(key, &goal.robot, Part::UnderWay(acting));
        Ok(())
    }
}
