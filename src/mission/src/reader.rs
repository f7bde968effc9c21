//! Missions in plain language: sentences are cut apart, then read whole by [`deliveries`] and [`prohibitions`].

use surefleet_fleet::RobotId;

use crate::{
    Domain, Mission, MissionError, Rule,
    cursor::{Cursor, Misfit},
    deliveries::{self, Errand},
    objects::PlaceId,
    prohibitions, tokens,
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
/// Words that ask for an order; a mission has none.
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

/// Reads a mission.
pub(crate) fn mission(text: &str, domain: &Domain, team: &[RobotId]) -> Result<Mission, MissionError> {
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

/// Reads what a text tells of its mission, though it may leave something open; sub-tasks may then take the same items.
pub(crate) fn outline(text: &str, domain: &Domain, team: &[RobotId]) -> Result<(Vec<Errand>, Vec<Rule>), MissionError> {
    let mut read = Read::default();
    for sentence in sentences(text) {
        read_sentence(Cursor::new(domain, team, &sentence).leaving_open(), &mut read)?;
    }
    match read.errands.is_empty() {
        true => Err(MissionError::NothingToDo(text.to_owned())),
        false => Ok((read.errands, read.rules)),
    }
}

/// Words by which a sentence may forbid something, or ask for an order; what [`is_negation`] knows are others.
const BINDING: [&str; 62] = [
    "never",
    "not",
    "no",
    "nobody",
    "none",
    "nothing",
    "nowhere",
    "neither",
    "nor",
    "cannot",
    "without",
    "except",
    "excluding",
    "unless",
    "until",
    "before",
    "after",
    "then",
    "first",
    "afterwards",
    "only",
    "just",
    "but",
    "skip",
    "avoid",
    "avoids",
    "avoiding",
    "refrain",
    "refrains",
    "refraining",
    "forbid",
    "forbids",
    "forbidden",
    "prohibit",
    "prohibited",
    "disallowed",
    "ban",
    "banned",
    "stop",
    "stops",
    "prevent",
    "prevents",
    "limits",
    "limit",
    "alone",
    "closed",
    "shut",
    "off",
    "hands",
    "keep",
    "keeps",
    "stay",
    "stays",
    "leave",
    "idle",
    "instead",
    "away from",
    "clear of",
    "other than",
    "rather than",
    "`",
    "´",
];
/// What "not" is put behind.
const NEGATED: [&str; 20] = [
    "do", "does", "did", "ca", "can", "wo", "would", "should", "must", "could", "might", "may", "need", "is", "are",
    "was", "were", "has", "have", "sha",
];

/// The safety requirements of a text of which a language model reads the rest, sentence by sentence.
pub(crate) fn rules(text: &str, domain: &Domain, team: &[RobotId]) -> Result<Vec<Rule>, MissionError> {
    let (mut rules, mut all_read) = (Vec::new(), true);
    for sentence in sentences(text) {
        let mut read = Read::default();
        let Err(reason) = read_sentence(Cursor::new(domain, team, &sentence), &mut read) else {
            rules.append(&mut read.rules);
            continue;
        };
        all_read = false;
        let why = match binding(&sentence) {
            _ if matches!(reason, MissionError::UnknownRobot { .. }) => return Err(reason),
            Some(word) => format!("says {word:?}"),
            // "Robot 1 must never open the fridge. Robot 2 too."
            None if !rules.is_empty() => "follows a requirement".to_owned(),
            None => continue,
        };
        return Err(MissionError::Unenforceable { sentence: quoted(&sentence), why, reason: Box::new(reason) });
    }
    // What is read whole and refused all the same is wrong in itself.
    if all_read { self::mission(text, domain, team).map(|mission| mission.rules) } else { Ok(rules) }
}

/// The sentence as one writes it.
fn quoted(sentence: &[&str]) -> String {
    let mut text = String::new();
    for word in sentence {
        if !text.is_empty() && !matches!(*word, "," | ":" | "?" | ")") {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// The first word of the sentence that may forbid something, or ask for an order.
fn binding(sentence: &[&str]) -> Option<String> {
    let words = sentence.iter().flat_map(|word| word.split(['-', '_']));
    let plain = |word: &str| word.to_lowercase().replace(['’', 'ʼ'], "'").trim_matches('\'').to_owned();
    let words: Vec<String> = words.map(plain).collect();
    let is_one = |word: &str| BINDING.contains(&word) || is_negation(word);
    (0..words.len()).find_map(|place| {
        let pair = format!("{} {}", words[place], words.get(place + 1).map_or("", String::as_str));
        [words[place].clone(), pair].into_iter().find(|words| is_one(words))
    })
}

/// "Don't", and "dont".
fn is_negation(word: &str) -> bool {
    let stem = word.strip_suffix("n't").or_else(|| word.strip_suffix("nt"));
    word.ends_with("n't") || stem.is_some_and(|stem| NEGATED.contains(&stem))
}

/// Reads a safety requirement that stands by itself.
pub(crate) fn rule(text: &str, domain: &Domain, team: &[RobotId]) -> Result<Rule, MissionError> {
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

/// Words and marks of each sentence; a full stop, a semicolon, an empty line or a bullet ends one.
fn sentences(text: &str) -> Vec<Vec<&str>> {
    let mut sentences = vec![Vec::new()];
    for line in text.lines() {
        let line = line.trim_start();
        let body = without_bullet(line);
        if body.len() != line.len() || line.is_empty() {
            sentences.push(Vec::new());
        }
        for word in tokens::words(body) {
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

/// Passes over words that add nothing, and stops at words that would add an order.
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

/// What was read so far.
#[derive(Default)]
struct Read {
    errands: Vec<Errand>,
    rules: Vec<Rule>,
    last: Last,
}

impl Read {
    fn into_mission(self) -> Mission {
        let subtasks = self.errands.into_iter().map(|errand| errand.subtask).collect();
        Mission { subtasks, rules: self.rules }
    }
}

/// What was read last: it decides what may follow, and what "there" means.
#[derive(Default)]
enum Last {
    #[default]
    Nothing,
    Delivery(Vec<PlaceId>),
    Rule,
}

/// Reads clauses and requirements joined by "and", "but" or a comma, to the end of the sentence.
///
/// After a requirement only another one with its own subject may follow: "robot 1 must never grab a knife and open
/// the fridge" could mean three things.
fn read_sentence(mut cursor: Cursor, read: &mut Read) -> Result<(), MissionError> {
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
        } else if let Some(errands) = cursor.attempt(|cursor| deliveries::clause(cursor, there, !is_first)) {
            let places = errands.last().map(|errand| errand.subtask.destinations.clone());
            read.last = places.filter(|places| !places.is_empty()).map_or(Last::Nothing, Last::Delivery);
            read.errands.extend(errands);
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

/// The rest of a sentence of which a part was understood.
fn unread(mut cursor: Cursor) -> MissionError {
    match cursor.misfit::<()>() {
        Ok(()) | Err(Misfit) => cursor.into_error(),
    }
}
