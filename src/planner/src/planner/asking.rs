//! A turn that waits for a person, and the question to them.

use std::sync::Arc;

use surefleet_fleet::{Brief, Decision, RobotId, Stamp, Turn};
use surefleet_language::Usage;
use surefleet_world::World;

use super::turn::Held;
use crate::{
    Evidence, HelpKey, HelpRequest, HelpTerms, Patience, Permit, Round, StandingWord, evidence::Scored, record::show,
    standing::things,
};

/// How a question ends where a person need only say that the mission means what it was read as, and the calibration covers it.
pub const SAY_SO: &str = "Say that it means that, and nobody is asked about each of its decisions.";
/// Less likely meanings are not told.
const LEAST_TOLD: f64 = 0.05;

/// What a question tells of the mission.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MissionTold<'a> {
    /// What it can mean, each with its probability.
    pub meanings: &'a [(String, f64)],
    /// Whether a person need only say that it means that, and the calibration covers it.
    pub awaits_meaning: bool,
}

/// A turn that waits for a person.
#[derive(Debug)]
pub(crate) struct Asking {
    pub evidence: Evidence,
    pub usage: Usage,
    pub key: HelpKey,
    /// When the safe default applies.
    deadline: Option<Stamp>,
    /// When the request is sent again.
    again: Stamp,
    /// How often it was sent since the desk last accepted it.
    sent: u32,
}

impl Asking {
    pub fn new(now: Stamp, key: HelpKey, evidence: Evidence, usage: Usage, patience: &Patience) -> Self {
        let deadline = patience.help.map(|span| now + span);
        Self { evidence, usage, key, deadline, again: now + patience.pause(1), sent: 1 }
    }

    /// Takes the help desk's reply to the request.
    pub fn heard(&mut self, now: Stamp, accepted: bool, patience: &Patience) {
        if accepted {
            self.sent = 0;
        }
        self.again = now + if accepted { patience.repeat_help } else { patience.pause(self.sent) };
    }

    /// Whether the request must be sent again now.
    pub fn run_out(&mut self, now: Stamp, patience: &Patience) -> bool {
        let due = self.again <= now;
        if due {
            self.sent = self.sent.saturating_add(1);
            self.again = now + patience.pause(self.sent);
        }
        due
    }

    pub fn next_deadline(&self) -> Stamp {
        self.again
    }

    pub fn request(
        &self,
        held: &Held,
        texts: &[Arc<str>],
        terms: &HelpTerms,
        (world, told): (&World, MissionTold),
    ) -> HelpRequest {
        let round = self.key.round;
        let shown = self.evidence.shown(round);
        HelpRequest {
            key: self.key.clone(),
            mission_text: held.turn.brief.text.clone(),
            team: held.turn.brief.team.clone(),
            world: world_now(world, &held.turn, &self.key.decision.robot, &shown),
            lasting: self.lasting(world),
            question: self.question(world, held, texts) + &can_mean(told, &held.turn.brief),
            prompt: held.prompt.text(),
            options: show(&self.evidence, texts, shown),
            threshold: self.evidence.threshold(),
            deadline: self.deadline,
            default: terms.default_of(&self.evidence, world),
            priority: terms.priority(),
        }
    }

    /// The allowed members of the set about a thing for which the set holds another one like it: the choice says which
    /// one is meant. If the set excludes nothing or holds nothing that is right, a choice says nothing of that kind.
    fn lasting(&self, world: &World) -> Vec<Decision> {
        let excludes = self.evidence.set().is_some_and(|set| set.len() < self.evidence.options());
        if self.key.round != Round::Set || !excludes {
            return Vec::new();
        }
        let mut allowed = self.evidence.shown(Round::Set);
        allowed.retain(|option| self.evidence.allows(*option));
        let has_double = |option: &Decision| {
            let is_alike = |other: &Decision| {
                let (these, those) = (things(world, *option), things(world, *other));
                these.iter().any(|one| those.iter().any(|other| world.are_alike(*one, *other)))
            };
            allowed.iter().any(is_alike)
        };
        allowed.iter().copied().filter(has_double).collect()
    }

    fn question(&self, world: &World, held: &Held, texts: &[Arc<str>]) -> String {
        let robot = &self.key.decision.robot;
        let words = world.robot_words(robot);
        let step = held.turn.step;
        let horizon = held.turn.brief.horizon;
        let why = why(&self.evidence, self.key.round, texts);
        let said = self.evidence.standing().words().iter().map(|word| {
            let StandingWord { text, operator, .. } = word;
            format!(" {operator} has said for the whole mission: {text}.")
        });
        let part = self.evidence.part().map(|part| texts[part.index()].as_ref());
        let part = part.map(|part| format!(" The team's planner has it {part}.")).unwrap_or_default();
        format!(
            "What should {words} ({robot}) do in step {step} of at most {horizon}? {why}{part}{}",
            said.collect::<String>()
        )
    }
}

/// What a mission of several meanings can mean, likeliest first, and which words are in none of them: whoever says what is meant need
/// not be asked again.
fn can_mean(told: MissionTold, brief: &Brief) -> String {
    let MissionTold { meanings, awaits_meaning } = told;
    let unread = &brief.unread;
    let likely: Vec<&(String, f64)> = meanings.iter().filter(|(_, probability)| *probability >= LEAST_TOLD).collect();
    let left_out: Vec<String> = unread.iter().map(|words| format!("{words:?}")).collect();
    let without = if unread.is_empty() { String::new() } else { format!(" without {}", left_out.join(" and ")) };
    let reworded = is_reworded(brief).then(|| "A language model reworded the mission as".to_owned());
    match likely.as_slice() {
        [] => String::new(),
        [(words, _)] => {
            let said = reworded.unwrap_or_else(|| format!("The mission was read{without} as"));
            let hint = if awaits_meaning { format!(" {SAY_SO}") } else { String::new() };
            format!(" {said} \"{words}\".{hint}")
        }
        likely => {
            let all = likely.iter().map(|(words, probability)| format!("\"{words}\" ({:.0} %)", 100.0 * probability));
            let said = reworded.unwrap_or_else(|| format!("The mission can mean{without}"));
            format!(" {said}: {}.", all.collect::<Vec<_>>().join("; or: "))
        }
    }
}

/// Whether only a language model reads the mission: none of its words are.
fn is_reworded(brief: &Brief) -> bool {
    brief.unread.first() == Some(&brief.text)
}

/// The first few options in words, so that a line of the queue shows the topic of the question.
fn named(options: &[Decision], texts: &[Arc<str>]) -> String {
    const NAMED: usize = 3;
    let first: Vec<&str> = options.iter().take(NAMED).map(|option| texts[option.index()].as_ref()).collect();
    let more = options.len().saturating_sub(NAMED);
    if more == 0 { first.join(", ") } else { format!("{} and {more} more", first.join(", ")) }
}

/// Why a person is asked, in words.
fn why(evidence: &Evidence, round: Round, texts: &[Arc<str>]) -> String {
    if let Scored::Failed(reason) = evidence.scores() {
        return format!("There are no scores: {reason}.");
    }
    if let Permit::Off { reason } = evidence.permit() {
        return format!("It may not decide alone: {reason}.");
    }
    let set = evidence.shown(Round::Set);
    let allowed = set.iter().filter(|&&member| evidence.allows(member)).count();
    match (round, set.len()) {
        (Round::All, _)
            if allowed == 1 && set.iter().any(|&only| evidence.allows(only) && evidence.standing().rules_out(only)) =>
        {
            "All that it holds for possible is about a thing that is not meant.".to_owned()
        }
        (Round::All, _) if evidence.is_audited() && allowed == 1 => {
            "It is sure, and would not ask; this is an audit, to see whether it is right. Of these actions, best first \
             by what it thinks, choose the first that is right."
                .to_owned()
        }
        (Round::Set, _) => format!("Possible: {}.", named(&set, texts)),
        (Round::All, 0) => "It holds none of the actions for likely enough.".to_owned(),
        (Round::All, members) if members == evidence.options() => "It can exclude none of the actions.".to_owned(),
        (Round::All, _) if allowed == 0 => {
            let best = set.first().and_then(|best| Some((*best, evidence.refusal(best.index())?)));
            let refused = best.map(|(best, reason)| format!(" {}: {reason}", texts[best.index()])).unwrap_or_default();
            format!("The safety monitor refuses what it would do:{refused}.")
        }
        (Round::All, _) if allowed == 1 && departs(evidence) => {
            let only = set.iter().find(|&&only| evidence.allows(only));
            let only = only.map(|only| texts[only.index()].as_ref()).unwrap_or_default();
            format!("Alone it would do something else than the team's planner has it do: {only}.")
        }
        (Round::All, _) => "None of the actions offered before was right.".to_owned(),
    }
}

/// Whether nobody has answered, and there is a team step: then a lone member is put to a person because it is no part of it.
fn departs(evidence: &Evidence) -> bool {
    evidence.answers().is_empty() && evidence.part().is_some()
}

/// The world of a turn in words: first the facts about the robot and the things of these options, then the rest.
fn world_now(world: &World, turn: &Turn, robot: &RobotId, options: &[Decision]) -> Vec<String> {
    let mut lines = match world.read(&turn.facts) {
        Ok(state) => world.describe(&state, &turn.brief.team),
        // The world cannot be like that, but a person may understand it.
        Err(_) => turn.facts.iter().map(str::to_owned).collect(),
    };
    let things = options.iter().filter(|option| world.options().contains(**option));
    let things = things.flat_map(|option| world.options().arguments(*option));
    let mut subjects: Vec<String> = things.map(|thing| world.object(*thing).phrase.clone()).collect();
    subjects.push(world.robot_words(robot));
    // The sort is stable: equally near lines keep their order.
    lines.sort_by_key(|line| !subjects.iter().any(|subject| mentions(line, subject)));
    lines
}

/// Whether the words stand in the line as whole words: "apple 1" is not in "apple 12".
fn mentions(line: &str, words: &str) -> bool {
    let is_apart = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    line.match_indices(words)
        .any(|(at, _)| is_apart(line[..at].chars().next_back()) && is_apart(line[at + words.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn only_whole_words_are_mentions() {
        assert!(mentions("In the fridge (closed): apple 1, apple 3", "apple 1"));
        assert!(!mentions("On the table: apple 12", "apple 1"));
        assert!(mentions("robot 1 is at apple 2 and holds nothing", "apple 2"));
    }
}
