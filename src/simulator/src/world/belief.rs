//! What robots find out, and what somebody notices.

use surefleet_fleet::{Decision, MissionId, RobotId, StepIndex};
use surefleet_mission::{Action, ItemId, PlaceId, Spot, State as Deliveries, Target, Transport, Whereabouts};
use surefleet_world::{Difference, ObjectId, State, World};

use super::{
    SimulatedWorld, WorldOutput,
    reality::{Reality, believed_deliveries},
};
use crate::Scene;

impl SimulatedWorld {
    /// Whether a robot's part of a step did what it should, as things are now; `None` where there is no such part, or nothing that it
    /// was to bring about.
    pub fn worked(&self, mission: MissionId, step: StepIndex, robot: &RobotId) -> Option<bool> {
        let place = self.world.place(robot)?;
        let approved = self.orders.step((mission, step))?;
        let decision = approved.joint.decision_of(robot).filter(|one| self.world.options().contains(*one))?;
        self.reality.shows(&self.world, &approved.course.before, place, decision)
    }

    /// Somebody saw that a robot's part of a step did not work: the facts about it then say what is so.
    pub(super) fn notice(&mut self, mission: MissionId, step: StepIndex, robot: &RobotId) {
        let known = self.orders.step((mission, step));
        let part = known.and_then(|step| Some((step.joint.decision_of(robot)?, step.course.before.clone())));
        let part = part.filter(|(decision, _)| self.world.options().contains(*decision));
        let (Some(place), Some((decision, before))) = (self.world.place(robot), part) else {
            self.ignored += 1;
            return;
        };
        let earlier = self.state.clone();
        match &self.reality {
            Reality::Scene(transport, scene) => {
                let world = &self.world;
                let seen = believed_deliveries(world, transport, &self.state).and_then(|believed| {
                    Onlooker { world, transport, scene, robot: place, believed }.state(decision, &before)
                });
                self.state = seen.unwrap_or(earlier.clone());
            }
            Reality::State(_) => {
                let expected = self.world.expected(&before, place, decision);
                let objects = self.named(place, decision);
                let world = self.world.clone();
                self.settle(|one| one.is_among(&expected) || world.is_about(one, &objects));
            }
        }
        if self.state != earlier {
            self.outputs.push_back(WorldOutput::Facts(self.world.facts(&self.state)));
        }
    }

    /// A robot that has done something knows all that is so of itself, of the objects that the decision names, and of
    /// those that functional facts join to these.
    pub(super) fn look(&mut self, robot: usize, decision: Decision) {
        let (world, objects) = (self.world.clone(), self.named(robot, decision));
        self.settle(|one| world.is_about(one, &objects));
    }

    /// A robot that could not do something has found out why, and looks about as after it.
    ///
    /// The reason is a fact without which, as it is believed, it could not be done; if there is no such fact, all of the
    /// world is looked at.
    pub(super) fn learn_obstacle(&mut self, start: &State, robot: usize, decision: Decision) {
        let Reality::State(truth) = &self.reality else { return };
        let (world, objects) = (self.world.clone(), self.named(robot, decision));
        let stops = |one: &Difference| !world.is_permitted(&world.with(start, [one]), &[], robot, decision);
        let reasons: Vec<Difference> = world.differences(start, truth).into_iter().filter(stops).collect();
        self.settle(|one| reasons.is_empty() || reasons.contains(one) || world.is_about(one, &objects));
    }

    fn named(&self, robot: usize, decision: Decision) -> Vec<ObjectId> {
        let Reality::State(truth) = &self.reality else { return Vec::new() };
        let mut objects = vec![self.world.robot(robot)];
        objects.extend_from_slice(self.world.options().arguments(decision));
        self.world.joined(truth, &objects)
    }

    /// Makes what is believed of the facts that are meant what is so; of all, if it would contradict itself otherwise.
    fn settle(&mut self, is_meant: impl Fn(&Difference) -> bool) {
        let Reality::State(truth) = &self.reality else { return };
        let all = self.world.differences(&self.state, truth);
        let next = self.world.with(&self.state, all.iter().filter(|one| is_meant(one)));
        let is_possible = self.world.check_laws(&next).is_ok();
        self.state = if is_possible { next } else { self.world.with(&self.state, &all) };
    }
}

/// A robot that looks at a scene after its part of a step.
struct Onlooker<'a> {
    world: &'a World,
    transport: &'a Transport,
    scene: &'a Scene,
    robot: usize,
    believed: Deliveries,
}

impl Onlooker<'_> {
    /// What is believed afterwards: what is so of where the robot is, what it holds, what it was to move, and the
    /// container before it. Where that does not fit what is believed of the rest, all of the world is looked at.
    fn state(&self, decision: Decision, before: &State) -> Option<State> {
        let action = self.transport.options().action(decision);
        let target = match action {
            Action::Reach(Target::Item(item)) | Action::Take(item) => Some(item),
            _ => None,
        };
        let before = believed_deliveries(self.world, self.transport, before)?;
        let held =
            [before.held(self.robot), self.believed.held(self.robot), self.scene.held(self.transport, self.robot)];
        let items: Vec<ItemId> = held.into_iter().flatten().chain(target).collect();
        let opened = match action {
            Action::Open(container) => Some(container),
            _ => None,
        };
        let places: Vec<PlaceId> = self.scene.standing(self.robot).into_iter().chain(opened).collect();
        let next = self.seen(|item| items.contains(&item), |place| places.contains(&place));
        let next = next.or_else(|| self.seen(|_| true, |_| true))?;
        Some(self.transport.concrete(self.world, &next))
    }

    /// The state once the robot has looked at these items and places; `None` where that does not fit the rest.
    fn seen(&self, looks_at: impl Fn(ItemId) -> bool, at: impl Fn(PlaceId) -> bool) -> Option<Deliveries> {
        let Self { transport, scene, believed, .. } = self;
        let mut spots: Vec<Spot> = (0..believed.team_size()).map(|robot| believed.spot(robot)).collect();
        spots[self.robot] = scene.standing(self.robot).map_or(Spot::Nowhere, Spot::Place);
        let items = transport.items().map(|item| match looks_at(item) {
            true => scene.whereabouts(item),
            false => believed.whereabouts(item),
        });
        let is_open = |place: &PlaceId| if at(*place) { scene.is_open(*place) } else { believed.is_open(*place) };
        let items: Vec<Whereabouts> = items.collect();
        Deliveries::of_parts(transport, &spots, &items, transport.containers().filter(is_open))
    }
}
