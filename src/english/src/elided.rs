//! A verb said once for several: "robot 1 takes the cup to the sink, robot 2 the plate", as in whole words.

use crate::{
    general::{DENYING, TOWARDS},
    tokens::{Token, word},
    vocabulary::Vocabulary,
};

/// Words between two of those who do something.
const BETWEEN: [&str; 3] = [",", "and", "then"];

/// The sentence with the verb of the one before, and its place if none is said, for each who has none.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    // "Robot 1 must not take the cup and robot 2 the plate": is he to take it?
    if tokens.iter().any(|token| DENYING.contains(&token.word.as_str()) || token.word == "or") {
        return tokens;
    }
    let mut at = 0;
    while at < tokens.len() {
        let begins = at == 0 || BETWEEN.contains(&tokens[at - 1].word.as_str());
        if let Some(missing) = begins.then(|| missing(&tokens, at, vocabulary)).flatten() {
            let Missing { verb, at: place, to } = missing;
            let span = tokens[place - 1].span.end..tokens[place - 1].span.end;
            let here = |words: &[Token]| -> Vec<Token> {
                words.iter().map(|token| Token { word: token.word.clone(), span: span.clone() }).collect()
            };
            if let Some((end, to)) = to {
                tokens.splice(end..end, here(&to));
            }
            tokens.splice(place..place, here(&verb));
        }
        at += 1;
    }
    tokens
}

/// "Robot 1 should put the jar on the rug or robot 2": may robot 2 do it, or is the jar to be with robot 2?
pub(crate) fn unclear(tokens: &[Token], vocabulary: &Vocabulary) -> Option<usize> {
    let robot = |at: usize| tokens.get(at..).and_then(|words| vocabulary.robot(words));
    let first = (0..tokens.len()).find(|at| robot(*at).is_some())?;
    (first + 1..tokens.len()).filter(|at| word(tokens, *at) == "or").find(|or| {
        let name = or + 1 + usize::from(word(tokens, or + 1) == "the");
        let ends = robot(name).is_some_and(|length| matches!(word(tokens, name + length), "" | "," | "please"));
        let is_noun = |at: &usize| vocabulary.nouns(&tokens[*at..]).iter().any(|(_, length)| at + length == *or);
        ends && (first + 1..*or).find(is_noun).is_some_and(|at| robot(at).is_none())
    })
}

/// What somebody's deed is told without.
struct Missing {
    verb: Vec<Token>,
    /// Where the verb is missing.
    at: usize,
    /// Where the place is missing, and its words.
    to: Option<(usize, Vec<Token>)>,
}

/// What is missing after a whole clause that begins here.
fn missing(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<Missing> {
    let (robot, verb) = robot(tokens, at, vocabulary)?;
    let object = (verb..tokens.len()).find(|at| thing(tokens, *at, vocabulary).is_some())?;
    let words = &tokens[verb..object];
    let is_verb = words.iter().any(|token| !vocabulary.verbs(&token.word).is_empty());
    let is_short = words.len() <= 4 && !words.iter().any(|token| BETWEEN.contains(&token.word.as_str()));
    let end = thing(tokens, object, vocabulary).filter(|_| is_verb && is_short)?;
    let place = towards(tokens, end, vocabulary);
    let whole = place.unwrap_or(end);
    let next = (whole..tokens.len()).find(|at| !BETWEEN.contains(&tokens[*at].word.as_str()))?;
    let (other, bare) = self::robot(tokens, next, vocabulary).filter(|(other, _)| next > whole && *other != robot)?;
    let ends = thing(tokens, bare, vocabulary)?;
    // "Robot 1 gives robot 2 the cup and robot 3 the plate": who gives it?
    let is_of_two = |from: usize, to: usize| (from..to).any(|at| self::robot(tokens, at, vocabulary).is_some());
    if other == robot || is_of_two(object, whole) || is_of_two(bare, ends) {
        return None;
    }
    let is_end = |at: usize| tokens.get(at).is_none_or(|token| BETWEEN.contains(&token.word.as_str()));
    let to = match (place, towards(tokens, ends, vocabulary)) {
        (Some(place), None) if is_end(ends) => Some((ends, tokens[end..place].to_vec())),
        (Some(_), Some(own)) if is_end(own) => None,
        (None, None) if is_end(ends) => None,
        _ => return None,
    };
    Some(Missing { verb: words.to_vec(), at: bare, to })
}

/// The robot whose name begins here, and the place after it.
fn robot(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(Vec<String>, usize)> {
    let name = at + usize::from(tokens.get(at)?.word == "the");
    let length = vocabulary.robot(tokens.get(name..)?)?;
    Some((tokens[name..name + length].iter().map(|token| token.word.clone()).collect(), name + length))
}

/// The place after a thing that is named here.
fn thing(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<usize> {
    let is_article = |token: &Token| matches!(token.word.as_str(), "the" | "a" | "an");
    let name = at + usize::from(is_article(tokens.get(at)?));
    let (_, length) = vocabulary.nouns(tokens.get(name..)?).into_iter().next()?;
    Some(name + length)
}

/// The place after "to the sink", if such words stand here.
fn towards(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<usize> {
    let is_towards = TOWARDS.contains(&tokens.get(at)?.word.as_str());
    thing(tokens, at + 1, vocabulary).filter(|_| is_towards)
}
