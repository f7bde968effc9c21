//! A place that is to be empty, and everything in it: "clear the table", "take everything out of the box and put it there".

use crate::{
    general::{PUTS, TAKES},
    tokens::{self, Token, put},
    vocabulary::{Noun, Vocabulary},
};

/// "Clear the table", "empty out the fridge": take everything off it, or out of it.
pub(crate) fn emptied(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    for at in (0..tokens.len()).rev() {
        let begins = at == 0 || matches!(tokens[at - 1].word.as_str(), "," | "and" | "then" | "please" | "to");
        let verb = tokens[at].word.as_str();
        // A site may have a skill for it, such as to empty a bin.
        if !begins || !matches!(verb, "clear" | "empty") || vocabulary.frames_of(verb).next().is_some() {
            continue;
        }
        let word = |at: usize| tokens.get(at).map_or("", |token| token.word.as_str());
        let place = at + 1 + usize::from(matches!(word(at + 1), "off" | "out" | "up"));
        let name = place + usize::from(word(place) == "the");
        let Some((nouns, length)) = vocabulary.nouns(&tokens[name.min(tokens.len())..]).into_iter().next() else {
            continue;
        };
        if matches!(word(name + length), "off" | "from" | "out" | "away" | "of") {
            continue;
        }
        let within = |object: &u16| vocabulary.objects[usize::from(*object)].preposition == "in";
        let is_within = |noun: &Noun| match noun {
            Noun::Object(object) => within(object),
            Noun::Kind { kind, .. } => vocabulary.kinds[*kind].members.iter().all(within),
        };
        let words = if nouns.iter().all(is_within) { "take everything out of" } else { "take everything off" };
        put(tokens, at, place, words);
    }
}

/// "Take everything out of the box and put it on the shelf": put them there. "Close it" is about the box.
pub(crate) fn everything_as_them(tokens: &mut [Token], vocabulary: &Vocabulary) {
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| words.contains(&token.word.as_str()));
    let Some(all) = (1..tokens.len()).find(|&at| is(at, &["everything", "whatever"]) && is(at - 1, &TAKES)) else {
        return;
    };
    let is_base = |token: &Token| vocabulary.is_base(&token.word);
    let Some(verb) = (all + 1..tokens.len()).find(|&at| is_base(&tokens[at]) && is(at - 1, &["and", "then", ","]))
    else {
        return;
    };
    if is(verb, &PUTS) && is(verb + 1, &["it"]) {
        "them".clone_into(&mut tokens[verb + 1].word);
    }
}

/// "Once everything is in there": what was to be brought there, not everything there is.
pub(crate) fn everything_there(tokens: &mut Vec<Token>) {
    const EVERYTHING: [&str; 5] = [
        "everything is there",
        "everything is in there",
        "everything is on there",
        "everything is on it",
        "everything is in it",
    ];
    const THERE: [&str; 9] = [
        "they are all in there",
        "they are all on there",
        "they are all inside",
        "they are all there",
        "they are all in",
        "they are all on",
        "they are inside",
        "they are on there",
        "everything is inside",
    ];
    for at in 1..tokens.len() {
        if !is_after(tokens, at) {
            continue;
        }
        let ends = |end: &usize| tokens.get(*end).is_none_or(|next| next.word == ",");
        if EVERYTHING.iter().any(|words| tokens::stands(tokens, at, words)) {
            "they".clone_into(&mut tokens[at].word);
            "are".clone_into(&mut tokens[at + 1].word);
        } else if let Some(end) = THERE.iter().find_map(|words| tokens::after(tokens, at, words)).filter(ends) {
            put(tokens, at, end, "they are there");
        }
    }
}

/// Whether a word stands before this place by which something is done after what follows.
fn is_after(tokens: &[Token], at: usize) -> bool {
    tokens::before_any(tokens, at, &["once", "when", "after", "until", "soon as"]).is_some()
}
