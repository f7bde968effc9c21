//! Safety requirements in a text that only a language model reads as a whole.

use surefleet_fleet::RobotId;

use crate::{
    Mission, MissionError, Rule, Transport,
    cursor::Cursor,
    reader::{Read, read_sentence, sentences},
};

/// Words by which a sentence may forbid something, or ask for an order. [`is_negation`] knows further ones.
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
/// The words that "not" follows.
const NEGATED: [&str; 20] = [
    "do", "does", "did", "ca", "can", "wo", "would", "should", "must", "could", "might", "may", "need", "is", "are",
    "was", "were", "has", "have", "sha",
];

impl Mission {
    /// The safety requirements of a text that only a language model reads as a whole: the sentences that the grammar
    /// can read.
    ///
    /// # Errors
    /// [`MissionError::Unenforceable`] for any other sentence that follows a requirement, or has a word by which it may
    /// forbid something ("never", "not", "only", "without", "closed", ...): skipping it could lose a prohibition. A
    /// prohibition in words that are not on the list is lost. The error of [`Mission::parse`] if it reads every
    /// sentence but refuses the whole.
    pub fn parse_rules(text: &str, domain: &Transport, team: &[RobotId]) -> Result<Vec<Rule>, MissionError> {
        rules(text, domain, team)
    }
}

/// The first word of a text by which it may forbid something or ask for an order, whatever site it is about.
pub fn binding_word(text: &str) -> Option<String> {
    sentences(text).iter().find_map(|sentence| binding(sentence))
}

/// The safety requirements of a text, sentence by sentence; a language model reads the rest.
fn rules(text: &str, domain: &Transport, team: &[RobotId]) -> Result<Vec<Rule>, MissionError> {
    let mut rules = Vec::new();
    let mut all_read = true;
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
    // If every sentence is read and the whole is still refused, the mission itself is wrong.
    if all_read { Mission::parse(text, domain, team).map(|mission| mission.rules) } else { Ok(rules) }
}

/// The sentence as people write it.
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

/// The first word of the sentence that may forbid something or ask for an order.
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

/// Whether the word is "don't" or "dont".
fn is_negation(word: &str) -> bool {
    let stem = word.strip_suffix("n't").or_else(|| word.strip_suffix("nt"));
    word.ends_with("n't") || stem.is_some_and(|stem| NEGATED.contains(&stem))
}
