use crate::{
    State,
    objects::{Action, ItemId, PlaceId, Target},
    state::Whereabouts,
};

/// What a mission in plain language asks for and forbids.
///
/// Sub-tasks have no item in common, so which of them an item fulfils is never in question.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Mission {
    /// All of these are to be achieved, in any order, by any robot.
    pub subtasks: Vec<Subtask>,
    /// None of these may be broken on the way.
    pub rules: Vec<Rule>,
}

/// Any one of the items is to be at any one of the destinations when the mission ends.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Subtask {
    /// Alternatives, ascending.
    pub items: Vec<ItemId>,
    /// Alternatives, ascending.
    pub destinations: Vec<PlaceId>,
}

/// A safety requirement: what a robot, or every robot, must never do.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The robot's place in the team; `None`: every robot.
    pub robot: Option<usize>,
    /// What is forbidden.
    pub never: Prohibition,
}

/// What a rule forbids; the ids are ascending.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Prohibition {
    /// To take any of these items.
    Grab(Vec<ItemId>),
    /// To go to any of these items, and so also to take them.
    Approach(Vec<ItemId>),
    /// To open any of these containers.
    Open(Vec<PlaceId>),
    /// To put anything down at any of these places.
    PutDown(Vec<PlaceId>),
}

impl Mission {
    /// Whether every sub-task is achieved in this state.
    pub fn achieved(&self, state: &State) -> bool {
        self.subtasks.iter().all(|subtask| subtask.achieved(state))
    }

    /// Whether a rule forbids this robot to do so.
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
    /// Whether the rule forbids this robot to do so.
    pub fn forbids(&self, robot: usize, action: Action) -> bool {
        self.robot.is_none_or(|only| only == robot) && self.never.covers(action)
    }
}

impl Prohibition {
    /// Whether the action is one of those forbidden.
    pub fn covers(&self, action: Action) -> bool {
        match (self, action) {
            (Self::Grab(items) | Self::Approach(items), Action::Grab(item)) => items.contains(&item),
            (Self::Approach(items), Action::GoTo(Target::Item(item))) => items.contains(&item),
            (Self::Open(places), Action::Open(place)) => places.contains(&place),
            (Self::PutDown(places), Action::PutDown(place)) => places.contains(&place),
            _ => false,
        }
    }
}
