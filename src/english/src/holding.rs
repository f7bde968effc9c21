//! What a robot takes and does not let go: "grab the cup and hold on to it".

use crate::{
    general::TAKES,
    tokens::{self, Token, denies, insert, word},
    vocabulary::Vocabulary,
};

/// Words for not letting go.
const HOLDING: [&str; 4] = ["hold on to it", "hang on to it", "keep hold of it", "keep holding it"];

/// The sentence with what the robot must hold in the end.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    held(sentence, vocabulary).unwrap_or_else(|| sentence.to_vec())
}

fn held(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let holding = tokens::before_any(sentence, sentence.len(), &HOLDING)?;
    let and = holding.checked_sub(1).filter(|and| matches!(word(sentence, *and), "and" | "but"))?;
    let end = and - usize::from(and > 0 && word(sentence, and - 1) == ",");
    let order = &sentence[..end];
    // "Robot 1, grab it", "let robot 1 grab it", "robot 1 should grab it", "grab it, robot 1", "grab it with robot 1".
    let first = usize::from(matches!(word(order, 0), "let" | "have"));
    let (called, begin) = match vocabulary.robot(order.get(first + usize::from(word(order, first) == "the")..)?) {
        Some(length) => {
            let name = first + usize::from(word(order, first) == "the");
            let after = name + length;
            let verb =
                crate::modals::after_duty(order, after).unwrap_or(after + usize::from(word(order, after) == ","));
            (Some(&order[name..after]), verb)
        }
        None => (None, 0),
    };
    let verb = word(order, begin);
    let thing = begin + 1 + usize::from(verb == "pick" && word(order, begin + 1) == "up");
    if !TAKES.contains(&verb) || verb == "remove" {
        return None;
    }
    let (object, named) = vocabulary.only_named(order, thing)?;
    let who = match (called, named == order.len()) {
        (Some(who), true) => who,
        (None, false) if matches!(word(order, named), "," | "with") => {
            let name = named + 1 + usize::from(word(order, named + 1) == "the");
            let length = vocabulary.robot(order.get(name..)?)?;
            (name + length == order.len()).then_some(&order[name..])?
        }
        _ => return None,
    };
    let (robot, _) = vocabulary.only_named(who, 0)?;
    let is_one = vocabulary.robots.contains(&robot) && !vocabulary.robots.contains(&object);
    if !is_one || denies(order) || !vocabulary.can_move(object) {
        return None;
    }
    // To hold it, the robot takes it, unless it holds it already.
    let mut tokens = who.to_vec();
    let last = tokens.len();
    insert(&mut tokens, last, "must hold");
    tokens.extend_from_slice(&order[thing..named]);
    insert(&mut tokens, 0, "in the end");
    Some(tokens)
}
