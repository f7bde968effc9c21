//! A question and what is to be done by its answer: "Is the gate open? If so, close it." as "if the gate is open, close it".

use crate::{
    modals,
    tokens::{self, Token, word},
    unconditional::is_order,
    vocabulary::{Noun, Vocabulary},
};

/// Words that say which answer an order is for, and whether it is "no".
const ANSWERS: [(&str, bool); 16] = [
    ("then", false),
    ("if so ,", false),
    ("if yes ,", false),
    ("if it is ,", false),
    ("if they are ,", false),
    ("if it is , then", false),
    ("if so , then", false),
    ("if so then", false),
    ("in that case ,", false),
    ("in that case", false),
    ("if not ,", true),
    ("if no ,", true),
    ("if it is not ,", true),
    ("if they are not ,", true),
    ("if not , then", true),
    ("if not then", true),
];
/// Words in a question that ask for nothing more.
const FILLING: [&str; 5] = ["still", "already", "currently", "now", "yet"];

/// The sentences, with an order under a condition for each question with what follows from its answer.
pub(crate) fn joined(sentences: Vec<Vec<Token>>, vocabulary: &Vocabulary) -> Vec<Vec<Token>> {
    let mut all: Vec<Vec<Token>> = Vec::new();
    for sentence in sentences {
        let order = all.last().and_then(|question| answered(question, &sentence, vocabulary));
        if order.is_some() {
            all.pop();
        }
        all.push(order.unwrap_or(sentence));
    }
    all
}

/// "If the gate is open, close it", for the question and the order after it.
fn answered(question: &[Token], answer: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let after = |(words, denied): &(&str, bool)| Some((tokens::after(answer, 0, words)?, *denied));
    let (end, is_denied) = ANSWERS.iter().filter_map(after).max()?;
    let polite = usize::from(word(answer, end) == "please");
    let mut order = answer.get(end + polite..)?.to_vec();
    // "Then stop it first": before what comes after it, which is told so anyhow.
    if order.last().is_some_and(|last| last.word == "first") {
        order.pop();
    }
    // "If so, robot 1 should close it" would be a rule after "if"; the question is about now.
    let is_rule =
        order.iter().any(|token| modals::is_must(&token.word) || matches!(token.word.as_str(), "has" | "have"));
    let mut condition = asked(question, vocabulary).filter(|_| !is_rule && is_order(&order, vocabulary))?;
    let is = condition.iter().position(|token| matches!(token.word.as_str(), "is" | "are"))?;
    if is_denied {
        tokens::insert(&mut condition, is + 1, "not");
    }
    tokens::insert(&mut condition, 0, "if");
    let end = condition.len();
    tokens::insert(&mut condition, end, ",");
    condition.extend(order);
    Some(condition)
}

/// What is asked, as a clause: "is the gate open?", "gate shut?".
fn asked(question: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let (mark, said) = question.split_last()?;
    let is = usize::from(matches!(word(said, 0), "is" | "are"));
    let name = is + usize::from(word(said, is) == "the");
    let (nouns, length) = vocabulary.nouns(said.get(name..)?).into_iter().next()?;
    let is_robot = |noun: &Noun| matches!(noun, Noun::Object(object) if vocabulary.robots.contains(object));
    let end = name + length;
    let rest: Vec<Token> =
        said.get(end..)?.iter().filter(|token| !FILLING.contains(&token.word.as_str())).cloned().collect();
    let is_plain = !rest.iter().any(|token| matches!(token.word.as_str(), "," | "and" | "or" | "not" | "is" | "are"));
    let is_state = rest.first().is_some_and(|first| {
        vocabulary.has_adjective(&first.word)
            || matches!(first.word.as_str(), "in" | "on" | "at" | "open" | "shut" | "closed" | "off")
    });
    if mark.word != "?" || !is_plain || !is_state || nouns.iter().all(is_robot) {
        return None;
    }
    let being = match said.first() {
        Some(first) if is == 1 => first.clone(),
        _ => Token { word: "is".to_owned(), span: rest[0].span.start..rest[0].span.start },
    };
    Some(said[is..end].iter().cloned().chain([being]).chain(rest).collect())
}
