//! "Open the gate, but not before the cup is on the tray": an order, and a ban until then.

use crate::{
    tokens::{self, Token, insert, word},
    unconditional::{is_order, told},
    vocabulary::Vocabulary,
};

/// Words between the order and what has to come before it.
const UNTIL: [&str; 6] =
    ["but not before", "but not until", "but not till", "but never before", "only not before", "just not before"];

/// The sentence with the ban in full: "open the gate, and do not open the gate before the cup is on the tray".
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    deferred(sentence, vocabulary).unwrap_or_else(|| sentence.to_vec())
}

fn deferred(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let (at, after) =
        (1..sentence.len()).find_map(|at| tokens::after_any(sentence, at, &UNTIL).map(|after| (at, after)))?;
    let order = &sentence[..at - usize::from(word(sentence, at - 1) == ",")];
    // Of a certain robot the ban would be for all of them; of several orders it may be about the last one.
    let verbs = |tokens: &[Token]| tokens.iter().filter(|token| vocabulary.is_base(&token.word)).count();
    let is_one = told(order, vocabulary).len() == order.len() && verbs(order) == 1;
    if !is_one || !is_order(order, vocabulary) || after >= sentence.len() {
        return None;
    }
    let mut tokens = order.to_vec();
    let mut banned = order.to_vec();
    banned.iter_mut().filter(|token| token.word == "and").for_each(|and| and.word = "or".to_owned());
    insert(&mut banned, 0, ", and do not");
    tokens.append(&mut banned);
    let end = tokens.len();
    insert(&mut tokens, end, "before");
    tokens.extend_from_slice(&sentence[after..]);
    Some(tokens)
}
