use surefleet_fleet::Decision;

use crate::{
    State, Transport, Whereabouts,
    objects::{Action, ItemId, PlaceId, Target},
};

/// The expected result of one action, in words and as a robot's camera could see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subgoal {
    /// The action of the robot: "put apple 1 down on the table".
    pub subtask: String,
    /// The state after success: "apple 1 is on the table".
    pub expected: String,
    /// The same, not in words.
    pub effect: Effect,
}

/// The visible effect of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// The robot is at the place from which it reaches this.
    At(Target),
    /// The robot holds the item.
    Held(ItemId),
    /// The item is at the place.
    Located(ItemId, PlaceId),
    /// The container is open.
    Open(PlaceId),
}

impl Subgoal {
    /// The sub-goal of a robot's decision in a state. `None` if nothing can be seen: the robot stays, or has nothing to
    /// put down.
    ///
    /// # Panics
    /// If the robot or the decision belongs to another team or domain.
    pub fn of(domain: &Transport, state: &State, robot: usize, decision: Decision) -> Option<Self> {
        let effect = match domain.options().action(decision) {
            // If an item is in a container, the robot goes to the container.
            Action::Reach(target) => Effect::At(reached(domain, state, target)),
            Action::Take(item) => Effect::Held(item),
            Action::Leave(place) => Effect::Located(state.held(robot)?, place),
            Action::Open(place) => Effect::Open(place),
            Action::Idle => return None,
        };
        let subtask = match effect {
            Effect::Located(item, place) => {
                format!("put {} down {}", domain.item(item).phrase, domain.whereabouts(place))
            }
            _ => domain.options().text(decision).to_owned(),
        };
        Some(Self { subtask, expected: effect.words(domain), effect })
    }
}

impl Effect {
    /// The effect as a sentence without a full stop: "the gripper holds apple 1".
    pub fn words(self, domain: &Transport) -> String {
        match self {
            Self::At(Target::Item(item)) => format!("the robot is at {}", domain.item(item).phrase),
            Self::At(Target::Place(place)) => format!("the robot is at {}", domain.place(place).phrase),
            Self::Held(item) => format!("the gripper holds {}", domain.item(item).phrase),
            Self::Located(item, place) => format!("{} is {}", domain.item(item).phrase, domain.whereabouts(place)),
            Self::Open(place) => format!("{} is open", domain.place(place).phrase),
        }
    }
}

impl Transport {
    /// "on the table", "in the fridge".
    ///
    /// # Panics
    /// If the id belongs to another domain.
    pub fn whereabouts(&self, place: PlaceId) -> String {
        let about = self.place(place);
        format!("{} {}", about.preposition.word(), about.phrase)
    }
}

/// The container, if the target is an item in one; else the target.
fn reached(domain: &Transport, state: &State, target: Target) -> Target {
    let Target::Item(item) = target else { return target };
    match state.whereabouts(item) {
        Whereabouts::Place(place) if domain.place(place).is_container => Target::Place(place),
        _ => target,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apply;

    #[test]
    fn a_fetch_reads_as_people_say_it() {
        let domain = Transport::household();
        let place = |name: &str| domain.find_place(name).unwrap();
        let places: Vec<PlaceId> = domain.items().map(|_| place("fridge")).collect();
        let mut state = State::new(&domain, 1, &places, []).unwrap();
        let steps = [
            ("go_to(apple_1)", "go to apple 1", "the robot is at the fridge"),
            ("open(fridge)", "open the fridge", "the fridge is open"),
            ("grab(apple_1)", "grab apple 1", "the gripper holds apple 1"),
            ("put_down(sink)", "put apple 1 down in the sink", "apple 1 is in the sink"),
            ("go_to(apple_1)", "go to apple 1", "the robot is at apple 1"),
        ];
        for (symbol, subtask, expected) in steps {
            let decision = domain.options().find(symbol).unwrap();
            let subgoal = Subgoal::of(&domain, &state, 0, decision).unwrap();
            assert_eq!((subgoal.subtask.as_str(), subgoal.expected.as_str()), (subtask, expected));
            state = apply(&domain, &state, &[Some(decision)]).unwrap();
        }
        for symbol in ["idle", "put_down(sink)"] {
            let decision = domain.options().find(symbol).unwrap();
            assert_eq!(Subgoal::of(&domain, &state, 0, decision), None);
        }
    }
}
