//! Where "not" stands before two verbs with "and": "don't open the gate and take the box" forbids both, both together, or the first alone.

use crate::{
    tokens::{self, Token, word},
    vocabulary::Vocabulary,
};

/// Words that may stand between "not" or "and" and the verb.
const BETWEEN: [&str; 9] = ["ever", "to", "even", "just", "simply", "also", "both", "then", "now"];
/// Words before "not" where what follows tells how something is: "is not open and clean".
const BEING: [&str; 7] = ["is", "are", "was", "were", "be", "been", tokens::APOSTROPHE];
/// Words with which what is forbidden ends before an "and".
const ENDING: [&str; 4] = [",", "but", ":", "?"];
/// Words that say which of the meanings it is: not both at one time.
const TOGETHER: [&str; 5] = ["at the same time", "at the same moment", "at once", "together", "simultaneously"];

/// The words from the verb that is denied on, where an order may be denied, too, or not.
pub(crate) fn unclear(tokens: &[Token], vocabulary: &Vocabulary) -> Option<usize> {
    let verb = |at: usize| (at..tokens.len()).find(|at| !BETWEEN.contains(&word(tokens, *at)));
    let is_base = |at: usize| vocabulary.is_base(word(tokens, at));
    let denied = |at: &usize| {
        let is_denial = matches!(word(tokens, *at), "not" | "never");
        is_denial && !at.checked_sub(1).is_some_and(|before| BEING.contains(&word(tokens, before)))
    };
    (0..tokens.len()).filter(denied).filter_map(|at| verb(at + 1)).filter(|verb| is_base(*verb)).find(|first| {
        let rest = first + 1..tokens.len();
        let ends = rest.clone().find(|at| ENDING.contains(&word(tokens, *at))).unwrap_or(tokens.len());
        let mut ands = rest.take_while(|at| *at < ends).filter(|at| word(tokens, *at) == "and");
        // "Don't leave it open and nothing in it."
        let is_second = |at: &usize| is_base(*at) || matches!(word(tokens, *at), "nothing" | "no" | "none");
        let joined = ands.find_map(|and| verb(and + 1).filter(is_second));
        // "Do not open it and do not take it."
        joined
            .is_some_and(|second| !matches!(word(tokens, second + 1), "not" | "never") && !is_together(tokens, second))
    })
}

/// "Nobody goes to the hall without being clean or into the store": where the second place begins, as it may be "without", too.
pub(crate) fn second_place(tokens: &[Token]) -> Option<usize> {
    let without =
        tokens.iter().position(|token| token.word == "without").filter(|at| tokens::denies(&tokens[..*at]))?;
    let is_joined = |at: &usize| matches!(word(tokens, at - 1), "or" | "and");
    (without + 1..tokens.len()).filter(is_joined).find(|at| matches!(word(tokens, *at), "into" | "onto" | "to"))
}

/// A "nor" after which nobody knows what is asked for, as nothing before it is denied: "put the jar on the rug nor the jug".
pub(crate) fn bare_nor(tokens: &[Token]) -> Option<usize> {
    const BEFORE_NOR: [&str; 8] = ["neither", "not", "never", "no", "none", "nobody", "nothing", "without"];
    let nor = tokens.iter().position(|token| token.word == "nor")?;
    tokens[..nor].iter().all(|token| !BEFORE_NOR.contains(&token.word.as_str())).then_some(nor)
}

/// Whether the sentence ends with words for one time, after this verb and what it is about.
fn is_together(tokens: &[Token], verb: usize) -> bool {
    let ends = |at: &usize| TOGETHER.iter().any(|words| tokens::after(tokens, *at, words) == Some(tokens.len()));
    (verb..tokens.len()).find(ends).is_some_and(|at| tokens[verb..at].iter().all(|token| token.word != "and"))
}
