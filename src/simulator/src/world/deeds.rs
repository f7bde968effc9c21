//! What robots do: on the way and at the end of each skill.

use surefleet_fleet::Stamp;
use surefleet_world::Refusal;

use super::{Acting, SimulatedWorld, WorldError, WorldOutput, approved::Changed, reality::Deed};
use crate::orders::Key;

impl SimulatedWorld {
    /// The part that comes next: when, its robot's place, and its step.
    pub(super) fn next_deed(&self) -> Option<(Stamp, usize, Key)> {
        // Who waits for another comes after that one.
        let order = |(_, acting): &(Key, &Acting)| (acting.next(), acting.waits, acting.place);
        let next = self.orders.under_way().min_by_key(order);
        next.map(|(key, acting)| (acting.next(), acting.place, key))
    }

    /// Lets the next thing of a skill come about; returns whether the facts changed.
    pub(super) fn proceed(&mut self, place: usize, key: Key) -> bool {
        let Some(step) = self.orders.step_mut(key) else { return false };
        let Some(acting) = step.under_way_mut().find(|acting| acting.place == place) else { return false };
        let before = self.state.clone();
        if acting.arrival.take().is_some() {
            let acting = acting.clone();
            self.arrive(key, &acting);
        } else {
            let acting = acting.clone();
            self.finish(key, &acting);
        }
        self.state != before
    }

    /// Lets come about what does so on the way, if the robot can do its part at all.
    fn arrive(&mut self, key: Key, acting: &Acting) {
        let world = self.world.clone();
        let Some(step) = self.orders.step_mut(key).filter(|_| !acting.fails) else { return };
        let (start, beside) = (step.course.start(&world, &self.state), step.beside(&world, acting.place));
        let deed = Deed { robot: acting.place, decision: acting.decision, beside: &beside, done: &step.course.done };
        let is_possible = world.joint(&start, &beside).is_permitted(acting.place, acting.decision)
            && self.reality.permits(&world, &deed, step.course.real()).is_ok();
        let next =
            world.after(&self.state, &world.on_the_way(&start, acting.place, acting.decision), &step.course.done);
        if !is_possible || world.check_laws(&next).is_err() {
            return;
        }
        let real = self.reality.arrive(&world, &deed, &next, step.course.real());
        let believed = world.differences(&self.state, &next);
        step.course.changes.push(Changed { believed, real });
        self.state = next;
    }

    /// Ends a skill, or puts its end off until a law allows it.
    fn finish(&mut self, key: Key, acting: &Acting) {
        let result = match self.conclude(key, acting) {
            Ok(()) => Ok(()),
            Err(Obstacle::Refused(problem)) => Err(WorldError::Failed(problem)),
            Err(Obstacle::Later(until)) => {
                let step = self.orders.step_mut(key);
                let acting = step.and_then(|step| step.under_way_mut().find(|one| one.place == acting.place));
                acting.into_iter().for_each(|acting| (acting.until, acting.waits) = (until, true));
                return;
            }
        };
        let step = self.orders.step_mut(key);
        let ended = step.and_then(|step| step.take(|one| one.place == acting.place, result.clone()));
        ended.into_iter().for_each(|acting| self.tell(acting, result.clone()));
    }

    /// Carries out a skill, in belief and in truth.
    fn conclude(&mut self, key: Key, acting: &Acting) -> Result<(), Obstacle> {
        let (world, place, decision) = (self.world.clone(), acting.place, acting.decision);
        if acting.fails {
            let what = world.text(decision);
            return Err(Obstacle::Refused(format!("{} tried to {what} and did not manage", acting.robot)));
        }
        let Some(step) = self.orders.step_mut(key) else { return Err(Obstacle::Refused("it is forgotten".to_owned())) };
        let (start, beside) = (step.course.start(&world, &self.state), step.beside(&world, place));
        let refused = |refusal: Refusal| Obstacle::Refused(refusal.naming(world.robots()));
        world.joint(&start, &beside).permits(place, decision).map_err(refused)?;
        let expected = world.expected(&start, place, decision);
        let next = world.after(&self.state, &expected, &step.course.done);
        if let Err(unlawful) = world.check_laws(&next) {
            // Another robot of the step may have to make room first, and those that wait for each other end together.
            let others = || step.under_way().filter(|other| other.place != place);
            if let Some(later) = others().filter(|other| !other.waits).map(|other| other.until).min() {
                return Err(Obstacle::Later(later.max(acting.until)));
            }
            let together = others().fold(next.clone(), |state, other| {
                world.after(&state, &world.expected(&start, other.place, other.decision), &step.course.done)
            });
            if world.check_laws(&together).is_err() {
                return Err(Obstacle::Refused(unlawful.to_string()));
            }
        }
        let deed = Deed { robot: place, decision, beside: &beside, done: &step.course.done };
        if let Err(refusal) = self.reality.permits(&world, &deed, step.course.real()) {
            let problem = refusal.naming(world.robots());
            self.learn_obstacle(&start, place, decision);
            return Err(Obstacle::Refused(problem));
        }
        let mishap = acting.mishap.as_deref().cloned();
        let has_worked = mishap.is_none();
        let real = self.reality.happen(&world, &deed, &self.state, mishap, step.course.real());
        let believed = world.differences(&self.state, &next);
        step.course.changes.push(Changed { believed, real });
        step.course.done.push(expected);
        self.state = next;
        if has_worked {
            self.look(place, decision);
        }
        Ok(())
    }

    pub(super) fn tell(&mut self, acting: Acting, result: Result<(), WorldError>) {
        for ticket in acting.tickets {
            self.outputs.push_back(WorldOutput::SkillFinished { ticket, result: result.clone() });
        }
    }
}

/// Why a skill does not end well now.
enum Obstacle {
    /// It fails.
    Refused(String),
    /// It may end well after this time.
    Later(Stamp),
}
