use surefleet_fleet::{Brief, RobotId};

use crate::{
    Domain, MissionError, State, Wording,
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
    /// Reads a mission; nothing in it is guessed, and nothing in it is passed over.
    ///
    /// "Robot 2" is the second of the team; a robot's own name works too.
    ///
    /// # Errors
    /// Every word that is not understood is an error that quotes it; a mission must ask for something.
    pub fn parse(text: &str, domain: &Domain, team: &[RobotId]) -> Result<Self, MissionError> {
        crate::reader::mission(text, domain, team)
    }

    /// Reads a safety requirement that stands by itself: "robot 2 must never open the fridge".
    ///
    /// # Errors
    /// As [`Mission::parse`]; a sentence that is no safety requirement is refused.
    pub fn parse_rule(text: &str, domain: &Domain, team: &[RobotId]) -> Result<Rule, MissionError> {
        crate::reader::rule(text, domain, team)
    }

    /// The safety requirements of a text that as a whole only a language model reads: those sentences that the grammar does read.
    ///
    /// # Errors
    /// [`MissionError::Unenforceable`] for any other sentence that follows a requirement, or has a word by which it may forbid
    /// something ("never", "not", "only", "without", "closed", ...): passing over it could lose a prohibition. One in words that
    /// are not on the list is lost. What [`Mission::parse`] says where every sentence is read, but not the whole.
    pub fn parse_rules(text: &str, domain: &Domain, team: &[RobotId]) -> Result<Vec<Rule>, MissionError> {
        crate::reader::rules(text, domain, team)
    }

    /// Adds what the brief's constraints forbid in the mission's own terms; what else they ask for is left to the monitor, which
    /// has read all of them.
    ///
    /// Leaving a requirement out can only make more plans look possible.
    #[must_use]
    pub fn under(mut self, brief: &Brief, domain: &Domain) -> Self {
        let rules = brief.constraints.iter().map(|text| Self::parse_rule(text, domain, &brief.team));
        self.rules.extend(rules.filter_map(Result::ok));
        self
    }

    /// The mission in words that [`Mission::parse`] reads back; each seed words it in its own way.
    pub fn words(&self, domain: &Domain, wording_seed: u64) -> String {
        self.words_among(domain, wording_seed, Wording::All)
    }

    /// The mission in the plainest words that [`Mission::parse`] reads back, always the same ones and with names alone: what people
    /// are shown, and sign.
    pub fn plain_words(&self, domain: &Domain) -> String {
        crate::wording::plain(self, domain)
    }

    /// The mission in words, choosing among a part of the sentence forms.
    pub fn words_among(&self, domain: &Domain, wording_seed: u64, wording: Wording) -> String {
        crate::wording::mission(self, domain, wording_seed, wording, &[])
    }

    /// The same, but the sub-tasks at these places are worded so that they leave open where their items go, or which of a label's
    /// items is meant: "put the kettle away", "bring the other apple to the sink". [`Mission::parse`] does not read them.
    pub(crate) fn vague_words(&self, domain: &Domain, wording_seed: u64, wording: Wording, vague: &[usize]) -> String {
        crate::wording::mission(self, domain, wording_seed, wording, vague)
    }

    /// The sub-tasks that can be worded so.
    pub(crate) fn can_be_vague(&self, domain: &Domain) -> Vec<usize> {
        let can = |(place, subtask)| crate::wording::can_be_vague(subtask, domain).then_some(place);
        self.subtasks.iter().enumerate().filter_map(can).collect()
    }

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
