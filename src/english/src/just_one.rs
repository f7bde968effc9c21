//! One of two things, and not both of them: "the jar or the jug on the rug, but not both".

use crate::{
    general::{BRING, PUTS},
    tokens::{self, Token, insert, put, word},
    vocabulary::Vocabulary,
};

/// "The jar or the jug on the rug, but not both": in the end just one of them is there.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    one_of_two(sentence, vocabulary).unwrap_or_else(|| sentence.to_vec())
}

fn one_of_two(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    const NOT_BOTH: [&str; 6] = [
        ", but not both of them",
        ", not both of them",
        "but not both of them",
        ", but not both",
        ", not both",
        "but not both",
    ];
    let main = &sentence[..tokens::before_any(sentence, sentence.len(), &NOT_BOTH)?];
    let or = main.iter().position(|token| token.word == "or")?;
    let begins = |at: &usize| vocabulary.only_named(main, *at).is_some_and(|(_, end)| end == or);
    let one = (0..or).find(begins)?;
    let (_, other) = vocabulary.only_named(main, or + 1)?;
    let (_, end) = vocabulary.only_named(main, other + 1)?;
    let verb = &main[..one - usize::from(one > 0 && word(main, one - 1) == "either")];
    let is_moving = |verb: &str| BRING.contains(&verb) || PUTS.contains(&verb);
    let is_moved = verb.is_empty() || verb.len() == 1 && is_moving(word(verb, 0));
    let at = match word(main, other) {
        "into" => "in",
        "onto" => "on",
        "to" => "at",
        "in" | "on" | "at" => word(main, other),
        _ => return None,
    };
    if !is_moved || end != main.len() || main[or + 1..].iter().any(|token| token.word == "or") {
        return None;
    }
    let being = format!("must be {at}");
    let mut tokens = [&main[one..or], &main[or..other], &main[other..]].concat();
    put(&mut tokens, other - one, other - one + 1, &being);
    put(&mut tokens, or - one, or - one + 1, "and");
    insert(&mut tokens, 0, "in the end exactly one of");
    Some(tokens)
}
