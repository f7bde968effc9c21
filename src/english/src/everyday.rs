//! Everyday forms as the plain ones that mean the same: "by the end of the shift", "my cup", "it's got to be".

use crate::{
    tokens::{self, Token},
    vocabulary::{Noun, Vocabulary},
};

/// Forms and the plain words for them, wherever they stand.
const FORMS: [(&str, &str); 26] = [
    ("at the very end of the day", "at the end"),
    ("at the very end of the shift", "at the end"),
    ("at the end of the day", "at the end"),
    ("at the end of the shift", "at the end"),
    ("at the end of your shift", "at the end"),
    ("by the end of the day", "by the end"),
    ("by the end of the shift", "by the end"),
    ("by the end of your shift", "by the end"),
    ("has got to", "has to"),
    ("'s got to", "has to"),
    ("have got to", "have to"),
    ("has always got to", "always has to"),
    ("'s always got to", "always has to"),
    ("have always got to", "always have to"),
    ("had better", "should"),
    ("ought not to", "should not"),
    ("ought never to", "should never"),
    ("is meant to", "is supposed to"),
    ("are meant to", "are supposed to"),
    ("wind up", "end up"),
    ("winds up", "ends up"),
    ("happens to be", "is"),
    ("happen to be", "are"),
    ("just happens to be", "is"),
    ("just happen to be", "are"),
    ("happens not to be", "is not"),
];
/// Words after which something happens to be so.
const BEFORE_HAPPENING: [&str; 11] =
    ["if", "when", "whenever", "while", "unless", "that", "which", "who", "where", "and", "or"];

/// The sentence in plain words.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    let mut at = 0;
    while at < tokens.len() {
        if let Some((form, words)) = form(&tokens, at, vocabulary) {
            put(&mut tokens, at, form.split(' ').count(), words);
        } else if is_owned(&tokens, at, vocabulary) {
            put(&mut tokens, at, 1, "the");
        }
        at += 1;
    }
    tokens
}

/// The form that stands here, and its plain words.
fn form(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(&'static str, &'static str)> {
    let fitting = FORMS.iter().filter(|(form, _)| stands(tokens, at, form));
    let (form, words) = *fitting.max_by_key(|(form, _)| form.len())?;
    let end = at + form.split(' ').count();
    // A site may have a room for the day, or something to wind up.
    if (at..end).any(|at| !vocabulary.nouns(&tokens[at..]).is_empty()) {
        return None;
    }
    if form.starts_with("wind") && vocabulary.frames_of("wind").next().is_some() {
        return None;
    }
    if !form.contains("happen") {
        return Some((form, words));
    }
    // "Should it happen to be open" is "should it be open"; "it must not happen to be open" is left as it is.
    let before = &tokens[..at];
    let clause = before.iter().rposition(|token| BEFORE_HAPPENING.contains(&token.word.as_str()));
    let is_modal =
        |token: &Token| ["must", "should", "may", "can", "will", "to", "not", "never"].contains(&token.word.as_str());
    match clause {
        _ if before.first()?.word == "should" && before[1..].iter().all(|token| !is_modal(token)) => Some((form, "be")),
        Some(clause) if !before[clause..].iter().any(is_modal) => Some((form, words)),
        _ => None,
    }
}

/// Whether the word tells whose the thing after it is, which is clear without it: "my novel".
fn is_owned(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    let rest = tokens.get(at + 1..).unwrap_or_default();
    let is_name = !vocabulary.nouns(&tokens[at..]).is_empty();
    let is_one = |noun: &Noun| match noun {
        Noun::Object(_) => true,
        Noun::Kind { kind, .. } => vocabulary.kinds[*kind].members.len() == 1,
    };
    let nouns = vocabulary.nouns(rest);
    match tokens[at].word.as_str() {
        "my" | "our" => {
            let is_so = rest.first().is_some_and(|next| !vocabulary.adjectives(&next.word).is_empty());
            !is_name
                && (!nouns.is_empty() || is_so && rest.get(1..).is_some_and(|rest| !vocabulary.nouns(rest).is_empty()))
        }
        // "Your knife" may be the one that whoever is spoken to holds.
        "your" => !is_name && nouns.first().is_some_and(|(senses, _)| senses.iter().all(is_one)),
        _ => false,
    }
}

/// Whether these words stand here.
fn stands(tokens: &[Token], at: usize, words: &str) -> bool {
    let count = words.split(' ').count();
    let is_it =
        |(token, word): (&Token, &str)| token.word == word || (word == "is" && token.word == tokens::APOSTROPHE);
    tokens.len() >= at + count && tokens[at..].iter().zip(words.split(' ')).all(is_it)
}

/// Puts words in place of others.
fn put(tokens: &mut Vec<Token>, at: usize, count: usize, words: &str) {
    let span = tokens[at].span.start..tokens[at + count - 1].span.end;
    let words = words.split(' ').filter(|word| !word.is_empty());
    let words: Vec<Token> = words.map(|word| Token { word: word.to_owned(), span: span.clone() }).collect();
    tokens.splice(at..at + count, words);
}
