//! What is done after something else: "open gate 1 and go there afterwards", "once that is done, close it".

use crate::{
    inflection::Form,
    tokens::{self, Token, put},
    unconditional::{DEPENDING, is_order},
    vocabulary::Vocabulary,
};

/// Words for "after that", where the clause before is meant.
const DONE: [&str; 10] = [
    "once that is done",
    "once this is done",
    "when that is done",
    "when this is done",
    "as soon as that is done",
    "as soon as this is done",
    "once you have done that",
    "once you have done this",
    "when you have done that",
    "when you have done this",
];

/// "When you have opened it, close it": once that is done, which the order asks for, too.
pub(crate) fn when_you_have(tokens: &mut [Token], vocabulary: &Vocabulary) {
    for at in 0..tokens.len() {
        let Some(done) = tokens::after(tokens, at, "when you have").and_then(|done| tokens.get(done)) else { continue };
        if vocabulary.verbs(&done.word).iter().any(|(_, form)| *form == Form::Participle) {
            "once".clone_into(&mut tokens[at].word);
        }
    }
}

/// Whether a sentence goes on with the one before: "once that's done, ...".
pub(crate) fn goes_on(sentence: &[Token]) -> bool {
    let start = usize::from(sentence.first().is_some_and(|first| first.word == "and"));
    DONE.iter().any(|words| tokens::stands(sentence, start, words))
}

/// "Once that is done, close it": after that, close it.
pub(crate) fn after_that(tokens: &mut Vec<Token>) {
    for at in (0..tokens.len()).rev() {
        let is_clause = at == 0 || matches!(tokens[at - 1].word.as_str(), "," | "and" | "then");
        if let Some(words) = DONE.iter().find(|words| is_clause && tokens::stands(tokens, at, words)) {
            let is_said = at > 1 && tokens[at - 1].word == "," && tokens[at - 2].word == "then";
            let count = words.split(' ').count() + usize::from(is_said);
            put(
                tokens,
                at - usize::from(is_said),
                at - usize::from(is_said) + count,
                if is_said { "" } else { "after that" },
            );
        }
    }
}

/// "Open the fridge first, then wipe the table": "then" tells the order.
pub(crate) fn without_first(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    const THEN: [&str; 6] = ["then", "and then", "and afterwards", "and after that", "afterwards", "after that"];
    let Some(at) = tokens.iter().position(|token| token.word == "first").filter(|at| *at > 0) else { return };
    let after = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|next| next.word == ","));
    if THEN.iter().any(|then| tokens::stands(tokens, after, then)) && is_order(&tokens[..at], vocabulary) {
        tokens.remove(at);
    }
}

/// "Open gate 1 and go there afterwards": and then go there.
pub(crate) fn with_then(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    const AFTER: [&str; 4] = ["again afterwards", "afterwards", "after that", "afterward"];
    let count = |words: &str| words.split(' ').count();
    let ends =
        |words: &&&str| tokens.len() > count(words) && tokens::stands(tokens, tokens.len() - count(words), words);
    let Some(words) = AFTER.iter().find(ends) else { return };
    let end = tokens.len() - count(words);
    let begins = |at: &usize| {
        let verb = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|next| next.word == "please"));
        tokens[*at].word == "and" && vocabulary.is_base(tokens.get(verb).map_or("", |token| &token.word))
    };
    let Some(and) = (1..end).rev().find(begins) else { return };
    // "If it is open, put the apple in and close it afterwards."
    let is_if = tokens[0].word == "if";
    let begin = tokens.iter().position(|token| token.word == ",").filter(|_| is_if).map_or(0, |comma| comma + 1);
    let first = tokens.get(begin..and).unwrap_or_default();
    let is_first = is_order(first, vocabulary) || is_short(first, vocabulary) || are_in_turn(first, vocabulary);
    if !is_first || !is_order(&tokens[and + 1..end], vocabulary) {
        return;
    }
    let is_again = words.starts_with("again");
    put(tokens, end, end + count(words), if is_again { "again" } else { "" });
    put(tokens, and, and + 1, "and then");
}

/// "The cup into the machine": to be brought there.
fn is_short(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let all = |token: &&Token| matches!(token.word.as_str(), "the" | "all" | "both" | "of");
    let noun = tokens.iter().take_while(all).count();
    let begins = tokens.get(noun..).is_some_and(|rest| !vocabulary.nouns(rest).is_empty());
    let is_base = |token: &Token| vocabulary.is_base(&token.word);
    let is_plain = |token: &Token| !DEPENDING.contains(&token.word.as_str()) && !is_base(token);
    let is_towards = |token: &Token| matches!(token.word.as_str(), "to" | "into" | "onto" | "in" | "on");
    begins && tokens.iter().all(is_plain) && tokens.iter().any(is_towards)
}

/// "First open the gate, then put the box in": orders in their order.
fn are_in_turn(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let Some(then) = tokens.iter().position(|token| token.word == "then").filter(|then| *then > 2) else {
        return false;
    };
    let last = tokens.last().map_or(0, |last| usize::from(last.word == ","));
    let comma = then - usize::from(tokens[then - 1].word == ",");
    tokens[0].word == "first"
        && is_order(&tokens[1..comma], vocabulary)
        && is_order(&tokens[then + 1..tokens.len() - last], vocabulary)
}

/// "Wash it, and when it has been washed, put it away": once it has been.
pub(crate) fn when_done(tokens: &mut [Token], vocabulary: &Vocabulary) {
    let Some(when) = (1..tokens.len()).find(|at| tokens[*at].word == "when") else { return };
    let done = ["it has been", "they have been"].iter().find_map(|words| tokens::after(tokens, when + 1, words));
    let verbs = done.and_then(|done| tokens.get(done)).map_or(&[][..], |done| vocabulary.verbs(&done.word));
    let is_told = |(base, form): &(String, Form)| {
        *form == Form::Participle && tokens[..when].iter().any(|token| token.word == *base)
    };
    let is_joint = |token: &Token| matches!(token.word.as_str(), "," | "and" | "then");
    let before = when - tokens[..when].iter().rev().take_while(|token| is_joint(token)).count();
    // What is done to it was ordered before, so it is for one time.
    if verbs.iter().any(is_told) && is_order(&tokens[..before], vocabulary) {
        "once".clone_into(&mut tokens[when].word);
    }
}
