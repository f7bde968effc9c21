//! The robots' beliefs about the world, compared with its true state.

use rand::seq::IndexedRandom;
use surefleet_fleet::{Facts, MissionId, RobotId, StepIndex};
use surefleet_mission::{Action, ItemId, PlaceId, State, Subgoal, Target, Whereabouts};

use super::{Acting, HouseholdWorld, WorldOutput};

impl HouseholdWorld {
    /// Changes the true world by a skill that its robot believes to have worked.
    pub(super) fn happen(&mut self, acting: &Acting) {
        let (domain, action) = (self.domain.clone(), self.domain.options().action(acting.decision));
        let mut chances = acting.mishap.clone();
        let mishap = chances
            .as_mut()
            .and_then(|rng| self.scene.mishaps(&domain, acting.place, action).choose(rng).copied().zip(Some(rng)));
        match mishap {
            Some((mishap, rng)) => self.scene.fail(&domain, &self.state, acting.place, action, mishap, rng),
            None => self.scene.act(&domain, &self.state, acting.place, action),
        }
    }

    /// Whether a robot's part of a step did what it should, as things are now; `None` where there is no such part, or nothing that it
    /// was to bring about.
    pub fn worked(&self, mission: MissionId, step: StepIndex, robot: &RobotId) -> Option<bool> {
        let place = self.robots.iter().position(|other| other == robot)?;
        let approved = self.steps.get(&(mission, step))?;
        let subgoal = Subgoal::of(&self.domain, &approved.before, place, approved.joint.decision_of(robot)?)?;
        Some(self.scene.shows(place, subgoal.effect))
    }

    /// Somebody saw that a robot's part of a step did not work: the facts about it then say what is so.
    ///
    /// About it: where the robot is, what it holds, what it was to move, and the container before it. Where that does not fit what is
    /// believed of the rest, all of the world is looked at.
    pub(super) fn notice(&mut self, mission: MissionId, step: StepIndex, robot: &RobotId) {
        let place = self.robots.iter().position(|other| other == robot);
        let known = self.steps.get(&(mission, step));
        let part = known.and_then(|step| Some((step.joint.decision_of(robot)?, step.before.clone())));
        let (Some(place), Some((decision, before))) = (place, part) else {
            self.ignored += 1;
            return;
        };
        let action = self.domain.options().action(decision);
        let target = match action {
            Action::GoTo(Target::Item(item)) | Action::Grab(item) => Some(item),
            _ => None,
        };
        let held = [before.held(place), self.state.held(place), self.scene.held(&self.domain, place)];
        let items: Vec<ItemId> = held.into_iter().flatten().chain(target).collect();
        let opened = match action {
            Action::Open(container) => Some(container),
            _ => None,
        };
        let containers: Vec<PlaceId> = self.scene.standing(place).into_iter().chain(opened).collect();
        let next = self.seen(place, |item| items.contains(&item), |place| containers.contains(&place));
        let next = next.or_else(|| self.seen(place, |_| true, |_| true));
        if let Some(next) = next.filter(|next| *next != self.state) {
            self.state = next;
            self.outputs.push_back(WorldOutput::Facts(self.state.to_facts(&self.domain, &self.robots)));
        }
    }

    /// The state once a robot has looked at these items and places; `None` where that does not fit the rest.
    fn seen(&self, robot: usize, looks_at: impl Fn(ItemId) -> bool, at: impl Fn(PlaceId) -> bool) -> Option<State> {
        let domain = &self.domain;
        let me = &self.robots[robot];
        let name_of = |item: ItemId| &domain.item(item).name;
        let believed = self.state.to_facts(domain, &self.robots);
        let is_about = |fact: &str| {
            let is_mine = fact.starts_with(&format!("at({me}, "));
            let of_item = |item: ItemId| {
                let name = name_of(item);
                fact.starts_with(&format!("located({name}, "))
                    || (fact.starts_with("holding(") && fact.ends_with(&format!(", {name})")))
            };
            let of_place = |place: PlaceId| fact == format!("open({})", domain.place(place).name);
            is_mine
                || domain.items().any(|item| looks_at(item) && of_item(item))
                || domain.places().any(|place| at(place) && of_place(place))
        };
        let rest = believed.iter().filter(|fact| !is_about(fact)).map(str::to_owned);
        let here = self.scene.standing(robot).map(|place| format!("at({me}, {})", domain.place(place).name));
        let items = domain.items().filter(|&item| looks_at(item)).map(|item| match self.scene.whereabouts(item) {
            Whereabouts::Place(place) => format!("located({}, {})", name_of(item), domain.place(place).name),
            Whereabouts::Robot(holder) => format!("holding({}, {})", self.robots[holder], name_of(item)),
        });
        let is_open = |place: &PlaceId| at(*place) && domain.place(*place).is_container && self.scene.is_open(*place);
        let open = domain.places().filter(is_open).map(|place| format!("open({})", domain.place(place).name));
        let facts = Facts::new(rest.chain(here).chain(items).chain(open));
        State::from_facts(domain, &self.robots, &facts).ok()
    }
}
