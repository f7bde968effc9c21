//! Rewrites words for how many, for hands and for exceptions into words that the rest of the grammar reads.
//!
//! Each rewriting keeps the words' places in the text, so that a refusal quotes what was written.

use super::{
    Lexicon,
    reader::Reader,
    robots::EXCEPT,
    tokens::{Token, number},
};

/// Words before a number that counts all things of a sort: "the two kettles", "all three robots".
const BEFORE_ALL: [&str; 5] = ["the", "all", "both", "these", "those"];
/// Prepositions that "either" and "neither" may stand before: "either at the sink or at the table".
const BEFORE_PLACES: [&str; 6] = ["at", "in", "on", "to", "near", "inside"];
/// Words for a whole from which an exception is made.
const GENERAL: [&str; 9] = ["no", "none", "nobody", "nothing", "all", "every", "any", "each", "everybody"];
/// Words that end the subject of a sentence.
const VERBS_AHEAD: [&str; 14] =
    ["may", "must", "can", "should", "shall", "will", "is", "are", "has", "have", "stay", "stays", "keep", "keeps"];

/// Puts a statement into the terms that the grammar reads.
pub(super) fn restated(tokens: Vec<Token>, text: &str, lexicon: &Lexicon) -> Vec<Token> {
    let counted = without_counts(without_asides(tokens), text, lexicon);
    let counted = only_these(counted, text, lexicon);
    let tokens = in_hands(or_both(places_last(counted)));
    exception_last(others_counted(tokens, lexicon))
}

/// Words that repeat that any will do.
const WHICHEVER: [&str; 14] = [
    "no matter which of them",
    "no matter which robot",
    "no matter which one",
    "no matter which",
    "no matter by whom",
    "no matter who does it",
    "no matter who",
    "it does not matter which",
    "whichever it is",
    "whoever it is",
    "whoever does it",
    "whoever does so",
    "by whomever",
    "regardless of which",
];
/// Words that repeat that a sentence is about each.
const APIECE: [&str; 6] = [
    "each robot being counted separately",
    "each robot counted separately",
    "each counted separately",
    "for its own part",
    "each for itself",
    "taken by itself",
];

/// Leaves out repetitions: that any robot is meant, or each for itself.
fn without_asides(mut tokens: Vec<Token>) -> Vec<Token> {
    let is_of_each = is_any(&tokens, 0, &["no", "none", "nobody", "each", "every"]);
    let apiece = APIECE.iter().filter(|_| is_of_each);
    for words in WHICHEVER.iter().chain(apiece) {
        let words: Vec<&str> = words.split(' ').collect();
        let Some(at) = (1..tokens.len()).find(|&at| is(&tokens, at, &words)) else { continue };
        let end = at + words.len();
        let is_apart = end == tokens.len() || is(&tokens, end, &[","]);
        let is_of_robots = words.iter().any(|word| matches!(*word, "whom" | "who" | "whoever" | "whomever"));
        let is_named = (0..at).any(|at| is(&tokens, at, &["robot"]) && tokens[at + 1..].first().is_some_and(is_number));
        let is_open = (0..at).any(|at| is_any(&tokens, at, &["a", "an", "any", "one", "some", "either", "someone"]));
        let is_plural = words.ends_with(&["of", "them"]);
        let is_meant = if is_of_robots { !is_named } else { is_open || is_plural };
        if !is_meant && !is_of_each {
            continue;
        }
        if is_apart && is(&tokens, at - 1, &[","]) {
            tokens.drain(at - 1..(end + 1).min(tokens.len()));
        }
    }
    tokens
}

/// One statement for each thing that "a knife" may be, if "that knife" follows: "each time robot 2 picks up a knife,
/// that knife has to be put on the shelf".
pub(super) fn of_each_thing(tokens: Vec<Token>, text: &str, lexicon: &Lexicon) -> Vec<Vec<Token>> {
    const TRIGGERS: [&str; 8] = ["if", "when", "whenever", "each", "every", "once", "after", "as"];
    let sort = |at: usize| {
        let mut reader = Reader::new(lexicon, text, &tokens);
        reader.skip(at);
        reader.exact().filter(|(name, _, is_plural, _)| name.things.len() > 1 && !is_plural)
    };
    let firsts = (0..tokens.len()).filter(|&at| is_any(&tokens, at, &["a", "an", "any"]));
    let pair = firsts.filter_map(|at| sort(at + 1).map(|(name, length, ..)| (at, length, name))).find_map(|first| {
        let (at, length, name) = first;
        (at + length..tokens.len()).find_map(|later| {
            let words = if is(&tokens, later, &["that", "same"]) { 2 } else { 1 };
            let (same, long, ..) = sort(later + words).filter(|_| is(&tokens, later, &["that"]))?;
            (same.things == name.things).then_some((at, length + 1, later, words + long, name.things.clone()))
        })
    });
    let is_whenever = is_any(&tokens, 0, &TRIGGERS);
    let Some((first, length, later, long, things)) = pair.filter(|_| is_whenever) else { return vec![tokens] };
    let named = |thing: usize| {
        let words = super::tokens::statements(&lexicon.things[thing].name).concat();
        let at = |place: usize| {
            let span = tokens[place].span.clone();
            words.clone().into_iter().map(move |token| Token { span: span.clone(), ..token })
        };
        let before = tokens[..first].iter().cloned().chain(at(first));
        let between = before.chain(tokens[first + length..later].iter().cloned()).chain(at(later));
        between.chain(tokens[later + long..].iter().cloned()).collect()
    };
    things.into_iter().map(named).collect()
}

fn is_number(token: &Token) -> bool {
    number(&token.word).is_some()
}

fn is(tokens: &[Token], at: usize, words: &[&str]) -> bool {
    words.iter().enumerate().all(|(ahead, word)| tokens.get(at + ahead).is_some_and(|token| token.word == *word))
}

fn is_any(tokens: &[Token], at: usize, words: &[&str]) -> bool {
    tokens.get(at).is_some_and(|token| words.contains(&token.word.as_str()))
}

/// Drops a count of all: "the two kettles" if there are two kettles, "all three robots" in a team of three.
fn without_counts(tokens: Vec<Token>, text: &str, lexicon: &Lexicon) -> Vec<Token> {
    let counts_all = |at: &usize| {
        let Some(count) = tokens.get(*at).and_then(|token| number(&token.word)) else { return false };
        let follows = *at > 0 && is_any(&tokens, at - 1, &BEFORE_ALL);
        if !follows || count < 2 {
            return false;
        }
        if is(&tokens, at + 1, &["robots"]) || is(&tokens, at + 1, &["of", "the", "robots"]) {
            return count == lexicon.team_size();
        }
        let mut reader = Reader::new(lexicon, text, &tokens);
        reader.skip(at + 1);
        reader.exact().is_some_and(|(name, _, is_plural, _)| is_plural && name.things.len() == count)
    };
    let dropped: Vec<usize> = (0..tokens.len()).filter(counts_all).collect();
    let kept = tokens.iter().enumerate().filter(|(at, _)| !dropped.contains(at));
    kept.map(|(_, token)| token.clone()).collect()
}

/// Reads "only kettles may" as "nothing but kettles may".
fn only_these(mut tokens: Vec<Token>, text: &str, lexicon: &Lexicon) -> Vec<Token> {
    if !is(&tokens, 0, &["only"]) {
        return tokens;
    }
    let mut reader = Reader::new(lexicon, text, &tokens);
    reader.skip(if is(&tokens, 1, &["the"]) { 2 } else { 1 });
    let is_thing = reader.exact().is_some_and(|(_, length, ..)| {
        reader.skip(length);
        matches!(reader.peek(0), Some("may" | "can" | "or" | "and" | ","))
    });
    if is_thing {
        tokens[0].word = "nothing".to_owned();
        let but = Token { word: "except".to_owned(), span: tokens[0].span.clone() };
        tokens.insert(1, but);
    }
    tokens
}

/// Reads "either at the sink or at the table" as "at either the sink or at the table".
fn places_last(mut tokens: Vec<Token>) -> Vec<Token> {
    for at in 0..tokens.len() {
        if is_any(&tokens, at, &["either", "neither"]) && is_any(&tokens, at + 1, &BEFORE_PLACES) {
            tokens.swap(at, at + 1);
        }
    }
    tokens
}

/// Drops "or both" in "robot 1 or robot 2, or both," since "or" already includes it.
fn or_both(mut tokens: Vec<Token>) -> Vec<Token> {
    let Some(at) = (1..tokens.len()).find(|&at| is(&tokens, at, &["or", "both"])) else { return tokens };
    let is_list = tokens[..at].iter().any(|token| token.word == "or");
    let end = at + 2;
    let is_apart = end == tokens.len() || is(&tokens, end, &[","]) || is_any(&tokens, end, &VERBS_AHEAD);
    if !is_list || !is_apart {
        return tokens;
    }
    let start = if is(&tokens, at - 1, &[","]) { at - 1 } else { at };
    let end = if is(&tokens, end, &[","]) { end + 1 } else { end };
    tokens.drain(start..end);
    tokens
}

/// Rewrites hands: an empty-handed robot holds nothing, and a robot with something in its hand holds it.
fn in_hands(mut tokens: Vec<Token>) -> Vec<Token> {
    if let Some(at) = (1..tokens.len()).find(|&at| is(&tokens, at, &["empty", "handed"])) {
        let held = match tokens[at - 1].word.as_str() {
            "is" => "holds",
            "be" | "are" => "hold",
            _ => return tokens,
        };
        tokens[at - 1].word = held.to_owned();
        tokens[at].word = "nothing".to_owned();
        tokens.remove(at + 1);
    }
    let hand = (1..tokens.len()).find(|&at| {
        is(&tokens, at, &["in"])
            && is_any(&tokens, at + 1, &["its", "their", "the", "a", "one's"])
            && is_any(&tokens, at + 2, &["hand", "hands", "grip", "gripper", "grasp"])
    });
    let Some(hand) = hand else { return tokens };
    let Some(verb) = (0..hand).rev().find(|&at| is_any(&tokens, at, &["has", "have", "having"])) else { return tokens };
    // "has picked up" and "has to" do not mean that it has something.
    let is_thing = hand - verb <= 5 && !is_any(&tokens, verb + 1, &["to", "been", "not", "never", "ever"]);
    if is_thing {
        let held = match tokens[verb].word.as_str() {
            "has" => "holds",
            "have" => "hold",
            _ => "holding",
        };
        tokens[verb].word = held.to_owned();
        tokens.drain(hand..hand + 3);
    }
    tokens
}

/// Reads "the other two" in a team of three as the other robots.
fn others_counted(mut tokens: Vec<Token>, lexicon: &Lexicon) -> Vec<Token> {
    let count = |token: &Token| number(&token.word).is_some_and(|count| count > 1 && count + 1 == lexicon.team_size());
    for at in (0..tokens.len()).rev() {
        if !is(&tokens, at, &["other"]) || !tokens.get(at + 1).is_some_and(count) {
            continue;
        }
        if is(&tokens, at + 2, &["robots"]) {
            tokens.remove(at + 1);
        } else if at + 2 == tokens.len() || is_any(&tokens, at + 2, &VERBS_AHEAD) || is(&tokens, at + 2, &[","]) {
            tokens[at + 1].word = "robots".to_owned();
        }
    }
    tokens
}

/// Turns "other than robot 1, no robot may" to "no robot other than robot 1 may", "bread excepted" to "except bread".
fn exception_last(mut tokens: Vec<Token>) -> Vec<Token> {
    if tokens.len() > 2 && is_any(&tokens, tokens.len() - 1, &["excepted"]) {
        let from = tokens.iter().rposition(|token| token.word == ",").map_or(tokens.len(), |comma| comma + 1);
        if from < tokens.len() - 1 {
            let mut word = tokens.remove(tokens.len() - 1);
            word.word = "except".to_owned();
            tokens.insert(from, word);
        }
    }
    let is_fronted = EXCEPT[..EXCEPT.len() - 1].iter().any(|words| {
        let words: Vec<&str> = words.split(' ').collect();
        is(&tokens, 0, &words)
    });
    let Some(comma) = tokens.iter().position(|token| token.word == ",").filter(|_| is_fronted) else { return tokens };
    let verb = (comma + 1..tokens.len()).find(|&at| is_any(&tokens, at, &VERBS_AHEAD));
    let Some(verb) = verb.filter(|_| is_any(&tokens, comma + 1, &GENERAL)) else { return tokens };
    let rest = tokens.split_off(verb);
    let about = tokens.split_off(comma + 1);
    tokens.truncate(comma);
    about.into_iter().chain(tokens).chain(rest).collect()
}
