//! What alone may be at a place: "only tools go in the box", "nothing goes in the box except tools".

use crate::{
    general::{self, EXCEPTIONS},
    reader::Reader,
    tokens::{self, Token, insert, put, word},
    vocabulary::{Noun, Vocabulary},
};

/// Verbs of being at a place, after the things.
const GOING: [&str; 10] =
    ["goes", "go", "belongs", "belong", "may go", "may ever go", "ever goes", "is to go", "should go", "must go"];
/// Words with which a place begins.
const PLACING: [&str; 7] = ["in", "on", "at", "into", "onto", "inside", "to"];

/// The sentence with "only ... may be".
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    if general::is_more_than_a_rule(sentence) {
        return sentence.to_vec();
    }
    only(sentence, vocabulary).or_else(|| nothing(sentence, vocabulary)).unwrap_or_else(|| sentence.to_vec())
}

/// "Only tools go in the box", "nothing but tools may go in the box".
fn only(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let things = tokens::after_any(sentence, 0, &["only", "nothing but", "nothing except", "nothing other than"])?;
    let ends = Reader::new(vocabulary, sentence).noun_phrases(things);
    let (goes, to) = ends.iter().find_map(|(_, end)| {
        let to = tokens::after_any(sentence, *end, &GOING)?;
        Some((*end, to))
    })?;
    // "Only the jug goes on the shelf" may ask for that.
    let adjectives = sentence[things..].iter().take_while(|token| vocabulary.has_adjective(&token.word)).count();
    let (nouns, _) = vocabulary.nouns(sentence.get(things + adjectives..)?).into_iter().next()?;
    let is_sort = word(sentence, 0) == "nothing" || nouns.iter().all(|noun| matches!(noun, Noun::Kind { .. }));
    if !is_sort || !are_things(sentence, things, vocabulary) || !PLACING.contains(&word(sentence, to)) {
        return None;
    }
    let mut tokens = sentence.to_vec();
    be(&mut tokens, goes, to);
    put(&mut tokens, 0, things, "only");
    Some(tokens)
}

/// "Nothing goes in the box except tools".
fn nothing(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let to = tokens::after_any(sentence, 1, &GOING)?;
    if word(sentence, 0) != "nothing" || !PLACING.contains(&word(sentence, to)) {
        return None;
    }
    let (except, things) = tokens::find_any(sentence, to + 1, &EXCEPTIONS)?;
    let place = except - usize::from(word(sentence, except - 1) == ",");
    let named = Reader::new(vocabulary, sentence).noun_phrases(things);
    let is_whole = named.iter().any(|(_, end)| *end == sentence.len());
    if !is_whole || !are_things(sentence, things, vocabulary) {
        return None;
    }
    let mut tokens = of_sort(&sentence[things..], vocabulary);
    let last = tokens.len();
    tokens.extend_from_slice(&sentence[1..place]);
    be(&mut tokens, last, last + to - 1);
    insert(&mut tokens, 0, "only");
    Some(tokens)
}

/// "Go in the box" to "may be in the box".
fn be(tokens: &mut Vec<Token>, goes: usize, to: usize) {
    let plain = match word(tokens, to) {
        "into" => "in",
        "onto" => "on",
        "to" => "at",
        other => other,
    };
    let words = format!("may be {plain}");
    put(tokens, goes, to + 1, &words);
}

/// "A cup" to "cups": any of them.
fn of_sort(words: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = words.to_vec();
    if matches!(word(words, 0), "a" | "an")
        && let Some(([Noun::Kind { kind, .. }], length)) = vocabulary.nouns(&words[1..]).into_iter().next()
        && length + 1 == words.len()
        && let Some(plural) = vocabulary.plural_of(*kind)
    {
        let end = tokens.len();
        put(&mut tokens, 0, end, &plural);
    }
    tokens
}

/// Whether it is no robot that is named there: "only robot 1 goes to the hall" is about who goes.
fn are_things(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    let at = at + usize::from(matches!(word(tokens, at), "the" | "a" | "an"));
    vocabulary.robot(tokens.get(at..).unwrap_or_default()).is_none()
}
