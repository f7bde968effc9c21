//! Several things that were just named, summed up: "label the jars and put both of them on the rug", "the beds, all of them".

use crate::{
    general::TOWARDS,
    listing::{ALL, LIMITING, PLACING, SOME, Several, several},
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
/// Words with which a clause goes on after its subject, beside modals.
const GOING_ON: [&str; 6] = ["has", "have", "need", "are", "is", "belong"];

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
    let is_after_comma = at > 1 && matches!(word(tokens, at - 1), "," | ":");
    if tokens::after(tokens, at, MASS) == Some(end) {
        if is_after_comma && is_end(tokens, end) && is_whole(&tokens[..at], vocabulary) {
            tokens.drain(at - 1..end);
        }
        return;
    }
    let own = tokens[..at].to_vec();
    let Some(summed) = summed(&own, before, count, vocabulary) else { return };
    let is_bare = end == at + 1;
    if is_after_comma && summed.is_own && !is_bare {
        let is_sum_of_list = summed.things.end == at - 1 && PLACING.contains(&word(tokens, end));
        if is_end(tokens, end) || is_sum_of_list {
            return take_away(tokens, (at, end), &summed.things);
        }
    }
    if let Some(words) = instead(tokens, (at, end), &summed, vocabulary) {
        put(tokens, at, end, &words);
    }
}

/// What a sum is about.
struct Summed<'t> {
    things: Several,
    /// The words that name them: of the sentence with the sum, or of the one before.
    source: &'t [Token],
    is_own: bool,
}

/// The only things that are named together before a sum, if they are as many as it says and nothing beside them can be meant.
fn summed<'t>(
    own: &'t [Token],
    before: &'t [Token],
    count: Option<usize>,
    vocabulary: &Vocabulary,
) -> Option<Summed<'t>> {
    let of_own = several(own, vocabulary);
    let is_own = !of_own.is_empty();
    let source = if is_own { own } else { before };
    let mut found = if is_own { of_own } else { several(before, vocabulary) };
    let things = found.pop().filter(|_| found.is_empty())?;
    let fits = |number: usize| count.is_none_or(|count| count == number);
    let is_counted = things.things.as_ref().is_some_and(|things| fits(things.len()));
    let is_open = things.things.is_none() && count.is_none();
    // "Open the hatches, put the red ball here and the green ball there, and grab both of them."
    let is_last = others(&source[things.end..], vocabulary) <= 1;
    // "The jugs and the big bowl": of both, or of the jugs alone?
    let is_alone = || !is_beside_others(source, (things.begin, things.end), vocabulary);
    ((is_counted || is_open) && is_last && is_alone()).then_some(Summed { things, source, is_own })
}

/// "The beds, all of them" to "all the beds".
fn take_away(tokens: &mut Vec<Token>, (at, end): (usize, usize), things: &Several) {
    let begin = things.begin;
    let is_plain = begin == 0 || !matches!(word(tokens, begin - 1), "the" | "both" | "all");
    let is_plain = is_plain && !things.is_list && things.things.is_some();
    tokens.drain(at - 1..end);
    if is_plain {
        insert(tokens, begin, "all the");
    }
}

/// The words for the things, where the sum is a subject or an object.
fn instead(tokens: &[Token], (at, end): (usize, usize), summed: &Summed, vocabulary: &Vocabulary) -> Option<String> {
    let Several { begin, end: after, things, is_list } = &summed.things;
    let next = word(tokens, end);
    let is_bare = end == at + 1;
    let previous = if at > 0 { word(tokens, at - 1) } else { "" };
    let begins = matches!(previous, "" | "," | "and" | "then" | ":");
    let is_verb = |word: &str| !vocabulary.verbs(word).is_empty();
    let goes_on = modals::is_modal(next) || GOING_ON.contains(&next);
    let is_subject = begins && (goes_on || is_verb(next) || PLACING.contains(&next) && !is_bare);
    let is_object = if is_bare { vocabulary.is_base(previous) && PLACING.contains(&next) } else { is_verb(previous) };
    if !is_subject && !is_object {
        return None;
    }
    // "Open the hatches and leave both of them open": from then on.
    let lasts = matches!(previous, "leave" | "keep");
    let words = match things {
        Some(_) if !lasts => {
            let phrase = &summed.source[*begin..*after];
            let phrase: Vec<&str> = phrase.iter().map(|token| token.word.as_str()).collect();
            if *is_list { phrase.join(" ") } else { format!("all the {}", phrase.join(" ")) }
        }
        _ if is_subject => "they".to_owned(),
        _ => "them".to_owned(),
    };
    let has_article = *begin > 0 && word(summed.source, begin - 1) == "the";
    Some(if *is_list && !lasts && has_article { format!("the {words}") } else { words })
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
