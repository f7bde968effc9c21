//! A place that is to be empty, and everything in it: "clear the table", "take everything out of the box and put it there".

use crate::{
    frame::{HELD, Part, Tells},
    general::{PUTS, TAKES},
    logic::Object,
    tokens::{self, Token, put, word},
    vocabulary::Vocabulary,
};

/// "Clear the table", "empty out the fridge": take everything off it, or out of it.
pub(crate) fn emptied(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    for at in (0..tokens.len()).rev() {
        let begins = at == 0 || matches!(tokens[at - 1].word.as_str(), "," | "and" | "then" | "please" | "to");
        let verb = tokens[at].word.as_str();
        if !begins || !matches!(verb, "clear" | "empty") {
            continue;
        }
        let place = at + 1 + usize::from(matches!(word(tokens, at + 1), "off" | "out" | "up"));
        let name = place + usize::from(word(tokens, place) == "the");
        let Some((nouns, length)) = vocabulary.nouns(&tokens[name.min(tokens.len())..]).into_iter().next() else {
            continue;
        };
        let members = vocabulary.members(nouns);
        if has_skill(verb, &members, vocabulary)
            || matches!(word(tokens, name + length), "off" | "from" | "out" | "away" | "of")
        {
            continue;
        }
        let within = |object: &u16| vocabulary.objects[usize::from(*object)].preposition == "in";
        let words = if members.iter().all(within) { "take everything out of" } else { "take everything off" };
        put(tokens, at, place, words);
    }
}

/// Whether the site has a skill for it, such as to empty a bin.
fn has_skill(verb: &str, members: &[Object], vocabulary: &Vocabulary) -> bool {
    vocabulary.frames_of(verb).any(|(_, frame)| {
        let fits = |place: usize, object: &Object| match frame.tells {
            Tells::Deed { skill } => vocabulary.skills[skill].fits(place, *object),
            Tells::Fact { .. } | Tells::NoValue { .. } => true,
        };
        frame.parts.iter().any(|part| match part {
            Part::Slot(place) | Part::OnSlot(place) if *place < HELD => members.iter().any(|one| fits(*place, one)),
            _ => false,
        })
    })
}

/// Words for what was in a place that is emptied, after "it".
const ALL: [&str; 11] = [
    "everything",
    "it all",
    "all of it",
    "all of them",
    "them all",
    "all the things",
    "the things",
    "the stuff",
    "the lot",
    "the contents",
    "its contents",
];

/// "Take everything out of the box and put it on the shelf", "... put everything on the shelf": put them there. "Close it" is about
/// the box.
pub(crate) fn everything_as_them(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let is = |at: usize, words: &[&str]| words.contains(&word(tokens, at));
    let Some(all) = (1..tokens.len()).find(|&at| is(at, &["everything", "whatever"]) && is(at - 1, &TAKES)) else {
        return;
    };
    let is_base = |token: &Token| vocabulary.is_base(&token.word);
    let Some(verb) =
        (all + 1..tokens.len()).find(|&at| is_base(&tokens[at]) && is(at - 1, &["and", "then", "please", ","]))
    else {
        return;
    };
    let end = tokens::after_any(tokens, verb + 1, &ALL).or_else(|| is(verb + 1, &["it"]).then_some(verb + 2));
    let end = end.filter(|_| is(verb, &PUTS));
    if let Some(end) = end {
        put(tokens, verb + 1, end, "them");
        if word(tokens, verb - 1) == "please" {
            tokens.remove(verb - 1);
        }
    }
}

/// Whether a sentence says where the things go of a place that the one before empties: "clear the table. Put everything on the shelf".
pub(crate) fn goes_on(sentence: &[Token], before: &[Token], vocabulary: &Vocabulary) -> bool {
    let verb = (0..sentence.len()).find(|at| !matches!(word(sentence, *at), "then" | "and" | "please" | "now" | ","));
    let puts =
        |verb: usize| PUTS.contains(&word(sentence, verb)) && tokens::after_any(sentence, verb + 1, &ALL).is_some();
    verb.is_some_and(puts) && empties(before, vocabulary)
}

/// Where "everything" stands for what was in a place that the sentence before empties, in words that do not say so: "clear the
/// table. Everything goes on the shelf".
pub(crate) fn unclear(sentence: &[Token], before: &[Token], vocabulary: &Vocabulary) -> Option<(usize, usize)> {
    let at = sentence.iter().position(|token| token.word == "everything")?;
    let tells_which = ["in", "on", "at", "that", "which", "from", "off", "out", "else", "but", "except"];
    (!tells_which.contains(&word(sentence, at + 1)) && empties(before, vocabulary)).then_some((at, at + 1))
}

/// Whether a sentence is an order to empty a place.
fn empties(sentence: &[Token], vocabulary: &Vocabulary) -> bool {
    let mut tokens = sentence.to_vec();
    emptied(&mut tokens, vocabulary);
    let takes = |at: usize| TAKES.contains(&word(&tokens, at)) && word(&tokens, at + 1) == "everything";
    (0..tokens.len()).any(takes)
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
