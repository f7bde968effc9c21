use crate::{
    State,
    objects::{Action, ItemId, PlaceId, Target},
    state::Whereabouts,
};

/// The sub-tasks and prohibitions of a mission in plain language.
///
/// Sub-tasks share no item, so it is always clear which sub-task an item fulfils.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Mission {
    /// The team must achieve all of these, in any order and by any robot.
    pub subtasks: Vec<Subtask>,
    /// No robot may break any of these on the way.
    pub rules: Vec<Rule>,
}

/// Any one of the items must be at any one of the destinations when the mission ends.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Subtask {
    /// Alternatives, ascending.
    pub items: Vec<ItemId>,
    /// Alternatives, ascending.
    pub destinations: Vec<PlaceId>,
}

/// A safety requirement: an action that a robot, or every robot, must never take.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The robot's place in the team; `None`: every robot.
    pub robot: Option<usize>,
    /// The forbidden actions.
    pub never: Prohibition,
}

/// The actions that a rule forbids; the ids are ascending.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Prohibition {
    /// To take any of these items.
    Take(Vec<ItemId>),
    /// To go to any of these items, and thus also to take them.
    Approach(Vec<ItemId>),
    /// To open any of these containers.
    Open(Vec<PlaceId>),
    /// To put anything down at any of these places.
    Leave(Vec<PlaceId>),
}

impl Mission {
    /// Whether every sub-task is achieved in this state.
    pub fn achieved(&self, state: &State) -> bool {
        self.subtasks.iter().all(|subtask| subtask.achieved(state))
    }

    /// Whether a rule forbids this action to this robot.
    pub fn forbids(&self, robot: usize, action: Action) -> bool {
        self.rules.iter().any(|rule| rule.forbids(robot, action))
    }
}

impl Subtask {
    /// Whether one of the items is at one of the destinations.
    pub fn achieved(&self, state: &State) -> bool {
        self.items.iter().any(|&item| match state.whereabouts(item) {
            Whereabouts::Place(place) => self.destinations.contains(&place),
            Whereabouts::Robot(_) => false,
        })
    }
}

impl Rule {
    /// Whether the rule forbids this action to this robot.
    pub fn forbids(&self, robot: usize, action: Action) -> bool {
        self.robot.is_none_or(|only| only == robot) && self.never.covers(action)
    }
}

impl Prohibition {
    /// Whether the action is one of the forbidden ones.
    pub fn covers(&self, action: Action) -> bool {
        match (self, action) {
            (Self::Take(items) | Self::Approach(items), Action::Take(item)) => items.contains(&item),
            (Self::Approach(items), Action::Reach(Target::Item(item))) => items.contains(&item),
            (Self::Open(places), Action::Open(place)) => places.contains(&place),
            (Self::Leave(places), Action::Leave(place)) => places.contains(&place),
            _ => false,
        }
    }
}
