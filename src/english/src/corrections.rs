//! What a speaker takes back within a text: "put it on table 1, no, table 2", "the toys to table 1. Sorry, I meant the tools."

use crate::{
    general::TOWARDS,
    logic::Object,
    tokens::{self, Token, denies},
    vocabulary::{Noun, Vocabulary},
};

/// Words that take back what was just said. One of them alone does so only between commas, since "no knives" may forbid them.
const TAKING_BACK: [&str; 13] = [
    "no",
    "sorry",
    "wait",
    "oops",
    "actually",
    "rather",
    "nope",
    "hang on",
    "hold on",
    "scratch that",
    "oh no",
    "oh wait",
    "oh sorry",
];
/// Words that say that something else is meant.
const MEANING: [&str; 6] = ["i mean", "i meant", "make that", "scratch that", "or rather", "i should say"];
/// The marks around what is put in.
const OPENING: [&str; 4] = [",", "(", "—", "–"];
const CLOSING: [&str; 4] = [",", ")", "—", "–"];

/// Whether a sentence corrects the one before.
pub(crate) fn begins_with_one(sentence: &[Token], vocabulary: &Vocabulary) -> bool {
    match mark(sentence, 0) {
        Some(Mark { is_plain: true, after }) => phrase(&sentence[after..], vocabulary) == Some(sentence.len() - after),
        found => found.is_some(),
    }
}

/// The sentence with what it corrects in place of what was said first. Where it is not clear what that is, it stays as it is.
pub(crate) fn carried_out(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let found = (1..sentence.len()).find_map(|at| Some((at, mark(sentence, at)?)));
    let Some((at, Mark { after, is_plain })) = found else { return sentence.to_vec() };
    let before = &sentence[..at];
    let is_opened = before.last().is_some_and(|last| OPENING.contains(&last.word.as_str()));
    let before = if is_opened { &before[..at - 1] } else { before };
    // What a prohibition is about is not guessed.
    let forbids = denies(before);
    if forbids || (is_plain && !is_definite(&sentence[after..], vocabulary)) {
        return sentence.to_vec();
    }
    let replaced = replaced(before, &sentence[after..], vocabulary);
    // What is left has one correction less.
    replaced.map_or_else(|| sentence.to_vec(), |sentence| carried_out(&sentence, vocabulary))
}

/// Where a correction stands whose meaning is not clear.
pub(crate) fn unclear(sentence: &[Token]) -> Option<usize> {
    (1..sentence.len()).find(|&at| mark(sentence, at).is_some())
}

/// Whether the words begin with a place, an article or the name of one thing: "no, knives" may forbid them.
fn is_definite(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let is_one = || {
        let named = vocabulary.nouns(tokens).into_iter().next();
        named.is_some_and(|(nouns, _)| nouns.iter().all(|noun| matches!(noun, Noun::Object(_))))
    };
    tokens.first().is_some_and(|first| first.word == "the" || is_of_place(first)) || is_one()
}

fn is_article(token: &Token) -> bool {
    matches!(token.word.as_str(), "the" | "a" | "an")
}

/// Whether the word stands before a place.
fn is_of_place(token: &Token) -> bool {
    TOWARDS.contains(&token.word.as_str()) || token.word == "from"
}

/// Words that announce a correction.
struct Mark {
    /// The place after them.
    after: usize,
    /// Whether a single word announces it, which may mean something else.
    is_plain: bool,
}

/// The mark of a correction that stands here: "no, sorry, I meant", "or rather", "wait, no", "no,".
fn mark(tokens: &[Token], at: usize) -> Option<Mark> {
    let is_comma = |at: usize| tokens.get(at).is_some_and(|token| token.word == ",");
    let past_comma = |at: usize| at + usize::from(is_comma(at));
    let one_of = |words: &[&str], at: usize| words.iter().filter_map(|words| tokens::after(tokens, at, words)).max();
    let is_apart = at == 0 || OPENING.contains(&tokens[at - 1].word.as_str()) || is_after_dash(tokens, at);
    if !is_apart {
        return None;
    }
    let (mut end, mut count) = (at, 0);
    while let Some(next) = one_of(&TAKING_BACK, past_comma(end)) {
        (end, count) = (next, count + 1);
    }
    let meaning = one_of(&MEANING, past_comma(end)).filter(|_| count > 0 || !is_comma(end));
    let is_plain = meaning.is_none() && count < 2 && tokens::after(tokens, at, "scratch that").is_none();
    let end = meaning.unwrap_or(end);
    let is_one = end > at && (!is_plain || is_comma(end));
    is_one.then(|| Mark { after: past_comma(end), is_plain })
}

/// Whether a hyphen between spaces stands before the word: no token tells of it.
fn is_after_dash(tokens: &[Token], at: usize) -> bool {
    at > 0 && tokens[at].span.start >= tokens[at - 1].span.end + " - ".len()
}

/// The length of the phrase for one thing at the begin: "the tray", "to table 2", "the blue one".
fn phrase(tokens: &[Token], vocabulary: &Vocabulary) -> Option<usize> {
    let of_place = usize::from(is_of_place(tokens.first()?));
    let article = of_place + usize::from(tokens.get(of_place).is_some_and(is_article));
    let rest = &tokens[article..];
    let named = vocabulary.nouns(rest).into_iter().next().map(|(_, length)| length);
    let one = rest.iter().take(MOST_OF_ONE).position(|token| token.word == "one").filter(|&at| at > 0);
    named.into_iter().chain(one.map(|at| at + 1)).max().map(|length| article + length)
}

/// The most words of "the little red one" that are looked at, with the article left out.
const MOST_OF_ONE: usize = 4;

/// A name or a word for a sort, with its article.
struct Mention {
    begin: usize,
    /// Where its own words begin, after the article.
    noun: usize,
    end: usize,
    members: Vec<Object>,
    is_towards: bool,
}

fn replaced(before: &[Token], after: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let (said, rest) = after.split_at(phrase(after, vocabulary)?);
    let is_closed = rest.first().is_some_and(|mark| CLOSING.contains(&mark.word.as_str()));
    let rest = &rest[usize::from(is_closed)..];
    let is_over = rest.iter().all(|token| matches!(token.word.as_str(), "please" | ","));
    let is_towards = is_of_place(said.first()?);
    let said = &said[usize::from(is_towards)..];
    let article = usize::from(is_article(said.first()?));
    let all = mentions(before, vocabulary);
    // "The red one" is of the sort of what it stands for.
    let is_one = said.last()?.word == "one" && said.len() > article + 1;
    let fitting: Vec<(&Mention, Vec<Token>)> = all
        .iter()
        .filter(|old| !is_towards || old.is_towards)
        .filter_map(|old| {
            let mut new = said.to_vec();
            if is_one {
                new.pop();
                new.push(before[old.end - 1].clone());
            }
            let (nouns, length) = vocabulary.nouns(&new[article..]).into_iter().next()?;
            let is_whole = article + length == new.len();
            (is_whole && are_alike(&old.members, &vocabulary.members(nouns), vocabulary)).then_some((old, new))
        })
        .collect();
    // Where it could stand for either of two, nobody knows for which.
    let [(old, new)] = fitting.as_slice() else { return None };
    // What goes on after it must be right behind what is corrected: "the red box, no, the blue one, to the table".
    if !is_over && old.end < before.len() {
        return None;
    }
    let begin = if article > 0 { old.begin } else { old.noun };
    let rest = if is_over { &[] } else { rest };
    Some(before[..begin].iter().chain(new).chain(&before[old.end..]).chain(rest).cloned().collect())
}

fn mentions(tokens: &[Token], vocabulary: &Vocabulary) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((nouns, length)) = vocabulary.nouns(&tokens[at..]).into_iter().next() else {
            at += 1;
            continue;
        };
        let has_article = at > 0 && is_article(&tokens[at - 1]);
        let begin = at - usize::from(has_article);
        let is_towards = begin > 0 && is_of_place(&tokens[begin - 1]);
        found.push(Mention { begin, noun: at, end: at + length, members: vocabulary.members(nouns), is_towards });
        at += length;
    }
    found
}

/// Whether some sort, with or without a word of its own, has some of either. Of the sort of all things everything is.
fn are_alike(one: &[Object], other: &[Object], vocabulary: &Vocabulary) -> bool {
    let has = |all: &[Object], some: &[Object]| some.iter().any(|object| all.contains(object));
    let mut kinds = vocabulary.kinds.iter().filter(|kind| kind.members.len() < vocabulary.objects.len());
    kinds.any(|kind| has(&kind.members, one) && has(&kind.members, other))
}
