//! What is to be done where a condition does not hold: "if the door is open, close it, otherwise leave it alone".

use crate::{
    courtesy,
    tokens::{self, Token},
    vocabulary::Vocabulary,
};

/// The word that all of them are read as.
pub(crate) const OTHERWISE: &str = "otherwise";
/// Words that deny the condition before them where a comma follows.
const DENIALS: [&str; 5] =
    ["if not", "if it is not", "if they are not", "if that is not so", "if that is not the case"];
/// Words for doing nothing.
#[rustfmt::skip]
const NOTHING: [&str; 16] = [
    "do not bother", "do nothing", "there is nothing to do", "never mind", "it may stay there", "it can stay there",
    "they may stay there", "they can stay there", "it may stay where it is", "it can stay where it is",
    "they may stay where they are", "they can stay where they are", "it may stay as it is", "it can stay as it is",
    "you need not do anything", "you do not have to do anything",
];

/// The sentences, with what begins with "otherwise" as one of its own.
pub(crate) fn apart(sentences: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    sentences.into_iter().flat_map(parted).collect()
}

/// Whether a sentence is about where the condition of the one before does not hold.
pub(crate) fn begins(sentence: &[Token]) -> bool {
    sentence.first().is_some_and(|first| first.word == OTHERWISE)
}

/// Whether it asks for nothing: "otherwise don't bother".
pub(crate) fn is_idle(sentence: &[Token]) -> bool {
    let (lead, rest) = lead(sentence);
    let rest = softened(rest);
    !lead.is_empty() && NOTHING.iter().any(|words| tokens::after(rest, 0, words) == Some(rest.len()))
}

/// Whether it is about now, as an order is, and not a rule.
pub(crate) fn is_for_now(sentence: &[Token], vocabulary: &Vocabulary) -> bool {
    let (lead, rest) = lead(sentence);
    let rest = softened(rest);
    let Some(first) = rest.first().filter(|_| !lead.is_empty()) else { return false };
    is_idle(sentence)
        || matches!(first.word.as_str(), "leave" | "i" | "we")
        || tokens::after(rest, 0, "do not").is_some()
        || vocabulary.is_base(&first.word)
}

/// The word "otherwise" at the begin, and the rest.
pub(crate) fn lead(sentence: &[Token]) -> (&[Token], &[Token]) {
    sentence.split_at(usize::from(begins(sentence)))
}

fn softened(tokens: &[Token]) -> &[Token] {
    let soft = tokens.iter().take_while(|token| courtesy::softens(&token.word) || token.word == "simply").count();
    &tokens[soft..]
}

fn parted(sentence: Vec<Token>) -> Vec<Vec<Token>> {
    if let Some(after) = mark(&sentence, 0) {
        return vec![marked(&sentence, 0, after)];
    }
    let is_if = |token: &Token| matches!(token.word.as_str(), "if" | "case");
    let condition = sentence.iter().position(is_if).or((sentence[0].word == "should").then_some(0));
    let Some(condition) = condition else { return vec![sentence] };
    let found = (condition + 2..sentence.len()).find_map(|at| Some((at, mark(&sentence, at)?)));
    let Some((at, after)) = found.filter(|(_, after)| *after < sentence.len()) else { return vec![sentence] };
    let joins = |token: &&Token| matches!(token.word.as_str(), "," | "and" | "but");
    let end = at - sentence[..at].iter().rev().take_while(joins).count();
    vec![sentence[..end].to_vec(), marked(&sentence, at, after)]
}

fn marked(sentence: &[Token], at: usize, after: usize) -> Vec<Token> {
    let mark = Token { word: OTHERWISE.to_owned(), span: sentence[at].span.clone() };
    std::iter::once(mark).chain(sentence[after..].iter().cloned()).collect()
}

/// The place after the words that stand here for "otherwise".
fn mark(sentence: &[Token], at: usize) -> Option<usize> {
    let word = |at: usize| sentence.get(at).map_or("", |token| token.word.as_str());
    let comma = |at: usize| at + usize::from(word(at) == ",");
    let before = if at > 0 { word(at - 1) } else { "," };
    // "Open it if it is hot, but not otherwise."
    if word(at) == OTHERWISE && before != "not" {
        return Some(comma(at + 1));
    }
    // "Everything else", "do that or else".
    if word(at) == "else" && before == "," {
        return Some(comma(at + 1));
    }
    // "If not in the box, ..." is another condition.
    let denied = DENIALS.iter().find_map(|words| tokens::after(sentence, at, words))?;
    (matches!(before, "," | "and" | "but") && word(denied) == ",").then_some(denied + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_otherwise_is_a_sentence_of_its_own() {
        let parts = |text: &str| {
            let said = |part: &Vec<Token>| part.iter().map(|token| token.word.as_str()).collect::<Vec<_>>().join(" ");
            apart(tokens::sentences(text)).iter().map(said).collect::<Vec<_>>()
        };
        for text in ["If a is b, go, otherwise stay.", "If a is b, go; if not, stay.", "If a is b go and if not, stay."]
        {
            assert_eq!(parts(text).last().map(String::as_str), Some("otherwise stay"), "{text}");
        }
        for text in ["Go if a is b, but not otherwise", "If a is b, everything else goes", "Go, otherwise stay"] {
            assert_eq!(parts(text).len(), 1, "{text}");
        }
    }
}
