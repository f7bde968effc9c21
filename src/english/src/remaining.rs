//! What must not leave a place: "the jar must not leave the shelf until ..." for "it must stay there until ...".

use crate::{
    tokens::{self, Token, put, word},
    vocabulary::Vocabulary,
};

/// Words by which something must not leave.
const LEAVING: [&str; 12] = [
    "must not leave",
    "may not leave",
    "should not leave",
    "can not leave",
    "is not to leave",
    "are not to leave",
    "must never leave",
    "may never leave",
    "should never leave",
    "is never to leave",
    "never leaves",
    "never leave",
];

/// The sentence with where it must stay. A robot that leaves a place goes by itself, which is read as it is.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    stays(sentence, vocabulary).unwrap_or_else(|| sentence.to_vec())
}

fn stays(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let mut tokens = sentence.to_vec();
    // "Under no circumstances should the jar leave the shelf."
    if let Some(begin) = tokens::after(&tokens, 0, "under no circumstances should") {
        let (_, end) = vocabulary.only_named(&tokens, begin)?;
        if word(&tokens, end) != "leave" {
            return None;
        }
        tokens::insert(&mut tokens, end, "must not");
        tokens.drain(..begin);
    }
    let (thing, leave) = vocabulary.only_named(&tokens, 0)?;
    let end = tokens::after_any(&tokens, leave, &LEAVING)?;
    let (place, after) = vocabulary.only_named(&tokens, end)?;
    // Who takes it up within a room does not take it out of there.
    let is_told = !vocabulary.is_around_things(place) || vocabulary.knows_held_around(place);
    let is_moved = is_told && vocabulary.can_move(thing) && !vocabulary.robots.contains(&thing);
    let until = tokens::after_any(&tokens, after, &["until", "till", "before"]);
    let is_end = after == tokens.len() || tokens::after(&tokens, after, ", ever") == Some(tokens.len());
    if !is_moved || vocabulary.can_move(place) || !(until.is_some() || is_end) {
        return None;
    }
    let preposition = vocabulary.objects[usize::from(place)].preposition.clone();
    if until.is_some() {
        put(&mut tokens, after, after + 1, "until");
    } else {
        tokens.truncate(after);
    }
    let stay = if until.is_some() { "must stay" } else { "must always be" };
    put(&mut tokens, leave, end, &format!("{stay} {preposition}"));
    Some(tokens)
}
