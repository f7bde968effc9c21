//! Verbs with one object, and words that make another verb of one: "open or close the gate", "switch the belt on or off".

use crate::{
    frame::{Frame, Part},
    reader::Reader,
    tokens::{Token, word},
    vocabulary::Vocabulary,
};

/// Words before a verb with which a clause begins.
const BEFORE: [&str; 14] =
    [",", "and", "or", "then", "to", "may", "must", "can", "should", "never", "not", "please", "but", ":"];
/// Words that make another verb of one.
const PARTICLES: [&str; 4] = ["on", "off", "up", "down"];
/// As many verbs are looked for.
const MOST: usize = 4;

/// The sentence with the object after each verb.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    for at in (0..tokens.len()).rev() {
        if at > 0 && !BEFORE.contains(&word(&tokens, at - 1)) || !is_verb(&tokens, at, vocabulary) {
            continue;
        }
        if let Some(told) = verbs(&tokens, at, vocabulary).or_else(|| particles(&tokens, at, vocabulary)) {
            tokens = told;
        }
    }
    tokens
}

/// Whether a verb of a skill stands here, with its object after it.
fn is_verb(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    let verb = word(tokens, at);
    let has_object = |frame: &Frame| matches!(frame.parts.first(), Some(Part::Slot(_)));
    vocabulary.is_base(verb) && vocabulary.frames_of(verb).any(|(_, frame)| has_object(frame))
}

/// Where the clause ends whose object begins here: at the end, or before a comma or a condition.
fn object(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<usize> {
    const ENDS: [&str; 12] =
        ["", ",", "and", "then", "again", "if", "when", "while", "until", "before", "after", "unless"];
    let found = Reader::new(vocabulary, tokens).noun_phrases(at);
    found.iter().map(|(_, end)| *end).filter(|end| ENDS.contains(&word(tokens, *end))).min()
}

/// "Open, close or lock the gate".
fn verbs(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let mut places = vec![at];
    let mut next = at + 1;
    let join = loop {
        let comma = usize::from(word(tokens, next) == ",");
        let join = matches!(word(tokens, next + comma), "and" | "or").then(|| next + comma);
        if comma == 0 && join.is_none() || places.len() >= MOST {
            return None;
        }
        let verb = join.map_or(next + 1, |join| join + 1);
        if !is_verb(tokens, verb, vocabulary) {
            return None;
        }
        places.push(verb);
        next = verb + 1;
        if let Some(join) = join {
            break join;
        }
    };
    let end = object(tokens, next, vocabulary).filter(|end| *end > next)?;
    // What follows may be said of the last one only.
    if !matches!(word(tokens, end), "" | "," | "if" | "when" | "while" | "until" | "before" | "after" | "unless") {
        return None;
    }
    let (thing, join) = (&tokens[next..end], &tokens[join]);
    let mut told = tokens[..at].to_vec();
    for (number, place) in places.iter().enumerate() {
        if number > 0 {
            told.push(join.clone());
        }
        told.push(tokens[*place].clone());
        told.extend_from_slice(thing);
    }
    told.extend_from_slice(&tokens[end..]);
    Some(told)
}

/// "Switch the belt on or off".
fn particles(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let found = Reader::new(vocabulary, tokens).noun_phrases(at + 1);
    let mut ends = found.iter().map(|(_, end)| *end);
    let is_particle = |at: usize| PARTICLES.contains(&word(tokens, at));
    let end = ends.find(|end| is_particle(*end) && word(tokens, end + 1) == "or" && is_particle(end + 2))?;
    if !matches!(word(tokens, end + 3), "" | "," | "if" | "when" | "while" | "until" | "before" | "after" | "unless") {
        return None;
    }
    Some([&tokens[..end + 2], &tokens[at..end], &tokens[end + 2..]].concat())
}
