//! What each who does something must do then: "whoever opens the gate closes it again".

use crate::{
    inflection::Form,
    modals,
    tokens::{self, Token, put, word},
    vocabulary::{Noun, Vocabulary},
};

/// Words for each who does it.
const WHO: [&str; 8] = [
    "whoever",
    "anyone who",
    "anybody who",
    "everyone who",
    "everybody who",
    "any robot that",
    "any robot who",
    "each robot that",
];

/// The sentence about every robot, with names for "it".
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    each(sentence, vocabulary).unwrap_or_else(|| sentence.to_vec())
}

fn each(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let deed = tokens::after_any(sentence, 0, &WHO)?;
    vocabulary.deed(word(sentence, deed), Form::Present)?;
    // The thing: "the gate", "a gate".
    let the = deed + 1;
    if !matches!(word(sentence, the), "the" | "a" | "an" | "any") {
        return None;
    }
    let (nouns, length) = vocabulary.nouns(sentence.get(the + 1..)?).into_iter().next()?;
    let is_one = |noun: &Noun| !matches!(noun, Noun::Kind { is_plural: true, .. });
    let end = the + 1 + length;
    let must = modals::after_duty_of_one(sentence, end);
    let verb = must.unwrap_or(end);
    let told = match must {
        Some(_) => vocabulary.is_base(word(sentence, verb)).then(|| word(sentence, verb).to_owned()),
        None => vocabulary.deed(word(sentence, verb), Form::Present).map(str::to_owned),
    }?;
    // What it is that is done to it: nothing else is named, and nothing depends on it.
    let rest = &sentence[verb + 1..];
    let its = rest.iter().filter(|token| token.word == "it").count();
    let is_plain = matches!(rest.len(), 1 | 2)
        && its == 1
        && rest.iter().all(|token| matches!(token.word.as_str(), "it" | "again" | "afterwards"));
    if !nouns.iter().all(is_one) || !is_plain {
        return None;
    }
    let name: Vec<String> = sentence[the + 1..end].iter().map(|token| token.word.clone()).collect();
    let name = format!("{} {}", if word(sentence, the) == "the" { "the" } else { "that" }, name.join(" "));
    let mut tokens = sentence.to_vec();
    let it = verb + 1 + rest.iter().position(|token| token.word == "it")?;
    put(&mut tokens, it, it + 1, &name);
    put(&mut tokens, end, verb + 1, &format!("must {told}"));
    put(&mut tokens, 0, deed, "every robot that");
    Some(tokens)
}
