//! Missions in plain language: a text is cut into sentences; [`deliveries`] and [`prohibitions`] read each one whole.

use surefleet_fleet::RobotId;

use crate::{
    Mission, MissionError, Rule, Transport,
    cursor::{Cursor, Misfit},
    deliveries::{self, OutlinedSubtask},
    objects::PlaceId,
    prohibitions, vocabulary,
};

const LEADS: [&str; 17] = [
    "in addition",
    "additionally",
    "moreover",
    "furthermore",
    "besides",
    "also",
    "please",
    "and",
    "but",
    "i want you to",
    "i need you to",
    "could you",
    "can you",
    "the robots should",
    "the robots must",
    "you should",
    "you must",
];
/// Words that ask for an order; a mission has no order.
const ORDER: [&str; 12] = [
    "then",
    "next",
    "after that",
    "afterwards",
    "first",
    "second",
    "third",
    "finally",
    "lastly",
    "before that",
    "later",
    "once",
];

impl Mission {
    /// Reads a mission; it guesses nothing and skips nothing.
    ///
    /// "Robot 2" is the second of the team; a robot's own name works too.
    ///
    /// # Errors
    /// Every word that is not understood causes an error that quotes it. A mission must ask for something.
    pub fn parse(text: &str, domain: &Transport, team: &[RobotId]) -> Result<Self, MissionError> {
        mission(text, domain, team)
    }

    /// Reads a single safety requirement: "robot 2 must never open the fridge".
    ///
    /// # Errors
    /// As [`Mission::parse`]; a sentence that is not a safety requirement is refused.
    pub fn parse_rule(text: &str, domain: &Transport, team: &[RobotId]) -> Result<Rule, MissionError> {
        rule(text, domain, team)
    }
}

/// Reads a mission.
pub(crate) fn mission(text: &str, domain: &Transport, team: &[RobotId]) -> Result<Mission, MissionError> {
    let mut read = Read::default();
    for sentence in sentences(text) {
        read_sentence(Cursor::new(domain, team, &sentence), &mut read)?;
    }
    let mission = read.into_mission();
    if mission.subtasks.is_empty() {
        return Err(MissionError::NothingToDo(text.to_owned()));
    }
    for (later, subtask) in mission.subtasks.iter().enumerate() {
        for (earlier, before) in mission.subtasks[..later].iter().enumerate() {
            if let Some(shared) = subtask.items.iter().find(|item| before.items.contains(item)) {
                let item = domain.item(*shared).phrase.clone();
                return Err(MissionError::SharedItem { first: earlier + 1, second: later + 1, item });
            }
        }
    }
    Ok(mission)
}

/// Reads a mission that may leave something open; its sub-tasks may then take the same items.
pub(crate) fn outline(
    text: &str,
    domain: &Transport,
    team: &[RobotId],
) -> Result<(Vec<OutlinedSubtask>, Vec<Rule>), MissionError> {
    let mut read = Read::default();
    for sentence in sentences(text) {
        read_sentence(Cursor::new(domain, team, &sentence).leaving_open(), &mut read)?;
    }
    match read.subtasks.is_empty() {
        true => Err(MissionError::NothingToDo(text.to_owned())),
        false => Ok((read.subtasks, read.rules)),
    }
}

/// Reads a single safety requirement.
fn rule(text: &str, domain: &Transport, team: &[RobotId]) -> Result<Rule, MissionError> {
    let whole = || MissionError::Unread { rest: text.to_owned(), sentence: text.to_owned() };
    let [sentence] = <[_; 1]>::try_from(sentences(text)).map_err(|_| whole())?;
    let mut cursor = Cursor::new(domain, team, &sentence);
    if cursor.attempt(skip_leads).is_none() {
        return Err(cursor.into_error());
    }
    match cursor.attempt(prohibitions::rule) {
        Some(rule) if cursor.is_at_end() => Ok(rule),
        Some(_) => Err(unread(cursor)),
        None => Err(cursor.into_error()),
    }
}

/// The words and marks of each sentence. A full stop, a semicolon, an empty line or a bullet ends a sentence.
pub(crate) fn sentences(text: &str) -> Vec<Vec<&str>> {
    let mut sentences = vec![Vec::new()];
    for line in text.lines() {
        let line = line.trim_start();
        let body = without_bullet(line);
        if body.len() != line.len() || line.is_empty() {
            sentences.push(Vec::new());
        }
        for word in vocabulary::words(body) {
            if matches!(word, "." | ";" | "!") {
                sentences.push(Vec::new());
            } else if let Some(sentence) = sentences.last_mut() {
                sentence.push(word);
            }
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

fn without_bullet(line: &str) -> &str {
    if let Some(body) = ["- ", "* ", "• "].iter().find_map(|bullet| line.strip_prefix(bullet)) {
        return body;
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let marked = [". ", ") "].iter().find_map(|mark| line[digits..].strip_prefix(mark));
    if digits == 0 { line } else { marked.unwrap_or(line) }
}

/// Skips words that add nothing, and stops at words that would add an order.
fn skip_leads(cursor: &mut Cursor) -> Result<(), Misfit> {
    while cursor.take_any(&LEADS) {
        cursor.take(",");
    }
    let start = cursor.position();
    if cursor.take_any(&ORDER) {
        return cursor.ambiguous(start, "sub-tasks are done in any order, so write \"also\" in its place");
    }
    Ok(())
}

/// The parts read so far.
#[derive(Default)]
pub(crate) struct Read {
    subtasks: Vec<OutlinedSubtask>,
    pub rules: Vec<Rule>,
    last: Last,
}

impl Read {
    fn into_mission(self) -> Mission {
        let subtasks = self.subtasks.into_iter().map(|outlined| outlined.subtask).collect();
        Mission { subtasks, rules: self.rules }
    }
}

/// The part read last: it decides what may follow, and the meaning of "there".
#[derive(Default)]
enum Last {
    #[default]
    Nothing,
    Delivery(Vec<PlaceId>),
    Rule,
}

/// Reads clauses and requirements joined by "and", "but" or a comma, to the end of the sentence.
///
/// After a requirement only another one with its own subject may follow: "robot 1 must never grab a knife and open the
/// fridge" could mean three things.
pub(crate) fn read_sentence(mut cursor: Cursor, read: &mut Read) -> Result<(), MissionError> {
    if cursor.attempt(skip_leads).is_none() {
        return Err(cursor.into_error());
    }
    let mut is_first = true;
    loop {
        let must_have_subject = !is_first && matches!(read.last, Last::Rule);
        let form = if must_have_subject { prohibitions::rule_with_subject } else { prohibitions::rule };
        let there = if let Last::Delivery(places) = &read.last { Some(places.as_slice()) } else { None };
        if let Some(rule) = cursor.attempt(form) {
            read.rules.push(rule);
            read.last = Last::Rule;
        } else if must_have_subject {
            let mend = "begin a new sentence after a requirement, or name whom the next one is for".to_owned();
            return Err(MissionError::Ambiguous { phrase: cursor.rest(), mend });
        } else if let Some(subtasks) = cursor.attempt(|cursor| deliveries::clause(cursor, there, !is_first)) {
            let places = subtasks.last().map(|outlined| outlined.subtask.destinations.clone());
            read.last = places.filter(|places| !places.is_empty()).map_or(Last::Nothing, Last::Delivery);
            read.subtasks.extend(subtasks);
        } else {
            return Err(cursor.into_error());
        }
        if cursor.is_at_end() {
            return Ok(());
        }
        let joined = cursor.attempt(|cursor| {
            cursor.expect(&[",", "and", "but"])?;
            skip_leads(cursor)?;
            if cursor.is_at_end() { cursor.misfit() } else { Ok(()) }
        });
        if joined.is_none() {
            return Err(unread(cursor));
        }
        is_first = false;
    }
}

/// The error for the rest of a partly understood sentence.
fn unread(mut cursor: Cursor) -> MissionError {
    match cursor.misfit::<()>() {
        Ok(()) | Err(Misfit) => cursor.into_error(),
    }
}
