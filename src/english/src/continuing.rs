//! What goes on with "which" or "who": "put it in the case, which is to be closed afterwards".

use crate::{
    general::DENYING,
    inflection::Form,
    modals,
    tokens::{self, Token},
    vocabulary::Vocabulary,
};

/// Words for what comes after.
const THEN: [&str; 5] = ["then", "afterwards", "afterward", "after that", "thereafter"];
/// Words by which it must be done.
const DUTY: [&str; 8] =
    ["is to be", "has to be", "needs to be", "must be", "should be", "shall be", "is supposed to be", "ought to be"];
/// Words by which a sentence is more than what is to be done now.
const DEPENDING: [&str; 14] = [
    "if", "when", "whenever", "while", "until", "unless", "once", "before", "first", "always", "or", "after", "except",
    "each",
];

/// The sentence with a part of its own, after "then", for what goes on with "which" or "who".
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let is_plain = |token: &Token| !DENYING.contains(&token.word.as_str()) && !DEPENDING.contains(&token.word.as_str());
    let whole = || sentence.to_vec();
    let Some(comma) = (1..sentence.len()).find(|at| begins(sentence, *at)) else { return whole() };
    let Some(name) = named(&sentence[..comma], vocabulary) else { return whole() };
    let (rest, is_after) = without_then(&sentence[comma + 2..]);
    if !rest.iter().all(is_plain) || !sentence[..comma].iter().all(is_plain) {
        return whole();
    }
    let said = |token: &Token| Token { word: token.word.clone(), span: sentence[comma + 1].span.clone() };
    let who: Vec<Token> = sentence[name..comma].iter().map(said).collect();
    let who = who.as_slice();
    let is_robot = vocabulary.robot(who).is_some();
    // "Robot 1 puts it in the case, which is to be closed afterwards": by whom?
    let is_anybodys = (0..comma).all(|at| vocabulary.robot(&sentence[at..comma]).is_none());
    let Some(deed) = done_to(&rest, who, vocabulary).filter(|_| is_after && is_anybodys) else {
        let before = sentence[..name].iter().rev().find(|token| token.word != "the");
        let is_given = before.is_some_and(|token| token.word == "to");
        if !is_robot || !acts(&rest, is_after, vocabulary) || !(is_after || is_given) {
            return whole();
        }
        let clause: Vec<Token> = who.iter().cloned().chain(rest).collect();
        return joined(sentence, comma, clause);
    };
    joined(sentence, comma, deed)
}

/// Whether the words tell what somebody does next: "has to put it there", "puts it there". Without "then", "who waits in the hall"
/// only says more of who is meant, but "who puts it there" tells what becomes of what was passed on.
fn acts(rest: &[Token], is_after: bool, vocabulary: &Vocabulary) -> bool {
    let is = |at: usize, words: &[&str]| rest.get(at).is_some_and(|token| words.contains(&token.word.as_str()));
    // "Who must be in the hall" may tell where that is so already.
    let waits = ["be", "wait", "stay", "remain"];
    if !is_after && (is(1, &waits) || (is(1, &["to"]) && is(2, &waits))) {
        return false;
    }
    if is(0, &modals::MUST) {
        return true;
    }
    if is(0, &["is", "has"]) {
        return is(1, &["to"]);
    }
    let is_present = |(_, form): &(String, Form)| *form == Form::Present;
    let is_verb = rest.first().is_some_and(|first| vocabulary.verbs(&first.word).iter().any(is_present));
    is_verb && (is_after || is(1, &["it", "them"]))
}

/// Whether what goes on with "which" or "who" begins after this comma.
fn begins(sentence: &[Token], comma: usize) -> bool {
    let next = sentence.get(comma + 1).map(|token| token.word.as_str());
    sentence[comma].word == "," && matches!(next, Some("which" | "who"))
}

/// The first part, and what comes then.
fn joined(sentence: &[Token], comma: usize, clause: Vec<Token>) -> Vec<Token> {
    let then = Token { word: "then".to_owned(), span: sentence[comma + 1].span.clone() };
    sentence[..=comma].iter().cloned().chain([then]).chain(clause).collect()
}

/// Where the name of the one thing begins with which the words end, its article left out.
fn named(tokens: &[Token], vocabulary: &Vocabulary) -> Option<usize> {
    let ends = |at: &usize| {
        vocabulary.nouns(&tokens[*at..]).into_iter().next().filter(|(_, length)| at + length == tokens.len())
    };
    let at = (0..tokens.len()).find(|at| ends(at).is_some())?;
    let (nouns, _) = ends(&at)?;
    let is_one = vocabulary.only(nouns).is_some();
    // "The mug and the jar, which ...": both, or the jar?
    let before = tokens[..at].iter().rev().find(|token| token.word != "the");
    (is_one && before.is_none_or(|before| before.word != "and" && before.word != ",")).then_some(at)
}

/// The words without those for "then" at their begin, after what must be, or at their end; and whether there are any.
fn without_then(rest: &[Token]) -> (Vec<Token>, bool) {
    let end = THEN.iter().find_map(|words| {
        let begin = rest.len().checked_sub(words.split(' ').count())?;
        tokens::after(rest, begin, words).map(|_| begin)
    });
    if let Some(end) = end {
        return (rest[..end].to_vec(), true);
    }
    let early = rest.iter().take(3).position(|token| matches!(token.word.as_str(), "then" | "afterwards"));
    match early {
        Some(at) => (rest[..at].iter().chain(&rest[at + 1..]).cloned().collect(), true),
        None => (rest.to_vec(), false),
    }
}

/// "Close the case" for "is to be closed".
fn done_to(rest: &[Token], what: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let at = DUTY.iter().find_map(|words| tokens::after(rest, 0, words))?;
    let done = rest.get(at)?;
    let is_done = |(_, form): &&(String, Form)| *form == Form::Participle;
    let (base, _) = vocabulary.verbs(&done.word).iter().find(is_done)?;
    let verb = Token { word: base.clone(), span: done.span.clone() };
    let the = Token { word: "the".to_owned(), span: what.first()?.span.clone() };
    let article = (!what.last()?.word.starts_with(|c: char| c.is_ascii_digit())).then_some(the);
    Some([verb].into_iter().chain(article).chain(what.iter().cloned()).chain(rest[at + 1..].iter().cloned()).collect())
}
