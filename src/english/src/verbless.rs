//! Rules without a verb: "knives never on the stove", "at most one hatch open at a time".

use crate::{
    reader::Reader,
    tokens::{self, Token, insert, put, word},
    vocabulary::Vocabulary,
};

/// Words with which it is said where something is.
const PLACING: [&str; 7] = ["in", "on", "at", "inside", "near", "together", "both"];
/// Words before a number that may not be passed.
const AT_MOST: [&str; 4] = ["at most", "no more than", "never more than", "not more than"];
/// Words for one moment.
const AT_ONCE: [&str; 6] =
    ["at a time", "at once", "at any time", "at the same time", "at any moment", "at any one time"];

/// The sentence with its verb.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    never(sentence, vocabulary)
        .or_else(|| at_most(sentence, vocabulary))
        .or_else(|| sharing(sentence, vocabulary))
        .unwrap_or_else(|| sentence.to_vec())
}

/// "At most one cup may be on a shelf at a time": on each of them, or on all of them together?
pub(crate) fn unclear(sentence: &[Token], vocabulary: &Vocabulary) -> Option<usize> {
    let begins = |at: &usize| {
        ["at most", "more than", "never more than"].iter().any(|words| tokens::after(sentence, *at, words).is_some())
    };
    let most = (0..sentence.len()).find(begins)?;
    let is_number = tokens::number(word(sentence, most + 2)).is_some();
    let ends_so = tokens::before_any(sentence, sentence.len(), &AT_ONCE).is_some();
    let is_one_of = |at: &usize| {
        let nouns = vocabulary.nouns(sentence.get(at + 2..).unwrap_or_default());
        let members = nouns.first().map_or_else(Vec::new, |(nouns, _)| vocabulary.members(nouns));
        PLACING[..4].contains(&word(sentence, *at))
            && matches!(word(sentence, at + 1), "a" | "an")
            && members.len() > 1
            && members.iter().all(|one| vocabulary.is_place(*one))
    };
    (most..sentence.len()).find(is_one_of).filter(|_| is_number && ends_so)
}

/// "Knives never on the stove": must never be.
fn never(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let at = sentence.iter().position(|token| token.word == "never").filter(|at| *at > 0)?;
    let subject = Reader::new(vocabulary, &sentence[..at]).noun_phrases(0);
    let is_whole = subject.iter().any(|(_, end)| *end == at);
    if !is_whole || !PLACING.contains(&word(sentence, at + 1)) {
        return None;
    }
    let mut tokens = sentence.to_vec();
    insert(&mut tokens, at + 1, "be");
    insert(&mut tokens, at, "must");
    Some(tokens)
}

/// "The jar and the jug must not share a shelf": they must never be on the same one.
fn sharing(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    const SHARE: [&str; 5] =
        ["must not share", "must never share", "may not share", "may never share", "should never share"];
    let (at, noun) = (1..sentence.len()).find_map(|at| {
        let end = SHARE.iter().find_map(|words| tokens::after(sentence, at, words))?;
        Some((at, end + usize::from(matches!(word(sentence, end), "a" | "an" | "the" | "one"))))
    })?;
    let noun = tokens::after(sentence, noun, "same").unwrap_or(noun);
    let (nouns, length) = vocabulary.nouns(sentence.get(noun..)?).into_iter().next()?;
    let place = vocabulary.members(nouns).first().copied()?;
    // Robots "share" a place in turns, too.
    let names_robot = (0..at).any(|at| vocabulary.robot(&sentence[at..]).is_some());
    if names_robot
        || noun + length != sentence.len()
        || !vocabulary.is_place(place)
        || vocabulary.frames_of("share").next().is_some()
    {
        return None;
    }
    let mut tokens = sentence.to_vec();
    let preposition = &vocabulary.objects[usize::from(place)].preposition;
    put(&mut tokens, at, noun, &format!("must never be {preposition} the same"));
    Some(tokens)
}

/// "At most one hatch open at a time": at most one may be.
fn at_most(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let number = AT_MOST.iter().find_map(|words| tokens::after(sentence, 0, words))?;
    let once = tokens::before_any(sentence, sentence.len(), &AT_ONCE);
    // "Never more than one" is at any time.
    let is_never = word(sentence, 0) == "never";
    let once = once.or_else(|| is_never.then_some(sentence.len()))?;
    let said = &sentence[..once];
    // "At most one of you" is of the robots.
    let you = tokens::after_any(said, number + 1, &["of you", "of you robots"]);
    let end = match you {
        Some(end) => end,
        None => {
            let noun = number + 1;
            noun + vocabulary.nouns(said.get(noun..)?).first().map(|(_, length)| *length)?
        }
    };
    let is_state = vocabulary.has_adjective(word(said, end)) && end + 1 == once;
    let is_place = PLACING[..4].contains(&word(said, end));
    let is_number = tokens::number(word(said, number)).is_some();
    // "On a shelf" may be on each or on all of them.
    let is_any =
        |token: &Token| matches!(token.word.as_str(), "," | "a" | "an" | "any" | "some" | "one" | "each" | "every");
    if !is_number || !(is_state || is_place) || said[end..].iter().any(is_any) {
        return None;
    }
    let mut tokens = sentence.to_vec();
    if once == sentence.len() {
        insert(&mut tokens, once, "at the same time");
    }
    insert(&mut tokens, end, "may be");
    if you.is_some() {
        let robots = if word(said, number) == "one" { "robot" } else { "robots" };
        tokens::put(&mut tokens, number + 1, end, robots);
    }
    tokens::put(&mut tokens, 0, number, "at most");
    Some(tokens)
}
