//! Several things and another one that go to a place each: whom "they" means after them.

use crate::{
    general::TOWARDS,
    tokens::{self, Token, word},
    vocabulary::{Noun, Vocabulary},
};

/// Verbs of being somewhere, between a thing and its place.
const GOING: [&str; 8] = ["goes", "go", "belongs", "belong", "should go", "must go", "has to go", "have to go"];

/// Where "they" or "them" may mean the things of a sort that the sentence before names, or those and the one beside them: "the
/// cups go on the shelf and the lamp in the box. They must never be in the hall."
pub(crate) fn unclear(tokens: &[Token], before: &[Token], vocabulary: &Vocabulary) -> Option<usize> {
    let they = tokens.iter().position(|token| matches!(token.word.as_str(), "they" | "them"))?;
    // What this sentence names may be meant, too.
    let are_named = |at: usize| {
        let nouns = vocabulary.nouns(&tokens[at..]);
        nouns.iter().any(|(nouns, _)| nouns.iter().any(|noun| matches!(noun, Noun::Kind { is_plural: true, .. })))
    };
    if (0..they).any(are_named) {
        return None;
    }
    let moved = moved(before, vocabulary);
    let is_mixed = moved.len() > 1 && moved.contains(&true) && moved.contains(&false);
    is_mixed.then_some(they)
}

/// Of each thing that goes somewhere, whether it is one or several.
fn moved(tokens: &[Token], vocabulary: &Vocabulary) -> Vec<bool> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let Some((nouns, length)) = vocabulary.nouns(&tokens[at..]).into_iter().next() else { continue };
        let is_place = at.checked_sub(1).is_some_and(|before| {
            let before = before - usize::from(before > 0 && word(tokens, before) == "the");
            TOWARDS.contains(&word(tokens, before)) || word(tokens, before) == "of"
        });
        let end = at + length;
        let end = tokens::after_any(tokens, end, &GOING).unwrap_or(end);
        let goes = TOWARDS.iter().any(|words| tokens::after(tokens, end, words).is_some());
        let members = vocabulary.members(nouns);
        let is_thing = members.iter().all(|one| vocabulary.can_move(*one) && !vocabulary.robots.contains(one))
            && !members.is_empty();
        if goes && is_thing && !is_place {
            let is_several = |noun: &Noun| matches!(noun, Noun::Kind { is_plural: true, .. });
            found.push(nouns.iter().any(is_several));
        }
    }
    found
}
