//! Words that leave a choice free, which it is without them: "one of the cups, it does not matter which".

use crate::{
    general::TOWARDS,
    modals,
    tokens::{self, Token, denies},
    vocabulary::{Noun, Vocabulary},
};

/// They stand after a comma, or are a sentence of their own.
const FREE: [&str; 69] = [
    "i do not mind which",
    "i do not mind which one",
    "i do not mind which ones",
    "i do not care which",
    "i do not care which one",
    "i do not care which ones",
    "do not care which",
    "do not care which one",
    "do not mind which",
    "do not mind which one",
    "does not matter which",
    "does not matter which one",
    "does not matter which ones",
    "it does not matter which",
    "it does not matter which one",
    "it does not matter which ones",
    "for me it does not matter which",
    "it does not matter to me which",
    "it is all the same to me which",
    "it is all the same which",
    "it is all the same to me",
    "no matter which",
    "no matter which one",
    "no matter which ones",
    "i am not fussy",
    "i am not picky",
    "i am easy",
    "whichever you like",
    "whichever you prefer",
    "whichever you want",
    "whichever one you like",
    "whichever one you prefer",
    "whichever ones you like",
    "either will do",
    "either one will do",
    "either of them will do",
    "either is fine",
    "either one is fine",
    "either of them is fine",
    "any will do",
    "any one will do",
    "any of them will do",
    "any one is fine",
    "any of them is fine",
    "either one",
    "any one",
    "any two",
    "any two of them",
    "any two will do",
    "no matter which two",
    "i do not mind which two",
    "i do not care which two",
    "it does not matter which two",
    "does not matter which two",
    "any three",
    "any three of them",
    "any three will do",
    "no matter which three",
    "i do not mind which three",
    "take your pick",
    "your pick",
    "your choice",
    "you choose",
    "you choose which",
    "you decide which",
    "it is up to you which",
    "which one is up to you",
    "i leave it to you which",
    "i will leave it to you which",
];
/// Of these, the ones before which no comma is needed.
const CLOSE: [&str; 5] =
    ["no matter which", "no matter which one", "no matter which ones", "whichever you like", "whichever one you like"];
/// Words that leave a choice.
const OPEN: [&str; 18] = [
    "a", "an", "one", "any", "either", "or", "some", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    "ten", "eleven", "twelve",
];

/// Words with which a clause goes on after its subject, beside modals.
const GOING_ON: [&str; 4] = ["has", "needs", "is", "goes"];

/// The sentence without them, where it leaves a choice.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    for at in (1..tokens.len()).rev() {
        let is_comma = |at: usize| tokens.get(at).is_some_and(|token| token.word == ",");
        let fits = |words: &&str| {
            let end = tokens::after(&tokens, at, words)?;
            let ends = end == tokens.len() || is_comma(end) || tokens[end].word == "please";
            ((is_comma(at - 1) || CLOSE.contains(words)) && ends && is_of(words, &tokens[..at])).then_some(end)
        };
        let Some(end) = FREE.iter().filter_map(fits).max() else { continue };
        let begin = at - usize::from(is_comma(at - 1));
        if !is_open(&tokens[..begin], vocabulary) || leaves_no_choice(&tokens[at..end], &tokens[..begin]) {
            continue;
        }
        // "One of the cups, either one, on the tray", "one of the robots, no matter which, must go there".
        let follows = |next: &Token| {
            let word = next.word.as_str();
            TOWARDS.contains(&word) || modals::is_modal(word) || GOING_ON.contains(&word)
        };
        let goes_on = is_comma(end) && tokens.get(end + 1).is_some_and(follows);
        tokens.drain(begin..end + usize::from(goes_on));
    }
    tokens
}

/// Whether a sentence only says that a choice is free, of the one before.
pub(crate) fn is_free(sentence: &[Token], before: &[Token]) -> bool {
    FREE.iter().any(|words| tokens::after(sentence, 0, words) == Some(sentence.len()) && is_of(words, before))
        && !leaves_no_choice(sentence, before)
}

/// "Never open either gate, you choose which", "open every gate, your pick": the choice is of what is forbidden, or there is none.
fn leaves_no_choice(words: &[Token], before: &[Token]) -> bool {
    const OF_ALL: [&str; 10] = ["every", "each", "all", "if", "once", "when", "whenever", "while", "until", "unless"];
    let is_told = |token: &Token| OF_ALL.contains(&token.word.as_str());
    words.iter().any(|token| matches!(token.word.as_str(), "you" | "your"))
        && (denies(before) || before.iter().any(is_told))
}

/// Whether the words name the number that was said before, if they name one.
fn is_of(words: &str, before: &[Token]) -> bool {
    let named = words.split(' ').find(|word| matches!(*word, "two" | "three"));
    named.is_none_or(|number| before.iter().any(|token| token.word == number))
}

/// Whether a sentence leaves a choice, or may: "the cup", where there are two. "The cups" are all of them.
pub(crate) fn is_open(sentence: &[Token], vocabulary: &Vocabulary) -> bool {
    let mut sorts: Vec<bool> = Vec::new();
    let mut at = 0;
    while at < sentence.len() {
        // The longest name that stands here: "robot 1" is no word for a sort.
        let Some((nouns, length)) = vocabulary.nouns(&sentence[at..]).into_iter().next() else {
            at += 1;
            continue;
        };
        sorts.extend(nouns.iter().filter_map(|noun| match noun {
            Noun::Kind { is_plural, .. } => Some(*is_plural),
            Noun::Object(_) => None,
        }));
        at += length;
    }
    sentence.iter().any(|token| OPEN.contains(&token.word.as_str())) || (!sorts.is_empty() && !sorts.contains(&true))
}
