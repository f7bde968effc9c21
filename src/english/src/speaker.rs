//! For whom something is done, where that is whoever speaks: "make the bed for me", "get me the cup onto the table".
//!
//! [`idioms`](crate::idioms), [`spoken`](crate::spoken) and [`everyday`](crate::everyday) call these, each at its place among the
//! passes.

use crate::{
    general::{FETCH, TOWARDS},
    inflection::Form,
    tokens::{self, Token, word},
    unconditional::is_order,
    vocabulary::Vocabulary,
};

/// The same after a comma, which adds nothing.
pub(crate) const ASIDES: [&str; 2] = [", for me", ", for us"];

/// "Get me the sample measured": get it measured.
pub(crate) fn done_for_me(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let courtesy = |token: &&Token| matches!(token.word.as_str(), "," | "please" | "thanks" | "?");
    let last = tokens.iter().rev().find(|token| !courtesy(token));
    let is_done =
        last.is_some_and(|last| vocabulary.verbs(&last.word).iter().any(|(_, form)| *form == Form::Participle));
    let get = usize::from(word(tokens, 0) == "please");
    // "Get me the sample and get the rack washed": the one is to be brought.
    let is_one = (get + 1..tokens.len()).all(|at| {
        !matches!(word(tokens, at), "and" | "," | "then" | "or") || !vocabulary.is_base(word(tokens, at + 1))
    });
    let is_done = is_done && is_one;
    if is_done && word(tokens, get) == "get" && matches!(word(tokens, get + 1), "me" | "us") && tokens.len() > get + 3 {
        tokens.remove(get + 1);
    }
}

/// Where "me" of "bring me the cup" stands, if no place is told and the site has no skill for it.
pub(crate) fn is_brought_nowhere(tokens: &[Token], vocabulary: &Vocabulary) -> Option<usize> {
    let verb = word(tokens, 0);
    let is_brought = matches!(verb, "get" | "bring" | "fetch" | "give" | "hand" | "pass")
        && vocabulary.frames_of(verb).next().is_none();
    (is_brought && matches!(word(tokens, 1), "me" | "us")).then_some(1)
}

/// "Get me the cup onto the table": the place says where it is to be.
pub(crate) fn without_me(tokens: &mut Vec<Token>) {
    let is_fetched = matches!(word(tokens, 0), "get" | "bring" | "fetch" | "put" | "move" | "take");
    let has_place = tokens.iter().skip(3).any(|token| TOWARDS.contains(&token.word.as_str()));
    if is_fetched && matches!(word(tokens, 1), "me" | "us") && has_place {
        tokens.remove(1);
    }
}

/// "Make the bed for me", but not "get the cup for me", which is to be brought.
pub(crate) fn without_for_me(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let Some(end) = tokens.len().checked_sub(2).filter(|end| tokens::after(tokens, *end, "for me").is_some()) else {
        return;
    };
    let order = &tokens[..end];
    let fetches = |token: &Token| FETCH.contains(&token.word.as_str()) || token.word == "hold";
    let is_towards = |token: &Token| matches!(token.word.as_str(), "to" | "into" | "onto");
    // "Get the door open for me" fetches nothing.
    let is_of_state = order.len() > 2 && order.last().is_some_and(|last| vocabulary.has_adjective(&last.word));
    let is_for_speaker = order.iter().any(fetches) && !order.iter().any(is_towards) && !is_of_state;
    if is_order(order, vocabulary) && !is_for_speaker {
        tokens.truncate(end);
    }
}
