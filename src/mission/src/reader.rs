//! Missions in plain language: a text is cut into sentences; [`deliveries`] and [`prohibitions`] read each one whole.

use surefleet_fleet::RobotId;

use crate::{
    MissionError, Rule, Transport,
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
    rules: Vec<Rule>,
    last: Last,
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
