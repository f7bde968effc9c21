//! Words of direction before a place that add nothing to it: "over onto the table", "it comes down to the floor".

use crate::{
    frame::{Frame, Part},
    general::{TAKEN_FROM, TAKEN_OR_BROUGHT},
    inflection::Form,
    tokens::{self, Token, put, word},
    vocabulary::Vocabulary,
};

/// Words of direction.
const DIRECTIONS: [&str; 8] = ["over", "up", "down", "back", "out", "across", "along", "straight"];
/// Words with which a place begins.
const PLACING: [&str; 6] = ["onto", "into", "to", "in", "on", "at"];
/// Verbs of coming away from a place, joined to one of going to another.
const COMING: [&str; 14] = [
    "come out and",
    "come off and",
    "come down and",
    "come up and",
    "come out of there and",
    "comes out and",
    "comes off and",
    "comes down and",
    "comes up and",
    "comes out of there and",
    "comes back out and",
    "come back out and",
    "come out and then",
    "come off and then",
];

/// The sentence without them.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    coming(&mut tokens, vocabulary);
    for at in (1..tokens.len()).rev() {
        let is_direction = DIRECTIONS.contains(&word(&tokens, at)) && PLACING.contains(&word(&tokens, at + 1));
        // "Take it back in the box" brings it there, "take it in the box" does not.
        let is_place = matches!(word(&tokens, at + 1), "in" | "on" | "at");
        let tells = is_place && (word(&tokens, at) == "back" || takes(&tokens, at, vocabulary));
        // Verbs of bringing and going have "over to" of their own.
        let is_own = word(&tokens, at) == "over" && word(&tokens, at + 1) == "to";
        let is_direction = is_direction && !tells && !is_own;
        if is_direction && names_place(&tokens, at + 2, vocabulary) && !is_of_verb(&tokens, at, vocabulary) {
            tokens.remove(at);
        }
    }
    tokens
}

/// "Everything in the box should come out and go on the table": it should go there.
fn coming(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    for at in (1..tokens.len()).rev() {
        let Some(end) = tokens::after_any(tokens, at, &COMING) else { continue };
        let goes = word(tokens, end).to_owned();
        if matches!(goes.as_str(), "go" | "goes") {
            put(tokens, at, end + 1, &goes);
        } else if PLACING.contains(&goes.as_str()) && names_place(tokens, end + 1, vocabulary) {
            let verb = if word(tokens, at) == "comes" { "goes" } else { "go" };
            put(tokens, at, end, verb);
        }
    }
}

/// Whether a place is named here.
fn names_place(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    const BEFORE: [&str; 10] = ["the", "a", "an", "any", "one", "of", "both", "that", "some", "there"];
    if word(tokens, at) == "there" {
        return true;
    }
    let name = (at..tokens.len()).find(|at| !BEFORE.contains(&word(tokens, *at))).unwrap_or(at);
    let nouns = vocabulary.nouns(tokens.get(name..).unwrap_or_default());
    nouns.first().is_some_and(|(nouns, _)| vocabulary.members(nouns).iter().any(|one| vocabulary.is_place(*one)))
}

/// Whether a verb before it takes things from where they are, or brings them.
fn takes(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    let is_taking = |base: &str| TAKEN_FROM.contains(&base) || TAKEN_OR_BROUGHT.contains(&base);
    tokens[..at].iter().any(|token| vocabulary.verbs(&token.word).iter().any(|(base, _)| is_taking(base)))
}

/// Whether the word belongs to the verb before it: "hand it over to robot 1", "switch it back on at the wall".
fn is_of_verb(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    let clause = (0..at).rev().take_while(|at| !matches!(word(tokens, *at), "," | "and" | "then" | "but"));
    for verb in clause {
        let bases = vocabulary.verbs(word(tokens, verb));
        let is_noun = !vocabulary.nouns(&tokens[verb..]).is_empty();
        if bases.is_empty() || is_noun {
            continue;
        }
        // At a site with a skill of that verb, its frames say what belongs to it.
        let has_own = |(base, _): &(String, Form)| {
            let has = |frame: &Frame| {
                frame.parts.iter().any(|part| matches!(part, Part::Word(one) if one == word(tokens, at)))
            };
            vocabulary.frames_of(base).any(|(_, frame)| has(frame))
                || matches!(base.as_str(), "be" | "stay" | "keep" | "end")
        };
        let is_switched = |(base, _): &(String, Form)| matches!(base.as_str(), "switch" | "turn" | "hand" | "pass");
        return bases.iter().any(has_own) || bases.iter().any(is_switched);
    }
    true
}
