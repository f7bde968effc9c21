//! Short forms of speech as whole sentences: "robot 1 to the sink", "somebody open the door", "the door needs opening".

use crate::{
    general::TOWARDS,
    modals, needing, speaker,
    tokens::{self, APOSTROPHE, Token, denies, insert, word},
    vocabulary::{Noun, Vocabulary},
};

/// Asides that ask for nothing.
const ASIDES: [&str; 18] = [
    "while you are at it",
    "when you get a chance",
    "when you get the chance",
    "when you get a minute",
    "when you get a moment",
    "when you get a second",
    "when you get time",
    "when you get round to it",
    "when you have a second",
    "when you have a chance",
    "once you have a minute",
    "once you have a moment",
    "when you have a minute",
    "when you have a moment",
    "when you have time",
    "if you have a minute",
    "if you have time",
    "if you get a chance",
];
/// Somebody, whoever that is.
const SOMEBODY: [&str; 7] =
    ["somebody", "someone", "anybody", "anyone", "one of you", "any of you", "one of you robots"];

/// The same, where it is told what they must do.
const WHOEVER: [&str; 12] = [
    "one of you robots",
    "one of you",
    "any of you",
    "either of you",
    "whoever is free",
    "whoever is nearest",
    "whoever is closest",
    "whoever is available",
    "whichever of you is free",
    "whichever of you is nearest",
    "whichever robot is free",
    "whichever robot is nearest",
];

/// The sentence in whole words.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    without_asides(&mut tokens);
    without_somebody(&mut tokens, vocabulary);
    whoever(&mut tokens);
    called(&mut tokens, vocabulary);
    speaker::without_me(&mut tokens);
    needing::needing(&mut tokens, vocabulary);
    being_there(&mut tokens, vocabulary);
    unless(&mut tokens, vocabulary);
    after_first(&mut tokens, vocabulary);
    without_verb(&mut tokens, vocabulary);
    if tokens.is_empty() { sentence.to_vec() } else { tokens }
}

/// "Open the drawer while you're at it, please."
fn without_asides(tokens: &mut Vec<Token>) {
    for at in (0..tokens.len()).rev() {
        let Some(end) = ASIDES.iter().find_map(|words| tokens::after(tokens, at, words)) else { continue };
        let comma_before = at > 0 && word(tokens, at - 1) == ",";
        let comma_after = word(tokens, end) == ",";
        // In the midst of a sentence, without commas, it may be a condition.
        if comma_after || end == tokens.len() {
            let (begin, end) = if comma_before { (at - 1, end) } else { (at, end + usize::from(comma_after)) };
            tokens.drain(begin..end);
        }
    }
}

/// "Somebody open the door": whoever that is.
fn without_somebody(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let Some(end) = SOMEBODY.iter().filter_map(|words| tokens::after(tokens, 0, words)).max() else { return };
    let verb = end + usize::from(matches!(word(tokens, end), "please" | ","));
    // "Somebody open it and go there": the same one.
    let is_one =
        !tokens[verb.min(tokens.len())..].iter().any(|token| matches!(token.word.as_str(), "and" | "then" | ","));
    if is_one && vocabulary.is_base(word(tokens, verb)) {
        tokens.drain(..verb);
    }
}

/// "One of you should open it": somebody should.
fn whoever(tokens: &mut Vec<Token>) {
    const ADVISED: [&str; 2] = ["ought to", "had better"];
    let Some(end) = WHOEVER.iter().filter_map(|words| tokens::after(tokens, 0, words)).max() else { return };
    let modal = modals::after_duty_of_one(tokens, end).or_else(|| tokens::after_any(tokens, end, &ADVISED));
    if modal.is_some() {
        tokens::put(tokens, 0, end, "somebody");
    }
}

/// "Robot 1 to the sink, robot 2 go to the table".
fn called(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    // "Robot 1 must not go there, robot 2 to the sink": nor that.
    if denies(tokens) {
        return;
    }
    for at in (0..tokens.len()).rev() {
        if at > 0 && word(tokens, at - 1) != "," {
            continue;
        }
        let name = at + usize::from(word(tokens, at) == "the");
        let Some((nouns, length)) = vocabulary.nouns(&tokens[name..]).into_iter().next() else { continue };
        let is_one = |noun: &Noun| matches!(noun, Noun::Object(object) if vocabulary.robots.contains(object));
        if !nouns.iter().all(is_one) {
            continue;
        }
        let end = name + length;
        match word(tokens, end) {
            "to" | "into" if !vocabulary.is_base(word(tokens, end + 1)) => insert(tokens, end, ", go"),
            "go" => insert(tokens, end, ","),
            _ => {}
        }
    }
}

/// "Lid off the box, gate shut, lamp on": "take the lid off the box, in the end the gate is shut, ...". Only where each part is of a thing
/// and of where or how it is to be, and nothing more is said.
fn without_verb(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    const ALL: [&str; 8] = ["all the", "all of the", "both the", "both", "all", "every", "each", "the"];
    const PLACING: [&str; 6] = ["in", "on", "at", "to", "into", "onto"];
    let thing = |at: usize| {
        let noun = ALL.iter().find_map(|words| tokens::after(tokens, at, words)).unwrap_or(at);
        let everything = (at == noun && word(tokens, at) == "everything").then_some(1);
        let named = || vocabulary.nouns(tokens.get(noun..)?).first().map(|(_, length)| *length);
        everything.or_else(named).map(|length| noun + length)
    };
    let ends = |at: usize| at == tokens.len() || matches!(word(tokens, at), "," | "and");
    // Where words come in, the last first.
    let mut told: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    loop {
        let Some(how) = thing(at) else { return };
        let off = tokens::after(tokens, how, "off").or_else(|| tokens::after(tokens, how, "out of"));
        let place = off.or_else(|| PLACING.contains(&word(tokens, how)).then_some(how + 1));
        let end = match place.filter(|place| !ends(*place)) {
            Some(place) => {
                if off.is_some() {
                    told.push((at, "take"));
                }
                let Some(end) = thing(place) else { return };
                end
            }
            // "Robot 1 wait" is an order to it.
            None if ends(how + 1) && !ends(how) && vocabulary.robot(&tokens[at..]).is_none() => {
                let are = word(tokens, how - 1).ends_with('s') && !matches!(word(tokens, at), "every" | "each");
                told.push((at, "in the end"));
                told.push((how, if are { "are" } else { "is" }));
                how + 1
            }
            None => return,
        };
        if end == tokens.len() {
            break;
        }
        if !ends(end) {
            return;
        }
        at = end + 1;
        at += usize::from(word(tokens, end) == "," && word(tokens, at) == "and");
    }
    for (at, words) in told.into_iter().rev() {
        insert(tokens, at, words);
    }
}

/// "Unless it is open, close it", "close it unless it is open already": if it is not. Only beside an order: what is forbidden
/// unless something is so is forbidden at any time.
fn unless(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let Some(at) = tokens.iter().position(|token| token.word == "unless").filter(|_| !denies(tokens)) else { return };
    let (end, is_order) = match at {
        0 => {
            let Some(comma) = tokens.iter().position(|token| token.word == ",") else { return };
            let main = comma + 1 + usize::from(word(tokens, comma + 1) == "please");
            (comma, vocabulary.is_base(word(tokens, main)))
        }
        _ => (tokens.len(), vocabulary.is_base(word(tokens, usize::from(word(tokens, 0) == "please")))),
    };
    let clause = &tokens[at + 1..end];
    let is_plain = !clause.iter().any(|token| matches!(token.word.as_str(), "," | "and" | "or"));
    let is = clause.iter().position(|token| matches!(token.word.as_str(), "is" | "are" | APOSTROPHE));
    // "Keep it closed unless somebody is there" is a rule for all time.
    let is_rule =
        tokens.iter().any(|token| matches!(token.word.as_str(), "keep" | "stay" | "remain" | "leave" | "hold"));
    let Some(is) = is.filter(|_| is_order && is_plain && !is_rule).map(|place| at + 1 + place) else { return };
    "if".clone_into(&mut tokens[at].word);
    if tokens[is].word == APOSTROPHE {
        "is".clone_into(&mut tokens[is].word);
    }
    if let Some(already) = (is..end).find(|&place| word(tokens, place) == "already") {
        tokens.remove(already);
    }
    insert(tokens, is + 1, "not");
}

/// "If there is a bead in the jar": if a bead is in the jar.
fn being_there(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let Some(begin) = tokens::after(tokens, 0, "if there is").or_else(|| tokens::after(tokens, 0, "if there are"))
    else {
        return;
    };
    let name = begin + usize::from(matches!(word(tokens, begin), "a" | "an" | "any"));
    let Some((_, length)) = vocabulary.nouns(&tokens[name..]).into_iter().next() else { return };
    let end = name + length;
    if matches!(word(tokens, end), "in" | "on" | "at" | "inside" | "under" | "beside") {
        let is = tokens[2].clone();
        tokens.insert(end, is);
        tokens.drain(1..3);
    }
}

/// "First bring the cup to the sink, then the plate": to the same place. "First the cup to the sink": bring it there.
fn after_first(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let article = |tokens: &[Token], at: usize| at + usize::from(word(tokens, at) == "the");
    let noun = |tokens: &[Token], at: usize| {
        let at = article(tokens, at);
        let rest = tokens.get(at..).unwrap_or_default();
        vocabulary.nouns(rest).into_iter().next().map(|(_, length)| at + length)
    };
    if word(tokens, 0) != "first" {
        return;
    }
    let is_towards = |at: &usize| TOWARDS.contains(&word(tokens, *at));
    let Some(place) = (1..tokens.len()).find(is_towards) else { return };
    if let Some(then) = tokens.iter().position(|token| token.word == "then") {
        let comma = then - usize::from(word(tokens, then - 1) == "and");
        let comma = comma - usize::from(word(tokens, comma - 1) == ",");
        let is_place = place < comma && noun(tokens, place + 1) == Some(comma);
        let words =
            |from: usize, to: usize| tokens[from..to].iter().map(|token| token.word.clone()).collect::<Vec<_>>();
        let second = article(tokens, then + 1).min(tokens.len());
        let is_thing =
            vocabulary.robot(&tokens[second..]).is_none() && !words(0, place).ends_with(&words(second, tokens.len()));
        if is_place && is_thing && noun(tokens, then + 1) == Some(tokens.len()) {
            let to: Vec<Token> = tokens[place..comma].to_vec();
            tokens.extend(to);
        }
    }
    if noun(tokens, 1) == Some(place) {
        insert(tokens, 1, "bring");
        if let Some(then) = tokens.iter().position(|token| token.word == "then")
            && noun(tokens, then + 1).is_some_and(|end| TOWARDS.contains(&word(tokens, end)))
        {
            insert(tokens, then + 1, "bring");
        }
    }
}
