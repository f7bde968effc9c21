use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};
use surefleet_fleet::{Decision, MissionId, RobotId, Stamp, Turn};
use surefleet_mission::{Spot, State, Target, Transport, Whereabouts};

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
/// An answer tells *things* of one kind apart. Of the apples in its options, one is meant and the others are not. It
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
    fn of<'a>(domain: &Transport, turn: &Turn, me: &RobotId, answers: impl Iterator<Item = &'a Lasting>) -> Self {
        let options = domain.options();
        let thing =
            |decision: Decision| options.contains(decision).then(|| options.action(decision).target()).flatten();
        let mut is_meant = BTreeMap::new();
        let mut words = Vec::new();
        for answer in answers {
            let Some(chosen) = thing(answer.chosen) else { continue };
            let others = answer.instead_of.iter().filter_map(|other| thing(*other));
            is_meant.extend(others.filter(|other| are_alike(domain, chosen, *other)).map(|other| (other, false)));
            is_meant.insert(chosen, true);
            let text = options.text(answer.chosen).to_owned();
            let operator = answer.operator.clone();
            let request_id = answer.request_id.clone();
            words.push(StandingWord { text, operator, request_id });
        }
        let taken = taken_by_mates(domain, turn, me);
        let about = |wanted: bool| -> Vec<Decision> {
            let is_so =
                |decision: &Decision| thing(*decision).is_some_and(|thing| is_meant.get(&thing) == Some(&wanted));
            options.iter().filter(is_so).collect()
        };
        let is_taken = |decision: &Decision| thing(*decision).is_some_and(|thing| taken.contains(&thing));
        let (handled, meant): (Vec<Decision>, _) = about(true).into_iter().partition(is_taken);
        let is_spared = |option: &Decision| {
            let mut things = handled.iter().filter_map(|handled| thing(*handled));
            thing(*option).is_some_and(|one| things.any(|other| are_alike(domain, one, other)))
        };
        let not_meant = about(false);
        let spared = not_meant.iter().copied().filter(is_spared).collect();
        Self { meant, not_meant, spared, handled, words }
    }
}

/// Whether the same word can mean either of them, as with two apples. An apple does not answer a question about
/// kettles. A place for one item does not answer where another item goes.
pub(crate) fn are_alike(domain: &Transport, one: Target, other: Target) -> bool {
    match (one, other) {
        (Target::Item(one), Target::Item(other)) => one != other && domain.item(one).label == domain.item(other).label,
        _ => false,
    }
}

/// The things that team mates are at, hold, or have chosen to handle in this step.
fn taken_by_mates(domain: &Transport, turn: &Turn, me: &RobotId) -> Vec<Target> {
    let decided = turn.decided.iter().filter(|decided| decided.robot != *me).filter_map(|decided| decided.decision);
    let decided = decided.filter(|decision| domain.options().contains(*decision));
    let mut taken: Vec<Target> = decided.filter_map(|decision| domain.options().action(decision).target()).collect();
    if let Ok(state) = State::from_facts(domain, &turn.brief.team, &turn.facts) {
        let mine = turn.brief.place_of(me);
        let is_held = |item: &_| matches!(state.whereabouts(*item), Whereabouts::Robot(who) if Some(who) != mine);
        taken.extend(domain.items().filter(is_held).map(Target::Item));
        let mates = (0..state.team_size()).filter(|robot| Some(*robot) != mine);
        taken.extend(mates.filter_map(|robot| match state.spot(robot) {
            Spot::Item(item) => Some(Target::Item(item)),
            Spot::Place(_) | Spot::Nowhere => None,
        }));
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
    pub fn on(&self, domain: &Transport, turn: &Turn, me: &RobotId) -> Standing {
        if !turn.refusals.is_empty() {
            return Standing::default();
        }
        Standing::of(domain, turn, me, self.0.iter().filter(|answer| answer.mission == turn.mission()))
    }
}
