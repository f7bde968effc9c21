use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};
use surefleet_fleet::{Decision, MissionId, RobotId, Stamp, Turn};
use surefleet_world::{ObjectId, World};

/// A person's answer for the whole mission, as the help desk published it; every robot of the mission follows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasting {
    /// The mission.
    pub mission: MissionId,
    /// When it was given; if two answers contradict each other, the later one counts.
    pub at: Stamp,
    /// The chosen option.
    pub chosen: Decision,
    /// The options offered beside it.
    pub instead_of: Vec<Decision>,
    /// The operator who answered.
    pub operator: String,
    /// The id of the question that it answered.
    pub request_id: String,
}

/// The meaning of people's answers for the whole mission for the options of one turn: a part of the evidence.
///
/// An answer tells *things* of one kind apart. Of those in its options, one is meant and the others are not. It
/// says nothing about other kinds or about things that were not offered. It says nothing about a thing that a team mate
/// is at, holds or is about to handle. If a team mate handles the meant thing, the others are out of the question, and
/// the remaining possible options are left.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Options about a meant thing.
    meant: Vec<Decision>,
    /// Options about a thing that is not meant, because another one is.
    not_meant: Vec<Decision>,
    /// The options of `not_meant` whose meant counterpart a team mate handles.
    #[serde(default)]
    spared: Vec<Decision>,
    /// Options about a meant thing that a team mate handles.
    #[serde(default)]
    handled: Vec<Decision>,
    /// The answers, oldest first.
    words: Vec<StandingWord>,
}

/// An answer that a [`Standing`] follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingWord {
    /// The choice in words.
    pub text: String,
    /// The operator who chose it.
    pub operator: String,
    /// The id of the question.
    pub request_id: String,
}

impl Standing {
    /// Whether no answer was given.
    pub fn is_silent(&self) -> bool {
        self.words.is_empty()
    }

    /// The answers that it follows, oldest first.
    pub fn words(&self) -> &[StandingWord] {
        &self.words
    }

    /// Whether the answers mean another thing instead of the option's thing.
    pub fn rules_out(&self, option: Decision) -> bool {
        self.not_meant.contains(&option)
    }

    /// The only option left of these without the ones that are not meant. It must be about a meant thing, or about
    /// something else while a team mate handles the meant thing.
    pub fn pick(&self, among: &[Decision]) -> Option<Decision> {
        let mut left = among.iter().copied().filter(|option| !self.rules_out(*option));
        let only = left.next().filter(|_| left.next().is_none())?;
        let is_rest = among.iter().all(|option| *option == only || self.spared.contains(option));
        (self.meant.contains(&only) || (is_rest && !self.handled.contains(&only))).then_some(only)
    }

    /// The meaning of these answers, in the order in which they were given, for a turn of their mission.
    fn of<'a>(world: &World, turn: &Turn, me: &RobotId, answers: impl Iterator<Item = &'a Lasting>) -> Self {
        let mut is_meant = BTreeMap::new();
        let mut words = Vec::new();
        for answer in answers {
            let chosen = things(world, answer.chosen);
            if chosen.is_empty() {
                continue;
            }
            let others = answer.instead_of.iter().flat_map(|other| things(world, *other));
            let is_alike = |other: &ObjectId| chosen.iter().any(|one| world.are_alike(*one, *other));
            is_meant.extend(others.filter(is_alike).map(|other| (other, false)));
            is_meant.extend(chosen.iter().map(|one| (*one, true)));
            let text = world.text(answer.chosen);
            let operator = answer.operator.clone();
            let request_id = answer.request_id.clone();
            words.push(StandingWord { text, operator, request_id });
        }
        let taken = taken_by_mates(world, turn, me);
        let about = |wanted: bool| -> Vec<Decision> {
            let is_so =
                |decision: &Decision| things(world, *decision).iter().any(|thing| is_meant.get(thing) == Some(&wanted));
            if is_meant.is_empty() { Vec::new() } else { world.options().iter().filter(is_so).collect() }
        };
        let is_taken = |decision: &Decision| things(world, *decision).iter().any(|thing| taken.contains(thing));
        let (handled, meant): (Vec<Decision>, _) = about(true).into_iter().partition(is_taken);
        let is_spared = |option: &Decision| {
            let alike = |one: &ObjectId| {
                let handled = handled.iter().flat_map(|handled| things(world, *handled));
                handled.into_iter().any(|other| world.are_alike(*one, other))
            };
            things(world, *option).iter().any(alike)
        };
        let not_meant = about(false);
        let spared = not_meant.iter().copied().filter(is_spared).collect();
        Self { meant, not_meant, spared, handled, words }
    }
}

/// The objects that a decision is about: those that can be moved, or all of its objects if none can.
pub(crate) fn things(world: &World, decision: Decision) -> Vec<ObjectId> {
    if !world.options().contains(decision) {
        return Vec::new();
    }
    let all = world.options().arguments(decision);
    let movable: Vec<ObjectId> = all.iter().copied().filter(|one| world.is_movable(*one)).collect();
    if movable.is_empty() { all.to_vec() } else { movable }
}

/// The things that team mates are at, hold, or have chosen to handle in this step.
fn taken_by_mates(world: &World, turn: &Turn, me: &RobotId) -> Vec<ObjectId> {
    let decided = turn.decided.iter().filter(|decided| decided.robot != *me).filter_map(|decided| decided.decision);
    let mut taken: Vec<ObjectId> = decided.flat_map(|decision| things(world, decision)).collect();
    if let Ok(state) = world.read(&turn.facts) {
        let mates = turn.brief.team.iter().filter(|robot| *robot != me);
        let mates = mates.filter_map(|robot| world.find(robot.as_str()));
        taken.extend(mates.flat_map(|mate| world.beside(&state, mate)));
    }
    taken
}

/// The number of answers kept: those of the current mission come last.
const KEPT: usize = 256;

/// The answers for whole missions that a planner has heard.
#[derive(Debug, Default)]
pub(crate) struct Heard(VecDeque<Lasting>);

impl Heard {
    /// Takes an answer; a repeated answer changes nothing.
    pub fn hear(&mut self, answer: Lasting) {
        if self.0.iter().any(|known| known.request_id == answer.request_id) {
            return;
        }
        let place = self.0.partition_point(|known| known.at <= answer.at);
        self.0.insert(place, answer);
        if self.0.len() > KEPT {
            self.0.pop_front();
        }
    }

    /// The meaning of the answers for a turn. They mean nothing in a step whose joint step was refused, because the
    /// team would decide it the same way again.
    pub fn on(&self, world: &World, turn: &Turn, me: &RobotId) -> Standing {
        if !turn.refusals.is_empty() {
            return Standing::default();
        }
        Standing::of(world, turn, me, self.0.iter().filter(|answer| answer.mission == turn.mission()))
    }
}
