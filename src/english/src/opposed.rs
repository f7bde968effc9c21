//! An order for all of a sort, and the contrary one for one of them: "close all doors, but open the roller door".

use crate::{
    general::EXCEPTIONS,
    reader::Reader,
    tokens::{self, Token, denies, insert, word},
    unconditional::is_order,
    vocabulary::{Noun, Vocabulary},
};

/// Words for all of a sort.
const ALL: [&str; 4] = ["all", "every", "each", "both"];

/// The sentence with what is named after "but" left out of what is asked for of all.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = excepted(sentence, vocabulary).unwrap_or_else(|| sentence.to_vec());
    all_except(&mut tokens, vocabulary);
    tokens
}

/// "The jars on the rug, all of them except the red one": the jars on the rug except the red one.
fn all_except(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let Some((except, things)) = tokens::find_any(tokens, 1, &EXCEPTIONS) else { return };
    let is_whole = Reader::new(vocabulary, tokens).noun_phrases(things).iter().any(|(_, end)| *end == tokens.len());
    if let Some(begin) = tokens::before_any(tokens, except, &[", all of them"]).filter(|begin| *begin > 0 && is_whole) {
        tokens.drain(begin..except);
    }
}

fn excepted(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let but = sentence.iter().position(|token| token.word == "but")?;
    let comma = but - usize::from(but > 0 && word(sentence, but - 1) == ",");
    let (main, other) = (&sentence[..comma], &sentence[but + 1..]);
    let (all, kind) = sort(main, vocabulary)?;
    let (begin, end) = named(other, &vocabulary.kinds[kind].members, vocabulary)?;
    let is_other = word(other, 0) != word(main, 0) && !matches!(word(other, 0), "not" | "do" | "never");
    let is_state = end == other.len() || vocabulary.has_adjective(word(other, end)) && end + 1 == other.len();
    let is_kept = matches!(word(other, 0), "leave" | "keep") && end + 1 == other.len();
    let is_told = is_order(main, vocabulary) && (is_kept || is_order(other, vocabulary));
    if !(is_other && is_state && is_told) || denies(sentence) {
        return None;
    }
    let mut tokens = main.to_vec();
    if word(main, all) == "both" {
        "all".clone_into(&mut tokens[all].word);
    }
    insert(&mut tokens, comma, "except");
    tokens.extend_from_slice(&other[begin..end]);
    let last = tokens.len();
    insert(&mut tokens, last, ", and");
    tokens.extend_from_slice(other);
    Some(tokens)
}

/// The sort of which all are meant, where nothing stands after it, and where the word for all stands.
fn sort(main: &[Token], vocabulary: &Vocabulary) -> Option<(usize, usize)> {
    let all = (1..main.len()).find(|at| ALL.contains(&word(main, *at)))?;
    let noun = all + 1 + usize::from(word(main, all + 1) == "the");
    let (nouns, length) = vocabulary.nouns(main.get(noun..)?).into_iter().next()?;
    let [Noun::Kind { kind, .. }] = nouns else { return None };
    (noun + length == main.len()).then_some((all, *kind))
}

/// The one thing of these that is named after a verb, from where to where.
fn named(other: &[Token], members: &[u16], vocabulary: &Vocabulary) -> Option<(usize, usize)> {
    let (object, end) = vocabulary.only_named(other, 1)?;
    members.contains(&object).then_some((1, end))
}
