use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};
use surefleet_fleet::{Decision, MissionId, RobotId, Stamp, Turn};
use surefleet_mission::{Domain, Spot, State, Target, Whereabouts};

/// A person's answer for the whole mission, as the help desk published it; every robot of the mission goes by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasting {
    /// The mission.
    pub mission: MissionId,
    /// When it was given; of two that contradict each other the later one counts.
    pub at: Stamp,
    /// What was chosen.
    pub chosen: Decision,
    /// What was offered beside it.
    pub instead_of: Vec<Decision>,
    /// Who said so.
    pub operator: String,
    /// The id of the question that it answered.
    pub request_id: String,
}

/// What people's answers for the whole mission say of the options of one turn: a part of the evidence.
///
/// An answer tells *things* of one kind apart: of the apples that its options were about, one is meant and the others
/// are not. It says nothing of other kinds, nothing of things that were not offered, and nothing of a thing that a team
/// mate is at, holds or is about to handle. Where a team mate handles the thing that is meant, the others are out of
/// the question, and what else is held for possible is left.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Options about a thing that is meant.
    meant: Vec<Decision>,
    /// Options about a thing that another one is meant instead of.
    not_meant: Vec<Decision>,
    /// Those of them instead of whose thing a team mate handles the one that is meant.
    #[serde(default)]
    spared: Vec<Decision>,
    /// Options about a thing that is meant and that a team mate handles.
    #[serde(default)]
    handled: Vec<Decision>,
    /// The answers, oldest first.
    words: Vec<StandingWord>,
}

/// An answer that a [`Standing`] goes by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingWord {
    /// What was chosen, in words.
    pub text: String,
    /// Who chose it.
    pub operator: String,
    /// The id of the question.
    pub request_id: String,
}

impl Standing {
    /// Whether nothing was said.
    pub fn is_silent(&self) -> bool {
        self.words.is_empty()
    }

    /// The answers that it goes by, oldest first.
    pub fn words(&self) -> &[StandingWord] {
        &self.words
    }

    /// Whether another thing is meant instead of the one that the option is about.
    pub fn rules_out(&self, option: Decision) -> bool {
        self.not_meant.contains(&option)
    }

    /// The only one of these that is left when those that are not meant are set aside, if it is one that is meant, or
    /// something else where a team mate handles what is meant.
    pub fn pick(&self, among: &[Decision]) -> Option<Decision> {
        let mut left = among.iter().copied().filter(|option| !self.rules_out(*option));
        let only = left.next().filter(|_| left.next().is_none())?;
        let is_rest = among.iter().all(|option| *option == only || self.spared.contains(option));
        (self.meant.contains(&only) || (is_rest && !self.handled.contains(&only))).then_some(only)
    }

    /// What these answers, in the order in which they were given, say of a turn of their mission.
    fn of<'a>(domain: &Domain, turn: &Turn, me: &RobotId, answers: impl Iterator<Item = &'a Lasting>) -> Self {
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

/// Whether one of them can be meant instead of the other by the same word: two apples. An apple is no answer to which
/// kettle, nor is a place for one item an answer to where another goes.
pub(crate) fn are_alike(domain: &Domain, one: Target, other: Target) -> bool {
    match (one, other) {
        (Target::Item(one), Target::Item(other)) => one != other && domain.item(one).label == domain.item(other).label,
        _ => false,
    }
}

/// What team mates are at, hold, or have chosen to handle in this step.
fn taken_by_mates(domain: &Domain, turn: &Turn, me: &RobotId) -> Vec<Target> {
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

/// So many answers are kept: those of the mission that runs come last.
const KEPT: usize = 256;

/// The answers for whole missions that a planner has heard.
#[derive(Debug, Default)]
pub(crate) struct Heard(VecDeque<Lasting>);

impl Heard {
    /// Takes an answer; one that was heard before changes nothing.
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

    /// What they say of a turn; nothing of a step whose joint step was refused, since it would be decided the same way
    /// again.
    pub fn on(&self, domain: &Domain, turn: &Turn, me: &RobotId) -> Standing {
        if !turn.refusals.is_empty() {
            return Standing::default();
        }
        Standing::of(domain, turn, me, self.0.iter().filter(|answer| answer.mission == turn.mission()))
    }
}
