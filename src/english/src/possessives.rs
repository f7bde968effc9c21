//! What belongs to a thing, in the words of the site: "the cart's battery is low" for "the battery of the cart is low".

use crate::{
    tokens::{APOSTROPHE, Token, word},
    vocabulary::Vocabulary,
};

/// The sentence with "the battery of the cart".
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    for (_, frame) in vocabulary.prefixed() {
        let [.., part, of] = frame.before.as_slice() else { continue };
        if of != "of" {
            continue;
        }
        for at in (1..tokens.len()).rev() {
            if word(&tokens, at) != part {
                continue;
            }
            let before = &frame.before;
            let owner = if word(&tokens, at - 1) == "its" {
                Some((at - 1, vec![Token { word: "it".to_owned(), ..tokens[at - 1].clone() }]))
            } else if word(&tokens, at - 1) == APOSTROPHE {
                owner(&tokens, at - 1, vocabulary).map(|begin| (begin, tokens[begin..at - 1].to_vec()))
            } else {
                None
            };
            let Some((begin, owner)) = owner else { continue };
            let span = tokens[at].span.clone();
            let words = before.iter().map(|word| Token { word: word.clone(), span: span.clone() });
            let whole: Vec<Token> = words.chain(owner).collect();
            tokens.splice(begin..=at, whole);
            break;
        }
    }
    tokens
}

/// Where the one begins that is named before the apostrophe.
fn owner(tokens: &[Token], apostrophe: usize, vocabulary: &Vocabulary) -> Option<usize> {
    let names = |at: &usize| {
        vocabulary.nouns(&tokens[*at..apostrophe]).first().is_some_and(|(_, length)| at + length == apostrophe)
    };
    let begin = (apostrophe.saturating_sub(4)..apostrophe).find(names)?;
    Some(begin - usize::from(begin > 0 && word(tokens, begin - 1) == "the"))
}
