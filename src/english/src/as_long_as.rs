//! "Open the gate as long as the lamp is off": if it is off when the mission begins, or at a moment at which it is off?

use crate::{
    tokens::{Token, after_any, word},
    vocabulary::Vocabulary,
};

const WORDS: [&str; 2] = ["as long as", "so long as"];
/// Words of orders that last: "keep it shut as long as ...", "make sure that it is shut as long as ..." are rules.
const LASTING: [&str; 10] = ["keep", "leave", "hold", "stay", "remain", "avoid", "sure", "certain", "ensure", "see"];

/// Where the words are, beside an order to do something once.
pub(crate) fn unclear(tokens: &[Token], vocabulary: &Vocabulary) -> Option<usize> {
    let at = (0..tokens.len()).find(|&at| after_any(tokens, at, &WORDS).is_some())?;
    let order = if at > 0 { 0 } else { tokens.iter().position(|token| token.word == ",")? + 1 };
    let order = order + usize::from(word(tokens, order) == "please");
    let lasts = tokens.iter().any(|token| LASTING.contains(&token.word.as_str()));
    let verb = word(tokens, order);
    ((verb == "let" || vocabulary.is_base(verb)) && !lasts).then_some(at)
}
