//! A thing and the place where it is to be, with no word between them: "pear, shelf", "jar 1 shelf, jar 2 table".

use crate::{
    logic::Object,
    tokens::{Token, insert, word},
    vocabulary::Vocabulary,
};

/// The sentence with "to" between each thing and its place, if it consists of such pairs alone.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    pairs(sentence, vocabulary).unwrap_or_else(|| sentence.to_vec())
}

fn pairs(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let mut tokens = sentence.to_vec();
    // Where each thing and its place end.
    let mut ends: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (thing, after) = named(&tokens, at, vocabulary)?;
        let comma = after + usize::from(word(&tokens, after) == ",");
        let (place, end) = named(&tokens, comma, vocabulary)?;
        let is_fixed = vocabulary.is_place(place) && !vocabulary.can_move(place);
        // "Pear, table, plum, sink" may be a list.
        let is_list = comma > after && (at > 0 || end < tokens.len());
        if is_list || !is_fixed || !vocabulary.can_move(thing) {
            return None;
        }
        ends.push((after, end));
        at = end + usize::from(matches!(word(&tokens, end), "," | "and"));
    }
    for (after, end) in ends.into_iter().rev() {
        if end < tokens.len() && !matches!(word(&tokens, end), "," | "and") {
            insert(&mut tokens, end, ",");
        }
        if word(&tokens, after) == "," {
            tokens.remove(after);
        }
        insert(&mut tokens, after, "to");
    }
    Some(tokens)
}

/// The one thing whose name begins here, and the place after it. No robot: it may be told to go.
fn named(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(Object, usize)> {
    vocabulary.named(tokens, at).filter(|(object, _)| !vocabulary.robots.contains(object))
}
