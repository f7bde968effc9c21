//! What a speaker takes back within a text: "put it on table 1, no, table 2", "the toys to table 1. Sorry, I meant the tools."

use crate::{
    general::TOWARDS,
    logic::Object,
    tokens::{self, Token, denies},
    vocabulary::{Noun, Vocabulary},
};

/// Words by which a speaker corrects what was just said. A comma may stand after each; one must stand after those of [`PLAIN`].
const MARKS: [&str; 20] = [
    "sorry , no , i meant",
    "no , sorry , i meant",
    "no , i meant",
    "no , i mean",
    "sorry , i meant",
    "sorry , i mean",
    "sorry i meant",
    "sorry i mean",
    "no wait",
    "no , wait",
    "wait , no",
    "wait no",
    "no sorry",
    "no , sorry",
    "sorry , no",
    "scratch that",
    "make that",
    "or rather",
    "i meant",
    "i mean",
];
/// Words that correct something only between commas.
const PLAIN: [&str; 4] = ["no", "sorry", "wait", "rather"];

/// Whether a sentence corrects the one before.
pub(crate) fn begins_with_one(sentence: &[Token]) -> bool {
    mark(sentence, 0).is_some()
}

/// The sentence with what it corrects in place of what was said first. Where it is not clear what that is, it stays as it is.
pub(crate) fn carried_out(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let found = (1..sentence.len()).find_map(|at| Some((at, mark(sentence, at)?)));
    let Some((at, after)) = found else { return sentence.to_vec() };
    let before = &sentence[..at];
    let before = if before.last().is_some_and(|last| last.word == ",") { &before[..at - 1] } else { before };
    // What a prohibition is about is not guessed.
    let forbids = denies(before);
    let is_bare = MARKS.iter().all(|words| tokens::after(sentence, at, words).is_none());
    if forbids || (is_bare && !is_definite(&sentence[after..], vocabulary)) {
        return sentence.to_vec();
    }
    replaced(before, &sentence[after..], vocabulary).unwrap_or_else(|| sentence.to_vec())
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

/// The place after the words of a correction that stand here.
fn mark(tokens: &[Token], at: usize) -> Option<usize> {
    let is_comma = |at: usize| tokens.get(at).is_some_and(|token| token.word == ",");
    let is_apart = at == 0 || is_comma(at - 1);
    let long = MARKS.iter().filter_map(|words| tokens::after(tokens, at, words)).max();
    let plain = || {
        let end = PLAIN.iter().find_map(|word| tokens::after(tokens, at, word))?;
        (is_apart && at > 0 && is_comma(end)).then_some(end)
    };
    let end = long.filter(|_| is_apart).or_else(plain)?;
    Some(end + usize::from(is_comma(end)))
}

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
    let after = ["please", ","].into_iter().fold(after, |after, polite| match after.split_last() {
        Some((last, rest)) if last.word == polite => rest,
        _ => after,
    });
    let is_towards = is_of_place(after.first()?);
    let said = if is_towards { &after[1..] } else { after };
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
    let begin = if article > 0 { old.begin } else { old.noun };
    Some(before[..begin].iter().chain(new).chain(&before[old.end..]).cloned().collect())
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

/// Whether some sort has some of either.
fn are_alike(one: &[Object], other: &[Object], vocabulary: &Vocabulary) -> bool {
    let has = |all: &[Object], some: &[Object]| some.iter().any(|object| all.contains(object));
    let mut kinds = vocabulary.kinds.iter().filter(|kind| !kind.words.is_empty());
    kinds.any(|kind| has(&kind.members, one) && has(&kind.members, other))
}
