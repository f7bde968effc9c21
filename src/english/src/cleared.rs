//! When a place is empty: "once everything is off it", "once nothing is left on it".

use crate::{
    tokens::{self, Token, put, word},
    vocabulary::Vocabulary,
};

/// Words before what comes first.
const FIRST: [&str; 4] = ["once", "as soon as", "after", "until"];
/// Words for a place with nothing on it. "Taken off" tells of deeds.
const OFF: [&str; 4] = [
    "everything is off",
    "everything is cleared off",
    "everything has been cleared off",
    "everything has been cleared from",
];
/// The same, of what was in something.
const OUT: [&str; 3] = ["everything is out of", "everything is cleared out of", "everything has been cleared out of"];

/// The sentence with "nothing is on it".
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    for at in (1..tokens.len()).rev() {
        let is_first = tokens::before_any(&tokens, at, &FIRST).is_some();
        // "Never open it once everything is out of it" is a rule.
        let comma = (at..tokens.len()).find(|at| word(&tokens, *at) == ",").unwrap_or(tokens.len());
        let is_denied = tokens::denies(&tokens[..at]) || tokens::denies(&tokens[comma..]);
        if !is_first || is_denied || is_of_two(&tokens, at, vocabulary) {
            continue;
        }
        let longest = |forms: &[&str]| forms.iter().filter_map(|words| tokens::after(&tokens, at, words)).max();
        if let Some(end) = longest(&OFF) {
            put(&mut tokens, at, end, "nothing is on");
        } else if let Some(end) = longest(&OUT) {
            put(&mut tokens, at, end, "nothing is in");
        } else {
            without_left(&mut tokens, at);
        }
    }
    tokens
}

/// "Once everything is off the rug and the sill": off each of them.
fn is_of_two(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    let end = (at..tokens.len()).find(|at| word(tokens, *at) == ",").unwrap_or(tokens.len());
    (at..end).filter(|at| matches!(word(tokens, *at), "and" | "or")).any(|at| {
        let name = at + 1 + usize::from(matches!(word(tokens, at + 1), "the" | "off" | "from" | "on" | "in"));
        let name = name + usize::from(word(tokens, name) == "the");
        tokens.get(name..).is_some_and(|rest| !vocabulary.nouns(rest).is_empty())
    })
}

/// "Nothing is left on it", "there is no waste on it any more".
fn without_left(tokens: &mut Vec<Token>, at: usize) {
    let end = (at..tokens.len()).find(|at| matches!(word(tokens, *at), "," | "and" | "then")).unwrap_or(tokens.len());
    let is_none = ["nothing is", "there is nothing", "there is no", "there are no"];
    if !is_none.iter().any(|words| tokens::after(tokens, at, words).is_some()) {
        return;
    }
    let more = ["any more", "anymore"].iter().find_map(|words| {
        let begin = end.checked_sub(words.split(' ').count())?;
        (tokens::after(tokens, begin, words) == Some(end)).then_some(begin)
    });
    if let Some(begin) = more {
        tokens.drain(begin..end);
    }
    let end = more.unwrap_or(end);
    let left = (at..end)
        .find(|at| word(tokens, *at) == "left" && matches!(word(tokens, at + 1), "on" | "in" | "inside" | "at"));
    if let Some(left) = left {
        tokens.remove(left);
    }
}
