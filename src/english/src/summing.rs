//! Several things that were just named, summed up: "label the jars and put both of them on the rug", "the beds, all of them".

use crate::{
    general::{self, TOWARDS},
    logic::Object,
    modals,
    tokens::{self, Token, denies, insert, put, word},
    vocabulary::{Noun, Vocabulary},
};

/// Words that sum up what was named, and how many that must be.
const SUMS: [(&str, Option<usize>); 9] = [
    ("both of them", Some(2)),
    ("the two of them", Some(2)),
    ("all two of them", Some(2)),
    ("them both", Some(2)),
    ("both", Some(2)),
    ("the three of them", Some(3)),
    ("all three of them", Some(3)),
    ("all of them", None),
    ("them all", None),
];
/// Words that sum up what is not counted; they only stand after it.
const MASS: &str = "all of it";
/// Words before a plural by which all of its things are meant.
const ALL: [&str; 6] = ["the", "both", "all", "these", "those", "our"];
/// Words before a plural by which some of them are meant.
const SOME: [&str; 9] = ["of", "some", "any", "no", "few", "several", "other", "many", "more"];
/// Words after which a phrase says more of which things are meant.
const LIMITING: [&str; 12] = ["in", "on", "at", "inside", "from", "out", "off", "of", "that", "which", "who", "with"];
/// Words with which a clause goes on after its subject, beside modals.
const GOING_ON: [&str; 6] = ["has", "have", "need", "are", "is", "belong"];
const PLACING: [&str; 7] = ["in", "on", "at", "to", "into", "onto", "inside"];

/// The sentences with what is summed up by its own words.
pub(crate) fn named(cut: Vec<Vec<Token>>, vocabulary: &Vocabulary) -> Vec<Vec<Token>> {
    let mut sentences: Vec<Vec<Token>> = Vec::new();
    for mut sentence in cut {
        let is_sum = sum(&sentence, 0).is_some_and(|(end, _)| is_end(&sentence, end));
        let mut before = sentences.last().cloned().unwrap_or_default();
        // "The plates to the kitchen. All of them."
        if is_sum && !before.is_empty() {
            sentences.pop();
            let end = before.len();
            insert(&mut before, end, ",");
            before.extend(sentence);
            sentence = before;
            before = Vec::new();
        }
        let mut at = 0;
        while at < sentence.len() {
            if let Some((end, count)) = sum(&sentence, at) {
                resolve(&mut sentence, (at, end), count, &before, vocabulary);
            }
            at += 1;
        }
        sentences.push(sentence);
    }
    sentences
}

/// Where a sum that begins here ends, and its number.
fn sum(tokens: &[Token], at: usize) -> Option<(usize, Option<usize>)> {
    let found = SUMS.iter().filter_map(|(words, count)| Some((tokens::after(tokens, at, words)?, *count)));
    let mass = tokens::after(tokens, at, MASS).map(|end| (end, None));
    found.max_by_key(|(end, _)| *end).or(mass)
}

/// Several things that are named together.
pub(crate) struct Several {
    pub begin: usize,
    pub end: usize,
    /// Unless more is said of which ones are meant.
    pub things: Option<Vec<Object>>,
    is_list: bool,
}

/// Puts the words for the things in place of the sum, or takes it away where it only sums up its own clause.
fn resolve(
    tokens: &mut Vec<Token>,
    (at, end): (usize, usize),
    count: Option<usize>,
    before: &[Token],
    vocabulary: &Vocabulary,
) {
    // "Never have both of them in there": together, or one of them?
    if denies(tokens) || tokens.iter().any(|token| matches!(token.word.as_str(), "or" | "either" | "whenever")) {
        return;
    }
    let own = &tokens[..at];
    let is_after_comma = at > 1 && matches!(word(tokens, at - 1), "," | ":");
    if tokens::after(tokens, at, MASS) == Some(end) {
        if is_after_comma && is_end(tokens, end) && is_whole(own, vocabulary) {
            tokens.drain(at - 1..end);
        }
        return;
    }
    let of_own = several(own, vocabulary);
    let is_own = !of_own.is_empty();
    let source = if is_own { own } else { before };
    let found = if is_own { of_own } else { several(before, vocabulary) };
    let [Several { begin, end: after, things, is_list }] = found.as_slice() else { return };
    let fits = |number: usize| count.is_none_or(|count| count == number);
    let counted = things.as_ref().is_some_and(|things| fits(things.len()));
    // "Open the hatches, put the red ball here and the green ball there, and grab both of them."
    if !counted && (things.is_some() || count.is_some()) || others(&source[*after..], vocabulary) > 1 {
        return;
    }
    // "The jugs and the big bowl": of both, or of the jugs alone?
    if is_beside_others(source, (*begin, *after), vocabulary) {
        return;
    }
    let next = word(tokens, end);
    let is_bare = end == at + 1;
    if is_after_comma && is_own && !is_bare {
        let is_sum_of_list = *after == at - 1 && PLACING.contains(&next);
        if is_end(tokens, end) || is_sum_of_list {
            let begin = *begin;
            let is_plain = begin == 0 || !matches!(word(tokens, begin - 1), "the" | "both" | "all");
            let is_plain = is_plain && !is_list && things.is_some();
            tokens.drain(at - 1..end);
            if is_plain {
                insert(tokens, begin, "all the");
            }
            return;
        }
    }
    let previous = if at > 0 { word(tokens, at - 1) } else { "" };
    let begins = matches!(previous, "" | "," | "and" | "then" | ":");
    let is_verb = |word: &str| !vocabulary.verbs(word).is_empty();
    let is_order = vocabulary.is_base(previous);
    let goes_on = modals::is_modal(next) || GOING_ON.contains(&next);
    let is_subject = begins && (goes_on || is_verb(next) || PLACING.contains(&next) && !is_bare);
    let is_object = if is_bare { is_order && PLACING.contains(&next) } else { is_verb(previous) };
    if !is_subject && !is_object {
        return;
    }
    // "Open the hatches and leave both of them open": from then on.
    let lasts = matches!(previous, "leave" | "keep");
    let words = match things {
        Some(_) if !lasts => {
            let phrase = &source[*begin..*after];
            let phrase: Vec<&str> = phrase.iter().map(|token| token.word.as_str()).collect();
            if *is_list { phrase.join(" ") } else { format!("all the {}", phrase.join(" ")) }
        }
        _ if is_subject => "they".to_owned(),
        _ => "them".to_owned(),
    };
    let words = if *is_list && !lasts && !source[..*begin].is_empty() && word(source, *begin - 1) == "the" {
        format!("the {words}")
    } else {
        words
    };
    put(tokens, at, end, &words);
}

/// Whether a clause is over here.
fn is_end(tokens: &[Token], at: usize) -> bool {
    let next = at + usize::from(word(tokens, at) == "please");
    next >= tokens.len() || word(tokens, next) == ","
}

/// Whether the words are about all of something, not one of several.
fn is_whole(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let is_open = |token: &Token| {
        SOME.contains(&token.word.as_str()) && token.word != "of" || matches!(token.word.as_str(), "a" | "an" | "one")
    };
    let is_all = |token: &Token| matches!(token.word.as_str(), "everything" | "whatever" | "all" | "clear" | "empty");
    !tokens.iter().any(is_open) && (tokens.iter().any(is_all) || several(tokens, vocabulary).len() == 1)
}

/// The names in the words, except those of robots.
fn others(tokens: &[Token], vocabulary: &Vocabulary) -> usize {
    let mut count = 0;
    let mut at = 0;
    while at < tokens.len() {
        let length = vocabulary.nouns(&tokens[at..]).first().map_or(0, |(_, length)| *length);
        count += usize::from(length > 0 && vocabulary.robot(&tokens[at..]).is_none());
        at += length.max(1);
    }
    count
}

/// Whether more than what is named together may be summed up: what can be moved, and what is named with it.
fn is_beside_others(source: &[Token], (begin, after): (usize, usize), vocabulary: &Vocabulary) -> bool {
    let mut at = 0;
    while at < source.len() {
        let Some((nouns, length)) = vocabulary.nouns(&source[at..]).into_iter().next() else {
            at += 1;
            continue;
        };
        let name = at;
        at += length;
        let is_article = name > 0 && ALL.contains(&word(source, name - 1));
        let first = name - usize::from(is_article);
        let previous = if first > 0 { word(source, first - 1) } else { "" };
        let is_verb = length == 1 && !vocabulary.verbs(word(source, name)).is_empty();
        if (begin..after).contains(&name)
            || vocabulary.robot(&source[name..]).is_some()
            || TOWARDS.contains(&previous)
            || LIMITING.contains(&previous)
            || is_verb
        {
            continue;
        }
        let is_joined = name > after && (after..first).all(|at| is_joint(word(source, at)))
            || name < begin && (at..begin).all(|at| is_joint(word(source, at)));
        let can_move = nouns.iter().any(|noun| match noun {
            Noun::Object(object) => vocabulary.can_move(*object),
            Noun::Kind { kind, .. } => vocabulary.kinds[*kind].members.iter().any(|one| vocabulary.can_move(*one)),
        });
        if is_joined || can_move {
            return true;
        }
    }
    false
}

/// Whether it stands between names that are told together.
fn is_joint(word: &str) -> bool {
    matches!(word, "," | "and") || ALL.contains(&word)
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
