//! Orders that depend on nothing: "open the fridge and wipe the table", not "open it whenever it is closed".

use crate::{
    modals,
    tokens::{self, Token},
    vocabulary::Vocabulary,
};

/// Words by which a sentence is more than orders, or in which an order is about more than one moment.
#[rustfmt::skip]
pub(crate) const DEPENDING: [&str; 30] = [
    "not", "never", "no", "nobody", "nothing", "none", "neither", "nor", "until", "till", "while", "when", "whenever",
    "if", "unless", "before", "after", "once", "only", "always", "without", "except", "as", "then", "afterwards",
    "long", "next", "time", "times", "sure",
];
/// Verbs of what lasts, or of others' deeds.
#[rustfmt::skip]
const LASTING: [&str; 12] =
    ["keep", "leave", "stay", "remain", "avoid", "refrain", "abstain", "let", "have", "ensure", "hold", "be"];

/// Whether the words are an order, or several, that depend on nothing: "open the fridge and wipe the table".
pub(crate) fn is_order(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let order = told(tokens, vocabulary);
    let is_plain = |token: &Token| !DEPENDING.contains(&token.word.as_str());
    order.first().is_some_and(|first| vocabulary.is_base(&first.word) && !LASTING.contains(&first.word.as_str()))
        && order.iter().all(is_plain)
}

/// The words from the first verb of an order on: "robot 1, open it", "robot 1 should open it", "I want robot 1 to open it".
pub(crate) fn told<'t>(tokens: &'t [Token], vocabulary: &Vocabulary) -> &'t [Token] {
    const TOLD: [&str; 2] = [",", "is supposed to"];
    const WISHES: [&str; 6] = ["i want", "i need", "i would like", "we want", "we need", "we would like"];
    let wish = WISHES.iter().find(|wish| tokens::stands(tokens, 0, wish)).map_or(0, |wish| wish.split(' ').count());
    let whom = &tokens[wish..];
    let whom = if whom.first().is_some_and(|first| first.word == "the") { &whom[1..] } else { whom };
    let Some(length) = vocabulary.robot(whom) else { return tokens };
    let after = match wish {
        0 => modals::after_duty(whom, length).or_else(|| tokens::after_any(whom, length, &TOLD)),
        _ => tokens::after(whom, length, "to"),
    };
    let told = after.map_or(tokens, |after| &whom[after..]);
    if told.first().is_some_and(|first| first.word == "please") { &told[1..] } else { told }
}

/// Whether a sentence is an order about what the one before, an order too, names: "Open door 1. Close it.", "Open door 1.
/// Once the cup is in the sink, close it."
pub(crate) fn is_about(sentence: &[Token], before: &[Token], vocabulary: &Vocabulary) -> bool {
    let awaits = ["once", "as soon as", "after"].iter().any(|word| tokens::stands(sentence, 0, word));
    let after = |comma: usize| sentence.get(comma + 1..).unwrap_or_default();
    let mut commas = (0..sentence.len()).filter(|at| awaits && sentence[*at].word == ",");
    let comma = commas.find(|comma| is_order(after(*comma), vocabulary));
    let sentence = comma.map_or(sentence, after);
    // "Take the apple and put it on the desk" names what it means itself.
    let it = sentence.iter().position(|token| matches!(token.word.as_str(), "it" | "them"));
    let refers = it.is_some_and(|it| (0..it).all(|at| vocabulary.nouns(&sentence[at..]).is_empty()));
    // "All clothes into the machine."
    let has_verb = || before.iter().any(|token| !vocabulary.verbs(&token.word).is_empty());
    let is_towards = |token: &Token| matches!(token.word.as_str(), "to" | "into" | "onto" | "in" | "on");
    let is_short = || before.iter().any(is_towards) && !has_verb();
    refers && is_order(sentence, vocabulary) && (is_order(before, vocabulary) || is_short())
}
