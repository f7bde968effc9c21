//! Several things that are named together: "the cup and the plate", "both cups", "samples 3 and 4".

use crate::{
    general,
    logic::Object,
    tokens::{self, Token, word},
    vocabulary::{Noun, Vocabulary},
};

/// Words before a plural by which all of its things are meant.
pub(crate) const ALL: [&str; 6] = ["the", "both", "all", "these", "those", "our"];
/// Words before a plural by which some of them are meant.
pub(crate) const SOME: [&str; 9] = ["of", "some", "any", "no", "few", "several", "other", "many", "more"];
/// Words after which a phrase says more of which things are meant.
pub(crate) const LIMITING: [&str; 12] =
    ["in", "on", "at", "inside", "from", "out", "off", "of", "that", "which", "who", "with"];
/// Words before a place.
pub(crate) const PLACING: [&str; 7] = ["in", "on", "at", "to", "into", "onto", "inside"];

/// Several things that are named together.
pub(crate) struct Several {
    pub begin: usize,
    pub end: usize,
    /// Unless more is said of which ones are meant.
    pub things: Option<Vec<Object>>,
    pub is_list: bool,
}

/// The lists and the plurals in the words.
pub(crate) fn several(tokens: &[Token], vocabulary: &Vocabulary) -> Vec<Several> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(list) = list(tokens, at, vocabulary).or_else(|| plural(tokens, at, vocabulary)) {
            at = list.end;
            found.push(list);
        } else {
            at += vocabulary.nouns(&tokens[at..]).first().map_or(1, |(_, length)| *length);
        }
    }
    found
}

/// The one thing whose name begins here, and the place after it.
fn one(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(Object, usize)> {
    let (nouns, length) = vocabulary.nouns(tokens.get(at..)?).into_iter().next()?;
    Some((vocabulary.only(nouns)?, at + length))
}

/// "The cup, the plate and the jug".
fn list(tokens: &[Token], begin: usize, vocabulary: &Vocabulary) -> Option<Several> {
    let (first, mut end) = one(tokens, begin, vocabulary)?;
    let mut things = vec![first];
    let mut has_and = false;
    loop {
        let comma = end + usize::from(word(tokens, end) == ",");
        let and = ["and", "as well as"].iter().find_map(|words| tokens::after(tokens, comma, words));
        let next = and.unwrap_or(comma);
        let name = next + usize::from(word(tokens, next) == "the");
        let Some((thing, after)) = one(tokens, name, vocabulary).filter(|_| next > end) else { break };
        has_and |= next > comma;
        things.push(thing);
        end = after;
    }
    (has_and && things.len() > 1).then_some(Several { begin, end, things: Some(things), is_list: true })
}

/// "Both cups", "samples 3 and 4".
fn plural(tokens: &[Token], begin: usize, vocabulary: &Vocabulary) -> Option<Several> {
    let (nouns, length) = vocabulary.nouns(tokens.get(begin..)?).into_iter().next()?;
    let kind = nouns.iter().find_map(|noun| match noun {
        Noun::Kind { kind, is_plural: true } => Some(*kind),
        _ => None,
    })?;
    let end = begin + length;
    if tokens::number(word(tokens, end)).is_some() {
        return numbered(tokens, begin, end, kind, vocabulary);
    }
    let mut first = begin;
    while first > 0 && (ALL.contains(&word(tokens, first - 1)) || tokens::number(word(tokens, first - 1)).is_some()) {
        first -= 1;
    }
    // "Two cups" are not all of them, but "both cups" and "all three cups" are.
    let is_all = first == begin || ALL.contains(&word(tokens, first));
    let last = if first > 0 { word(tokens, first - 1) } else { "" };
    let is_told_apart = first == begin && vocabulary.has_adjective(last);
    let is_said = is_all && !SOME.contains(&last) && !is_told_apart;
    let after = word(tokens, end);
    let is_placed =
        PLACING.contains(&after) && is_brought(tokens, first) && !has_second_place(tokens, end + 1, vocabulary);
    let is_limited = LIMITING.contains(&after) && !is_placed;
    let things = (is_said && !is_limited).then(|| vocabulary.kinds[kind].members.clone());
    Some(Several { begin, end, things, is_list: false })
}

/// Whether the place after the plural is where its things are to be: "put the cups on the rug".
fn is_brought(tokens: &[Token], begin: usize) -> bool {
    let verb = if begin > 0 { word(tokens, begin - 1) } else { "" };
    general::PUT.contains(&verb) || matches!(verb, "" | "," | "and" | "want" | "need" | "like" | "have")
}

/// Whether the clause tells of another place: "the jars on the rug go there" limits the jars.
fn has_second_place(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    let is_over = |at: &usize| matches!(word(tokens, *at), "," | "and" | "then" | "but" | ":");
    let end = (at..tokens.len()).find(is_over).unwrap_or(tokens.len());
    (at..end).filter(|at| PLACING.contains(&word(tokens, *at))).any(|at| {
        let name = at + 1 + usize::from(word(tokens, at + 1) == "the");
        tokens.get(name..).is_some_and(|words| !vocabulary.nouns(words).is_empty())
    })
}

/// "Samples 1, 2 and 4".
fn numbered(tokens: &[Token], begin: usize, after: usize, kind: usize, vocabulary: &Vocabulary) -> Option<Several> {
    let head = vocabulary.kinds[kind].words.first()?;
    let named = |at: usize| {
        let number = tokens::number(word(tokens, at))?;
        match vocabulary.noun(&format!("{head} {number}")) {
            [Noun::Object(object)] => Some(*object),
            _ => None,
        }
    };
    let mut things = vec![named(after)?];
    let mut end = after + 1;
    loop {
        let comma = end + usize::from(word(tokens, end) == ",");
        let next = comma + usize::from(word(tokens, comma) == "and");
        let Some(thing) = named(next).filter(|_| next > end) else { break };
        things.push(thing);
        end = next + 1;
    }
    let is_range = matches!(word(tokens, end), "to" | "through") && tokens::number(word(tokens, end + 1)).is_some();
    (things.len() > 1 && !is_range).then_some(Several { begin, end, things: Some(things), is_list: true })
}
