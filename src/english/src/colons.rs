//! What stands before a colon said of what stands after it: "empty the box: everything in it goes on the shelf", "jug: shelf".

use crate::{
    general::TOWARDS,
    inflection::Form,
    logic::Object,
    tokens::{self, Token, denies, insert, put, word},
    unconditional,
    vocabulary::{Noun, Vocabulary},
};

/// Words that point to what comes after the colon: it is no sentence of its own.
const POINTING: [&str; 12] =
    ["order", "following", "these", "this", "those", "so", "as", "way", "one", "two", "three", "either"];

/// The sentences without the colons that can be told otherwise.
pub(crate) fn apart(cut: Vec<Vec<Token>>, vocabulary: &Vocabulary) -> Vec<Vec<Token>> {
    cut.into_iter().flat_map(|sentence| parts(&sentence, vocabulary).unwrap_or_else(|| vec![sentence])).collect()
}

fn parts(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Vec<Token>>> {
    let colon = sentence.iter().position(|token| token.word == ":")?;
    let (left, right) = (&sentence[..colon], &sentence[colon + 1..]);
    // A robot that is spoken to is read as it is.
    if right.is_empty() || right.iter().any(|token| token.word == ":") || vocabulary.robot(left).is_some() {
        return None;
    }
    if let Some(object) = named(left, vocabulary) {
        return of_thing(left, right, object, vocabulary).map(|sentence| vec![sentence]);
    }
    if let Some(place) = emptied(left, vocabulary)
        && let Some(whole) = of_place(place, right)
    {
        return Some(vec![whole]);
    }
    // "Clear the rug: nothing on it ..." limits what comes before.
    if denies(left) || denies(right) || !unconditional::is_order(left, vocabulary) {
        return None;
    }
    let points = left.iter().any(|token| POINTING.contains(&token.word.as_str()));
    let names = |tokens: &[Token]| (0..tokens.len()).any(|at| !vocabulary.nouns(&tokens[at..]).is_empty());
    let has_verb = |token: &Token| {
        vocabulary.verbs(&token.word).iter().any(|(_, form)| matches!(form, Form::Base | Form::Present))
    };
    let is_sentence = right.iter().any(has_verb) && names(left) && names(right);
    (is_sentence && !points).then(|| vec![left.to_vec(), right.to_vec()])
}

/// The one thing that all of the words name.
fn named(tokens: &[Token], vocabulary: &Vocabulary) -> Option<Object> {
    vocabulary.named(tokens, 0).filter(|(_, end)| *end == tokens.len()).map(|(object, _)| object)
}

/// "Jug: shelf", "table 1: the cups and the jug", "door 1: closed", "jar 1: open it, then rinse it".
fn of_thing(left: &[Token], right: &[Token], object: Object, vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let is_polite = right.last().is_some_and(|last| last.word == "please");
    let said = &right[..right.len() - usize::from(is_polite)];
    let is_apart = is_polite && said.last().is_some_and(|last| last.word == ",");
    let said = &said[..said.len() - usize::from(is_apart)];
    let is_fixed = vocabulary.is_place(object) && !vocabulary.can_move(object);
    let to = TOWARDS.iter().filter_map(|words| tokens::after(said, 0, words)).max();
    let place = named(&said[to.unwrap_or(0).min(said.len())..], vocabulary);
    if place.is_some_and(|place| vocabulary.is_place(place) && !vocabulary.can_move(place)) && !is_fixed {
        return Some(if to.is_some() { [left, said].concat() } else { joined(left, "to", said) });
    }
    if to.is_none() && is_fixed && are_things(said, vocabulary) {
        return Some(joined(said, "to", left));
    }
    if said.len() == 1 && vocabulary.has_adjective(&said[0].word) {
        return Some([left, said].concat());
    }
    let it = said.iter().position(|token| token.word == "it");
    let is_base = |token: &Token| vocabulary.is_base(&token.word);
    let is_order = said.first().is_some_and(is_base) && !denies(said) && !said.iter().any(is_conditional);
    let is_bare = |name: usize| word(left, name) != "the";
    let phrase: Vec<&str> = left.iter().map(|token| token.word.as_str()).collect();
    let phrase = if is_bare(0) { format!("the {}", phrase.join(" ")) } else { phrase.join(" ") };
    let mut order = said.to_vec();
    match it {
        // Nothing else is named before it.
        Some(it) if is_order && (0..it).all(|at| vocabulary.nouns(&said[at..]).is_empty()) => {
            put(&mut order, it, it + 1, &phrase);
        }
        None if is_order && said.len() == 1 => insert(&mut order, 1, &phrase),
        _ => return None,
    }
    Some(order)
}

/// Whether the word makes what is said depend on something.
fn is_conditional(token: &Token) -> bool {
    ["if", "unless", "when", "whenever", "until", "till", "while", "before", "once", "or"]
        .contains(&token.word.as_str())
}

fn joined(one: &[Token], between: &str, other: &[Token]) -> Vec<Token> {
    let mut tokens = one.to_vec();
    let end = tokens.len();
    insert(&mut tokens, end, between);
    tokens.extend_from_slice(other);
    tokens
}

/// Whether the words are a list of things that can be moved.
fn are_things(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let mut at = 0;
    let mut count = 0;
    while at < tokens.len() {
        if let Some((nouns, length)) = vocabulary.nouns(&tokens[at..]).into_iter().next() {
            let moves = |noun: &Noun| match noun {
                Noun::Object(object) => vocabulary.can_move(*object),
                Noun::Kind { kind, .. } => {
                    vocabulary.kinds[*kind].members.iter().all(|object| vocabulary.can_move(*object))
                }
            };
            if !nouns.iter().all(moves) {
                return false;
            }
            count += 1;
            at += length;
        } else if matches!(word(tokens, at), "," | "and" | "the" | "both" | "all") {
            at += 1;
        } else {
            return false;
        }
    }
    count > 0
}

/// The place of "clear the table", "empty out the box".
fn emptied<'t>(order: &'t [Token], vocabulary: &Vocabulary) -> Option<&'t [Token]> {
    let verb = word(order, 0);
    if !matches!(verb, "clear" | "empty") || vocabulary.frames_of(verb).next().is_some() {
        return None;
    }
    let place = 1 + usize::from(matches!(word(order, 1), "off" | "out" | "up"));
    let place = order.get(place..)?;
    named(place, vocabulary).map(|_| place)
}

/// "Everything on the table goes to the shelf" for "clear the table: everything on it goes to the shelf", which empties it.
fn of_place(place: &[Token], right: &[Token]) -> Option<Vec<Token>> {
    let mut tokens = right.to_vec();
    let phrase: Vec<&str> = place.iter().map(|token| token.word.as_str()).collect();
    let phrase = phrase.join(" ");
    let is_all = |token: &Token| {
        matches!(token.word.as_str(), "everything" | "whatever" | "anything" | "every" | "any" | "all" | "each")
    };
    let it = |at: &usize| {
        matches!(word(&tokens, *at), "it" | "there")
            && *at > 0
            && matches!(word(&tokens, at - 1), "on" | "in" | "inside")
    };
    let found = (0..tokens.len()).find(it)?;
    let is_first = tokens[..found].iter().any(is_all) && found <= 5;
    is_first.then(|| put(&mut tokens, found, found + 1, &phrase))?;
    Some(tokens)
}
